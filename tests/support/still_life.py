"""What the pictures of the console show: memories of our own, in a daemon that stands still."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ricordo_protocol import calls
from ricordo_protocol import memory as m
from support.still_daemon import USER, StillHome

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = "a_name_that_goes_on_for_longer_than_any_column_of_a_list_would_ever_care_to_show"
MEMORIES = (
    m.SaveMemory(
        name=LONG,
        description="Its description is short.",
        content="What is cut in the list is whole in the text beside it.",
    ),
    m.SaveMemory(
        name="header_colours",
        description="The header is dark blue; the logo keeps its own green",
        content="Agreed with the printers, who have the exact values.",
        scope="workstream",
        scope_id="website",
        tags=["design"],
    ),
    m.SaveMemory(
        name="brackets",
        description="[/] [bold]is text[/bold] [link=x] and so is [unfinished",
        content="[red]not red[/red]\n[/]\n\\[escaped] [@click=quit]not a link[/]",
        title="[reverse]A title[/reverse]",
    ),
    m.SaveMemory(
        name="control_codes",
        description="before\x1b[31mred\x1b[0m\x07 after, \u202eturned\u202c back",
        content="tab\there\n\x1b[2J\x1b]0;title\x07\nthe end\x7f",
    ),
    m.SaveMemory(
        name="emoji_and_flags",
        description="👩‍💻 pairs with 🇮🇹 on Thursdays ☕️ and writes it down ✅",
        content="👩‍💻 one\n🇮🇹 two\n☕️ three",
    ),
    m.SaveMemory(
        name="kyoto_office",
        description="京都オフィスの鍵は三階の受付にあります、夜間は守衛室です",
        content="鍵は三階の受付。\n夜間は守衛室に電話してください。\n담당자: 김하늘",
        tags=["鍵", "京都"],
    ),
    m.SaveMemory(
        name="short_answers",
        description="Lina préfère des réponses brèves, sans « Voilà ! » à la fin",
        content="Kurze Antworten, größte Sorgfalt.\nNiente scuse, perché non servono.",
        scope="user",
        type="feedback",
    ),
    m.SaveMemory(
        name="release_steps",
        description="Migrate first, deploy after: a migration that waits locks the shop",
        content=(
            "1. Announce the migration in the release channel.\n"
            "2. Run it on the replica and compare the row counts.\n"
            "3. Migrate the primary, then deploy the shop, then the office tools.\n\n"
            "Never on a Friday. Rolling back needs the dump from before the migration, "
            "which the nightly job keeps for two weeks."
        ),
        title="How a release goes",
        tags=["release", "shop"],
        metadata={"runbook": 12},
    ),
)
FOUND = [
    (
        "23 notes in /home/lina/.claude/projects/-home-lina-shop/memory",
        "ricordo import /home/lina/.claude/projects/-home-lina-shop/memory",
    ),
    (
        "4 notes in /home/lina/[bold] notes\x1b/AGENTS.md (1 could not be read)",
        "ricordo import '/home/lina/[bold] notes\x1b/AGENTS.md'",
    ),
    ("1 note in /home/lina/.codex/AGENTS.md", "ricordo import /home/lina/.codex/AGENTS.md"),
]


@contextmanager
def home_of(*memories: m.SaveMemory) -> Iterator[StillHome]:
    """A still daemon that serves, with these memories in it."""
    made = StillHome(Path(tempfile.mkdtemp(prefix="r")))
    try:
        made.add_workstream("website", USER)
        made.reader = made.add_user("eve", ("read",)).token or ""
        made.start()
        with made.client("admin", label="sdk") as client:
            for draft in memories:
                client.send(calls.save_memory(draft))
        yield made
    finally:
        made.close()
