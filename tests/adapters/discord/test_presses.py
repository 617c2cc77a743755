"""Buttons and menus in all states: pressed twice, by somebody else, made up, out of date; hands seen by one alone."""

from bot.messages.buttons import Verb
from engine.actions import DRAW
from renderers.paint import draw
from renderers.scenes import HandScene
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import Offer, ScriptedMatch, chosen, offers, seen_hand
from tests.loopback.discord.people import Person
from tests.loopback.discord.values import Message
from tests.scripted import true_hand


async def two(host: Host, settings: str = "players=2", code: str = "fibur") -> ScriptedMatch:
    people = [host.discord.user(name) for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
    await match.begin(code, settings)
    return match


async def drawn(match: ScriptedMatch) -> Person:
    """The person in turn, who has drawn."""
    person = await match.person_in_turn()
    await match.tap(person, next(one for one in match.offered(person) if one.press.request == DRAW))
    return person


def last_answer(person: Person) -> str:
    """What they alone were told last."""
    return [one.text for one in person.sees() if one.only_mine and one.kind in ("posted", "edited")][-1]


def test_every_press_is_acknowledged_before_anything_else() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        before = len(host.discord.calls)
        await drawn(match)
        assert "callback" in host.discord.calls[before].route
        acts = list(host.discord.acts.values())
        assert [act for act in acts if not act.answer or act.refused] == []

    run(body)


def test_cards_are_chosen_in_a_menu_and_laid() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        assert seen_hand(match, person) == await true_hand(match, person)
        uploads = len([one for one in host.discord.calls if one.files])
        menu = next(one for one in match.offered(person) if one.verb == Verb.CHOOSE)
        await match.tap(person, menu, menu.names[:3])
        assert chosen(person) == list(menu.names[:3])
        assert len([one for one in host.discord.calls if one.files]) == uploads  # the picture stays
        await match.press(person, Verb.LAY)
        assert chosen(person) == list(menu.names[:3])  # three cards by lot are no meld
        assert "moved on" not in last_answer(person)
        await match.press(person, Verb.CLEAR)
        assert not [one for one in match.offered(person) if one.verb == Verb.CLEAR]

    run(body)


def test_the_rules_are_answered_to_who_asks_page_after_page_in_one_place() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await drawn(match)
        other = next(one for one in match.people if one is not person)
        before = alone(other, match)
        await match.press(other, Verb.RULES, match.room)
        assert other.screen(match.room)[-1].receiver is other.account
        await match.tap(other, offers_of(other, match)[-1])  # the next page, in the same place
        assert len(alone(other, match)) == len(before) + 1

    def alone(person: Person, match: ScriptedMatch) -> list[Message]:
        return [one for one in person.screen(match.room) if one.receiver is person.account]

    def offers_of(person: Person, match: ScriptedMatch) -> list[Offer]:
        return list(offers(person.screen(match.room)[-1]))

    run(body)


def test_what_is_drawn_by_the_public_button_shows_there_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        begun = host.discord.clock.now()
        public = next(one for one in match.offered(person, match.room) if one.press.request == DRAW)
        await match.tap(person, public)
        requests = [one.press.request for one in offers(match.room.shown[-1])]
        assert DRAW not in requests
        edited = [one for one in host.discord.called("PATCH /channels") if one.at > begun]
        assert str(match.room.id) not in [one.parts["channel_id"] for one in edited]

    run(body)


def test_a_hand_in_the_channel_is_changed_once_by_a_press_and_keeps_its_ticks() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        await match.types(person, "burraco hands", match.room, place="channel")
        await match.press(person, Verb.HAND, match.room)
        take = next(one for one in match.offered(person, match.room) if one.press.request == DRAW)
        await match.tap(person, take)
        menu = [one for one in match.offered(person, match.room) if one.verb == Verb.CHOOSE][-1]
        edits = len(host.discord.called("PATCH /webhooks"))
        await match.tap(person, menu, menu.names[:3])
        assert len(host.discord.called("PATCH /webhooks")) == edits + 1
        sight = next(one for one in reversed(person.sees(match.room)) if one.only_mine and one.attachments)
        message = await match.hand_of(person, await match.table())
        assert message is not None
        assert isinstance(message.picture, HandScene)
        assert message.picture.ticked
        assert sight.attachments[0].data == draw(message.picture, message.look).png

    run(body)


# --- a second tap of what makes something -----------------------------------------------------------------------------


def test_a_double_tap_on_a_confirmation_leaves_what_it_has_said() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "players=2", "fibur")
        anna = match.people[0]
        before = [one.content.text for one in anna.screen(match.room) if one.receiver is anna.account]
        act = await match.types(anna, "match resign", match.room)
        assert act.original is not None
        (sure,) = [one for one in offers(act.original) if one.verb == Verb.RESIGN]
        await match.tap(anna, sure)
        answers = [one.content.text for one in anna.screen(match.room) if one.receiver is anna.account]
        assert answers[:-1] == before
        assert list(offers(act.original)) == []
        await match.tap(anna, sure)
        assert [one.content.text for one in anna.screen(match.room) if one.receiver is anna.account] == answers

    run(body)
