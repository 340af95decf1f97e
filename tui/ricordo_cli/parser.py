"""The command line: every command and flag, and no code of any command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NoReturn

from ricordo_protocol import __version__, limits
from ricordo_protocol.errors import EXIT_CODES, EXIT_USAGE, RicordoError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    Verbs: TypeAlias = argparse._SubParsersAction["Parser"]  # noqa: SLF001 # it has no other name

_DAEMON: Final = (
    ("run", "run the daemon here, in the foreground"),
    ("start", "start it in the background; returns when it answers"),
    ("stop", "stop it and wait until it is gone"),
    ("restart", "stop it, then start it"),
    ("status", "say whether it runs; exit 0 running, 3 not, 4 unknown"),
    ("logs", "print the end of its log"),
)

SHELLS: Final = ("bash", "zsh", "fish")


class CommandLineError(RicordoError):
    """The command line is wrong."""

    default_code = "usage"
    exit_code = EXIT_USAGE


class Parser(argparse.ArgumentParser):
    """argparse, but a wrong command line is an error like any other: sentence, hint, exit 2."""

    def __init__(self, **kwargs: object) -> None:
        # A script that leans on an abbreviation breaks with the next flag that shares it.
        super().__init__(allow_abbrev=False, **kwargs)  # type: ignore[arg-type] # argparse's own

    def error(self, message: str) -> NoReturn:
        """Raise `CommandLineError` in place of printing the usage and leaving."""
        raise CommandLineError(message, hint=f"See `{self.prog} --help`.")


def build() -> Parser:
    """Return the parser of the whole command line."""
    top = Parser(
        prog="ricordo",
        description="Local memory for AI agents. Without a command: opens the console.",
        epilog=_exit_codes(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"ricordo {__version__}")
    top.set_defaults(verb="console", command=None)
    verbs = top.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    _verb(verbs, "tui", "open the console", module="console", as_json=False)
    _add_daemon(verbs)
    _add_save(verbs)
    _add_readers(verbs)
    _add_changers(verbs)
    _add_import(verbs)
    _add_token(verbs)
    _verb(verbs, "paths", "say where everything is kept")
    _verb(verbs, "doctor", "check this home for what is known to go wrong; change nothing")
    _add_demo(verbs)
    _add_completion(verbs)
    return top


def _exit_codes() -> str:
    lines = (f"  {code:>3}  {meaning}" for code, meaning in EXIT_CODES.items())
    return "exit codes:\n" + "\n".join(lines)


def _verb(
    verbs: Verbs, name: str, about: str, *, module: str = "", as_json: bool = True
) -> Parser:
    sub = verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    sub.set_defaults(verb=module or name)
    if as_json:
        sub.add_argument("--json", action="store_true", help="print one JSON object")
    return sub


def _add_daemon(verbs: Verbs) -> None:
    group = verbs.add_parser("daemon", help="run, start, stop and look at the daemon")
    acts = group.add_subparsers(title="commands", dest="act", metavar="COMMAND", required=True)
    for act, about in _DAEMON:
        sub = _verb(acts, act, about, module="daemon", as_json=act not in ("run", "logs"))
        if act == "logs":
            sub.add_argument(
                "-n", "--lines", type=_count, default=50, metavar="N", help="how many lines (50)"
            )
            sub.add_argument("-f", "--follow", action="store_true", help="wait for more")


def _add_save(verbs: Verbs) -> None:
    sub = _verb(verbs, "save", "create or update a memory")
    sub.add_argument("name", metavar="NAME")
    sub.add_argument("--description", required=True, metavar="D", help="one line: what it is for")
    sub.add_argument("--type", metavar="T", help="user, general, feedback or reference")
    _add_scope(sub, "global")
    text = sub.add_mutually_exclusive_group(required=True)
    text.add_argument("--content", metavar="T", help="the text itself")
    text.add_argument("--file", metavar="F", help="a UTF-8 file that holds the text")
    text.add_argument("-", dest="stdin", action="store_true", help="the text comes on stdin")


def _add_readers(verbs: Verbs) -> None:
    sub = _verb(verbs, "get", "show one memory whole")
    _add_name(sub)
    sub = _verb(verbs, "list", "list memories, newest first")
    _add_page(sub, limits.LIST_LIMIT, limits.LIST_DEFAULT)
    sub = _verb(verbs, "search", "search memories, best first")
    sub.add_argument("words", metavar="WORD", nargs="+")
    _add_page(sub, limits.SEARCH_LIMIT, limits.SEARCH_DEFAULT)


def _add_changers(verbs: Verbs) -> None:
    sub = _verb(verbs, "describe", "replace a memory's description")
    _add_name(sub)
    sub.add_argument("description", metavar="DESCRIPTION")
    sub = _verb(verbs, "delete", "move a memory to the trash")
    _add_name(sub)
    sub.add_argument("--reason", metavar="R", help="why; kept in the audit log")
    sub = _verb(verbs, "undo", "undo a delete or a description edit; undo that to redo it")
    sub.add_argument("batch_id", metavar="BATCH")
    _add_admin(sub)


def _add_import(verbs: Verbs) -> None:
    sub = _verb(verbs, "import", "import memory files of other tools", module="import_")
    sub.add_argument("paths", metavar="PATH", nargs="*", help="a file, or a folder of files")
    sub.add_argument(
        "--discover",
        action="store_true",
        help="say what agents have left in the usual places; import nothing",
    )
    _add_scope(sub, "user", ("user", "global", "workstream"))
    sub.add_argument(
        "--dry-run", action="store_true", help="say what would happen and write nothing"
    )


def _add_token(verbs: Verbs) -> None:
    group = verbs.add_parser("token", help="use the daemon's tokens in other programs")
    acts = group.add_subparsers(title="commands", dest="act", metavar="COMMAND", required=True)
    sub = _verb(acts, "header", "print an Authorization header line", module="token")
    sub.add_argument("name", metavar="NAME", choices=("user", "admin"), help="user or admin")


def _add_demo(verbs: Verbs) -> None:
    sub = _verb(verbs, "demo", "open the console on a throw-away store", as_json=False)
    sub.add_argument("--home", metavar="DIR", help="keep the store in DIR; else it is removed")
    sub.add_argument(
        "--seed-only", action="store_true", help="fill the store, leave its daemon running"
    )


def _add_completion(verbs: Verbs) -> None:
    sub = _verb(verbs, "completion", "print a shell's completion script", as_json=False)
    sub.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def _add_name(sub: Parser) -> None:
    sub.add_argument("name", metavar="NAME", help="its name; with --admin its id")
    _add_scope(sub, "global")
    _add_admin(sub)


def _add_page(sub: Parser, most: int, default: int) -> None:
    sub.add_argument("--type", default="", metavar="T", help="only of this type")
    sub.add_argument("--scope", default="", metavar="S", help="only of this scope")
    sub.add_argument("--scope-id", default="", metavar="ID", help="only of this scope id")
    sub.add_argument("--limit", type=_count, metavar="N", help=f"1 to {most} ({default})")
    sub.add_argument("--cursor", default="", metavar="C", help="the next page, as the last said")
    sub.add_argument("--full", action="store_true", help="with contents (shown by --json)")
    _add_admin(sub)


def _add_scope(sub: Parser, default: str, choices: Iterable[str] | None = None) -> None:
    sub.add_argument(
        "--scope",
        metavar="S",
        default=default,
        choices=choices,
        help=f"global, user or workstream ({default})",
    )
    sub.add_argument("--scope-id", default="", metavar="ID", help="the workstream's id")


def _add_admin(sub: Parser) -> None:
    sub.add_argument(
        "--admin", action="store_true", help="as admin, over every scope; only on a terminal"
    )


def _count(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"not a whole number: {text!r}")
    return number
