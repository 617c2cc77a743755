"""Chromium for a test that is a loop itself: pages beside a host and loopback servers in the same process."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

from tests.adapters.web.conftest import ARGUMENTS, CHROMIUM, LAUNCHED, SHELL


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    program = SHELL if SHELL.exists() else CHROMIUM
    if not program.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have {CHROMIUM}", pytrace=False)
        pytest.skip(f"no {CHROMIUM} on this machine")
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS), timeout=LAUNCHED)
        try:
            yield found
        finally:
            await found.close()
