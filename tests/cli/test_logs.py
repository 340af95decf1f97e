from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import logs

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cli


@pytest.mark.parametrize(
    ("data", "lines", "expected"),
    [
        (b"", 3, b""),
        (b"a\nb\nc\n", 2, b"b\nc\n"),
        (b"a\nb\nc", 2, b"b\nc"),
        (b"a\n", 50, b"a\n"),
        (b"a\nb\n", 0, b""),
    ],
)
def test_the_tail_is_the_last_lines(data: bytes, lines: int, expected: bytes) -> None:
    file = io.BytesIO(data)

    assert logs.tail(file, lines) == expected
    assert file.tell() == len(data)


def test_the_tail_of_a_long_log_is_read_in_blocks() -> None:
    data = b"".join(b"%06d %s\n" % (n, b"x" * 100) for n in range(3000))

    assert logs.tail(io.BytesIO(data), 2000) == b"".join(data.splitlines(keepends=True)[-2000:])


def test_a_log_that_was_rotated_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "daemon.log"
    path.write_bytes(b"old line\n")
    with path.open("rb") as file:
        file.read()
        assert not logs.rotated(file, path)

        path.write_bytes(b"new\n")
        assert logs.rotated(file, path)

        path.unlink()
        assert not logs.rotated(file, path)

        path.write_bytes(b"a longer new line\n")
        assert logs.rotated(file, path)


def test_the_log_of_a_daemon_is_printed(ricordo: Cli) -> None:
    ran = ricordo("daemon", "logs", "-n", "1")

    assert ran.code == 0
    assert len(ran.out.splitlines()) == 1
