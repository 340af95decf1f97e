"""The store: SQLite is the truth, and all SQL is here."""

from ricordo_daemon.store.invariants import invariants

__all__ = ["invariants"]
