"""Secrets: which keyrings are trusted, and that nothing is ever overwritten."""

from __future__ import annotations

import threading

import pytest

from ricordo_daemon import keys
from ricordo_daemon.keys import Vault
from ricordo_protocol import credentials, paths
from ricordo_protocol.credentials import KeyringUnavailable, Secret, read_secret_file
from ricordo_protocol.errors import StorageFailed, Unauthorized


class Ring:
    """A keyring of an allowed kind, in memory: the real ones need a session bus."""

    def __init__(self):
        self.kept = {}

    def get_password(self, service, user):
        return self.kept.get((service, user))

    def set_password(self, service, user, value):
        self.kept[service, user] = value

    def delete_password(self, service, user):
        del self.kept[service, user]


class Forgetful(Ring):
    """Succeeds at everything and keeps nothing, as keyring's null backend does."""

    def set_password(self, *_):
        pass


class Broken(Ring):
    """Fails on use with whatever its bus raises."""

    def get_password(self, *_):
        raise RuntimeError("org.freedesktop.DBus.Error.NoReply")

    set_password = get_password


class Hanging(Ring):
    """Asks a prompter that never answers."""

    def set_password(self, *_):
        threading.Event().wait(60)


@pytest.fixture
def where(tmp_path):
    return paths.resolve({"RICORDO_HOME": str(tmp_path)})


@pytest.fixture
def use(monkeypatch):
    def install(ring):
        monkeypatch.setattr(credentials, "_allowed_backend", lambda: ring)
        return ring

    return install


def test_a_keyring_that_keeps_what_it_is_given_is_chosen_and_left_without_a_trace(where, use):
    ring = use(Ring())
    vault = Vault.open(where, "s1", "auto")

    assert vault.note.secrets == "keyring"
    assert ring.kept == {}


@pytest.mark.requirement("KR-04")
@pytest.mark.parametrize("ring", [Forgetful(), Broken()])
def test_a_keyring_that_forgets_or_fails_in_any_way_leaves_the_file(where, use, ring):
    use(ring)

    assert Vault.open(where, "s1", "auto").note.secrets == "file"


@pytest.mark.requirement("KR-02")
def test_a_keyring_that_hangs_is_given_up(where, use, monkeypatch):
    use(Hanging())
    monkeypatch.setattr(credentials.on_keyring, "__defaults__", (0.05,))

    assert Vault.open(where, "s1", "auto").note.backend == "file: no answer within 0.05 s"


def test_a_keyring_that_stores_secrets_readably_is_not_on_the_list():
    listed = credentials.ALLOWED_BACKENDS

    assert not any("alt" in name or "null" in name or "fail" in name for name in listed)


def test_a_secret_in_the_keyring_is_not_overwritten_but_kept_beside_it_in_a_file(where, use):
    ring = use(Ring())
    vault = Vault.open(where, "s1", "auto")
    ring.kept[credentials.SERVICE, "admin@s1"] = "old"

    vault.make("admin.token", "new")

    assert ring.kept[credentials.SERVICE, "admin@s1"] == "old"
    assert read_secret_file(where.credentials / "admin.token") == "new"


def test_a_secret_file_is_not_overwritten(where):
    vault = Vault.open(where, "s1", "file")
    vault.make("admin.token", "old")

    with pytest.raises(FileExistsError):
        vault.make("admin.token", "new")

    assert vault.read("admin.token") == "old"


def test_where_secrets_are_is_decided_once(where, use):
    Vault.open(where, "s1", "file")
    use(Ring())

    assert Vault.open(where, "s1", "auto").note.secrets == "file"


def test_a_note_of_another_store_is_refused(where):
    Vault.open(where, "s1", "file")

    with pytest.raises(StorageFailed, match="another store"):
        Vault.open(where, "s2", "file")


def test_a_key_that_is_lost_is_none_and_one_that_is_kept_is_the_same(where):
    vault = Vault.open(where, "s1", "file")
    made = keys.make_audit_key(vault, 1)

    assert keys.read_audit_key(vault, 1) == made
    assert keys.read_audit_key(vault, 2) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_a_secret_file_that_others_may_read_is_refused(tmp_path, mode):
    file = tmp_path / "user.token"
    file.write_text("rc_x", "ascii")
    file.chmod(mode)

    with pytest.raises(Unauthorized, match="may be read by others"):
        read_secret_file(file)


def test_a_secret_file_that_is_a_link_is_refused(tmp_path):
    target = tmp_path / "elsewhere"
    target.write_text("rc_x", "ascii")
    target.chmod(0o600)
    (tmp_path / "user.token").symlink_to(target)

    with pytest.raises(Unauthorized):
        read_secret_file(tmp_path / "user.token")


def test_a_secret_is_masked_wherever_it_is_shown():
    secret = Secret("rc_visible")

    assert "visible" not in f"{secret} {secret!r} {[secret]}"


def test_reading_a_keyring_that_is_not_there_is_a_state_and_not_a_traceback(monkeypatch):
    def none():
        raise KeyringUnavailable("no keyring of an allowed kind on this machine")

    monkeypatch.setattr(credentials, "_allowed_backend", none)
    with pytest.raises(KeyringUnavailable, match="no keyring of an allowed kind"):
        credentials.read_keyring("admin@s1")
