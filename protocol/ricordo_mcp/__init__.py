"""The stdio MCP bridge to the daemon's socket. A stub: it comes with agents' sessions."""
