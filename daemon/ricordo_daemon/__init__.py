"""The daemon: the store, the index, the policy and the audit log behind one Unix socket."""
