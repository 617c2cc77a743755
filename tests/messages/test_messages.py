"""What messages say and offer beside the plain play: the lobby, consent, absence, pauses, clocks, the end of a deal."""

from dataclasses import replace

import pytest

from bot.adapters.discord.components import view_of
from bot.adapters.telegram.keyboards import keyboard
from bot.host.door import letters
from bot.messages.buttons import Ask, Press, Verb, decode
from bot.messages.message import Message, Row
from bot.messages.player_page import player_message
from bot.messages.presenter import HAND, KINDS, RESULT, SCORE, TABLE, present
from bot.messages.table_lines import occasion
from bot.messages.text_score import _cards
from bot.tables.commands import Decided, decide
from bot.tables.table import LOBBY, Settings, Table
from bot.tables.who import Who
from bot.views.viewer import Viewer
from bot.words.languages import LANGUAGES
from bot.words.table_words import SUITS
from renderers.scenes import ScoreScene
from tests.gateway.chatting import action_of, offered, verb_of
from tests.tables.playing import (
    ANNA,
    BRUNO,
    CARLA,
    CLOCK,
    DARIO,
    EVE,
    FAST,
    SEED,
    START,
    after,
    dealt,
    full,
    lobby,
    person_in_turn,
)
from tests.tables.test_match_play import turn

PUBLIC = Viewer(language="en", now=START)


def message(table: Table, kind: str = TABLE, reader: Viewer = PUBLIC) -> Message:
    found = present(kind, table, reader)
    assert found is not None
    return found


def verbs(screen: Message) -> list[str]:
    return [verb or "act" for verb in [verb_of(one) for one in offered(screen)]]


def mine(table: Table, person: str, language: str = "en") -> Message:
    return message(table, HAND, Viewer(person, language, START))


# --- the lobby --------------------------------------------------------------------------------------------------------


LOBBY_VERBS = "computer remove start leave rules setup hand".split()


def test_the_lobby_says_who_plays_with_whom_and_offers_each_seat_with_its_side_or_who_sits_there() -> None:
    table = after(lobby(), (BRUNO, "join S"), (CARLA, "join"))
    screen = message(table)
    assert "North-South: Anna and Bruno" in screen.lines
    assert "East-West: Carla and a free seat" in screen.lines
    assert [one.press.request.argument for one in offered(screen) if verb_of(one) == Verb.JOIN] == ["W", ""]  # type: ignore[union-attr]  # such a button asks for something
    assert verbs(screen) == ["seat", "seat", "seat", "join", "join", *LOBBY_VERBS]
    assert [one.label for one in offered(screen)][:4] == ["Anna", "Bruno", "Carla", "Join East-West"]


@pytest.mark.parametrize(("language", "line"), [
    ("en", "East-West: 2 free seats."), ("it", "Est-Ovest: 2 posti liberi."),
])  # fmt: skip
def test_a_side_without_anybody_is_said_to_be_free_once(language: str, line: str) -> None:
    found = message(lobby(), reader=replace(PUBLIC, language=language)).lines
    assert line.rstrip(".") in [one.rstrip(".") for one in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("settings", [FAST, replace(FAST, players=2), replace(FAST, rules="three-player", players=3)])
def test_the_buttons_of_a_lobby_keep_their_places_through_its_whole_life(language: str, settings: Settings) -> None:
    long = Who("p9", "Massimiliano Alessandro il Terzo di Savoia")
    tables = [lobby(settings)]
    for who, command in (
        (long, "join"), (ANNA, "computer"), (BRUNO, "join"), (CARLA, "join"), (DARIO, "join"), (EVE, "join"),
        (long, "leave"), (BRUNO, "leave"), (CARLA, "leave"), (ANNA, "computer"), (ANNA, "leave"),
    ):  # fmt: skip
        outcome = decide(tables[-1], who, command, START)
        tables += [outcome.table] if isinstance(outcome, Decided) and outcome.table.phase == LOBBY else []
    assert len(tables) > 6
    screens = [message(table, reader=Viewer(language=language, now=START)) for table in tables]
    keys = [keyboard(screen.controls) for screen in screens]
    rows = [[[place(button["callback_data"]) for button in row] for row in one] for one in keys if one]
    assert len(rows) == len(tables)
    assert all(one == rows[0] for one in rows)
    views = [view_of(screen.controls) for screen in screens]
    places = [[(item.row, place(item.custom_id)) for item in one.children] for one in views if one]  # type: ignore[attr-defined]  # the rows of a view are its children
    assert len(places) == len(tables)
    assert all(one == places[0] for one in places)


def place(text: object) -> str:
    """What a button is about, whoever sits there now."""
    press = decode(str(text))
    assert isinstance(press, Press)
    assert isinstance(press.request, Ask)
    if press.request.verb == Verb.REMOVE:
        return "remove"
    return str(press.request).replace("seat", "join").replace("Verb.SEAT", "Verb.JOIN")


def test_start_says_who_may_press_it_and_what_it_waits_for() -> None:
    start = [one for one in offered(message(lobby())) if verb_of(one) == Verb.START]
    assert [one.label for one in start] == ["Start (Anna): 3 seats to computers…"]
    assert any(line.startswith("Anna, or an admin, presses Start") for line in message(lobby()).lines)
    italian = message(full(), reader=Viewer(language="it", now=START))
    assert [one.label for one in offered(italian) if verb_of(one) == Verb.START] == ["Comincia (Anna)"]
    assert any("si sorteggiano i posti" in line for line in italian.lines)


def test_a_full_lobby_offers_the_waiting_list_and_names_who_waits() -> None:
    table = after(full(), (EVE, "join"))
    screen = message(table, reader=Viewer(language="it", now=START))
    assert "In lista d'attesa: Eve." in screen.lines
    assert "Tutti i posti sono occupati: chi preme Entra va in lista d'attesa." in screen.lines
    assert [one.label for one in offered(screen) if one.press.request == Ask(Verb.JOIN)] == ["Entra"]


def test_a_computer_can_be_seated_and_removed() -> None:
    table = after(lobby(), (ANNA, "computer"))
    removing = next(one for one in offered(message(table)) if verb_of(one) == Verb.REMOVE)
    assert message(after(table, (ANNA, f"remove {removing.press.request.argument}"))).lines  # type: ignore[union-attr]  # such a button asks for something


@pytest.mark.parametrize(
    ("language", "removes", "none"),
    [("en", "Remove a computer player", "No computer player"), ("it", "Togli un computer", "Nessun computer")],
)
def test_no_computer_is_offered_to_be_removed_where_none_sits(language: str, removes: str, none: str) -> None:
    def labels(table: Table) -> list[str]:
        screen = message(table, reader=Viewer(language=language, now=START))
        return [one.label for one in offered(screen) if verb_of(one) == Verb.REMOVE]

    table = after(lobby(), (ANNA, "computer"))
    assert labels(lobby()) == [none]
    assert labels(table) == [removes]
    (seat,) = [seat for seat in table.code.seats if table.chair(seat).computer]
    assert labels(after(table, (ANNA, f"remove {seat}"))) == [none]
    assert labels(full()) == [none]


def test_a_table_of_two_is_joined_by_the_seat() -> None:
    screen = message(lobby(replace(FAST, players=2)))
    assert [one.label for one in offered(screen)][:2] == ["Anna", "Join South"]


def test_people_of_one_name_are_told_apart_in_the_lobby() -> None:
    long = "Massimiliano Alberti"
    one, other, waits = Who(BRUNO.id, long), Who(CARLA.id, long), Who(EVE.id, long)
    table = after(lobby(), (one, "join S"), (other, "join E"), (Who(DARIO.id, "Anna"), "join W"), (waits, "join"))
    screen = message(table)
    taken = [one.label for one in offered(screen) if verb_of(one) == Verb.SEAT]
    assert taken == ["Anna", "Massimilian… (2)", "Massimiliano Al…", "Anna (2)"]
    assert f"East-West: {long} and Anna (2)" in screen.lines
    assert any(f"{long} (3)" in line for line in screen.lines)


def test_the_lobby_says_who_of_two_of_one_name_may_start() -> None:
    table = after(lobby(), (Who(BRUNO.id, "Anna"), "join E"), (ANNA, "join W"))
    (start,) = [one for one in offered(message(table)) if verb_of(one) == Verb.START]
    assert start.label == "Start (Anna (2)): 2 seats to computers…"


def test_people_of_one_name_are_told_apart_where_they_are_away_silent_or_not_reached() -> None:
    other = Who(CARLA.id, "Bruno")
    table = after(lobby(), (BRUNO, "join S"), (other, "join W"), (DARIO, "join E"))
    reader = replace(PUBLIC, unreached=frozenset({other.id}))
    assert "Bruno (2) has not opened the private chat" in "\n".join(message(table, reader=reader).lines)
    begun = after(table, (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"), (other, "leave"))
    assert "A computer player plays for Bruno (2)" in "\n".join(message(begun).lines)


def test_a_lobby_that_was_given_up_has_no_buttons() -> None:
    screen = message(after(lobby(), (ANNA, "leave")))
    assert (screen.lines[0], screen.controls) == ("This table is closed.", ())


def test_before_the_first_deal_the_drawing_and_the_commitment_are_told() -> None:
    table = after(full(), (ANNA, "start " + "00" * 32), (CLOCK, "seal " + "00" * 31 + "07"))
    assert "The deck is fixed. Verify shows its commitment." in message(table).lines
    assert verbs(message(table)) == ["verify"]
    assert present(HAND, table, Viewer(ANNA.id)) is None


# --- a deal -----------------------------------------------------------------------------------------------------------


def test_who_is_in_turn_is_told_on_the_public_message_only() -> None:
    table = dealt()
    who = person_in_turn(table)
    screen = message(table)
    assert screen.lines[0].startswith(f"{who.name}'s turn: ")
    assert verbs(screen) == ["hand", "act", "act", "score", "rules", "look"]
    others = [one for one in (ANNA, BRUNO, CARLA, DARIO) if one.id != who.id]
    assert [who.name in " ".join(mine(table, one.id).lines) for one in others] == [False] * 3


def test_everybody_s_consent_is_asked_on_both_messages_and_given_by_a_button() -> None:
    table = after(dealt(), (ANNA, "propose annul"))
    assert {"agree", "refuse"} <= set(verbs(message(table)))
    assert {"agree", "refuse"} <= set(verbs(mine(table, BRUNO.id)))
    assert "agree" not in verbs(mine(table, ANNA.id))
    assert any("Bruno" in line and "Anna" not in line for line in message(table).lines)


def test_a_stand_in_is_offered_when_somebody_is_silent_and_the_owner_can_return() -> None:
    table = dealt()
    who = person_in_turn(table)
    silent = after(table, (CLOCK, "offer"), at=START + 300_000)
    assert "standin" in verbs(message(silent))
    other = next(one for one in (ANNA, BRUNO) if one.id != who.id)
    replaced = after(silent, (other, "standin"), at=START + 300_000)
    assert any("computer" in line for line in message(replaced).lines)
    assert verbs(mine(replaced, who.id))[0] == "return"
    assert not [one for one in offered(mine(replaced, who.id)) if action_of(one)]


def test_a_paused_table_says_so_and_can_be_resumed() -> None:
    table = after(dealt(), (ANNA, "pause"))
    screen = message(table)
    assert "paused" in screen.lines[0]
    assert verbs(screen) == ["hand", "resume", "score", "rules", "look"]
    assert not [one for one in offered(mine(table, person_in_turn(table).id)) if action_of(one)]


def test_the_clock_of_the_turn_is_told_to_everybody_and_to_its_player() -> None:
    table = dealt(replace(FAST, rules="fitab", house="clock_scale=2"))
    assert "left" in message(table).lines[0]
    assert "left" in mine(table, person_in_turn(table).id).lines[0]


def test_a_hand_names_its_table_and_channel() -> None:
    table = dealt()
    screen = message(table, HAND, Viewer(ANNA.id, "it", START, where="Il circolo"))
    assert screen.title == "Tavolo ROSSO · smazzata 1/2 · Il circolo"


# --- its end ----------------------------------------------------------------------------------------------------------


def test_the_end_of_a_deal_takes_the_buttons_of_the_table_and_brings_the_score() -> None:
    table = after(dealt(), (ANNA, "resign"))
    assert message(table).controls == ()
    assert verbs(message(table, RESULT)) == ["rematch", "score", "moviola", "record", "verify"]
    assert verbs(message(table, SCORE)) == ["moviola", "record", "verify"]
    again = after(table, (ANNA, "rematch"))
    assert [present(kind, again, PUBLIC) for kind in KINDS] == [None] * len(KINDS)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_score_in_short_says_every_item_and_no_card(language: str) -> None:
    table = after(dealt(), (ANNA, "resign"))
    screen = message(table, SCORE, Viewer(language=language, now=START))
    short, whole = screen.brief.splitlines(), screen.alt.splitlines()
    assert set(short) < set(whole)
    assert len(short) == len([line for line in whole if not set(line) & set(SUITS)])
    assert len(screen.brief) <= 1024


def test_an_annulled_deal_is_followed_by_another_occasion() -> None:
    table = dealt()
    annulled = after(table, *[(who, command) for who, command in zip(
        (ANNA, BRUNO, CARLA, DARIO), ("propose annul", "agree", "agree", "agree"), strict=True)])  # fmt: skip
    assert occasion(annulled) == occasion(table)
    assert verbs(message(annulled, RESULT)) == ["ready", "score", "moviola", "record", "verify"]
    sealed = after(annulled, (CLOCK, "seal " + "00" * 31 + "08"), (CLOCK, "deal"))
    assert occasion(sealed) != occasion(table)


def test_every_kind_of_letter_can_be_shown() -> None:
    table = after(dealt(), (ANNA, "resign"))
    assert {letter.kind for letter in letters(table)} <= set(KINDS)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_control_is_a_row_of_at_most_five_or_a_list(language: str) -> None:
    for table in (lobby(), full(), dealt(), after(dealt(), (ANNA, "propose annul"))):
        for control in message(table, reader=Viewer(language=language, now=START)).controls:
            assert not isinstance(control, Row) or 0 < len(control.buttons) <= 5


# --- pictures and their words -----------------------------------------------------------------------------------------


def test_who_gives_up_ahead_does_not_lead_on_the_sheet() -> None:
    table = turn(turn(turn(turn(dealt(replace(FAST, rules="fitab"), f"{6:064x}")))))
    picture = message(after(table, (ANNA, "resign")), SCORE).picture
    assert isinstance(picture, ScoreScene)
    assert picture.totals[0] > picture.totals[1]
    assert picture.winners == (1,)
    assert [len(side) for side in picture.sides] == [2, 2]


def test_a_table_that_is_over_has_nothing_left_to_draw() -> None:
    over = after(dealt(), (ANNA, "resign"))
    lines = message(over).alt.splitlines()
    assert lines[0].startswith("Stock ")
    assert "left to draw" not in message(over).alt
    assert "left to draw" in message(dealt()).alt


def test_the_words_of_a_sheet_number_the_melds_and_tell_what_counts_double() -> None:
    side = {"melds": [{"cards": ["3h", "4h", "5h"], "kind_words": "", "bonus": 0, "points": 15}], "hands": []}
    side["melds"] += [{"cards": ["7h", "7d", "7c"], "kind_words": "pulito", "bonus": 200, "points": 45}]
    side["hands"] += [{"name": "Ivo", "cards": ["3h"], "points": -10, "doubled": True}]
    assert list(_cards("en", side)) == [
        "1. 3♥ 4♥ 5♥: 15",
        "2. 7♥ 7♦ 7♣: pulito 200 + 45",
        "Ivo, left in hand: 3♥ (−10, ×2)",
    ]


def test_a_players_card_says_which_kind_it_counts_beside_what_there_is_between_two() -> None:
    kind = {"title": "A coppie", "figures": [["Partite", "12"]], "form": [1], "ranked": 12}
    page = {
        "name": "Nora",
        "empty": "",
        "kinds": [kind],
        "quotes": [],
        "own": [],
        "notes": ["Contro di te: 3 partite."],
    }
    assert player_message("it", page).alt.splitlines()[-1] == "A coppie. Contro di te: 3 partite."
