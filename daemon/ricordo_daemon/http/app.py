"""The application, built from the one route table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiohttp import web

from ricordo_daemon.http import admin, memories, middleware, ops, trash
from ricordo_protocol import limits
from ricordo_protocol.routes import ROUTES

if TYPE_CHECKING:
    from ricordo_daemon.http.ask import Handler
    from ricordo_daemon.http.state import State

MODULES: Final = (memories, admin, trash, ops)


def handlers() -> dict[str, Handler]:
    """Return each route's handler: the function of the same name, in one of `MODULES`.

    Raises LookupError for a route without one: the daemon does not start half a table.
    """
    found: dict[str, Handler] = {}
    for route in ROUTES:
        owners = [module for module in MODULES if hasattr(module, route.name)]
        if len(owners) != 1:
            raise LookupError(f"route {route.name} has {len(owners)} handlers, not one")
        found[route.name] = getattr(owners[0], route.name)
    return found


def build(state: State) -> web.Application:
    """Return the application. It answers health and version before anything else is there."""
    app = web.Application(middlewares=[middleware.outermost], client_max_size=limits.BODY_BYTES)
    table = handlers()
    for route in ROUTES:
        app.router.add_route(
            route.method, route.path, middleware.serve(state, route, table[route.name])
        )
    return app
