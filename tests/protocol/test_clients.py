"""Both clients against the real daemon."""

from __future__ import annotations

import pytest

from ricordo_protocol import __version__, calls
from ricordo_protocol.aio import AsyncClient
from ricordo_protocol.client import Client
from ricordo_protocol.credentials import Secret, read_token
from ricordo_protocol.errors import (
    InvalidInput,
    NotFound,
    PreconditionFailed,
    Unauthorized,
    Unreachable,
)
from ricordo_protocol.memory import FoundPage, Memory, SavedMemory, SaveMemory
from ricordo_protocol.routes import BY_NAME


def draft(name="note", **fields):
    return SaveMemory(**{"name": name, "content": "some content", "description": "d"} | fields)


def mine(name="note", **fields):
    return calls.save_memory(draft(name, scope="user", **fields))


@pytest.fixture(scope="module")
def overseer(office):
    """One admin for all: what they read is told by its id."""
    return office.hire("admin")


@pytest.fixture
def send(ask, alice):
    """Send calls as a user whom nobody has been, with one of the two clients."""

    def sent(*all_, by=alice):
        return ask(alice.path, *all_, secret=Secret(by.token))

    return sent


def test_a_memory_is_saved_read_described_found_and_deleted(send):
    saved = send(mine("My Note", tags=["B", "a"], metadata={"日": 1}))
    read = send(calls.get_memory("My Note", scope="user"))
    described = send(
        calls.describe_memory("my-note", "what it is", scope="user", if_match=saved.revision)
    )
    found = send(calls.search_memories("content", scope="user", summary=True))
    deleted = send(calls.delete_memory("my_note", scope="user", reason="done"))

    assert type(saved) is SavedMemory
    assert (saved.name, saved.tags, saved.metadata) == ("my_note", ["a", "b"], {"日": 1})
    assert type(read) is Memory
    assert (read.memory_id, read.content) == (saved.memory_id, "some content")
    assert described.description == "what it is"
    assert type(found) is FoundPage
    assert [memory.memory_id for memory in found.memories] == [saved.memory_id]
    assert deleted.memory_id == saved.memory_id
    assert send(calls.undo_batch(deleted.batch_id)).undone[0].memory_id == saved.memory_id


def test_one_connection_carries_many_calls(send):
    last = send(*[mine(f"note {number}") for number in range(20)])

    assert last.name == "note_19"
    assert send(calls.list_memories(scope="user")).total == 20


def test_an_overseerreaches_a_memory_by_its_id(send, alice, overseer):
    saved = send(mine())
    everyone = calls.list_memories(scope="user", scope_id=alice.user_id, everywhere=True)

    assert send(calls.get_memory_by_id(saved.memory_id), by=overseer).name == "note"
    assert send(everyone, by=overseer).total == 1


def test_what_runs_is_told_without_a_token(ask, office):
    versions = ask(office.home.paths.socket, calls.get_version())

    assert (versions.version, versions.pid) == (__version__, office.home.process.pid)
    assert versions.api_min <= versions.api_max


def test_a_refusal_comes_back_with_its_class_its_code_and_its_details(send):
    saved = send(mine())
    send(calls.describe_memory("note", "newer", scope="user"))

    with pytest.raises(PreconditionFailed) as changed:
        send(calls.describe_memory("note", "mine", scope="user", if_match=saved.revision))
    with pytest.raises(InvalidInput) as long:
        send(mine(description="x" * 513))
    with pytest.raises(NotFound) as missing:
        send(calls.get_memory("nothing", scope="user"))

    assert changed.value.details["current"]["description"] == "newer"
    assert long.value.details == {"limit": 512}
    assert "nothing" in missing.value.sentence


@pytest.mark.requirement("SM-76")
@pytest.mark.parametrize("secret", [None, Secret("rc_nobody")])
def test_no_token_or_an_unknown_one_is_unauthorized(ask, office, secret):
    with pytest.raises(Unauthorized) as caught:
        ask(office.home.paths.socket, calls.list_memories(), secret=secret)

    assert caught.value.hint


@pytest.mark.requirement("NM-06")
def test_a_memory_called_like_a_route_is_reached_by_its_name(send):
    saved = send(mine("search"))

    for call in (
        calls.get_memory("search", scope="user"),
        calls.describe_memory("search", "new", scope="user"),
        calls.delete_memory("search", scope="user"),
    ):
        assert send(call).memory_id == saved.memory_id


@pytest.mark.requirement("NM-06")
@pytest.mark.parametrize(
    "memory_id", ["a/b", "a?limit=1", "a#b", "a%2Fb", "日本", "a\r\nb", " ", "search", "", ".."]
)
def test_an_id_that_is_none_reaches_no_other_route(send, overseer, memory_id):
    with pytest.raises(NotFound, match="Memory not found"):
        send(calls.get_memory_by_id(memory_id), by=overseer)


@pytest.mark.requirement("CC-01")
def test_a_connection_that_a_restart_closed_costs_a_read_nothing(daemon):
    with Client(daemon.paths.socket, read_token(daemon.paths, "user")) as client:
        saved = client.send(calls.save_memory(draft()))
        daemon.stop()
        daemon.start()

        assert client.send(calls.get_memory("note")).memory_id == saved.memory_id


@pytest.mark.requirement("CC-01")
async def test_a_pooled_connection_that_a_restart_closed_costs_a_read_nothing(daemon):
    async with AsyncClient(daemon.paths.socket, read_token(daemon.paths, "user")) as client:
        saved = await client.send(calls.save_memory(draft()))
        daemon.kill()
        daemon.start()

        assert (await client.send(calls.get_memory("note"))).memory_id == saved.memory_id


def test_after_a_restart_a_change_is_repeated_only_with_its_key(daemon):
    with Client(daemon.paths.socket, read_token(daemon.paths, "user")) as client:
        client.send(calls.get_health())
        daemon.stop()
        daemon.start()
        with pytest.raises(Unreachable, match="the connection to the daemon broke"):
            client.send(calls.Call(BY_NAME["save_memory"], body=draft("keyless")))

        client.send(calls.get_health())
        daemon.stop()
        daemon.start()
        assert client.send(calls.save_memory(draft("keyed"))).name == "keyed"

        assert [one.name for one in client.send(calls.list_memories()).memories] == ["keyed"]


NOTHING = (
    '{"memories": [], "total": 0, "took_ms": 1.0,'
    ' "index": {"state": "ready", "done": 0, "total": 0}}'
)


@pytest.mark.requirement("CC-01")
@pytest.mark.parametrize(
    ("call", "body"),
    [(calls.get_health(), '{"status": "ok"}'), (calls.search_memories("x"), NOTHING)],
    ids=["GET", "POST"],
)
async def test_a_pool_repeats_a_read_in_silence(fake, reply, call, body):
    # An empty reply is a connection that the server closed while the request was on its way.
    served = fake(b"", reply(body))
    async with AsyncClient(served.path) as client:
        assert type(await client.send(call)) is call.route.reply

    assert len(served.received) == 2


async def test_a_pool_repeats_no_change_without_a_key(fake, reply):
    served = fake(b"", reply('{"status": "ok"}'))
    async with AsyncClient(served.path) as client:
        with pytest.raises(Unreachable, match="the connection to the daemon broke"):
            await client.send(calls.Call(BY_NAME["save_memory"], body=draft("keyless")))

    assert len(served.received) == 1


def test_a_call_that_is_sent_twice_is_done_once(send):
    call = mine()

    assert send(call, call) == send(call)
    assert send(calls.list_memories(scope="user")).total == 1


def test_a_closed_client_opens_again(office):
    client = Client(office.home.paths.socket)
    assert client.send(calls.get_health()).status == "ok"
    client.close()
    client.close()

    assert client.send(calls.get_health()).status == "ok"
    client.close()


@pytest.mark.requirement("CC-04")
async def test_a_closed_pool_opens_again(office):
    client = AsyncClient(office.home.paths.socket)
    await client.close()
    assert (await client.send(calls.get_health())).status == "ok"
    await client.close()
    await client.close()

    assert (await client.send(calls.get_health())).status == "ok"
    await client.close()
