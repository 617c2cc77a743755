"""What tests in a real browser may ask for."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM: Final = Path("/usr/bin/chromium")
ARGUMENTS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)

LAUNCHED: Final = 90_000  # milliseconds; a machine may be busy

expect.set_options(timeout=60_000)


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Chromium for one test."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def one_browser() -> Iterator[Browser]:
    """Chromium for a module without asyncio: while Playwright runs, no other loop can run in its thread."""
    with chromium() as found:
        yield found


@contextmanager
def chromium() -> Iterator[Browser]:
    """CI has it, other machines may not."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have {CHROMIUM}", pytrace=False)
        pytest.skip(f"no {CHROMIUM} on this machine")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS), timeout=LAUNCHED)
        try:
            yield found
        finally:
            found.close()
