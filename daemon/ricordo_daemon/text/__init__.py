"""Text as the daemon reads it: one analyser for index, query and derivation; all pure."""
