"""A server inside a test: judged where the specifications are, and nothing may have broken the protocol at the end."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final, Protocol, TypeVar

import pytest

SPECS: Final = Path(__file__).parent.parent.parent.parent / "shared" / "specs"


class Server(Protocol):
    @property
    def violations(self) -> list[str]: ...


S = TypeVar("S", bound=Server)
Serve = Callable[[Path | None, int], AbstractAsyncContextManager[S]]


def specs() -> Path | None:
    """The folder of the specifications; a plain clone has none and is not judged, CI must have it."""
    if SPECS.is_dir():
        return SPECS
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must have the specifications in {SPECS}", pytrace=False)
    return None


def judged(server: Server) -> None:
    """Nothing has broken the protocol."""
    if server.violations:
        pytest.fail("\n".join(server.violations), pytrace=False)


def run_beside(serve: Serve[S], body: Callable[[S], Awaitable[None]], seed: int = 1) -> None:
    """Runs the body beside a server of its own; at the end nothing may have broken the protocol."""

    async def main() -> None:
        async with serve(specs(), seed) as server:
            await body(server)
            judged(server)

    asyncio.run(main())
