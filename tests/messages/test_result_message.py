"""The message at the end of a deal and of a match: who won, by what, what decided it, on the picture and in words."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.messages.marks import mark_of
from bot.messages.message import Message
from bot.messages.moviola import turning_point
from bot.messages.presenter import HAND, KINDS, MOVIOLA, RESULT, SCORE, present, present_letter, present_scored
from bot.tables.table import OVER, PAUSE, Chair, Table
from bot.tables.who import Who
from bot.views.display_names import display_names
from bot.views.score_view import score_page
from bot.views.table_view import Json, TableView
from bot.views.viewer import Viewer
from bot.words import table_words
from bot.words.languages import LANGUAGES, Language
from bot.words.scene_words import scene_words
from engine.actions import format_action
from engine.players import PLAYERS
from engine.record import DealRecord, TableLine, Turn
from engine.table import Substitute
from engine.view import view
from renderers.layout.sheet import Label
from renderers.paint import draw, sheet_of
from renderers.scenes import SHAPES, THEMES, Look, ResultScene, ScoreScene
from tests.chance import chance
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, EVE, FAST, SEED, START, after, dealt, lobby
from tests.views.swapping import swapped

HEX = re.compile(r"[0-9a-fA-F]{64}")
NEXT = "00" * 31 + "09"
USUAL = Look()


def to_end(table: Table) -> Table:
    """The table when its deal has ended, played by a computer player's choices."""
    return played(table, 10_000)


def played(table: Table, actions: int) -> Table:
    """The table after so many of a computer player's choices, or at the end of its deal."""
    player = PLAYERS["greedy"](7)
    for _ in range(actions):
        if not table.in_turn:
            break
        chair = table.chair(table.in_turn)
        assert table.game is not None
        action = player.choose(view(table.game.deal, table.in_turn))
        table = after(table, (Who(chair.person, chair.name), f"play {format_action(action)}"))
    return table


def next_deal(table: Table, seed: str = NEXT) -> Table:
    return after(table, (CLOCK, f"seal {seed}"), (CLOCK, "deal"))


def of_three() -> Table:
    settings = replace(FAST, rules="three-player", players=3)
    seated = after(lobby(settings), (BRUNO, "join"), (CARLA, "join"))
    return after(seated, (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))


def annulled(table: Table) -> Table:
    words = ("propose annul", "agree", "agree", "agree")
    return after(table, *zip((ANNA, BRUNO, CARLA, DARIO), words, strict=True))


@pytest.fixture(scope="module")
def ends() -> dict[str, Table]:
    """A table after a deal, and after a match, however they end."""
    begun = dealt()
    deal = to_end(begun)
    duel = after(lobby(replace(FAST, players=2)), (BRUNO, "join"), (ANNA, f"start {SEED}"))
    trio = to_end(of_three())
    first = trio
    while trio.phase == PAUSE:
        trio = to_end(next_deal(trio))
    return {
        "deal": deal,
        "match": to_end(next_deal(deal)),
        "given up": after(dealt(replace(FAST, rules="fitab")), (ANNA, "resign")),
        "given up later": after(next_deal(deal), (BRUNO, "resign")),
        "annulled": annulled(begun),
        "broken off": after(begun, (ADMIN, f"stop {NEXT}")),
        "by the arbiter": after(played(begun, 30), (ADMIN, "end")),
        "two": to_end(after(duel, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))),
        "three, a deal": first,
        "three": trio,
    }


def result(table: Table, language: Language = "en", person: str = "", look: Look = USUAL) -> Message:
    message = present(RESULT, table, Viewer(person, language, START, look=look))
    assert message is not None
    return message


def scene_of(message: Message) -> ResultScene:
    assert isinstance(message.picture, ResultScene)
    return message.picture


# --- who won, by what -------------------------------------------------------------------------------------------------


def test_a_deal_has_a_winner_by_its_own_points_and_tells_who_went_out(ends: dict[str, Table]) -> None:
    message = result(ends["deal"])
    scene = scene_of(message)
    assert (scene.headline, scene.ended, scene.winners) == ("Anna + Carla win deal 1", "Anna closed.", (0,))
    assert message.lines[0] == "Anna + Carla win deal 1."
    assert scene_of(result(ends["deal"], "it")).headline == "Anna + Carla vincono la smazzata 1"
    assert not scene.is_match


def test_a_match_has_the_winner_of_the_match_though_its_last_deal_may_have_another(ends: dict[str, Table]) -> None:
    scene = scene_of(result(ends["match"], "it"))
    assert scene.headline == "Anna + Carla vincono la partita"
    assert (scene.is_match, scene.vp, scene.winners) == (True, ("16", "4"), (0,))
    assert scene_of(result(ends["two"])).headline.endswith(" wins deal 1")
    trio = scene_of(result(ends["three"]))
    (winner,) = trio.winners
    assert trio.headline == f"{trio.sides[winner][0]} wins the match"
    assert (trio.ranking[winner], trio.totals[winner]) == ("6", max(trio.totals))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_private_message_begins_with_who_has_won_as_the_channel_s_does(
    ends: dict[str, Table], language: Language
) -> None:
    for how, table in ends.items():
        person = table.chairs[1].person
        message = present(HAND, table, Viewer(person, language, START))
        assert message is not None, how
        there = result(table, language, person)
        assert (message.lines[0], message.picture) == (there.lines[0], there.picture), how  # and not the last cards
    private = present(HAND, ends["deal"], Viewer(ends["deal"].chairs[1].person, "en", START))
    assert private is not None
    assert private.lines[:2] == ("Anna + Carla win deal 1.", "Anna closed.")


def test_the_turning_point_is_the_moviola_s_and_names_who_played_it(ends: dict[str, Table]) -> None:
    table = ends["match"]
    assert table.game is not None
    found = turning_point(table.game)
    assert found is not None
    name = table.chair(found.before.seat).name
    assert scene_of(result(table)).notes[0] == (
        f"Turning point: turn {found.turn}, by {name}. Anna + Carla gained {found.gain} points on the others."
    )
    assert "Anna + Carla guadagnano" in scene_of(result(table, "it")).notes[0]


def test_the_turning_point_is_by_who_played_it_also_where_somebody_else_sits_there_since(
    ends: dict[str, Table],
) -> None:
    table = ends["match"]
    assert table.game is not None
    found = turning_point(table.game)
    assert found is not None
    seat, record = found.before.seat, table.records[-1]
    after_it = next(place for place, line in enumerate(record.lines, 1) if line == turn_of(record, found.turn))
    lines = (*record.lines[:after_it], TableLine(Substitute(seat, "Eve")), *record.lines[after_it:])
    chairs = tuple([replace(one, person="p9", name="Eve") if one == table.chair(seat) else one for one in table.chairs])
    records = (*table.records[:-1], replace(record, lines=lines))
    now = replace(table, chairs=chairs, seatings=(*table.seatings[:-1], chairs), records=records)
    assert f"turn {found.turn}, by {table.chair(seat).name}." in scene_of(result(now)).notes[0]
    assert "Eve" in "".join(name for side in scene_of(result(now)).sides for name in side)


def test_who_takes_a_seat_after_the_deal_has_not_played_it(ends: dict[str, Table]) -> None:
    table = ends["deal"]
    for chair, seat in zip(table.chairs, table.code.seats, strict=True):
        now = after(table, (ADMIN, f"replace {seat} {EVE.id} {EVE.name}"))
        scenes = [scene_of(result(one)) for one in (table, now)]
        assert scenes[0].ended == scenes[1].ended == "Anna closed."
        assert scenes[0] == scenes[1]
        moviolas = [present_scored(MOVIOLA, one, Viewer("", "en", START)) for one in (table, now)]
        assert moviolas[0] is not None
        assert moviolas[1] is not None
        assert moviolas[0].lines == moviolas[1].lines
        sheets = [score_page(TableView(one, Viewer(EVE.id, "en", START))) for one in (table, next_deal(now))]
        assert sheets[0] is not None
        assert sheets[1] is not None
        assert names_on(sheets[0]) == names_on(sheets[1])
        pictures = [present_scored(SCORE, one, Viewer(EVE.id, "en", START)) for one in (table, now)]
        assert [one.picture.names for one in pictures if one and isinstance(one.picture, ScoreScene)] == [
            display_names(table, "en")
        ] * 2
        assert chair.person != EVE.id


def names_on(sheet: Json) -> tuple[str, set[str]]:
    """How the first deal ended, and whose hands are on its sheet."""
    deal = sheet["deals"][0]
    return deal["ended"], {hand["name"] for side in deal["sides"] for hand in side["hands"]}


def turn_of(record: DealRecord, number: int) -> Turn:
    return next(line for line in record.lines if isinstance(line, Turn) and line.number == number)


def test_while_the_next_deal_is_played_the_same_is_told_of_the_one_before(ends: dict[str, Table]) -> None:
    for how in ("deal", "three, a deal", "annulled"):
        before, now = result(ends[how]), result(next_deal(ends[how]))
        assert (now.picture, now.alt, now.anew) == (before.picture, before.alt, before.anew), how
        lines = [line for line in before.lines if not line.startswith("The next deal begins")]
        assert (list(now.lines), len(lines)) == (lines, len(before.lines) - 1)
        assert now.controls == ()


def test_the_longest_burraco_is_told_where_one_is_longer_than_every_other(ends: dict[str, Table]) -> None:
    assert scene_of(result(ends["deal"])).notes[1] == "Longest burraco: Bruno + Dario, 8 cards, run 2♥-9♥."
    table = ends["deal"]
    assert table.match is not None
    last = table.match.deals[-1]
    same = replace(last, scores=(last.scores[1], last.scores[1]))
    level = replace(table, match=replace(table.match, deals=(same,)))
    scene = scene_of(result(level))
    assert (scene.headline, scene.winners) == ("Deal 1 ends level", ())
    assert not [note for note in scene.notes if note.startswith("Longest")]


@pytest.mark.parametrize(("end", "headline", "ended"), [
    ("given up", "Bruno + Dario win the match", "Anna + Carla gave up the match."),
    ("given up later", "Anna + Carla win the match", "Bruno + Dario gave up the match."),
    ("annulled", "Deal 1 does not count", "Everyone agreed to annul the deal: it does not count."),
    ("broken off", "Deal 1 does not count", "An admin has ended the table: the deal does not count."),
])  # fmt: skip
def test_where_points_decided_nothing_no_deal_is_counted_up(
    ends: dict[str, Table], end: str, headline: str, ended: str
) -> None:
    message = result(ends[end])
    scene = scene_of(message)
    assert (scene.headline, scene.ended, scene.score) == (headline, ended, ())
    assert not [note for note in scene.notes if "oint" in note]
    assert ended in message.lines


def test_who_loses_on_time_ran_out_of_it() -> None:
    table = dealt(replace(FAST, rules="online", house="turn_seconds=60"))
    late = after(table, (CLOCK, "play t"))
    assert late.phase == OVER
    scene = scene_of(result(late))
    assert scene.ended.endswith(" ran out of time.")
    assert scene.score == ()
    assert scene_of(result(late, "it")).ended.endswith(" il tempo è scaduto.")


def test_a_deal_that_the_arbiter_ended_counts_as_it_stood(ends: dict[str, Table]) -> None:
    scene = scene_of(result(ends["by the arbiter"]))
    assert scene.ended == "The arbiter ended the deal as it stood."
    assert [side.total for side in scene.score] == list(scene.totals)
    assert [scene.totals[side] for side in scene.winners] == [max(scene.totals)]


# --- picture and words ------------------------------------------------------------------------------------------------


def words_of(text: str) -> set[str]:
    """Words and figures, without the signs around them."""
    return {word.strip(".,:()").casefold() for word in text.split()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_say_all_that_the_picture_says(ends: dict[str, Table], language: Language) -> None:
    for table in ends.values():
        message = result(table, language)
        scene = scene_of(message)
        all_words = words_of(f"{message.title} {message.alt}")
        captions = {*scene_words(language).values(), "–"}
        kinds = {kind: table_words.kind(language, kind) for kind in table_words.KINDS}
        for item in sheet_of(scene, USUAL).items:
            if isinstance(item, Label) and item.text not in captions:
                kind, _, count = item.text.partition(" ×")
                words = f"{kinds[kind]} {f'×{count}' if count else ''}" if kind in kinds else item.text
                assert words_of(words) <= all_words | words_of(" ".join(captions)), item.text
        for text in (scene.headline, scene.ended, *scene.notes):
            assert text in message.alt
        for text in (scene.headline, scene.ended, *scene.notes):
            assert text in message.brief
        for names in scene.sides:
            assert " + ".join(names) in message.brief
        if scene.score:
            assert len(message.brief) < len(message.alt)
        assert len(message.alt) <= 1024


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", SHAPES.values())
def test_every_end_can_be_drawn_in_every_look(ends: dict[str, Table], theme: str, width: int) -> None:
    for table in ends.values():
        for language in LANGUAGES:
            message = result(table, language, look=Look(theme, width=width))
            picture = draw(scene_of(message), message.look)
            assert picture.width == 720
            assert len(picture.png) <= 25_000


def test_ones_own_side_comes_first(ends: dict[str, Table]) -> None:
    table = ends["match"]
    scene = scene_of(result(table, person=BRUNO.id))
    assert scene.sides[0] == ("Bruno", "Dario")
    assert scene.winners == (1,)
    assert scene.totals == scene_of(result(table)).totals[::-1]


def test_the_result_says_nothing_before_the_first_deal_has_ended() -> None:
    for table in (lobby(), dealt()):
        assert present(RESULT, table, Viewer(now=START)) is None


# --- details on request -----------------------------------------------------------------------------------------------


def test_a_letter_brings_the_result_and_who_asks_gets_the_sheet(ends: dict[str, Table]) -> None:
    viewer = Viewer(now=START)
    for table in ends.values():
        letter, sheet = present_letter(SCORE, table, viewer), present_scored(SCORE, table, viewer)
        assert letter is not None
        assert sheet is not None
        assert (type(letter.picture), type(sheet.picture)) == (ResultScene, ScoreScene)
        assert letter.anew == sheet.anew


def test_a_result_that_comes_late_says_nothing_of_the_deal_that_is_played_meanwhile(ends: dict[str, Table]) -> None:
    begun = next_deal(ends["deal"])
    for actions in (0, 5, 40):
        later = played(begun, actions)
        assert later.in_turn
        late = scene_of(result(later))
        first = scene_of(result(ends["deal"]))
        assert late == first
        for person in ("", ANNA.id):
            other = swapped(later, later.seat_of(person), chance(str(actions)))
            assert mark_of(result(other, person=person)) == mark_of(result(later, person=person))


def every_message(table: Table, language: Language) -> Iterator[Message]:
    for person in ("", ANNA.id, BRUNO.id):
        for kind in KINDS:
            message = present(kind, table, Viewer(person, language, START))
            if message is not None:
                yield message


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_carries_sixty_four_hex_digits(ends: dict[str, Table], language: Language) -> None:
    sealed = after(lobby(), (BRUNO, "join"), (CARLA, "join"), (DARIO, "join"), (ANNA, f"start {SEED}"))
    between = after(ends["deal"], (CLOCK, f"seal {NEXT}"))
    tables = [*ends.values(), dealt(), after(sealed, (CLOCK, f"seal {SEED}")), between]
    count = 0
    for table in tables:
        for message in every_message(table, language):
            count += 1
            words = [message.title, *message.lines, *message.narrow, message.alt, message.brief]
            assert not HEX.search("\n".join(words))
    assert count > 3 * len(tables)


def test_names_as_long_as_can_be_fit_an_alternative_text_in_short(ends: dict[str, Table]) -> None:
    table = ends["match"]
    chairs = tuple(Chair(chair.person, f"{number}" * 24) for number, chair in enumerate(table.chairs))
    long = replace(table, chairs=chairs, seatings=(*table.seatings[:-1], chairs))
    for language in LANGUAGES:
        assert len(result(long, language).brief) <= 1024
