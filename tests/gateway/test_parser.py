"""What people write: the same words everywhere, each a request; what is no command is a play, or not clear."""

import pytest

from bot.gateway.inbound.command_line import Help, Meaning, Settable, Show, Tell, Usage
from bot.gateway.inbound.commands import BY_WORD, COMMANDS, IN_PRIVATE, Command, menu
from bot.gateway.inbound.help_page import command_line, help_message, usage_message
from bot.gateway.inbound.parser import parse_command, parse_line
from bot.gateway.inbound.responses import tell_message
from bot.messages.buttons import Verb
from bot.requests.channels import SetChannel
from bot.requests.hand_drafts import Sort
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open
from bot.requests.own_link import NewLink
from bot.requests.pages import ShowRules, Why
from bot.requests.people import Introduce
from bot.requests.seating import Join
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import AskTournament
from bot.tables.commands import BY_PEOPLE
from bot.words.languages import LANGUAGES
from bot.words.typed import Doubt, Unclear


@pytest.mark.parametrize(("text", "meaning"), [
    ("/new fitab hands=2", Open("fitab", channel="discord:1", options="hands=2", delivery="d")),
    ("/burraco nuovo", Open(channel="discord:1", delivery="d")),
    ("join kbdf ns", Join("KBDF", "discord:1", "NS", "d")),
    ("/entra@burraco_bot KBDF", Join("KBDF", "discord:1", "", "d")),
    ("/hand", Show(Verb.HAND)),
    ("/mano kbdf", Show(Verb.HAND, label="KBDF")),
    ("/rules", Show(Verb.RULES)),
    ("regole fitab", ShowRules(name="fitab")),
    ("/propose rinvio 2", Do("", "propose adjourn 2", "d")),
    ("/lay 5h 6h 7h", Do("", "play m:5h6h7h", "d")),
    ("lega 3 8h", Do("", "play a3:8h", "d")),
    ("-Kd", Do("", "play x:Kd", "d")),
    ("pesca", Do("", "play d", "d")),
    ("/why 5h 6h 7h", Why("", "5h6h7h")),
    ("why kd", Why("", "Kd")),
    ("/sort valore", Sort("", "rank")),
    ("/leave vths", Do("VTHS", "leave", "d")),
    ("/end VTHS", Do("VTHS", "end", "d")),
    ("/leave vthsk", Do("VTHSK", "leave", "d")),
    ("/leave VTHSKB", Do("VTHSKB", "leave", "d")),
    ("/leave VTHSKBD", Usage("leave")),
    ("/start VTHS", Do("VTHS", "start", "d")),
    ("pesca VTHS", Do("VTHS", "play d", "d")),
    ("/propose rinvio 2 VTHS", Do("VTHS", "propose adjourn 2", "d")),
    ("5h 6h 7h VTHS", Do("VTHS", "play m:5h6h7h", "d")),
    ("/lay KhTd QsJs KDTH", Do("", "play m:KhTdQsJsKdTh", "d")),
    ("5h 6h 7h VTHSKB", Do("VTHSKB", "play m:5h6h7h", "d")),
    ("/lay KhTd QsJs KDTHJK", Do("", "play m:KhTdQsJsKdThJk", "d")),
    ("/add 3 TJQKH", Do("", "play a3:ThJhQhKh", "d")),
    ("/sort suit VTHS", Sort("VTHS", "suit")),
    ("/why VTHS", Why("VTHS")),
    ("/rules VTHS", Show(Verb.RULES, label="VTHS")),
    ("/nome VTHS", Introduce(name="VTHS")),
    ("/lingua italiano", Introduce(language="it")),
    ("/nome Anna Maria", Introduce(name="Anna Maria")),
    ("/link", Link()),
    ("/link BCDF-GHJK", UseLink("BCDF-GHJK")),
    ("/newlink", NewLink()),
    ("/nuovolink", NewLink()),
    ("/settings players=2", SetChannel("discord:1", "players=2")),
    ("/settings language=german hands=2", SetChannel("discord:1", "language=german hands=2")),
    ("/help 2", Help(2)),
    ("/burraco", Help()),
    ("/nonsense", Help(unknown="nonsense")),
    ("/", Help()),
    ("/join", Join("", "discord:1", "", "d")),
    ("/entra ns", Join("", "discord:1", "NS", "d")),
    ("/join KBDF nord", Usage("join")),
    ("/set", Settable()),
    ("/torneo referto 720-505", AskTournament("sheet", "720-505", "discord:1", delivery="d")),
    ("/language klingon", Usage("language")),
])  # fmt: skip
def test_a_line_is_a_command_or_a_play(text: str, meaning: Meaning) -> None:
    assert parse_line(text, "discord:1", "d") == meaning


def test_only_the_platform_says_who_directs_a_channel() -> None:
    assert parse_line("/end", "c", "d") == Do("", "end", "d")
    assert parse_line("/end", "c", "d") == Do("", "end", "d")


def test_what_is_neither_is_answered_in_words() -> None:
    meaning = parse_line("ciao a tutti", delivery="d")
    assert isinstance(meaning, Tell)
    assert isinstance(meaning.what, Unclear)
    assert meaning.what.doubt != Doubt.NOTHING
    assert tell_message(meaning, "it").lines[0]


def words_of(command: Command) -> list[str]:
    return [word for language in LANGUAGES for word in command.words(language)]


def test_no_word_means_two_commands() -> None:
    words = [word for command in COMMANDS for word in {command.name, *words_of(command)}]
    assert len(words) == len(set(words)) == len(BY_WORD)


def test_every_command_of_the_table_can_be_written() -> None:
    names = {command.name for command in COMMANDS}
    assert BY_PEOPLE.keys() - {"play"} <= names


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_means_something_and_is_explained(command: Command) -> None:
    words = ("KBDF", "N") if command.name == "join" else ("fibur",)
    assert parse_command(command.name, words, "discord:1", "d") is not None
    for language in LANGUAGES:
        line = command_line(language, command)
        assert line.startswith(f"/{command.word(language)}")
        assert "…" not in line
        assert usage_message(language, Usage(command.name)).lines == (line,)


def test_a_command_is_called_as_its_reader_says() -> None:
    assert usage_message("it", Usage("replay")).lines[0].startswith("/rivedi partita – ")
    assert usage_message("en", Usage("replay")).lines[0].startswith("/replay match – ")
    assert [BY_WORD["why"].word(language) for language in ("en", "it")] == [BY_WORD["why"].name, "perche"]
    for command in COMMANDS:
        assert {BY_WORD[command.word(language)] for language in LANGUAGES} == {command}
        assert command.word("it").isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command_once(language: str) -> None:
    pages = [help_message(language, Help(number)) for number in range(1, 6)]
    pages = list({page.title: page for page in pages}.values())  # behind the last page is the last page
    named = [line.split()[0] for page in pages for line in page.lines if line.startswith("/")]
    often = menu(IN_PRIVATE)  # first the dozen that people need
    listed = [*often, *[one for one in COMMANDS if one not in often]]
    assert named == [f"/{command.word(language)}" for command in listed]
    assert max(len("\n".join(page.lines)) for page in pages) < 1950
