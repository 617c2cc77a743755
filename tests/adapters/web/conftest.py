"""What tests in a real browser may ask for."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM: Final = Path("/usr/bin/chromium")
SHELL: Final = Path("/usr/bin/chromium-headless-shell")  # the same without windows of its own: half the work
ARGUMENTS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    "--disable-lcd-text",  # a third of the work of drawing, which nobody sees
)

LAUNCHED: Final = 90_000  # milliseconds; a machine may be busy

expect.set_options(timeout=60_000)


class Shared:
    """The one Chromium of all tests that run in this process, which takes seconds to begin.

    Playwright has a loop that counts as running in this thread even while nobody asks it for anything, so that no other
    could run there. It is set aside as long as no test uses the browser.
    """

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._loop: asyncio.AbstractEventLoop | None = None
        self._browser: Browser | None = None

    @contextmanager
    def used(self) -> Iterator[Browser]:
        """The browser; nothing that was opened in it meanwhile stays open."""
        before = asyncio._get_running_loop()
        if self._loop is not None:
            asyncio._set_running_loop(self._loop)
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._begun()
        others = {*self._browser.contexts}
        try:
            yield self._browser
        finally:
            try:
                for one in self._browser.contexts:
                    if one not in others:
                        one.close()
            finally:
                asyncio._set_running_loop(before)

    def _begun(self) -> Browser:
        self.end()
        found = self._stack.enter_context(chromium())
        self._loop = asyncio._get_running_loop()
        return found

    def end(self) -> None:
        """It is closed, if it was begun."""
        asyncio._set_running_loop(self._loop)
        self._stack.close()
        self._loop = None


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[Shared]:
    with ExitStack() as stack:
        shared = Shared(stack)
        yield shared
        shared.end()


@pytest.fixture
def browser(shared_browser: Shared) -> Iterator[Browser]:
    """Chromium for one test, with nothing open in it."""
    with shared_browser.used() as found:
        yield found


@pytest.fixture(scope="module")
def one_browser(shared_browser: Shared) -> Iterator[Browser]:
    """Chromium for a module without asyncio: while Playwright runs, no other loop can run in its thread."""
    with shared_browser.used() as found:
        yield found


def browser_program() -> Path:
    """The browser without windows, where there is one."""
    return SHELL if SHELL.exists() else whole_browser()


def whole_browser() -> Path:
    """The browser as people have it; CI has it, other machines may not: there the test is left out."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have {CHROMIUM}", pytrace=False)
        pytest.skip(f"no {CHROMIUM} on this machine")  # it is tested in CI, which fails without it
    return CHROMIUM


@contextmanager
def chromium() -> Iterator[Browser]:
    program = browser_program()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS), timeout=LAUNCHED)
        try:
            yield found
        finally:
            found.close()
