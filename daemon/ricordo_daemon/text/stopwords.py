"""English words that a query is better off without.

Question words and auxiliaries are among them: agents ask in sentences. Held as terms, because
that is what a query is made of; so "doe" is one ("does"), and the query "doe" alone still works.
"""

from __future__ import annotations

from ricordo_daemon.text.fold import term

_WORDS = """
a about am an and any are as at be been being but by can cannot cant could did didnt do does
doesnt doing dont for from had has have having he her here him his how i if in into is isnt it
its just may me might must my not of on or our shall she should so some than that the their them
then there these they this those to us was wasnt we were what when where which who whom whose why
will with wont would you your
"""

STOP_TERMS: frozenset[str] = frozenset(map(term, _WORDS.split()))
