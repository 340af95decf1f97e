"""Where the two first tokens are kept, and how a client reads them.

The user token is a file of mode 0600. The admin token is in the keyring, or, where none answered
when it was made, in a file too; `store.json` beside them says which, so that a client never
guesses. Only this module (lazily) and the daemon's `keys` import keyring.
"""

from __future__ import annotations

import os
import stat
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import msgspec

from ricordo_protocol.errors import Unauthorized

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ricordo_protocol.paths import Paths

SERVICE: Final = "ricordo"
"""The keyring entries' service; their user name is `<what>@<store_id>`."""

KEYRING_SECONDS: Final = 5.0
"""How long a keyring may take: a locked one asks a prompter that may never answer."""

_SECRET_BYTES: Final = 4096
"""More than any secret file of ours holds."""

ALLOWED_BACKENDS: Final = frozenset(
    {
        "keyring.backends.SecretService.Keyring",
        "keyring.backends.libsecret.Keyring",
        "keyring.backends.kwallet.DBusKeyring",
        "keyring.backends.macOS.Keyring",
        "keyring.backends.Windows.WinVaultKeyring",
    }
)
"""Keyrings that keep a secret. Others store it readable, or nowhere, and say nothing."""

Where = Literal["keyring", "file"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A secret that no log, traceback or f-string shows."""

    value: str

    def __repr__(self) -> str:
        return "Secret(***)"


class StoreNote(msgspec.Struct, kw_only=True):
    """`credentials/store.json`: which store these credentials belong to, and where they are."""

    store_id: str
    secrets: Where
    backend: str
    """The keyring backend in use, or why the file is."""


class KeyringUnavailable(Exception):  # a state of the machine, not a fault
    """No allowed keyring answered in time."""


def read_note(paths: Paths) -> StoreNote | None:
    """Return the note of this home, or None before the daemon's first start."""
    try:
        return msgspec.json.decode((paths.credentials / "store.json").read_bytes(), type=StoreNote)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def read_token(paths: Paths, name: str) -> Secret:
    """Return the secret of one of the two first tokens (`user` or `admin`).

    Raises `Unauthorized` (`no_credentials`) with what to do.
    """
    text = read_secret_file(paths.credentials / f"{name}.token")
    if text is not None:
        return Secret(text)
    note = read_note(paths)
    if note is None:
        raise _missing(f"this home has no {name} token yet", "Run `ricordo daemon start` first.")
    if name == "admin" and note.secrets == "keyring":
        return _from_keyring(f"admin@{note.store_id}")
    raise _missing(
        f"the {name} token's file is missing: {paths.credentials / f'{name}.token'}",
        "Run `ricordo daemon restart`: a file that is gone is made again.",
    )


def read_secret_file(path: Path) -> str | None:
    """Return what a secret file holds, or None where there is none.

    Raises `Unauthorized` (`unsafe_credentials`) for a link, and for a file that is not ours or
    that others may read.
    """
    try:
        # Not blocking: a FIFO of this name would keep us waiting for ever.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unsafe(path, f"cannot be opened ({error.strerror})") from None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid():
            raise _unsafe(path, "is not a regular file of ours")
        if stat.S_IMODE(found.st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            raise _unsafe(path, "may be read by others", f"Run `chmod 600 {path}`.")
        return os.read(descriptor, _SECRET_BYTES).decode("ascii", "replace").strip()
    finally:
        os.close(descriptor)


def read_keyring(user: str) -> str | None:
    """Return a keyring entry, or None where there is none. Raises `KeyringUnavailable`."""

    def read(backend: Any) -> str | None:  # noqa: ANN401 # keyring is not imported here
        found: str | None = backend.get_password(SERVICE, user)
        return found

    return on_keyring(read)


def on_keyring(act: Callable[[Any], T], seconds: float = KEYRING_SECONDS) -> T:
    """Run `act(backend)` on the best allowed keyring, in a thread that may hang for ever.

    Raises `KeyringUnavailable` where none is allowed, or it fails in any way, or takes longer.
    """
    outcome: list[T] = []
    problem: list[str] = []

    def run() -> None:
        try:
            outcome.append(act(_allowed_backend()))
        except KeyringUnavailable as error:
            problem.append(str(error))
        except BaseException as error:  # noqa: BLE001 # backends raise whatever their bus raises
            problem.append(f"{type(error).__name__}: {error}"[:200])

    # Not an executor: its threads are joined at exit, and this one may be stuck in D-Bus.
    thread = threading.Thread(target=run, name="keyring", daemon=True)
    thread.start()
    thread.join(seconds)
    if outcome:
        return outcome[0]
    raise KeyringUnavailable(problem[0] if problem else f"no answer within {seconds:g} s")


def backend_name(backend: object) -> str:
    """Return the dotted name by which a backend is allowed or not."""
    return f"{type(backend).__module__}.{type(backend).__qualname__}"


def _allowed_backend() -> Any:  # noqa: ANN401 # keyring's own base class is not imported here
    from keyring import backend  # noqa: PLC0415 # 150 to 480 ms, and most commands never need it

    found = [one for one in backend.get_all_keyring() if backend_name(one) in ALLOWED_BACKENDS]
    if not found:
        raise KeyringUnavailable("no keyring of an allowed kind on this machine")
    return max(found, key=lambda one: float(one.priority))


def _from_keyring(user: str) -> Secret:
    try:
        text = read_keyring(user)
    except KeyringUnavailable as error:
        raise _missing(
            f"the keyring that keeps the admin token does not answer ({error})",
            "Unlock the keyring of this login session, then try again.",
        ) from None
    if text is None:
        raise _missing(
            "the keyring answers, but has no admin token of this store",
            "Log in to the session in which the daemon was first started.",
        )
    return Secret(text)


def _missing(sentence: str, hint: str) -> Unauthorized:
    return Unauthorized(sentence, code="no_credentials", hint=hint)


def _unsafe(path: Path, what: str, hint: str = "") -> Unauthorized:
    return Unauthorized(
        f"the secret file {path} {what}",
        code="unsafe_credentials",
        hint=hint or "Look at who put it there; the daemon makes it as a 0600 file of yours.",
    )
