"""What a `Visible` may hold: exactly what was asked for, live, and nothing by wildcard."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_daemon.policy import envelope
from ricordo_daemon.policy.model import Namespace, Ns, Target
from ricordo_protocol.scopes import Scope
from support.store import actor

IDS = st.sampled_from(["", "alice", "bob", "w1", "%", "*", "a/b"])
KEYS = st.builds(
    Target,
    scope=st.sampled_from(list(Scope)),
    scope_id=IDS,
    realm=st.sampled_from(["memory", "case", "space"]),
)
STATES = st.sampled_from(["live", "archived", "dead"])


@st.composite
def namespaces(draw):
    keys = draw(st.lists(KEYS, unique=True, max_size=30))
    return [Namespace(Ns(n), key, draw(STATES)) for n, key in enumerate(keys, start=1)]


@given(namespaces(), st.lists(KEYS, max_size=4))
@settings(deadline=None, max_examples=200)
def test_a_view_holds_the_live_namespaces_that_were_named_and_no_others(found, wanted):
    seen = envelope.visible(wanted, found)

    assert seen.namespaces == {
        one.ns for one in found if one.state == "live" and one.target in wanted
    }


@given(namespaces())
@settings(deadline=None, max_examples=200)
def test_an_admins_view_is_every_live_namespace_of_realm_memory(found):
    seen = envelope.everything(found)

    assert seen.namespaces == {
        one.ns for one in found if one.state == "live" and one.target.realm == "memory"
    }


@given(namespaces(), st.sampled_from(list(Scope)), IDS)
@settings(deadline=None, max_examples=200)
def test_an_admins_filter_only_ever_narrows(found, scope, scope_id):
    narrowed = envelope.everything(found, Target(scope, scope_id))

    assert narrowed.namespaces <= envelope.everything(found).namespaces
    for one in found:
        if one.ns in narrowed:
            assert one.target.scope is scope
            assert scope_id in ("", one.target.scope_id)


def test_an_unscoped_read_spans_global_and_the_callers_own_user_scope():
    assert envelope.own(actor("alice")) == (Target(Scope.GLOBAL), Target(Scope.USER, "alice"))
    assert envelope.own(actor("")) == (Target(Scope.GLOBAL),)
