"""What the demo's user has told the agents: in the user's own scope, in several languages."""

from __future__ import annotations

from typing import Final

# Type, name, description, content.
PERSONAL: Final = (
    ("user", "working hours", "Works 08:00 to 16:30, Europe/Rome", "No deploys after 15:00."),
    ("user", "editor", "Uses Neovim with tmux", "Give shell commands, no menus to click through."),
    ("user", "keyboard", "Types on a Dvorak layout", "Shortcuts by letter, not by position."),
    ("user", "languages spoken", "Italian, English, some German", "Commit messages in English."),
    ("user", "nome", "Si chiama Lucia, non Lucy", "Firma: Lucia Però."),
    ("user", "machine", "ThinkPad, Debian 13, 32 GB, no GPU", "Models run on the server."),
    ("user", "screen reader", "Reads with a screen reader at times", "Describe every picture."),
    ("user", "coffee", "Kein Termin vor dem ersten Kaffee", "Vor 09:00 nur Dringendes."),
    (
        "user",
        "équipe",
        "Équipe : Ana, Noémie, Łukasz",
        "Noémie relit tout ce qui est en français.",
    ),
    ("user", "読み方", "名前の読み方", "「ルチア」と読む。"),
    (
        "feedback",
        "plain words",
        "Asked for plain words, no jargon",
        "Say “uses”, not “leverages”.",
    ),
    ("feedback", "no summaries", "Does not want a summary after each edit", "Show the diff only."),
    ("feedback", "tests first", "Wants the failing test before the fix", "One test, one commit."),
    ("feedback", "small commits", "Commits of one idea each", "`git add -p`, never `git add .`."),
    ("feedback", "ask before deleting", "Ask before any `rm -rf`", "List what goes, then wait."),
    ("feedback", "no mocks of time", "Inject a clock; do not patch `time`", "`clock: Callable`."),
    ("feedback", "type hints", "Full type hints, also in tests", "`mypy --strict` must pass."),
    ("feedback", "kurze Antworten", "Kürzere Antworten, bitte", "Höchstens fünf Sätze."),
    ("feedback", "comments", "Comments say why, not what", "`i += 1  # add one` was sent back."),
    ("feedback", "emoji", "No emoji in commit messages 🙅", "In chat they are fine 🎉."),
    ("feedback", "tablas", "Prefiere tablas a listas largas", "Más de cinco filas: una tabla."),
    ("feedback", "sprawdzaj", "Sprawdzaj dwa razy przed wdrożeniem", "Zażółć gęślą jaźń 3x."),
    ("feedback", "yorum", "Kod yorumları İngilizce olmalı", "Değişken adları da İngilizce."),  # noqa: RUF001 # Turkish
    ("feedback", "한국어", "한국어 문서는 존댓말로", "예: “저장합니다”, “삭제할 수 있습니다”."),
    ("feedback", "rtl", "مستندات عربية من اليمين إلى اليسار", "راجع العرض في الطرفية."),
    ("reference", "dotfiles", "Where the dotfiles are", "`~/src/dotfiles`, installed by stow."),
    ("reference", "vpn", "Which VPN profile to use", "`wg-quick up office`; leave it at lunch."),
    ("reference", "printer", "How to print from the shell", "`lp -d hall -o sides=two-sided`."),
    ("reference", "regex dates", "The date expression that works", "`^\\d{4}-\\d{2}-\\d{2}$`."),
    ("reference", "git aliases", "Aliases: st, lg, wip", "`git wip` saves, `git unwip` undoes."),
    ("reference", "jq", "The jq line for slow requests", "`jq 'select(.ms > 500) | .path' log`."),
    ("reference", "sql window", "Latest row per group", "`row_number() OVER (PARTITION BY id)`."),
    ("reference", "书签", "常用网址", "内部文档:https://docs.example.test/手册"),
    ("general", "holiday", "Away from the 3rd to the 17th", "Łukasz decides meanwhile."),
    ("general", "side project", "Writes a CHIP-8 emulator in Rust", "Repository `octo`, crate 8."),
    ("general", "book", "Reading a book on type systems", "Chapter 9: `fold` for μ-types."),
    ("general", "garden", "Tomates : arroser le soir 🍅", "Jamais à midi."),
    ("general", "talk", "Talk on CRDTs at the meetup", "20 minutes, 12 slides, one live demo."),
    ("general", "план", "План на квартал", "Перенести отчёты на новый движок до конца ноября."),
    ("general", "naïve café", "Ordering by accent: naïve, café, Ångström", "Use ICU collation."),
)
