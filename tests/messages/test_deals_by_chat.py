"""Whole deals played through the messages' own controls, in two languages, by every code and number of players.

After every press: nobody is shown a card that their view does not show, everything fits, old messages have no buttons.
"""

import re
from collections import Counter
from random import Random

import pytest

from bot.gateway.inbound.presses import request_of_choice
from bot.messages.buttons import Ask, Verb, encode
from bot.messages.fitting import caption, plain, signs
from bot.messages.marks import mark_of
from bot.messages.message import Button, Menu, Message, Option, Row, Ticks
from bot.messages.presenter import HAND, TABLE, present
from bot.requests.hand_drafts import Arrange
from bot.requests.openings import Open
from bot.tables.table import LOBBY, OVER, PAUSE, PLAYING, Table
from bot.views.viewer import Viewer
from engine.actions import DRAW, PICK_UP, Discard, format_action
from engine.cards import parse_card
from engine.rules import load_rules
from engine.view import view
from renderers.scenes import HandScene, ResultScene, TableScene
from tests.chance import chance
from tests.gateway.chatting import ChatMessage, Hall, action_of, offered, pick, verb_of
from tests.requests.serving import NAMES, World, run, think
from tests.views.swapping import swapped

CHANNEL = "c1"
CARD = re.compile(r"(?:10|[A2-9JQK])[♥♦♣♠]")
PUBLIC_ACTIONS = (DRAW, PICK_UP)
PLAYED = [("febur", 4), ("online", 2), ("three-player", 3), ("fitab", 4), ("fibur", 2), ("international", 4)]


class Evening:
    """Some people at one table, each with their own language; what they press is drawn by lot."""

    def __init__(self, hall: Hall, table: Table, people: list[str], rng: Random) -> None:
        self.hall, self.table, self.people, self.rng = hall, table, people, rng
        self.turns = 0
        self.checked: dict[str, ChatMessage] = {}
        self.verbs: Counter[str] = Counter()

    def account(self, person: str) -> str:
        return NAMES[self.people.index(person)].lower()

    def message(self, place: str) -> Message:
        return self.hall.platform.live(place)[-1]

    async def press(self, person: str, one: Button | Option) -> None:
        self.verbs[str(verb_of(one) or "act")] += 1
        for answer in await self.hall.press(person, one):
            self.fits(answer)
            sure = pick(self.rng, answer, Verb.SURE)
            if sure is not None:
                await self.hall.press(person, sure)
        await self.hall.post()
        self.table = await self.hall.world.now_of(self.table)
        await self.check()

    async def choose(self, person: str, ticks: Ticks) -> None:
        """Some cards at once, as a platform with menus sends them."""
        names = [option.name for option in ticks.options]
        draft = await self.hall.draft(person, self.table)
        some = self.rng.sample(names, min(3, len(names)))
        request = request_of_choice(ticks.press.table, draft, names, some)
        assert isinstance(request, Arrange)
        await self.hall.do(person, self.table, request)
        await self.hall.post()
        now = await self.hall.draft(person, self.table)
        assert sorted(now.ticked) == sorted(parse_card(name[:2]) for name in some)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """One press of the person in turn, out of what their message, or the channel's, offers."""
        person = self.table.chair(self.table.in_turn).person
        mine, public = self.message(self.account(person)), self.message(CHANNEL)
        takes = [one for one in (*offered(mine), *offered(public)) if action_of(one) in PUBLIC_ACTIONS]
        actions = [one for one in offered(mine) if action_of(one) is not None]
        if takes or (actions and pick(self.rng, mine, Verb.CLOSE)):
            self.turns += not takes
            await self.press(person, self.rng.choice(takes or actions))
            return
        away = [one for one in actions if isinstance(action_of(one), Discard)]
        best = [one for one in actions if one not in away]
        cards = next((one for one in mine.controls if isinstance(one, Ticks)), None)
        lay = pick(self.rng, mine, Verb.LAY, Verb.MATTA)
        suggest, drop = pick(self.rng, mine, Verb.SUGGEST), pick(self.rng, mine, Verb.DROP)
        chosen_one: Button | Option | None = None
        if best and self.rng.random() < 0.4:
            chosen_one = self.rng.choice(best)
        elif suggest is not None and self.rng.random() < 0.8:
            chosen_one = suggest
        elif lay is not None and self.rng.random() < 0.5:
            chosen_one = lay
        elif self.rng.random() < 0.15:
            chosen_one = pick(self.rng, mine, Verb.TICK, Verb.TARGET, Verb.SORT, Verb.WHY, Verb.BACK, Verb.TABLE)
        elif cards is not None and self.rng.random() < 0.1:
            await self.choose(person, cards)
            return
        if chosen_one is None and away:
            self.turns += 1
            chosen_one = self.rng.choice(away)
        clear = pick(self.rng, mine, Verb.CLEAR)  # of cards that cannot be laid, or the same is refused for ever
        await self.press(person, chosen_one or drop or suggest or clear or lay or next(iter(offered(mine))))

    # --- checking -----------------------------------------------------------------------------------------------------

    async def check(self) -> None:
        for reference, message in self.hall.platform.messages.items():
            if self.checked.get(reference) is not message and not message.removed:
                self.fits(message.message)
                self.belongs(message)
                self.checked[reference] = message
        if self.table.phase == PLAYING and self.rng.random() < 0.05:
            await self.blind()

    def belongs(self, chat_message: ChatMessage) -> None:
        """A picture is of its reader's own view, and a channel gets no button with a card."""
        picture, message = chat_message.message.picture, chat_message.message
        if chat_message.chat.private:
            if isinstance(picture, HandScene):
                person = self.people[[name.lower() for name in NAMES].index(chat_message.chat.id)]
                assert picture.view.viewer == picture.seat == self.table.seat_of(person)
            return
        assert picture is None or isinstance(picture, TableScene | ResultScene)
        assert not isinstance(picture, TableScene) or picture.view.viewer == "table"
        for one in offered(message):
            assert not CARD.search(one.label)
            assert isinstance(one.press.request, Ask) or one.press.request in PUBLIC_ACTIONS

    def fits(self, message: Message) -> None:
        """Every limit of both platforms."""
        assert signs(caption(message, 1024)) <= 1024
        assert signs(plain(message, 2000)) <= 2000
        lines = [-(-len(one.options) // 25) if isinstance(one, Menu | Ticks) else 1 for one in message.controls]
        assert sum(lines) <= 5
        assert all(0 < len(one.buttons) <= 5 for one in message.controls if isinstance(one, Row))
        for one in offered(message):
            assert 0 < signs(one.label) <= 80
            assert len(encode(one.press)) <= 64
        for control in message.controls:
            if isinstance(control, Ticks):
                assert len({option.name for option in control.options}) == len(control.options)
        assert not message.notify or message.ping

    async def blind(self) -> None:
        """Cards that a reader does not see lie elsewhere: they are shown the same."""
        for person in ("", *self.people):
            reader = await self.hall.reader(person, self.table) if person else Viewer(now=self.hall.world.now)
            other = swapped(self.table, self.table.seat_of(person), self.rng)
            for kind in (TABLE, HAND):
                message, same = present(kind, self.table, reader), present(kind, other, reader)
                assert (message and mark_of(message)) == (same and mark_of(same)), kind


async def seated(world: World, rules: str, players: int, hands: int = 1) -> Evening:
    """Everybody joins and the opener starts, all by the lobby's buttons."""
    hall = Hall(world)
    people = [
        await world.person(name, "discord", "it" if number % 2 else "en") for number, name in enumerate(NAMES[:players])
    ]
    length = "" if load_rules(rules).target else f" hands={hands}"
    options = f"players={players}{length}" if hands in load_rules(rules).hands_allowed else f"players={players}"
    opened = await world.done(people[0], Open(rules, channel=f"discord:{CHANNEL}", options=options))
    table = await world.table(opened.table)
    evening = Evening(hall, table, people, chance(f"{rules} {players}"))
    await hall.post()
    for person in people[1:]:
        join = pick(evening.rng, evening.message(CHANNEL), Verb.JOIN)
        assert join is not None
        await evening.press(person, join)
    start = pick(evening.rng, evening.message(CHANNEL), Verb.START)
    assert start is not None
    await evening.press(people[0], start)
    evening.table = await world.until(evening.table, PLAYING)
    await hall.post()
    return evening


@pytest.mark.parametrize(("rules", "players"), PLAYED)
def test_a_deal_is_played_by_what_the_messages_offer(rules: str, players: int) -> None:
    async def work(world: World) -> None:
        evening = await seated(world, rules, players)
        platform = evening.hall.platform
        before = platform.places[CHANNEL]
        assert [one.live for one in platform.messages.values() if one.message.anew == LOBBY] == [False]
        while evening.table.phase == PLAYING:
            await evening.play()
        assert evening.table.phase in (PAUSE, OVER)
        assert platform.places[CHANNEL] - before <= 3 * evening.turns
        live = platform.live(CHANNEL)
        assert [isinstance(message.picture, ResultScene) for message in live] == [False, True]
        assert live[0].controls == ()
        assert len(platform.live("anna")) == 1
        assert {"join", "start", "act", "drop", "suggest"} <= set(evening.verbs)

    run(work)


def test_the_next_deal_is_a_new_message_and_the_old_one_has_no_buttons() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2, hands=2)
        while evening.table.phase == PLAYING:
            await evening.play()
        first = evening.table.records[0].tags["Commitment"]
        for person in evening.people:
            ready = pick(evening.rng, evening.message(evening.account(person)), Verb.READY)
            assert ready is not None
            await evening.press(person, ready)
        evening.table = await world.until(evening.table, PLAYING)
        await evening.hall.post()
        messages = list(evening.hall.platform.messages.values())
        tables = [one for one in messages if isinstance(one.message.picture, TableScene)]
        assert [(one.live, one.removed) for one in tables] == [(False, False), (True, False)]
        hands = [one for one in messages if one.chat.id == "anna"]
        assert [(one.live, one.removed) for one in hands] == [(False, True), (True, False)]
        assert hands[1].message.anew != first[:10]
        sheets = [one for one in messages if isinstance(one.message.picture, ResultScene) and not one.chat.private]
        (sheet,) = [one.message for one in sheets]
        assert isinstance(sheet.picture, ResultScene)
        assert (sheet.title, sheet.picture.title) == (f"Table {evening.table.label} · after deal 1",) * 2

    run(work)


def test_a_sheet_that_is_late_stands_above_the_next_deal_and_bears_its_own_number() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "fibur", 2, hands=2)
        await evening.hall.post()
        while evening.table.phase == PLAYING:  # the chats are out of reach for a while
            assert evening.table.game is not None
            seat = evening.table.in_turn
            action = await think("", view(evening.table.game.deal, seat))
            play = f"play {format_action(action)}"
            evening.table = await world.said(evening.table.chair(seat).person, evening.table.label, play)
        for person in evening.people:
            await world.said(person, evening.table.label, "ready")
        evening.table = await world.until(evening.table, PLAYING)
        await evening.hall.post()
        world.now += 60_000
        await evening.hall.post()
        messages = [one.message for one in evening.hall.platform.messages.values() if one.chat.id == CHANNEL]
        assert [type(one.picture) for one in messages] == [type(None), TableScene, ResultScene, TableScene]
        assert [one.title.partition(" · ")[2] for one in messages[2:]] == ["after deal 1", "deal 2/2"]

    run(work)


def test_who_is_not_in_turn_gets_no_edit_while_the_others_play() -> None:
    async def work(world: World) -> None:
        evening = await seated(world, "febur", 4)
        places = evening.hall.platform.places
        waiting = evening.table.code.order_from(evening.table.code.seats.index(evening.table.in_turn))[2:]
        chairs = [evening.table.chairs[number].person for number in waiting]
        before = [places[evening.account(person)] for person in chairs]
        first = evening.table.in_turn
        while evening.table.in_turn == first:
            await evening.play()
        assert [places[evening.account(person)] for person in chairs] == before

    run(work)
