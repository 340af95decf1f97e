from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.importers import files
from ricordo_cli.importers.model import Problem

if TYPE_CHECKING:
    from pathlib import Path


def walked(root: Path) -> tuple[list[str], dict[str, str]]:
    found = list(files.walk(root))
    good = [str(one.relative_to(root)) for one in found if not isinstance(one, Problem)]
    bad = {
        os.path.relpath(one.path, root): one.reason for one in found if isinstance(one, Problem)
    }
    return good, bad


@pytest.mark.requirement("IS-01")
def test_nothing_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret")
    root = tmp_path / "notes"
    (root / "sub").mkdir(parents=True)
    (root / "b.md").write_text("x")
    (root / "sub" / "a.md").write_text("x")
    (root / "link.md").symlink_to(tmp_path / "outside.md")
    (root / "up").symlink_to("..")
    (root / "sub" / "loop").symlink_to(root)
    (root / "zero.md").symlink_to("/dev/zero")
    os.mkfifo(root / "fifo.md")

    good, bad = walked(root)

    assert good == ["b.md", "sub/a.md"]
    assert set(bad) == {"link.md", "up", "sub/loop", "zero.md", "fifo.md"}
    assert "symbolic link" in bad["up"]
    assert "not a regular file" in bad["fifo.md"]


def test_hidden_files_and_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "a.md").write_text("x")
    (tmp_path / ".#lock.md").symlink_to("nowhere")
    (tmp_path / "a.md").write_text("x")

    assert walked(tmp_path) == (["a.md"], {})


def test_a_hidden_folder_that_is_named_is_read(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "a.md").write_text("x")

    assert walked(tmp_path / ".claude") == (["a.md"], {})


def test_a_folder_may_be_named_through_a_link_but_a_file_may_not(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("x")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "a.md").symlink_to("real/a.md")

    assert list(files.walk(tmp_path / "link")) == [tmp_path.resolve() / "real" / "a.md"]
    (refused,) = files.walk(tmp_path / "a.md")
    assert isinstance(refused, Problem)


def test_what_is_not_there_is_a_problem(tmp_path: Path) -> None:
    (found,) = files.walk(tmp_path / "missing")

    assert found == Problem(
        str(tmp_path / "missing"), "it cannot be read: No such file or directory"
    )


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(0)
    (tmp_path / "a.md").touch(0)

    assert walked(tmp_path)[1] == {"closed": "it cannot be read: Permission denied"}
    with pytest.raises(files.Unreadable, match="Permission denied"):
        files.read_text(tmp_path / "a.md")


@pytest.mark.requirement("IM-01")
@pytest.mark.parametrize("data", [b"a\nb", b"a\r\nb", b"a\rb", b"\xef\xbb\xbfa\r\nb"])
def test_marks_and_line_ends_make_no_difference(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.md").write_bytes(data)

    assert files.read_text(tmp_path / "a.md") == "a\nb"


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        ("a".encode("utf-16"), "UTF-16", None),
        (b"one\ntwo \xff", "not UTF-8", 2),
        (b"one\n\ntwo \0", "NUL", 3),
        (b"x" * (files.MOST_BYTES + 1), "more than 1048576 bytes", None),
    ],
)
@pytest.mark.requirement("IM-01", "IF-03")
def test_what_is_no_text_is_refused_by_name(
    tmp_path: Path, data: bytes, reason: str, line: int | None
) -> None:
    (tmp_path / "a.md").write_bytes(data)

    with pytest.raises(files.Unreadable, match=reason) as caught:
        files.read_text(tmp_path / "a.md")

    assert caught.value.line == line


@pytest.mark.requirement("IS-01")
def test_a_file_that_became_something_else_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("/etc/hostname")

    for name in ("fifo", "link", "."):
        with pytest.raises(files.Unreadable):
            files.read_text(tmp_path / name)


def test_a_path_of_odd_bytes_can_be_shown_and_stored() -> None:
    assert files.path_text(os.fsdecode(b"/a/\xff.md")) == r"/a/\xff.md"
