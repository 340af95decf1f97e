"""Use cases: synchronous functions that read as prose, and the one async shell around them."""
