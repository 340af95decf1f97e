"""The audit log's arithmetic: canonical bytes, the chain of MACs, and its verification."""
