"""The handshake's header: how it is read, and who understands whom."""

from __future__ import annotations

import pytest

from ricordo_protocol import API_MAX, API_MIN, headers


@pytest.mark.parametrize(
    ("text", "range_"),
    [("1", (1, 1)), ("1-3", (1, 3)), (" 7-9 ", (7, 9)), ("0", (0, 0)), ("999999", (999999,) * 2)],
)
def test_a_version_or_a_range_of_them_is_read(text, range_):
    assert headers.parse_range(text) == range_


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "1-",
        "-1",
        "3-1",
        "1-2-3",
        "1 - 3",
        "v1",
        "1.0",
        "1,2",
        "1234567",
        "٣",
        "1\n2",
    ],
)
def test_anything_else_is_no_range(text):
    assert headers.parse_range(text) is None


def test_two_ranges_overlap_where_they_share_a_version():
    assert headers.overlaps((API_MIN, API_MAX))
    assert headers.overlaps((0, API_MIN))
    assert headers.overlaps((API_MAX, API_MAX + 5))
    assert headers.overlaps((0, API_MAX + 5))
    assert not headers.overlaps((API_MAX + 1, API_MAX + 5))
    assert not headers.overlaps((0, API_MIN - 1))


def test_what_we_send_is_what_we_read():
    assert headers.parse_range(headers.OURS) == (API_MIN, API_MAX)
