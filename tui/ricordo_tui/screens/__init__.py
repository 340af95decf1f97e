"""Screens and dialogs: they hear what widgets post, and ask the session."""
