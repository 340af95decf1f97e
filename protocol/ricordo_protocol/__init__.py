"""The wire: what the daemon and every client agree on. It imports nothing of ours."""

__version__ = "0.1.0"

API_MIN = 1
"""The oldest protocol version that this build still speaks."""

API_MAX = 1
"""The newest protocol version that this build speaks."""

__all__ = ["API_MAX", "API_MIN", "__version__"]
