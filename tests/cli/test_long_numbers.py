"""A number of thousands of digits, wherever somebody may write one, is refused in a sentence: Python reads no such."""

import io
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.gateway.inbound.command_line import Meaning, Tell
from bot.gateway.inbound.commands import BY_WORD
from bot.gateway.inbound.parser import parse_line
from bot.messages.buttons import Garbled, decode
from bot.planner.when import UnclearTime, parse_when
from bot.requests.board_answers import Leaderboard
from bot.requests.channels import parse_changes
from bot.requests.settings import with_terms
from bot.tables.commands import decide
from bot.tables.settings import with_settings
from bot.tables.table import Settings
from bot.tables.who import Declined
from bot.words.typed import Doubt, Unclear
from engine.cards import Malformed
from engine.replay import FalseRecord, replay
from engine.rules import KEYS, RulesError, parse_value
from tests.adapters.web.hosting import Hosted
from tests.adapters.web.hosting import run as run_web
from tests.requests.serving import World, run
from tests.tables.playing import ANNA, CLOCK, START, dealt, lobby

DIGITS = "1" * 4_500
POSITION = "N/draw ?41 4c 3h4h5h7hTd2sJkKdKsQcJh/?11/?11/?11 ?11,?11 -|-"
COMMANDS = [
    ["meld", "fibur", DIGITS],
    ["vp", "fitab", DIGITS],
    ["vp", "fitab", "100", DIGITS],
    ["legal", "fibur", POSITION.replace("?41", f"?{DIGITS}")],
    ["legal", "fibur", f"{POSITION} o{DIGITS}"],
    ["deck", DIGITS],
    ["simulate", "fibur", "--deals", DIGITS, "--seed", "1", "--players", "random,random,random,random"],
    ["simulate", "fibur", "--deals", "1", "--seed", DIGITS, "--players", "random,random,random,random"],
    ["simulate", f"fibur hands={DIGITS}", "--deals", "1", "--seed", "1", "--players", "random,random,random,random"],
    ["db", "correct", f"ABCD:{DIGITS}", "NS 1 EW 2", "why"],
    ["db", "correct", "ABCD:1", f"NS {DIGITS} EW 2", "why"],
    ["demo", "--seed", DIGITS],
    ["render", "hand", POSITION, "-o", "x.png", "--width", DIGITS],
    ["render", "table", POSITION, "-o", "x.png", "--totals", f"{DIGITS},1"],
    ["render", "board", "board.json", "-o", "x.png"],
    ["replay", "game.brn"],
    ["verify", "game.brn"],
]


def one_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert len(line) < 600
    assert "fault" not in line
    assert "integer string conversion" not in line


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda one: " ".join(one).replace(DIGITS, "N")[:60])
def test_on_the_command_line(
    arguments: list[str],
    tmp_path: Path,
    clean_settings: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    (tmp_path / "board.json").write_text(f'{{"title": "x", "columns": [], "rows": [[{DIGITS}]]}}')
    (tmp_path / "game.brn").write_text(f'[Rules "fibur"]\n[Before "NS {DIGITS} EW 1"]\n[Deal "{DIGITS}"]\n\n1. N d\n')
    assert main(arguments) in (1, 2)
    one_line(capsys)


@pytest.mark.parametrize("name", ["BURRACO_WEB", "BURRACO_DATABASE", "BURRACO_LOG", "BURRACO_DISCORD_API"])
def test_in_a_setting_of_the_program(
    name: str,
    tmp_path: Path,
    clean_settings: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, f"http://127.0.0.1:{DIGITS}/")
    assert main(["doctor", "--offline"]) == 2
    one_line(capsys)


@pytest.mark.parametrize("name", sorted(name for name, key in KEYS.items() if key.type != "text"))
def test_as_the_value_of_a_rule(name: str) -> None:
    with pytest.raises(RulesError, match=name) as refused:
        parse_value(KEYS[name], DIGITS)
    assert "integer string conversion" not in str(refused.value)


@pytest.mark.parametrize("tag", ["Before", "Deal", "Score", "Hands", "Target", "Dealer", "Clock", "Players"])
def test_in_a_record(tag: str) -> None:
    with pytest.raises((Malformed, FalseRecord, RulesError)) as refused:
        replay(f'[Rules "fibur"]\n[{tag} "NS {DIGITS} EW {DIGITS}"]\n[Round "{DIGITS}"]\n\n{DIGITS}. N a{DIGITS}:4c\n')
    assert "integer string conversion" not in str(refused.value)


@pytest.mark.parametrize("word", sorted(BY_WORD))
def test_behind_a_command(word: str) -> None:
    for written in (
        f"/{word} {DIGITS}",
        f"/{word} {DIGITS} {DIGITS}",
        f"/{word} cancel {DIGITS}",
        f"{word} 3 {DIGITS}",
    ):
        assert long_numbers(parse_line(written, "discord:1", "d")) == []


def long_numbers(meaning: Meaning) -> list[str]:
    """The fields of a request that hold such a number; where they hold the digits as a text, it is a name of nobody."""
    values = [(one.name, getattr(meaning, one.name)) for one in fields(meaning)]
    return [name for name, value in values if isinstance(value, int) and abs(value) >= 1 << 53]


def test_a_number_that_was_taken_for_one_is_seen() -> None:
    assert long_numbers(Leaderboard(page=int("1" * 20))) == ["page"]
    assert long_numbers(Leaderboard(page=99)) == []


@pytest.mark.parametrize("written", ["{0}", "+{0} 8h", "a{0}:8h", "8h + {0}", "-{0}", "5h {0} 7h"])
def test_in_what_is_written_without_a_command(written: str) -> None:
    meaning = parse_line(written.format(DIGITS), "discord:1", "d")
    assert meaning == Tell(Unclear(Doubt.TOO_LONG))


@pytest.mark.parametrize(
    "text", ["{0}", "in {0} days", "fra {0} ore", "{0}/{0}/{0}", "{0}:{0}", "{0}. {0}.", "{0}-{0}-{0}"]
)
def test_as_a_time(text: str) -> None:
    assert isinstance(parse_when(text.format(DIGITS), START, "Europe/Rome"), UnclearTime)


SETTINGS = "players pace hands target turn_seconds clock_scale match days ping quiet holidays lobby pause rules".split()


@pytest.mark.parametrize("name", SETTINGS)
def test_as_a_setting_of_a_table_or_a_channel(name: str) -> None:
    for value in (DIGITS, f"{DIGITS}:{DIGITS}-{DIGITS}:{DIGITS}", f"{DIGITS}-01-01", f"-{DIGITS}"):
        for read in (lambda changes: with_settings(Settings(), changes), with_terms):
            with pytest.raises((ValueError, KeyError)) as refused:
                read(parse_changes(f"{name}={value}"))
            assert "integer string conversion" not in str(refused.value)


@pytest.mark.parametrize("command", ["join {0}", "computer {0}", "remove {0}", "set target={0}", "set players={0} {0}"])
def test_in_a_command_of_a_lobby(command: str) -> None:
    assert isinstance(decide(lobby(), ANNA, command.format(DIGITS), START), Declined)


@pytest.mark.parametrize("command", ["play {0}", "play a{0}:4c", "propose adjourn {0}", "standin {0}", "ready {0}"])
def test_in_a_command_of_a_table(command: str) -> None:
    assert isinstance(decide(dealt(), ANNA, command.format(DIGITS), START), Declined)


@pytest.mark.parametrize("command", ["restarted {0}", "restarted {0} {0}", "start {0}", "until {0}", "deck {0}"])
def test_in_a_command_of_the_host(command: str) -> None:
    assert isinstance(decide(dealt(), CLOCK, command.format(DIGITS), START), Declined)


def test_as_a_button() -> None:
    for text in (f"x:{DIGITS}", f"{DIGITS}:1:d", f"KBDF:{DIGITS}:d", f"t~{DIGITS}~hand"):
        assert isinstance(decode(text), Garbled)


def test_to_the_service_of_a_chat() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, "c:1")
        for written in (
            "set players={0}",
            "set pace={0}",
            "correct KBDF:{0} NS {0} EW {0} why",
            "history {0}",
            "new hands={0}",
        ):
            assert not (await world.say(anna, table.label, written.format(DIGITS))).done

    run(work)


def test_in_a_message_of_a_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(host: Hosted) -> None:
        for message in (f'{{"id": {DIGITS}}}', f'{{"id": 1, "want": "play", "pace": {DIGITS}}}', DIGITS, f"[{DIGITS}]"):
            async with host.window() as anna:
                await anna.socket.send_str(message)
                await anna.until(lambda socket=anna.socket: socket.closed)  # type: ignore[misc]  # mypy gives such a lambda no type
        async with host.window() as anna:
            answer = await anna.want("find", label="1" * 600)
            assert not answer["done"]
        assert [record for record in caplog.records if record.exc_info] == []

    run_web(tmp_path, work)
