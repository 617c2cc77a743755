"""Scenarios that are the same on Discord and on Telegram."""

import pytest

from tests.adapters.both.on_discord import discord
from tests.adapters.both.on_telegram import telegram

both = pytest.mark.parametrize("on", [discord, telegram])
