"""A table that stands still between two deals, or whose host was away there; and who is silent under a short clock."""

import pytest

from bot.durations import HOUR, MINUTE, SECOND
from bot.messages.buttons import Verb
from bot.messages.presenter import HAND, RESULT, TABLE, present
from bot.tables.table import PAUSE, PLAYING, Settings, Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from tests.gateway.chatting import Hall
from tests.messages.test_messages import PUBLIC, message, verbs
from tests.requests.serving import World, run
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, SEED, START, after, dealt, full, person_in_turn
from tests.tables.test_missed_turns import a_lap, another

OTHERS = (BRUNO, CARLA, DARIO)
AGREED = [(who, "agree") for who in OTHERS]
ITALIAN = Viewer(language="it", now=START)


def between() -> Table:
    """The first deal was annulled; the next one comes by itself."""
    return after(dealt(), (ANNA, "propose annul"), *AGREED, (CLOCK, f"seal {SEED}"))


# --- who is absent ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_stand_in_is_told_of_in_one_line_as_long_as_it_plays(language: str) -> None:
    table = dealt()
    who, other = person_in_turn(table), another(table)
    away = after(table, (CLOCK, "ping"), (CLOCK, "offer"), (other, "standin"))
    for reader in ("", who.id, other.id):
        lines = message(away, TABLE, Viewer(reader, language, START)).lines
        assert len([line for line in lines if "computer" in line]) == 1
    back = after(away, (who, "return"))
    assert [line for line in message(back).lines if "computer" in line] == []
    assert f"{who.name} takes the cards and plays on." in message(back).lines


# --- between two deals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [TABLE, RESULT])
def test_between_two_deals_a_pause_is_told_and_can_be_ended(kind: str) -> None:
    paused = message(after(between(), (ANNA, "pause")), kind)
    assert "The table is paused: clocks and computer players are stopped." in paused.lines
    assert Verb.RESUME in verbs(paused)
    assert not [line for line in paused.lines if line.startswith("The next deal begins")]
    resumed = message(after(between(), (ANNA, "pause"), (BRUNO, "resume")), kind)
    assert Verb.RESUME not in verbs(resumed)


def test_between_two_deals_an_adjournment_is_told_and_nobody_is_asked_whether_they_are_ready() -> None:
    table = after(between(), (ANNA, "propose adjourn 2"), *AGREED)
    for kind, reader in ((RESULT, PUBLIC), (HAND, Viewer(ANNA.id, "en", START))):
        screen = message(table, kind, reader)
        assert Verb.RESUME in verbs(screen)
        assert Verb.READY not in verbs(screen)
    assert any(line.startswith("Everyone agrees: the match is adjourned for 2 days") for line in message(table).lines)


def test_the_next_deal_has_no_time_while_the_table_stands_still() -> None:
    table = between()
    assert table_page(table, "t", Viewer())["table"]["next_deal"] > START
    assert table_page(after(table, (ANNA, "pause")), "t", Viewer())["table"]["next_deal"] == 0


@pytest.mark.parametrize("kind", [TABLE, RESULT])
def test_an_outage_between_two_deals_is_told_there_and_in_the_first_turn(kind: str) -> None:
    table = after(between(), (CLOCK, f"restarted {START + SECOND}"), at=START + HOUR + SECOND)
    away = "Non sono stato in linea per 1 ora. Nulla è andato perso, e gli orologi sono rimasti fermi."
    assert away in message(table, kind, ITALIAN).lines
    playing = after(table, (CLOCK, "deal"), at=START + HOUR + MINUTE)
    assert away in message(playing, TABLE, ITALIAN).lines


def test_what_an_older_table_paused_too_early_can_be_resumed() -> None:
    table = after(full(), (ANNA, f"start {SEED}"), (ANNA, "pause"))
    screen = message(table)
    assert screen.lines == ("The table is paused: clocks and computer players are stopped.",)
    assert verbs(screen) == ["resume"]


def test_a_channel_sees_that_play_is_adjourned_between_two_deals() -> None:
    async def work(world: World) -> None:
        hall = Hall(world)
        anna, bruno = await world.people(2)
        await world.service.note_channel("discord:1", "x", "en")
        table = await world.open(anna, "discord:1", "players=2 pace=0 hands=3")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.until(table, PLAYING)
        await world.said(anna, table.label, "propose annul")
        await world.said(bruno, table.label, "agree")
        await world.said(anna, table.label, "propose adjourn")
        assert (await world.said(bruno, table.label, "agree")).phase == PAUSE
        await hall.post()
        lines = [line for screen in hall.platform.messages.values() if screen.live for line in screen.message.lines]
        assert "Everyone agrees: the match is adjourned. Anyone who sits here can resume it." in lines
        refused = await world.say(anna, table.label, "ready")
        assert (refused.done, refused.words) == (False, "The table is paused.")

    run(work)


# --- which deal -------------------------------------------------------------------------------------------------------


def test_a_deal_that_was_annulled_and_the_one_in_its_place_have_one_number() -> None:
    table = between()
    assert table_page(dealt(), "t", Viewer())["table"]["deal"] == 1
    assert table_page(table, "t", Viewer())["table"]["deal"] == 1
    assert "deal 1" in message(table, RESULT).title.lower()
    assert table_page(after(table, (CLOCK, "deal")), "t", Viewer())["table"]["deal"] == 1


# --- silence ----------------------------------------------------------------------------------------------------------


def test_who_let_two_turns_run_out_is_told_of_so() -> None:
    table = a_lap(a_lap(dealt(Settings(rules="fitab", house="clock_scale=1", pace=0))))
    table = after(table, (CLOCK, "offer"))
    name = person_in_turn(table).name
    screen = message(table, reader=ITALIAN)
    words = f"{name} ha lasciato scadere gli ultimi 2 turni. Può giocare un'altra persona, o un computer, con le stesse"
    assert any(line.startswith(words) for line in screen.lines)
    assert Verb.STANDIN in verbs(screen)


def test_a_reminder_says_once_that_it_is_their_turn() -> None:
    table = after(dealt(), (CLOCK, "ping"), (CLOCK, "remind"), at=START + 3 * MINUTE)
    who = person_in_turn(table)
    screen = present(HAND, table, Viewer(who.id, "it", START))
    assert screen is not None
    assert screen.lines[0] == f"{who.name}, il tavolo ROSSO ti aspetta da 3 minuti."
    assert len([line for line in screen.lines if "tocca a te" in line.lower()]) == 1


@pytest.mark.parametrize("days", [0, 2], ids=["live", "over days"])
def test_a_hand_that_calls_somebody_to_their_turn_says_so_once(days: int) -> None:
    table = after(dealt(Settings(days=days)), (CLOCK, "ping"), at=START + MINUTE)
    screen = present(HAND, table, Viewer(person_in_turn(table).id, "it", START))
    assert screen is not None
    assert screen.notify
    assert len([line for line in screen.lines if "tocca a te" in line.lower()]) == 1


def test_with_a_short_clock_an_absent_player_is_pinged_and_a_computer_takes_their_cards() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, "", "rules=fitab clock=turn pace=0")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        now = await world.until(table, PLAYING)
        pinged = 0
        while now.offered < 0:
            assert now.phase == PLAYING
            pinged += now.pinged >= 0
            if now.paused:  # nobody has played for two laps: one of them is there again
                await world.said(anna, table.label, "resume")
            await world.tick()
            now = await world.now_of(table)
        assert pinged
        (helper,) = {anna, bruno} - {now.chair(now.in_turn).person}
        assert (await world.said(helper, table.label, "standin")).chair(now.in_turn).computer

    run(work)
