"""The shapes of the demo's memories. Each is filled in once for every service.

Fields: service, about, kind, file, store, port (of the service); person, cause, cure, command,
number (taken in turn); snake (the service's name as a variable).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Template(NamedTuple):
    """One shape of a memory in the global scope."""

    type: str
    name: str
    description: str
    content: str
    tags: tuple[str, ...] = ()
    origin: str = "mcp"
    """Which client saves it: an agent's unless it is a person's."""


TEMPLATES: Final = (
    Template(
        "reference",
        "{snake} local start",
        "How to start {service} on a laptop (port {port})",
        "`docker compose up {service}` starts it together with {store} on port {port}.\n"
        "Health: `curl -s localhost:{port}/healthz`. Without data it answers 503; load the small"
        " set with `bin/seed --service {service} --rows {number}`.",
        ("setup",),
    ),
    Template(
        "reference",
        "{snake} test command",
        "{service}: run `{command}` before every push",
        "The quick set is `{command}`; it takes about {number} s. The whole suite runs in CI only:"
        " it needs {store}.\n\n```sh\n{command}\nCI=1 {command}  # what the pipeline runs\n```",
        ("testing", "ci"),
    ),
    Template(
        "general",
        "{snake} outage lesson",
        "Why {service} was down for {number} minutes, and what keeps it from happening again",
        "Symptom: p99 above 5 s, then 502 from the gateway.\nCause: {cause}.\nCure: {cure}.\n"
        "Seen in `{file}`, class `{kind}`. {person} has the graphs.",
        ("incident",),
    ),
    Template(
        "general",
        "{snake} {kind} invariant",
        "`{kind}` must never be changed after it was published",
        "`{kind}` in `{file}` is shared between threads. Copy it (`with_changes()`), never assign"
        " to its fields: a reader may hold it while {about} is being computed.\n"
        "`{kind}.version` grows by one each time; consumers drop what is older.",
        ("architecture", "concurrency"),
    ),
    Template(
        "reference",
        "{snake} schema change",
        "Order of steps for a schema change in {service}",
        "1. Write the migration so that old code still runs on it.\n2. Deploy it alone; wait for"
        " {number} minutes.\n3. Deploy the code.\n4. Remove what is unused in the next release.\n"
        "{store} keeps locks longer than one thinks: {cure}.",
        ("database", "deploy"),
    ),
    Template(
        "general",
        "{snake} owner",
        "{person} decides about {service}",
        "{person} owns {about}. Ask before changing `{file}` or anything named `{kind}`;"
        " small fixes need one review only.",
        ("people",),
        "cli",
    ),
    Template(
        "reference",
        "{snake} environment variables",
        "Environment variables that {service} reads",
        "`{upper}_PORT` (default {port}), `{upper}_LOG` (`info`), `{upper}_STORE_URL`"
        " (required; {store}), `{upper}_TIMEOUT_MS` ({number}00).\nUnknown ones are ignored"
        " without a word: check the spelling first.",
        ("configuration",),
    ),
    Template(
        "general",
        "{snake} naming",
        "{service}: snake_case in Python, camelCase on the wire",
        "`order_id` in code is `orderId` in JSON; `{kind}` maps them in `to_wire()`. A field that"
        " is missing there is dropped silently, as `deliveryWindowEnd` was.",
        ("style", "api"),
    ),
    Template(
        "general",
        "{snake} Betrieb",
        "{service}: Neustart nur außerhalb der Geschäftszeiten",
        "Während des Tagesgeschäfts nicht neu starten: {kind} wärmt seinen Zwischenspeicher etwa"
        " {number} Minuten lang auf, und währenddessen schlägt jede zweite Anfrage fehl."
        " Rücksprache mit {person}.",
        ("betrieb",),
        "cli",
    ),
    Template(
        "general",
        "{snake} décision",
        "Décision : {service} garde {store} jusqu'à nouvel ordre",
        "Après l'été, nous avons comparé trois moteurs. {store} reste : déjà maîtrisé, sauvegardé"
        " chaque nuit, et la requête la plus lente tient en {number} ms. À réévaluer si le volume"
        " dépasse dix fois celui d'aujourd'hui.",
        ("décision",),
        "cli",
    ),
    Template(
        "reference",
        "{snake} ja note",
        "{service} のデプロイ手順と注意点",
        "デプロイの前に `{command}` を実行する。{store} の移行は先に単独で反映し、"
        "{number} 分待ってからアプリを更新する。`{kind}` は共有されるので直接変更しない。",
        ("手順",),
    ),
    Template(
        "reference",
        "{snake} zh note",
        "{service} 的缓存键必须包含租户编号",
        "缓存键的格式:`{snake}:<tenant_id>:<version>`。忘记租户编号会把别人的数据返回给用户。"
        "修改 `{file}` 之后把版本加一,并观察 {number} 分钟的命中率。",
        ("缓存",),
    ),
    Template(
        "general",
        "{snake} ru note",
        "{service}: почему нельзя повторять запрос без ключа идемпотентности",
        "Повторный POST без `Idempotency-Key` создаёт вторую запись. Клиент обязан сохранять ключ"
        " до ответа. Проверка — в `{file}`, класс `{kind}`; срок хранения ключа {number} часов.",
        ("идемпотентность",),
    ),
    Template(
        "general",
        "{snake} reintentos",
        "{service}: los reintentos llevan espera aleatoria",
        "Sin espera aleatoria todos los clientes vuelven a la vez. En `{kind}`: hasta {number}"
        " intentos, espera exponencial y un máximo de 30 s. ¿Dudas? Pregunta a {person}.",
        ("reintentos",),
    ),
)
"""Fourteen for each service."""

RUNBOOK: Final = (
    "Look at the dashboard of {service}: error rate, p99, queue depth. Write down the time.",
    (
        "`kubectl -n {service} get pods -o wide`; a pod in CrashLoopBackOff has its reason in the"
        " *previous* container's log: `kubectl logs -p`."
    ),
    "Ask {store} for its slowest statements of the last {number} minutes; kill none of them yet.",
    (
        "Compare the running image with the last release. If they differ, somebody is deploying:"
        " stop, and talk to {person}."
    ),
    (
        "If the queue grows and the workers are idle, the lock of `{kind}` is stuck. `{command}`"
        " shows its holder in the last line."
    ),
    (
        "Roll back with `bin/deploy {service} --to previous`. It takes two minutes; say so in the"
        " channel before and after."
    ),
    "Typical cause: {cause}. What helped: {cure}.",
    "When it is over: open `{file}`, add a test that would have found it, and only then fix it.",
)
"""The steps of a runbook, which makes the demo's long memories."""
