"""One list of commands: what follows from it, what it refuses, and that nobody keeps another one."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.adapters.discord.commands import _locales
from bot.gateway.inbound.command_line import Meaning, Show, Usage, at_table
from bot.gateway.inbound.commands import (
    ARGUMENTS,
    BY_NAME,
    CHOICES,
    COMMANDS,
    COMPLETED,
    LOOKS,
    MOST,
    MOST_OF_A_GROUP,
    Command,
    Group,
    by_word,
)
from bot.gateway.inbound.help_page import argument_name
from bot.gateway.inbound.parser import from_options, parse_command, parse_line
from bot.gateway.inbound.presses import request_of_press
from bot.gateway.inbound.responses import again
from bot.locales import Declaration, declaration, languages, read_file
from bot.messages.buttons import BOUND, Ask, Press, Verb
from bot.requests.pages import ShowRules
from bot.requests.people import Introduce
from bot.requests.requests import AtTable
from bot.requests.seating import Join
from bot.requests.table_commands import QUESTIONS, Do
from bot.tables.commands import BY_HOST, BY_PEOPLE, VERBS
from bot.views.drafts import Draft
from bot.words import command_words
from bot.words.command_words import meanings, words_for_choice
from bot.words.languages import LANGUAGES
from tests.tables.playing import ANNA, dealt

HERE = "discord:1"
SAMPLES = {
    "action": "in",
    "when": "quiet=23-8",
    "board": "wins month",
    "card": "Kd",
    "cards": "5h 6h 7h",
    "days": "2",
    "code": "fitab",
    "language": "italiano",
    "link": "BCDF-GHJK",
    "match": "KBDF:212",
    "meld": "3",
    "mine": "mine",
    "name": "Anna Maria",
    "order": "suit",
    "page": "2",
    "place": "channel",
    "phrase": "well-played",
    "switch": "off",
    "player": "Anna",
    "csv": "csv",
    "proposal": "adjourn",
    "reason": "wrong sum",
    "result": "NS 455 EW 310",
    "seat": "N",
    "settings": "players=2",
    "table": "KBDF",
    "theme": "dark",
    "time": "tomorrow 21:00",
    "word": "BASTA",
    "words": "BASTA",
}
"""Something to give for each argument."""


def sample(command: Command, optional: bool = True) -> dict[str, str]:
    return {one.strip("[]"): SAMPLES[one.strip("[]")] for one in command.arguments if optional or one[0] != "["}


def more(name: str, group: Group = Group.CLUB) -> Command:
    return Command(name, lambda _: None, group=group)


# --- the registry refuses what no platform would take -----------------------------------------------------------------


def test_a_group_has_room_for_one_more_command() -> None:
    assert by_word([*COMMANDS, more("odds")])["odds"].group is Group.CLUB


@pytest.mark.parametrize("group", [group for group in Group if group])
def test_a_command_that_its_group_has_no_room_for_is_named_as_the_program_is_imported(group: Group) -> None:
    room = MOST_OF_A_GROUP - len([one for one in COMMANDS if one.group is group])
    planted = [more(f"more{number}", group) for number in range(room + 1)]
    assert by_word([*COMMANDS, *planted[:-1]])
    with pytest.raises(ValueError, match=f"^/{group} more{room}: no room, .* 26 commands and 25 are taken; ") as found:
        by_word([*COMMANDS, *planted])
    assert f"/{group}" not in str(found.value).partition("; ")[2].split()  # which groups have room


@pytest.mark.parametrize(("planted", "fault"), [
    ([more("tavolo")], "/tavolo: 'tavolo' means another command, too"),
    ([more("Odds")], "/Odds: 'Odds' is no word for it"),
    ([more("the odds")], "/the odds: 'the odds' is no word for it"),
    ([more(f"more{one}", Group.ALONE) for one in range(MOST)],
     f"/more99: there are {len(COMMANDS) + 100} commands, and 100 are taken"),
])  # fmt: skip
def test_what_cannot_be_offered_is_named_as_the_program_is_imported(planted: list[Command], fault: str) -> None:
    with pytest.raises(ValueError, match="/") as found:
        by_word([*COMMANDS, *planted])
    assert fault in str(found.value).split("; ")


def test_words_for_a_command_that_there_is_not_are_found() -> None:
    with pytest.raises(ValueError, match=r"/help: locales/it/commands.toml names it, and there is none"):
        by_word([one for one in COMMANDS if one.name != "help"])


def test_groups_are_within_what_is_taken() -> None:
    assert max(len([one for one in COMMANDS if one.group is group]) for group in Group if group) <= MOST_OF_A_GROUP


# --- what follows from it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_what_is_chosen_means_what_is_written(command: Command) -> None:
    for values in (sample(command), sample(command, optional=False)):
        words = " ".join(values.values()).split()
        meaning = from_options(command.name, values, HERE, "d")
        assert meaning == parse_command(command.name, words, HERE, "d")
        assert not isinstance(meaning, Usage)
        assert isinstance(meaning, Show) == (command.look is not None and "code" not in values)


def test_what_is_chosen_for_one_argument_is_never_taken_for_another() -> None:
    assert from_options("join", {"seat": "ns"}, HERE, "d") == Join("", HERE, "NS", "d")
    assert from_options("join", {"seat": "NS"}, "", "d") == Usage("join")  # no table NS
    assert from_options("join", {"table": "KBDF", "seat": "N"}, HERE, "d") == Join("KBDF", HERE, "N", "d")
    assert from_options("lay", {"cards": "5h 6h 7h VTHS"}, HERE, "d") == Do("VTHS", "play m:5h6h7h", "d")
    assert from_options("name", {"name": "/end"}, HERE, "d") == Introduce(name="/end")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_every_request_at_a_table_can_be_made_again_for_one(command: Command) -> None:
    meaning = from_options(command.name, sample(command, optional=False), HERE, "d")
    if not isinstance(meaning, AtTable | Join | Show):
        return
    press = again(meaning, "VTHS")
    assert press is not None
    assert isinstance(press.request, Ask)
    assert for_table(parse_line(press.request.argument.replace(".", " "), HERE, "d")) == for_table(meaning)


def for_table(meaning: Meaning) -> Meaning | None:
    """The same for the table VTHS, where it names none."""
    if isinstance(meaning, Join):
        return replace(meaning, label="VTHS")
    named = getattr(meaning, "label", "") or getattr(meaning, "table", "")
    assert named in ("", "VTHS")
    return meaning if named else at_table(meaning, "VTHS")


ARGUMENT = {Verb.JOIN: "N", Verb.COMPUTER: "N", Verb.REMOVE: "N", Verb.SET: "players=2", Verb.PROPOSE: "undo"}
ARGUMENT |= {Verb.SORT: "suit", Verb.WHY: "Kd", Verb.LANGUAGE: "it"}
OWN = {"setup", "seat", "post"}  # settings by menus, a seat of the lobby that is taken, a page for everybody
OF_THE_HAND = set("tick choose clear target matta drop close sure suggest move page phrase".split())


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb not in OF_THE_HAND | OWN | {"lay", "say"}])
def test_a_button_means_what_its_command_means(verb: Verb) -> None:
    """`lay` lays what is ticked, and what `say` says is a line."""
    argument, table = ARGUMENT.get(verb, ""), dealt()
    meaning = request_of_press(Press(table.label, 7, Ask(verb, argument)), table, ANNA.id, Draft(), "d")
    line = at_table(parse_command(verb, argument.split(), "", "d"), table.label) or parse_command(
        verb, [table.label, argument], "", "d"
    )
    if isinstance(line, Do):
        line = replace(line, stage=7 if BY_NAME[verb].is_bound else -1)
    assert meaning == (Introduce(language="it") if verb == Verb.LANGUAGE else line)


def drawn(source: str) -> Iterator[tuple[str, str]]:
    """How each button that says a verb is drawn: `lasting`, or bound to the state that is shown."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="lasting"), args=[_, _, ast.Attribute(attr=verb), *_]):
                yield "lasting", verb.lower()
            case ast.Call(func=ast.Name(id="Ask"), args=[ast.Attribute(attr=verb), *_]):
                yield "bound", verb.lower()
            case _:
                pass


def test_buttons_of_commands_are_drawn_as_they_are_read(root: Path) -> None:
    found = [one for file in (root / "bot" / "messages").glob("*.py") for one in drawn(file.read_text("utf-8"))]
    ways = {(way, verb) for way, verb in found if verb in BY_PEOPLE}
    assert {verb for way, verb in ways if way == "bound"} == BOUND
    assert {verb for way, verb in ways if way == "lasting"} >= {"rematch", "leave", "ready", "start", "resume"}
    assert BOUND.isdisjoint([verb for way, verb in ways if way == "lasting"])


def test_what_an_argument_may_be_is_said_of_arguments_that_there_are() -> None:
    assert set(CHOICES) | COMPLETED <= ARGUMENTS == set(SAMPLES)


# --- nobody keeps another list ----------------------------------------------------------------------------------------


def test_lower_rings_name_commands_that_there_are() -> None:
    assert BY_PEOPLE.keys() - {"play"} <= BY_NAME.keys()
    assert BY_PEOPLE.keys().isdisjoint(BY_HOST)
    assert {**BY_PEOPLE, **BY_HOST} == VERBS
    assert set(Verb) - BY_NAME.keys() == OF_THE_HAND | OWN
    assert BOUND | QUESTIONS.keys() <= BY_PEOPLE.keys() & set(Verb)
    assert LOOKS.keys() <= set(Verb)


WITH_LISTS = {
    "bot/tables/commands.py",  # what the log is folded with
    "bot/tables/lock.py",  # what is refused at a tournament's table
    "bot/messages/buttons.py",  # what a button says, and which of it is good for one state
    "bot/requests/table_commands.py",  # what is asked back, each with its question
    "bot/gateway/inbound/commands.py",
    "bot/gateway/inbound/request_json.py",  # what a window sends
}


def lists(tree: ast.AST) -> Iterator[list[str]]:
    """The names in each literal list, set or mapping, and in each text that is split at its spaces."""
    for node in ast.walk(tree):
        match node:
            case ast.List(elts=found) | ast.Set(elts=found) | ast.Tuple(elts=found) | ast.Dict(keys=found):
                yield [name for one in found for name in _name(one)]
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="split")):
                yield text.split()
            case _:
                pass


def _name(node: ast.expr | None) -> list[str]:
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.Attribute(value=ast.Name(id="Verb"), attr=name):
            return [name.lower()]
        case _:
            return ["?"]


def command_lists(source: str) -> list[list[str]]:
    """Lists of three commands or more."""
    return [found for found in lists(ast.parse(source)) if len(found) > 2 and set(found) <= BY_NAME.keys()]


def test_no_other_module_keeps_a_list_of_commands(root: Path) -> None:
    found = {
        str(file.relative_to(root)): command_lists(file.read_text("utf-8")) for file in (root / "bot").rglob("*.py")
    }
    assert {file: lists for file, lists in found.items() if lists and file not in WITH_LISTS} == {}


@pytest.mark.parametrize("source", [
    'SHOWN = frozenset("new play plan".split())', 'X = {"start": 1, "end": 2, "set": 3}',
    'X = ("start", "pause", "resume")', "X = frozenset([Verb.HAND, Verb.TABLE, Verb.SINCE])",
])  # fmt: skip
def test_a_planted_list_is_found(source: str) -> None:
    assert command_lists(source)


# --- languages --------------------------------------------------------------------------------------------------------


def test_no_language_is_named_outside_its_folder(root: Path) -> None:
    others = set(languages()) - {"en"}
    named = [
        str(file.relative_to(root))
        for file in (root / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in others
    ]
    assert named == []
    in_the_page = re.compile(rf"""["'`]({"|".join(others)})["'`]|[{{,]\s*({"|".join(others)}):""")
    assert [file.name for file in root.glob("bot/adapters/web/page/*.js") if in_the_page.search(file.read_text())] == []


def test_a_third_language_needs_its_words_and_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    read = command_words._read
    german = {
        "commands": {"join": "mitspielen", "why": "wieso"},
        "order": {"suit": "farbe"},
        "language": {"de": "deutsch"},
    }
    monkeypatch.setattr(command_words, "_read", lambda language: german if language == "de" else read(language))
    for module in ("bot.words.command_words", "bot.gateway.inbound.commands"):
        monkeypatch.setattr(f"{module}.LANGUAGES", (*LANGUAGES, "de"))
    for cached in (command_words.meanings, command_words._table):
        cached.cache_clear()
    try:
        assert by_word(COMMANDS)["mitspielen"].name == "join"
        assert (BY_NAME["join"].word("de"), BY_NAME["leave"].word("de")) == ("mitspielen", "leave")
        assert parse_line("/sort farbe", HERE, "d") == parse_line("/sort suit", HERE, "d")
        assert parse_line("/lingua deutsch") == parse_line("/language de") == Introduce(language="de")
    finally:
        command_words.meanings.cache_clear()
        command_words._table.cache_clear()


@pytest.mark.parametrize("words", ["deutsch", "Deutsch", "DEUTSCH bitte"])
def test_a_language_is_understood_by_what_it_calls_itself(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(command_words, "LANGUAGES", (*LANGUAGES, "de"))
    monkeypatch.setattr(command_words, "languages", lambda: ("en", "it", "de"))
    monkeypatch.setattr(
        "bot.words.command_words.declaration", lambda one: Declaration("Deutsch") if one == "de" else declaration(one)
    )
    monkeypatch.setattr(command_words, "_read", lambda one: {} if one == "de" else read_file(one, "commands.toml"))
    for cached in (command_words.meanings, command_words._table):
        cached.cache_clear()
    try:
        assert parse_line(f"/language {words}") == Introduce(language="de")
        assert parse_line("/language Italiano") == parse_line("/lingua italian") == Introduce(language="it")
    finally:
        command_words.meanings.cache_clear()
        command_words._table.cache_clear()


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ({"join": "mitspielen"}, r"locales/de/commands.toml: join stands below no heading, such as \[commands\]"),
        ({"command": {"join": "mitspielen"}}, r"locales/de/commands.toml: there is no \[command\], only \[commands\]"),
    ],
)
def test_words_below_no_heading_are_an_error(
    monkeypatch: pytest.MonkeyPatch, written: dict[str, object], fault: str
) -> None:
    monkeypatch.setattr(command_words, "read_file", lambda one, name: written if one == "de" else read_file(one, name))
    with pytest.raises(ValueError, match=fault):
        command_words._read.__wrapped__("de")


def test_a_word_that_means_two_things_behind_a_command_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {"en": {"suit": "suit", "rank": "rank"}, "it": {"suit": "rank"}}
    monkeypatch.setattr(command_words, "_table", lambda language, _kind: tables.get(language, {}))
    with pytest.raises(ValueError, match=r"locales/it/commands.toml: \[order\] suit = 'rank' cannot be"):
        command_words.meanings.__wrapped__("order")


def test_a_language_is_offered_by_all_the_names_that_discord_has_for_it() -> None:
    assert (_locales("it"), _locales("en"), _locales("es"), _locales("eo")) == (("it",), (), ("es-419", "es-ES"), ())


def test_a_code_of_play_that_is_looked_up_is_no_request_for_a_table() -> None:
    assert parse_line("/rules fitab", HERE, "d") == ShowRules(name="fitab")


def test_what_may_be_written_for_an_argument_stands_there_in_italian_as_italians_write_it() -> None:
    kinds = {"theme": ("theme", "deck"), "order": ("order",), "proposal": ("proposal",)}
    for argument, named in kinds.items():
        words = set(re.split(r"[/, ]+", argument_name("it", argument)))
        assert words == {
            words_for_choice("it", kind, value) for kind in named for value in set(meanings(kind).values())
        }
