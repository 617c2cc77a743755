"""Chromium for a test that is a loop itself: pages beside a host and loopback servers in the same process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

from tests.adapters.web.conftest import ARGUMENTS, LAUNCHED, browser_program


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    program = browser_program()
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS), timeout=LAUNCHED)
        try:
            yield found
        finally:
            await found.close()
