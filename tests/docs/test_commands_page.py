"""docs/commands.md is made of the lists of the program; the table of a channel's limits elsewhere says the same."""

import re
from pathlib import Path

from bot.gateway.inbound.commands import COMMANDS
from bot.planner.plan import Terms
from bot.requests.settings import OF_CHANNEL, REGISTRY, term_value
from docs.commands import PAGE, commands_page


def test_the_page_of_commands_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == commands_page(), "`make docs` writes docs/commands.md anew"


def test_every_command_and_every_setting_has_a_row() -> None:
    rows = re.findall(r"^\| `/?(\w+)", commands_page(), re.MULTILINE)
    assert {*[one.name for one in COMMANDS], *[one.name for one in REGISTRY]} == set(rows)


def test_every_row_says_in_words_what_it_is() -> None:
    last = re.findall(r"\| ([^|]*) \|$", commands_page(), re.MULTILINE)
    assert [what for what in last if not what or re.match(r"\w+\.\w", what)] == []


def test_a_channels_limits_are_explained_with_their_defaults(root: Path) -> None:
    page = (root / "docs" / "leaderboards.md").read_text("utf-8")
    table = page.partition("Each channel has limits of its own")[2].partition("\n## ")[0]
    found: dict[str, str] = {}
    for names, defaults in re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", table, re.MULTILINE):
        found |= dict(zip(re.findall(r"`(\w+)`", names), defaults.split(", "), strict=True))
    limits = [one for one in OF_CHANNEL.values() if one.field and hasattr(Terms(), one.field)]
    assert found.pop("zone") == "Europe/Rome"
    assert found == {one.name: f"{term_value(Terms(), one)} {one.unit}".strip() for one in limits}
