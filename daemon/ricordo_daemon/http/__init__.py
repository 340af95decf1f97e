"""The socket's HTTP: decode, call, encode. No handler knows SQL; no use case knows HTTP."""
