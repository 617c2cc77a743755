"""What has a token is a platform: it is hosted, it has a budget, and `burraco doctor` knows what to ask about it."""

import pytest

from bot.cli.added_bots import FORMS
from bot.cli.logins import ACCOUNTS, GIVEN_BY, LOGIN_CHECKS
from bot.cli.platforms import BUDGETS, MAKERS, REFUSING, THRIFTY, UPRIGHT, is_any_on, platforms
from bot.config.configuration import Configuration, chat_platforms
from bot.config.given import load

TEXT = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"


ROWS = {
    "BUDGETS": BUDGETS,
    "MADE": MAKERS,
    "FORMS": FORMS,
    "ASKED": LOGIN_CHECKS,
    "ACCOUNTS": ACCOUNTS,
    "GIVEN_BY": GIVEN_BY,
}


@pytest.mark.parametrize("name", ROWS)
def test_every_platform_has_its_row(name: str) -> None:
    assert set(ROWS[name]) == set(chat_platforms()), name


def test_what_is_said_of_platforms_is_said_of_some_that_there_are() -> None:
    assert set(chat_platforms()) >= THRIFTY | REFUSING | UPRIGHT


@pytest.mark.parametrize("name", chat_platforms())
def test_a_token_alone_turns_its_platform_on(name: str, monkeypatch: pytest.MonkeyPatch, clean_settings: None) -> None:
    assert not is_any_on(load(Configuration))
    monkeypatch.setenv(f"BURRACO_{name.upper()}_TOKEN", TEXT)
    settings = load(Configuration)
    assert is_any_on(settings)
    assert [one.name for one in platforms(settings, lambda: 0)] == [name]
