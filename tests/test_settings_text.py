"""Settings as text: what is read belongs to who reads it, and what cannot be read is nothing."""

import pytest

from bot.settings_text import read_settings


def test_who_changes_what_they_read_changes_it_for_nobody_else() -> None:
    read_settings('{"name": "Bar"}')["name"] = "Osteria"
    assert read_settings('{"name": "Bar"}') == {"name": "Bar"}


@pytest.mark.parametrize("text", ["", "{}", "{", "[1]", "null"])
def test_what_cannot_be_read_sets_nothing(text: str) -> None:
    assert read_settings(text) == {}
