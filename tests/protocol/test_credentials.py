"""How a client reads the two first tokens, and what it says when it cannot."""

from __future__ import annotations

import os

import msgspec
import pytest

from ricordo_protocol import credentials, paths
from ricordo_protocol.credentials import KeyringUnavailable, Secret, StoreNote, read_token
from ricordo_protocol.errors import Unauthorized


@pytest.fixture
def where(tmp_path):
    """A home whose daemon has never run."""
    return paths.resolve({"RICORDO_HOME": str(tmp_path)})


@pytest.fixture
def noted(where):
    """A home whose daemon has run, and keeps its secrets in the keyring."""
    where.credentials.mkdir(0o700)
    note = StoreNote(store_id="s1", secrets="keyring", backend="some.Keyring")
    (where.credentials / "store.json").write_bytes(msgspec.json.encode(note))
    return where


def write(where, name="user", text="rc_secret\n", mode=0o600):
    file = where.credentials / f"{name}.token"
    where.credentials.mkdir(0o700, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
    return file


def refusal(where, name="user"):
    with pytest.raises(Unauthorized) as caught:
        read_token(where, name)
    assert caught.value.exit_code == 4
    return caught.value.code, caught.value.sentence, caught.value.hint


@pytest.mark.parametrize("name", ["user", "admin"])
def test_a_token_in_a_file_is_read_without_its_line_end(where, name):
    write(where, name)

    assert read_token(where, name) == Secret("rc_secret")


@pytest.mark.parametrize("name", ["user", "admin"])
def test_before_the_first_start_there_is_no_token_yet(where, name):
    code, sentence, hint = refusal(where, name)

    assert (code, sentence) == ("no_credentials", f"this home has no {name} token yet")
    assert hint == "Run `ricordo daemon start` first."


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"store_id": 1}'])
def test_a_note_that_cannot_be_read_is_none(noted, content):
    (noted.credentials / "store.json").write_bytes(content)

    assert credentials.read_note(noted) is None


def test_a_token_file_that_is_gone_is_named(noted):
    code, sentence, hint = refusal(noted)

    assert code == "no_credentials"
    assert str(noted.credentials / "user.token") in sentence
    assert "ricordo daemon restart" in hint


@pytest.mark.requirement("KR-01")
def test_the_admin_token_is_read_from_the_keyring_where_the_note_says_so(noted, monkeypatch):
    asked = []
    monkeypatch.setattr(credentials, "read_keyring", lambda user: asked.append(user) or "rc_admin")

    assert read_token(noted, "admin") == Secret("rc_admin")
    assert asked == ["admin@s1"]


def test_the_user_token_is_never_looked_for_in_the_keyring(noted, monkeypatch):
    monkeypatch.setattr(credentials, "read_keyring", lambda _: pytest.fail("asked the keyring"))

    assert refusal(noted)[0] == "no_credentials"


@pytest.mark.requirement("KR-02")
def test_a_keyring_that_does_not_answer_is_said_with_its_reason(noted, monkeypatch):
    def silent(_):
        raise KeyringUnavailable("no answer within 5 s")

    monkeypatch.setattr(credentials, "read_keyring", silent)
    code, sentence, hint = refusal(noted, "admin")

    assert code == "no_credentials"
    assert "no answer within 5 s" in sentence
    assert "Unlock the keyring" in hint


@pytest.mark.requirement("KR-04")
def test_a_keyring_of_another_session_is_said(noted, monkeypatch):
    monkeypatch.setattr(credentials, "read_keyring", lambda _: None)
    code, sentence, hint = refusal(noted, "admin")

    assert code == "no_credentials"
    assert "has no admin token of this store" in sentence
    assert "session" in hint


@pytest.mark.requirement("SS-01")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o666])
def test_a_token_file_that_others_may_reach_is_refused_with_the_cure(where, mode):
    file = write(where, mode=mode)
    code, sentence, hint = refusal(where)

    assert code == "unsafe_credentials"
    assert sentence == f"the secret file {file} may be read by others"
    assert hint == f"Run `chmod 600 {file}`."


@pytest.mark.requirement("SS-01")
def test_a_token_file_that_is_a_link_is_refused(where, tmp_path):
    file = write(where)
    moved = file.rename(tmp_path / "elsewhere")
    file.symlink_to(moved)
    code, sentence, hint = refusal(where)

    assert code == "unsafe_credentials"
    assert "cannot be opened" in sentence
    assert "who put it there" in hint


@pytest.mark.requirement("SS-01")
def test_a_token_file_of_another_user_is_refused(where, monkeypatch):
    file = write(where)
    monkeypatch.setattr(os, "getuid", lambda: file.stat().st_uid + 1)

    assert refusal(where)[1].endswith("is not a regular file of ours")


def test_no_way_to_show_a_secret_shows_it():
    secret = Secret("rc_secret")

    for text in (repr(secret), str(secret), f"{secret}", f"{[secret]}", "%s" % secret):  # noqa: UP031 # one of the ways
        assert "rc_secret" not in text
