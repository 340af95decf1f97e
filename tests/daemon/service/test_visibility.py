"""Search and list never show a row outside `Visible`; the empty set shows nothing.

Whole histories over a real store and the real index, against a model that is a dict.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_daemon.index.api import Document
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.policy import envelope
from ricordo_daemon.policy.model import Target
from ricordo_daemon.service import indexing, memories, search, undo
from ricordo_daemon.service.drafts import Listing, Search
from ricordo_daemon.store import batch, counts, invariants, namespaces, slices
from ricordo_daemon.store import memories as rows
from ricordo_protocol.errors import RicordoError
from ricordo_protocol.memory import ListMemories, SearchMemories
from ricordo_protocol.scopes import Scope
from support.store import Store, actor, draft

USERS = ("alice", "bob", "carol")
NAMES = ("one", "two", "three")
WORDS = ("amber", "birch", "cedar")

SAVES = st.tuples(
    st.just("save"),
    st.sampled_from(USERS),
    st.sampled_from(["global", "user"]),
    st.sampled_from(NAMES),
    st.sampled_from(WORDS),
)
DELETES = st.tuples(
    st.just("delete"),
    st.sampled_from(USERS),
    st.sampled_from(["global", "user"]),
    st.sampled_from(NAMES),
    st.just(""),
)
UNDOS = st.tuples(st.just("undo"), st.sampled_from(USERS), st.just(""), st.just(""), st.just(""))


class World:
    """A store, an index that hears of what is committed, and what must be true of both."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "ricordo.db")
        self.engine = MemoryEngine()
        self.live: dict[tuple[str, str, str], str] = {}
        self.deleted: list[tuple[str, str, tuple[str, str, str], str]] = []

    def run(self, op):
        committed = batch.run(self.store.raw, [op], self.store.start)
        self.store.start.head = committed.head
        for change in indexing.documents(committed.changes):
            self.engine.apply(change)
        (outcome,) = committed.outcomes
        return outcome

    def step(self, kind, who, scope, name, word):
        if kind == "undo":
            return self.undo(who)
        key = (scope, who if scope == "user" else "", name)
        if kind == "save":
            saved = draft(name, scope=scope, content=f"{word} text", description=f"on {word}")
            outcome = self.run(lambda tx: memories.save_memory(tx, actor(who), saved))
            assert outcome.error is None
            self.live[key] = word
            return None
        outcome = self.run(
            lambda tx: memories.delete_memory(
                tx, actor(who), draft(name).name, scope, "", None, None
            )
        )
        assert (outcome.error is None) == (key in self.live)
        if outcome.error is None:
            self.deleted.append((who, outcome.value.reply.batch_id, key, self.live.pop(key)))
        return None

    def undo(self, who):
        if not self.deleted:
            return
        owner, batch_id, key, word = self.deleted.pop()
        common = actor(who, frozenset({"read", "write", "write.global"}))
        outcome = self.run(lambda tx: undo.undo_batch(tx, common, batch_id))
        # Another user's batch is not theirs to undo; a name that is taken again stays taken.
        assert (outcome.error is None) == (owner == who and key not in self.live)
        if outcome.error is None:
            self.live[key] = word

    def check(self):
        tx = self.store.read()
        for who in USERS:
            mine = {key for key in self.live if key[1] in ("", who)}
            listing = Listing.read(ListMemories(limit="200"))
            page = memories.list_memories(tx, actor(who), listing)
            assert {(m.scope, m.scope_id, m.name) for m in page.memories} == mine
            assert page.total == len(mine)
            for word in WORDS:
                self.check_search(tx, who, word, mine)
        assert invariants(self.store.raw) == []

    def check_search(self, tx, who, word, mine):
        asked = Search.read(SearchMemories(query=word, limit=50))
        visible = search.view(tx, actor(who), asked)
        results = self.engine.search(word, visible, limit=50)
        found = search.fetch(tx, actor(who), asked, results)
        wanted = {key for key in mine if self.live[key] == word}
        assert {(m.scope, m.scope_id, m.name) for m in found} == wanted
        assert results.total == len(wanted)


@pytest.mark.requirement("SM-40", "SM-41", "SM-42", "SC-01")
@given(st.lists(st.one_of(SAVES, SAVES, DELETES, UNDOS), max_size=25))
@settings(deadline=None, max_examples=60)
def test_whatever_was_done_each_caller_sees_their_own_view_and_no_more(history):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        for step in history:
            world.step(*step)
        world.check()
        world.store.close()


@pytest.fixture(scope="module")
def store_of_forty(tmp_path_factory):
    made = Store(tmp_path_factory.mktemp("forty") / "ricordo.db")
    for number in range(39):
        made.save("note", by=f"u{number}", scope="user", content="common word")
    made.save("note", content="common word")
    yield made
    made.close()


@pytest.mark.requirement("RK-02", "SC-07")
@given(st.sets(st.integers(0, 39), max_size=40), st.sampled_from([None, "general", "user"]))
@settings(deadline=None, max_examples=100)
def test_no_read_of_the_store_returns_a_row_outside_visible(store_of_forty, chosen, type_):
    store = store_of_forty
    tx = store.read()
    every = [namespace.target for namespace in namespaces.find_all(tx)]
    visible = store.visible(*(every[number] for number in chosen))
    page = rows.page(tx, visible, type_=type_, before=None, limit=100, content=False)
    rids = [rid for (rid,) in store.raw.execute("SELECT rid FROM memories")]
    ids = [one for (one,) in store.raw.execute("SELECT memory_id FROM memories")]
    shown = type_ in (None, "general")

    assert {row.ns for row in page} == (visible.namespaces if shown else set())
    assert counts.total(tx, visible, type_) == (len(chosen) if shown else 0)
    assert {row.ns for row in rows.fetch(tx, visible, rids).values()} == visible.namespaces
    found = [rows.find_id(tx, visible, one) for one in ids]
    assert {row.ns for row in found if row} == visible.namespaces


def test_the_empty_set_shows_nothing_anywhere(store_of_forty):
    tx = store_of_forty.read()
    nothing = envelope.visible((), namespaces.find_all(tx))
    engine = MemoryEngine()
    made = indexing.documents(slices.after(store_of_forty.raw, 0, 100))
    engine.load([one for one in made if isinstance(one, Document)])
    everything = envelope.everything(namespaces.find_all(tx))

    assert engine.search("common", everything).total == 40
    assert engine.search("common", nothing).total == 0
    assert rows.page(tx, nothing, type_=None, before=None, limit=9, content=True) == []
    assert rows.find(tx, nothing, "note") is None
    assert counts.total(tx, nothing, None) == 0


def test_a_namespace_that_is_dead_is_invisible_at_once(store):
    store.save("note")
    store.raw.execute("UPDATE namespaces SET state='dead'")

    page = memories.list_memories(store.read(), actor(), Listing.read(ListMemories()))

    assert (page.memories, page.total) == ([], 0)
    with pytest.raises(RicordoError) as refused:
        store.save("note")
    assert refused.value.code == "scope_not_live"
    assert store.visible(Target(Scope.GLOBAL)).namespaces == frozenset()
