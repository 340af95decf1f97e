"""The async shell: the one place where use cases meet connections, the index and the callers."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ricordo_daemon.audit import chain
from ricordo_daemon.auth import admit
from ricordo_daemon.clock import rfc3339
from ricordo_daemon.policy.model import Seq
from ricordo_daemon.service import search
from ricordo_daemon.service.wire import Done, encode_cursor
from ricordo_daemon.store import idempotency, principals
from ricordo_protocol.errors import Conflict, Forbidden, Unauthorized
from ricordo_protocol.memory import FoundPage, IndexState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ricordo_daemon.auth import Caller
    from ricordo_daemon.clock import Clock
    from ricordo_daemon.index.api import Engine
    from ricordo_daemon.policy.model import Actor, Rid
    from ricordo_daemon.service.access import Accesses
    from ricordo_daemon.service.drafts import Search
    from ricordo_daemon.service.notices import Notices
    from ricordo_daemon.store.idempotency import Kept
    from ricordo_daemon.store.reader import Reader
    from ricordo_daemon.store.tx import ReadTx, Tx
    from ricordo_daemon.store.writer import Writer
    from ricordo_protocol.memory import Memory, MemoryPage

T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An `Idempotency-Key`, and the request that it came with."""

    route: str
    key: str
    request: bytes
    """Everything that makes it the same request: path, query, precondition, body."""


@dataclass(slots=True, kw_only=True)
class Ops:
    """What the handlers call. Every unit admits its caller anew, inside its transaction."""

    reader: Reader
    writer: Writer
    engine: Engine
    accesses: Accesses
    notices: Notices
    clock: Clock

    async def read(self, caller: Caller, work: Callable[[ReadTx, Actor], T]) -> T:
        """Run a read on one snapshot. Raises the refusal, and notes it."""
        try:
            return await self.reader.read(lambda tx: work(tx, _admitted(tx, caller)))
        except (Unauthorized, Forbidden) as refusal:
            self.notices.denied(caller, refusal.code)
            raise

    async def write(
        self,
        caller: Caller,
        use_case: Callable[[Tx, Actor], Done[R]],
        *,
        attempt: Attempt | None = None,
        replay: Callable[[Tx, Kept], Done[R]],
        size: int = 0,
    ) -> Done[R]:
        """Run a change. It is committed and searchable when this returns.

        The token is looked at once before it is queued, only to refuse early; what counts is
        the look inside the transaction.
        """
        await self.read(caller, lambda _tx, _actor: None)

        def op(tx: Tx) -> Done[R]:
            actor = _admitted(tx, caller)
            if attempt is None:
                return use_case(tx, actor)
            return _once(tx, actor, attempt, lambda: use_case(tx, actor), replay)

        try:
            return await self.writer.submit(op, size)
        except (Unauthorized, Forbidden) as refusal:
            self.notices.denied(caller, refusal.code)
            raise

    async def get(
        self,
        caller: Caller,
        work: Callable[[ReadTx, Actor], tuple[Rid, Memory]],
        *,
        touch: bool,
    ) -> Memory:
        """Read one memory, and count the access in the very reply."""
        actor, (rid, memory) = await self.read(caller, lambda tx, who: (who, work(tx, who)))
        self._looked(actor, [memory])
        if touch:
            now = self.clock.now()
            self.accesses.touch(rid, now)
            memory.access_count += 1
            memory.last_accessed = rfc3339(now)
        return memory

    async def read_page(
        self, caller: Caller, work: Callable[[ReadTx, Actor], MemoryPage]
    ) -> MemoryPage:
        """Read a page of a list."""
        actor, page = await self.read(caller, lambda tx, who: (who, work(tx, who)))
        self._looked(actor, page.memories)
        return page

    async def search(self, caller: Caller, asked: Search) -> FoundPage:
        """Search: what may be seen, the index, then the rows judged again."""
        began = self.clock.elapsed()
        actor, visible = await self.read(
            caller, lambda tx, who: (who, search.view(tx, who, asked))
        )
        results = self.engine.search(
            asked.query,
            visible,
            type_=asked.type,
            limit=asked.limit,
            offset=asked.offset,
        )
        found = await self.read(caller, lambda tx, who: search.fetch(tx, who, asked, results))
        self._looked(actor, found)
        end = asked.offset + len(results.hits)
        page = FoundPage(
            memories=found,
            total=results.total - (len(results.hits) - len(found)),
            took_ms=round((self.clock.elapsed() - began) * 1000, 3),
            index=self.index_state(),
        )
        if end < results.total and results.hits:
            page.cursor = encode_cursor("search", end)
        return page

    def index_state(self) -> IndexState:
        """Return how far the index is."""
        progress = self.engine.progress()
        return IndexState(state=progress.state, done=progress.done, total=progress.total)

    def _looked(self, actor: Actor, memories: Sequence[Memory]) -> None:
        """Note an admin's reads of what other users keep: contents, not lists of names."""
        if actor.is_admin:
            users = {m.scope_id for m in memories if m.scope == "user" and m.content}
            self.notices.looked(actor, users)


def _admitted(tx: ReadTx, caller: Caller) -> Actor:
    token = None
    if caller.token_hash is not None:
        token = principals.find_token(tx.raw, caller.token_hash, tx.now)
    return admit(caller, token, tx.now)


def _once(
    tx: Tx,
    actor: Actor,
    attempt: Attempt,
    act: Callable[[], Done[R]],
    replay: Callable[[Tx, Kept], Done[R]],
) -> Done[R]:
    """Act, unless this very request was acted on before: then answer as then."""
    mac = chain.keyed(tx.key, b"idempotency", attempt.request)
    kept = idempotency.find(tx, actor.token_id, attempt.route, attempt.key)
    if kept is not None:
        if not hmac.compare_digest(kept.body_mac, mac):
            raise Conflict(
                "this Idempotency-Key was used for another request",
                code="idempotency_key_reused",
                hint="Use a new key for each new change.",
            )
        return replay(tx, kept)
    done = act()
    reply: Any = done.reply
    first = idempotency.Kept(
        body_mac=mac,
        status=201 if done.created else 200,
        seq=Seq(reply.revision),
        ref=reply.batch_id,
    )
    idempotency.keep(tx, actor.token_id, attempt.route, attempt.key, first)
    return done
