"""Work that no request waits for."""
