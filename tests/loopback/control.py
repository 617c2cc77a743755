"""The door for a driver in another process: people act by name and JSON, figures come back."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from typing import Any, Protocol, TypeVar

from aiohttp import web

from tests.loopback.clock import Clock
from tests.loopback.faults import Faults, Kind, When

S = TypeVar("S")
Json = dict[str, Any]
Act = Callable[[S, Json], Awaitable[Any]]


class Server(Protocol):
    """What the acts below want of a platform's server."""

    @property
    def clock(self) -> Clock: ...
    @property
    def faults(self) -> Faults[Any]: ...


def control(server: S, acts: Mapping[str, Act[S]]) -> Callable[[web.Request], Awaitable[web.Response]]:
    """`POST /control/<act>` with a JSON object; the answer is JSON, 404 an unknown act, 400 one that cannot be."""

    async def handle(request: web.Request) -> web.Response:
        act = acts.get(request.match_info["act"])
        if act is None:
            return web.json_response({"error": f"acts: {sorted(acts)}"}, status=404)
        try:
            return web.json_response(await act(server, await request.json() if request.can_read_body else {}))
        except (LookupError, TypeError, ValueError, TimeoutError) as wrong:
            return web.json_response({"error": f"{type(wrong).__name__}: {wrong}"}, status=400)

    return handle


# --- acts that every server knows -------------------------------------------------------------------------------------


async def clock(server: Server, params: Json) -> Json:
    server.clock.advance(params.get("advance", 0.0))
    return {"now": server.clock.now()}


async def fault(server: Server, params: Json) -> Json:
    """Adds a fault by the names of its kind and moment; without a kind all faults end."""
    if "kind" not in params:
        server.faults.clear()
    else:
        names = {one.name for one in fields(server.faults.sort)} & params.keys() - {"kind", "when"}
        how = {name: params[name] for name in names}
        server.faults.add(Kind[params["kind"]], when=When[params.get("when", "BEFORE")], **how)
    return {"fired": len(server.faults.fired)}
