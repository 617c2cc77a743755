"""What happened, in words: every turn and everything the table did, in both languages, and no card that was drawn."""

import re
from dataclasses import replace

import pytest

from bot.tables.deals import record
from bot.tables.table import PLAYING, Table
from bot.tables.who import Who
from bot.views.display_names import display_names
from bot.views.feed import feed
from bot.views.table_page import table_page
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import LANGUAGES, Language, say
from bot.words.notices import Notice, notice, notice_to
from engine.actions import DRAW, Written, format_action
from engine.cards import parse_cards
from engine.players.greedy import Greedy
from engine.record import TableLine, Turn
from engine.table import Annul, End, Resign, Substitute, TimeOut, Undo
from engine.view import view
from tests.tables.playing import ADMIN, ANNA, after, dealt, person_in_turn


def played(actions: int) -> Table:
    table = dealt()
    for _ in range(actions):
        assert table.game is not None
        action = Greedy(0).choose(view(table.game.deal, table.in_turn))
        table = after(table, (person_in_turn(table), f"play {format_action(action)}"))
    return table


def feed_of(table: Table, language: Language = "en") -> list[str]:
    return feed(TableView(table, Viewer("", language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_a_line_with_its_player(language: Language) -> None:
    table = played(9)
    turns = [line for line in table.lines if isinstance(line, Turn)]
    names = display_names(table, language)
    lines = feed_of(table, language)
    assert len(lines) == len(turns) >= 2
    assert all(line.startswith(names[turn.seat]) for line, turn in zip(lines, turns, strict=True))


def test_a_drawn_card_is_never_told() -> None:
    (card,) = parse_cards("Qh")
    drawn = Turn(1, "N", (Written(DRAW, (card,)),))
    (line,) = feed_of(replace(dealt(), happened=(drawn,)))
    assert "draws" in line
    assert not re.search("[♥♦♣♠]", line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_table_did_is_told_too(language: Language) -> None:
    acts = (
        Undo(),
        Annul(),
        TimeOut(),
        Substitute("E", "computer"),
        Substitute("E", "Eva"),
        Resign("N"),
        End("arbitro"),
    )
    table = replace(dealt(), happened=tuple(TableLine(act) for act in acts))
    lines = feed_of(table, language)
    assert len(set(lines)) == len(acts)
    assert any(ANNA.name in line or "Eva" in line for line in lines)
    assert not any("{" in line for line in lines)


def test_after_the_deal_its_lines_stay_until_the_next() -> None:
    table = played(5)
    ended = after(table, (person_in_turn(table), "resign"))
    assert ended.records
    assert len(feed_of(ended)) >= len(feed_of(table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_is_named_as_such_and_earlier_turns_keep_who_played_them(language: Language) -> None:
    table = played(9)
    page = table_page(table, "t1", Viewer("", language))
    before = [*feed_of(table, language), page["now"]]  # what they have done of their turn stays theirs, too
    seat = table.in_turn
    former = table.chair(seat).name
    elsa = Who("p9", "Elsa")
    replaced = after(table, (ADMIN, f"replace {seat} {elsa.id} {elsa.name}"))
    lines = feed_of(replaced, language)
    assert lines[: len(before)] == before
    assert lines[len(before) :] == [say(language, "feed.replaced", name="Elsa", other=former)]
    for viewer in ("", replaced.chair(replaced.code.seats[0]).person, "p9"):
        since = table_page(replaced, "t1", Viewer(viewer, language))["since"]
        took = say(language, "feed.replaced", name="Elsa", other=former)
        assert (say(language, "feed.you-replaced", other=former) if viewer == "p9" else took) in since
        assert not any(notice(language, Notice.BACK, name="Elsa") == line for line in since)
    away = after(replaced, (elsa, "leave"))
    back = after(away, (elsa, "return"))
    assert feed_of(back, language)[-1] == notice(language, Notice.BACK, name="Elsa")
    assert feed_of(back, language)[: len(before)] == before
    again = after(back, (ADMIN, f"replace {seat} p8 Fabio"))
    assert feed_of(again, language)[-1] == say(language, "feed.replaced", name="Fabio", other="Elsa")
    assert feed_of(again, language)[: len(before)] == before


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_the_reader_has_played_is_told_to_them_and_what_others_played_in_their_seat_is_not(
    language: Language,
) -> None:
    table = played(24)
    names = display_names(table, language)
    you = {"en": "You ", "it": "Tu "}[language]
    for seat in table.code.seats:
        lines, own = feed_of(table, language), feed(TableView(table, Viewer(table.chair(seat).person, language)))
        mine = [at for at, line in enumerate(table.lines) if isinstance(line, Turn) and line.seat == seat]
        assert mine
        assert [at for at, line in enumerate(own) if line.startswith(you)] == mine
        assert [line for at, line in enumerate(own) if at not in mine] == [
            line for at, line in enumerate(lines) if at not in mine
        ]
    seat = table.in_turn
    owner = Who(table.chair(seat).person, table.chair(seat).name)
    away = after(table, (owner, "leave"))
    assert feed(TableView(away, Viewer(owner.id, language)))[-1] == say(language, "feed.you-computer")
    back = after(away, (owner, "return"))
    assert feed(TableView(back, Viewer(owner.id, language)))[-1] == notice_to(
        language, Notice.BACK, True, name=names[seat]
    )
    replaced = after(back, (ADMIN, f"replace {seat} p9 Elsa"))
    newcomer = feed(TableView(replaced, Viewer("p9", language)))
    assert newcomer[-1] == say(language, "feed.you-replaced", other=owner.name)
    assert not any(line.startswith(you) for line in newcomer[:-1])


def test_what_an_ended_deal_tells_keeps_who_played_it_until_the_next_one() -> None:
    table = played(9)
    before, seat = feed_of(table), table.in_turn
    elsa = Who("p9", "Elsa")
    replaced = after(table, (ADMIN, f"replace {seat} {elsa.id} {elsa.name}"), (ADMIN, "timeout"))
    while replaced.phase == PLAYING:
        assert replaced.game is not None
        action = Greedy(0).choose(view(replaced.game.deal, replaced.in_turn))
        replaced = after(replaced, (Who(replaced.chair(replaced.in_turn).person), f"play {format_action(action)}"))
    assert feed_of(replaced)[: len(before)] == before
    tags = replaced.records[-1].tags
    assert tags[seat] == table.chair(seat).name  # the record names who sat there first, and Elsa in a line of its own
    acts = [line.act for line in replaced.records[-1].lines if isinstance(line, TableLine)]
    assert acts[:1] == [Substitute(seat, "Elsa")]
    older = replace(replaced, version=1, phase=PLAYING, lines=replaced.records[-1].lines, records=())
    assert record(older).tags[seat] == "Elsa"  # as it was written then
