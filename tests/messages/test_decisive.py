"""What decides a letter: where it is equal for two tables, so is the message, whatever has happened between them."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bot.durations import MINUTE, SECOND
from bot.messages.decisive import decisive, is_heard
from bot.messages.heard import has_new_reason
from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.messages.presenter import HAND, TABLE, present_letter
from bot.tables.commands import decide_anew
from bot.tables.table import Settings, Table
from bot.tables.who import Declined, Who
from bot.views.drafts import Draft
from bot.views.viewer import Phrase, Viewer
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.chance import chance
from tests.tables.playing import CLOCK, START, dealt

RULES: Final = (
    Settings(rules="fibur", house="undo=on"),
    Settings(rules="fitab", house="turn_seconds=60"),
    Settings(rules="febur", house="turn_seconds=30 hands=2", phrases=False),
    Settings(rules="online"),
)
PEOPLE: Final = (
    "propose undo",
    "agree",
    "agree",
    "refuse",
    "leave",
    "return",
    "pause",
    "resume",
    "back",
    "standin",
    "call",
)
HOST: Final = ("ping", "mention turn", "remind", "offer", "timeout", "restarted 5000", "idle", "mirror discord:9")


def viewers(table: Table, now: int) -> list[tuple[str, Viewer]]:
    """Everybody who is sent a letter, each as they like to read it."""
    likes = (
        Viewer(language="it"),
        Viewer(together=True),
        Viewer(draft=Draft(by="rank", menu=_menu(table), stage=table.stage // 8 * 8), where="Salotto"),
        Viewer(draft=Draft(menu="phrases2"), phrase=Phrase("p1", "well-played", 0, 1)),
    )
    pairs = zip(table.chairs, likes, strict=False)
    people = [(HAND, replace(one, person=chair.person, now=now)) for chair, one in pairs if chair.person]
    return [*people, (TABLE, Viewer("", "it", now)), (TABLE, Viewer("", "en", now, unreached=frozenset(["p2"])))]


def _menu(table: Table) -> str:
    """What was opened at every eighth stage, and is left open."""
    return ("discard", "suggest", "page2", "phrases6")[table.stage // 8 % 4]


def next_table(table: Table, at: int, rng: Random) -> Table:
    """The table after something that may be done to it; itself where it may not be done now, another after its deal."""
    if not table.in_turn:
        return dealt(table.settings, rng.randbytes(32).hex())
    if table.paused:
        who, command = Who(table.chairs[0].person, table.chairs[0].name), "resume"
    elif rng.random() < 0.85:
        chair = table.chair(table.in_turn)
        assert table.game is not None
        action = PLAYERS["greedy"](1).choose(view(table.game.deal, table.in_turn))
        who, command = Who(chair.person, chair.name) if chair.human else CLOCK, f"play {format_action(action)}"
    else:
        chair = rng.choice(table.chairs)
        person = Who(chair.person, chair.name)
        who, command = rng.choice([(person, rng.choice(PEOPLE)), (CLOCK, rng.choice([*HOST, f"busy {at}"]))])
    decided = decide_anew(table, who, command, at)
    return table if isinstance(decided, Declined) else decided.table


@pytest.mark.parametrize("settings", RULES, ids=lambda one: one.rules)
def test_where_nothing_decisive_has_changed_the_message_is_the_same(settings: Settings) -> None:
    rng = chance(f"decisive {settings.rules}")
    table, at = dealt(settings), START
    latest: dict[tuple[str, str, str], tuple[object, Message]] = {}
    same: Counter[str] = Counter()
    for _ in range(300):
        at += rng.choice([0, SECOND, 20 * SECOND, MINUTE])
        table = next_table(table, at, rng)
        for kind, viewer in viewers(table, at):
            message = present_letter(kind, table, viewer)
            found = decisive(kind, table, viewer, at)
            key = (kind, viewer.person, viewer.language)
            if found is None or message is None:
                latest.pop(key, None)
                continue
            before = latest.get(key)
            if before is not None and before[0] == found:
                same[kind] += 1
                assert before[1].anew == message.anew
                is_called = kind == HAND and has_new_reason(message.ping, before[1].ping)
                assert is_called != is_heard(kind, table, viewer, before[1].ping)
                if kind == HAND:
                    assert mark_of(before[1]) == mark_of(message)
                else:
                    assert before[1].step == message.step != ""
                    continue
            latest[key] = found, message
    assert same[HAND] > 100
    assert same[TABLE] > 100
