from __future__ import annotations

import os
import stat
import sys
import unicodedata
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.commands import demo
from ricordo_cli.demo import home as homes
from ricordo_cli.demo import seed as seeding
from ricordo_cli.demo.texts import seeds
from ricordo_protocol import fields, paths
from ricordo_protocol.errors import Conflict
from ricordo_protocol.names import Name
from ricordo_protocol.scopes import MemoryType

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cli


def test_the_demos_memories_are_the_same_in_every_run() -> None:
    assert list(seeds()) == list(seeds())


def test_every_memory_of_the_demo_is_valid_and_none_is_there_twice() -> None:
    drafts = [one.draft for one in seeds()]

    for draft in drafts:
        assert Name.parse(draft.name) == draft.name
        assert fields.parse_description(draft.description) == draft.description
        assert "{" not in draft.description
        fields.parse_content(draft.content)
        fields.parse_title(draft.title)
        fields.parse_tags(draft.tags)
    assert len({(one.scope, one.name) for one in drafts}) == len(drafts)
    assert len({one.description for one in drafts}) == len(drafts)


def test_the_demo_has_a_few_hundred_of_all_types_scripts_and_lengths() -> None:
    drafts = [one.draft for one in seeds()]
    scopes = Counter(one.scope for one in drafts)
    types = Counter(one.type for one in drafts)
    text = "".join(one.description + one.content for one in drafts)
    scripts = {unicodedata.name(char, "?").split()[0] for char in text}

    assert 300 <= len(drafts) <= 400
    assert set(scopes) == {"global", "user"}
    assert set(types) == set(MemoryType)
    assert {"LATIN", "CYRILLIC", "CJK", "HIRAGANA", "HANGUL", "ARABIC"} <= scripts
    assert min(len(one.content) for one in drafts) < 30
    assert max(len(one.content) for one in drafts) > 20_000


def test_a_temporary_home_is_private_and_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RICORDO_SOCKET", "/somewhere/else.sock")

    with homes.temporary() as where:
        root = where.state
        assert stat.S_IMODE(root.stat().st_mode) == 0o700
        assert where.socket.parent == root
        assert 'store = "file"' in where.config.read_text()

    assert not root.exists()


@pytest.mark.parametrize("inside", ["ricordo.db", "config.toml"])
def test_a_demo_writes_nothing_into_a_home_that_is_no_demo(tmp_path: Path, inside: str) -> None:
    (tmp_path / inside).write_text("[secrets]\n")

    with pytest.raises(Conflict) as caught:
        homes.prepared(tmp_path)

    assert caught.value.code == "not_a_demo"
    assert [one.name for one in tmp_path.iterdir()] == [inside]


def test_a_demos_own_home_may_be_used_again(tmp_path: Path) -> None:
    first = homes.prepared(tmp_path / "d")
    first.database.write_bytes(b"x")

    assert homes.prepared(tmp_path / "d") == first


def test_away_from_a_terminal_the_demo_says_what_it_needs(cli: Cli) -> None:
    ran = cli("demo")

    assert ran.code == 2
    assert "--seed-only" in ran.err


def test_the_console_opens_on_the_demos_daemon_and_both_end(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = list(seeds())[:3]
    monkeypatch.setattr(seeding, "seeds", lambda: iter(few))
    monkeypatch.setattr(demo, "on_terminal", lambda: True)
    monkeypatch.setattr(homes.tempfile, "tempdir", str(cli.home.root))
    opened: list[paths.Paths] = []

    def console(where: paths.Paths) -> int:
        opened.append(where)
        os.environ["RICORDO_HOME"] = str(where.home)
        assert cli("list", "--json").json["total"] == 3
        os.environ["RICORDO_HOME"] = str(cli.home.root)
        return 7

    monkeypatch.setitem(sys.modules, "ricordo_tui", SimpleNamespace(main=console))

    ran = cli("demo")

    assert ran.code == 7
    assert opened[0].state != cli.home.root
    assert not opened[0].state.exists()
    assert cli("daemon", "status").code == 3
