"""`ricordo import --discover`: what this user's agents have left in the usual places.

It looks, and does nothing else: regular files are read, links are not followed, no daemon is
asked, nothing is written.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ricordo_cli.importers import Part, Problem, files, known_format, read_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PLACES: Final = (
    "~/.claude/projects/*/memory",
    "~/.claude/agent-memory/*",
    "~/.claude/CLAUDE.md",
    "~/.codex/AGENTS.md",
    "~/.gemini/GEMINI.md",
    "~/.config/AGENTS.md",
    "~/.config/opencode/AGENTS.md",
    "~/.config/amp/AGENTS.md",
    "~/.agents/memory",
    "~/AGENTS.md",
    "~/CLAUDE.md",
    "./.claude/memory",
    "./.claude/agent-memory/*",
    "./.agents/memory",
    "./AGENTS.md",
    "./AGENTS.override.md",
    "./CLAUDE.md",
    "./CLAUDE.local.md",
    "./.claude/CLAUDE.md",
    "./GEMINI.md",
    "./.github/copilot-instructions.md",
    "~/memory.jsonl",
    "./memory.jsonl",
    # Where the MCP memory server keeps its file unless told: beside its own program.
    "~/.npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist/memory.json*",
)
"""Patterns, in the order in which they are told. AGENTS.md comes before what points to it."""

CONFIGS: Final = (
    "~/.claude.json",
    "~/.config/Claude/claude_desktop_config.json",
    "~/.cursor/mcp.json",
    "./.mcp.json",
    "./.cursor/mcp.json",
    "./.vscode/mcp.json",
)
"""Where programs are told, among much else, where the MCP memory server keeps its file."""

_VARIABLE: Final = "MEMORY_FILE_PATH"
_SETTING: Final = re.compile(rf'"{_VARIABLE}"\s*:\s*("(?:[^"\\]|\\.)*")')
_CONFIG_BYTES: Final = 16_777_216
_GLOB: Final = re.compile(r"[*?\[]")


class Found(msgspec.Struct, kw_only=True):
    """One file or folder that could be imported."""

    path: str
    format: str
    """The formats of what is in it, joined with commas."""
    parts: int
    """How many memories it would make."""
    problems: int
    """How many of its files or lines could not be read."""
    command: str
    """What imports it."""


class Discovery(msgspec.Struct, kw_only=True):
    """What `import --discover --json` prints."""

    found: list[Found]
    places: tuple[str, ...] = PLACES
    """Where it looked."""


def discover(environ: Mapping[str, str] | None = None, *, flags: str = "") -> Discovery:
    """Look in every place; `flags` are what each command is to have besides its path."""
    env = os.environ if environ is None else environ
    told: set[tuple[str, str]] = set()
    looked_at: set[Path] = set()
    found: list[Found] = []
    for path in _candidates(env):
        if path not in looked_at:
            looked_at.add(path)
            if (one := _look(path, told, flags)) is not None:
                found.append(one)
    return Discovery(found=found)


def _candidates(env: Mapping[str, str]) -> Iterator[Path]:
    """Yield what is there of the places, as absolute paths."""
    for pattern in PLACES:
        yield from _matching(_placed(pattern, env))
    named = [env[_VARIABLE]] if env.get(_VARIABLE) else []
    for config in CONFIGS:
        named += _settings(_placed(config, env))
    for one in named:
        path = Path(one).expanduser()
        if path.is_absolute() and os.path.lexists(path):
            yield path


def _placed(pattern: str, env: Mapping[str, str]) -> Path:
    config = env.get("XDG_CONFIG_HOME")
    if config and pattern.startswith("~/.config/"):
        pattern = f"{config}/{pattern.removeprefix('~/.config/')}"
    return Path(pattern).expanduser().absolute()


def _matching(pattern: Path) -> list[Path]:
    """Return what matches, in order; a folder that may not be read holds nothing for us."""
    if not _GLOB.search(str(pattern)):
        return [pattern] if os.path.lexists(pattern) else []
    names = pattern.parts
    first = next(at for at, name in enumerate(names) if _GLOB.search(name))
    try:
        return sorted(Path(*names[:first]).glob("/".join(names[first:])))
    except OSError:
        return []


def _settings(config: Path) -> Iterator[str]:
    """Yield the paths that a configuration gives the MCP memory server; nothing else of it."""
    try:
        text = files.read_text(config, _CONFIG_BYTES)
    except files.Unreadable:
        return
    for setting in _SETTING.finditer(text):
        try:
            yield msgspec.json.decode(setting[1], type=str)
        except msgspec.MsgspecError:
            continue


def _look(path: Path, told: set[tuple[str, str]], flags: str) -> Found | None:
    """Return what `path` holds that no earlier place did, None where that is nothing."""
    if path.is_symlink() or not (path.is_dir() or path.is_file()):
        return None
    if path.is_file() and known_format(path) is None:
        return None
    formats: dict[str, int] = {}
    problems = 0
    for one in read_all([path]):
        if isinstance(one, Problem):
            problems += not one.by_design
        elif isinstance(one, Part) and (one.path, one.part) not in told:
            told.add((one.path, one.part))
            formats[one.format] = formats.get(one.format, 0) + 1
    if not formats:
        return None
    text = files.path_text(path)
    command = " ".join(filter(None, ("ricordo import", flags, shlex.quote(text))))
    return Found(
        path=text,
        format=", ".join(sorted(formats)),
        parts=sum(formats.values()),
        problems=problems,
        command=command,
    )
