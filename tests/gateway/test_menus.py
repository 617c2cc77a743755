"""What a telephone's menu offers: a dozen commands at most, and every other one in the help."""

import pytest

from bot.gateway.inbound.command_line import Help
from bot.gateway.inbound.commands import COMMANDS, FOR_ADMINS, IN_GROUPS, IN_PRIVATE, Right, menu
from bot.gateway.inbound.help_page import command_line, help_message
from bot.words.languages import LANGUAGES, Language

MENUS = (IN_PRIVATE, IN_GROUPS, FOR_ADMINS)


@pytest.mark.parametrize("names", MENUS)
def test_a_menu_has_a_dozen_at_most_each_once_and_the_help_among_them(names: str) -> None:
    found = menu(names)
    assert len(found) <= 12
    assert len(set(found)) == len(found)
    assert "help" in names.split()
    assert [one.name for one in found if one.right is Right.ADMIN and names is not FOR_ADMINS] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", [IN_PRIVATE, IN_GROUPS])
def test_the_help_begins_with_the_menu_and_has_every_command_once(language: Language, first: str) -> None:
    often = [command_line(language, one) for one in menu(first)]
    read: list[str] = []
    number = 1
    while True:
        lines = help_message(language, Help(number), first=first).lines
        found = [one for one in lines if one.startswith("/") and " – " in one]
        if number > 1 and found == read[-len(found) :]:
            break
        read += found
        number += 1
    assert read[: len(often)] == often
    assert sorted(read) == sorted([command_line(language, one) for one in COMMANDS])


@pytest.mark.parametrize(("language", "words"), [("en", "I do not know the command"), ("it", "Non conosco il comando")])
def test_who_writes_a_command_that_there_is_not_is_told_so_above_those_there_are(language: str, words: str) -> None:
    named, plain = [help_message(language, Help(unknown=one)).lines for one in ("annulla", "")]
    assert named[0].startswith(f"{words} /annulla.")
    assert named[1:] == plain
    assert "@everyone" not in help_message(language, Help(unknown="@everyone" + "x" * 500)).lines[0]
    assert len(help_message(language, Help(unknown="x" * 5000)).lines[0]) < 200
