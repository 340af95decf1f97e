"""Every bound on the wire, in one table. Lengths are characters unless the name says bytes."""

from typing import Final

NAME_CHARS: Final = 256
"""A memory's name, after normalisation."""

DESCRIPTION_CHARS: Final = 512
"""A description, after its whitespace runs have become single spaces."""

CONTENT_CHARS: Final = 65_536
"""A memory's content over REST, admin and import."""

TITLE_CHARS: Final = 512
"""A memory's title: the wording that its ASCII name could not keep."""

TAGS: Final = 32
"""Tags on one memory."""

TAG_CHARS: Final = 64
"""One tag."""

METADATA_BYTES: Final = 16_384
"""A memory's metadata, as compact UTF-8 JSON."""

METADATA_DEPTH: Final = 16
"""Objects and lists within metadata."""

REASON_CHARS: Final = 512
"""The reason that a delete may carry into the audit log."""

SCOPE_ID_CHARS: Final = 256
"""A scope's id: a user, a workstream, a project."""

QUERY_CHARS: Final = 65_536
"""A search query."""

LIST_LIMIT: Final = 200
"""Rows on one page of a list."""

LIST_DEFAULT: Final = 100
"""Rows on a page of a list when the caller does not say."""

SEARCH_LIMIT: Final = 50
"""Hits on one page of a search."""

SEARCH_DEFAULT: Final = 20
"""Hits on a page of a search when the caller does not say."""

BODY_BYTES: Final = 1_048_576
"""A request body: 65,536 characters written as JSON escapes are 786,447 bytes."""

IDEMPOTENCY_KEY_CHARS: Final = 128
"""An `Idempotency-Key` header."""

SOCKET_PATH_BYTES: Final = 103
"""A Unix socket's path: what every system we know takes (Linux takes 107, macOS 103)."""
