"""Buttons and menus in all states: pressed twice, by somebody else, made up, out of date; hands seen by one alone."""

from bot.messages.buttons import Verb
from engine.actions import DRAW
from renderers.paint import draw
from renderers.scenes import HandScene
from tests.adapters.discord.evening import Evening, Offer, chosen, offers, seen_hand
from tests.adapters.discord.hosting import Host, run
from tests.evening import true_hand
from tests.loopback.discord.people import Person


async def two(host: Host, settings: str = "players=2", code: str = "fibur") -> Evening:
    people = [host.discord.user(name) for name in ("Anna", "Bruno")]
    evening = Evening(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
    await evening.begin(code, settings)
    return evening


async def drawn(evening: Evening) -> Person:
    """The person in turn, who has drawn."""
    person = await evening.person_in_turn()
    await evening.tap(person, next(one for one in evening.offered(person) if one.press.request == DRAW))
    return person


def told(person: Person) -> str:
    """What they alone were told last."""
    return [one.text for one in person.sees() if one.only_mine and one.kind in ("posted", "edited")][-1]


def test_every_press_is_acknowledged_before_anything_else() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        before = len(host.discord.calls)
        await drawn(evening)
        assert "callback" in host.discord.calls[before].route
        acts = list(host.discord.acts.values())
        assert [act for act in acts if not act.answer or act.refused] == []

    run(body)


def test_cards_are_chosen_in_a_menu_and_laid() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        assert seen_hand(evening, person) == await true_hand(evening, person)
        uploads = len([one for one in host.discord.calls if one.files])
        menu = next(one for one in evening.offered(person) if one.verb == Verb.CHOOSE)
        await evening.tap(person, menu, menu.names[:3])
        assert chosen(person) == list(menu.names[:3])
        assert len([one for one in host.discord.calls if one.files]) == uploads  # the picture stays
        await evening.press(person, Verb.LAY)
        assert chosen(person) == list(menu.names[:3])  # three cards by lot are no meld
        assert "moved on" not in told(person)
        await evening.press(person, Verb.CLEAR)
        assert not [one for one in evening.offered(person) if one.verb == Verb.CLEAR]

    run(body)


def test_my_hand_in_the_channel_is_seen_by_who_asks_alone_and_can_be_played() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        other = next(one for one in evening.people if one is not person)
        before = len(other.sees())
        await evening.press(person, Verb.HAND, evening.room)
        assert seen_hand(evening, person, evening.room) == await true_hand(evening, person)
        mine = person.screen(evening.room)[-1]
        assert mine.receiver is person.account
        await evening.tap(person, next(one for one in offers(mine) if one.verb == Verb.DROP))
        discards = [one for one in offers(person.screen(evening.room)[-1]) if one.verb is None]
        assert len(other.sees()) == before
        await evening.tap(person, discards[0])
        assert await evening.person_in_turn() is other

    run(body)


def test_the_rules_are_answered_to_who_asks_page_after_page_in_one_place() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        other = next(one for one in evening.people if one is not person)
        await evening.press(other, Verb.RULES, evening.room)
        assert other.screen(evening.room)[-1].receiver is other.account
        await evening.tap(other, offers_of(other, evening)[-1])  # the next page, in the same place
        pages = [one for one in other.screen(evening.room) if one.receiver is other.account]
        assert len(pages) == 1

    def offers_of(person: Person, evening: Evening) -> list[Offer]:
        return list(offers(person.screen(evening.room)[-1]))

    run(body)


def test_what_is_drawn_by_the_public_button_shows_there_at_once() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        begun = host.discord.clock.now()
        public = next(one for one in evening.offered(person, evening.room) if one.press.request == DRAW)
        await evening.tap(person, public)
        wishes = [one.press.request for one in offers(evening.room.shown[-1])]
        assert DRAW not in wishes
        edited = [one for one in host.discord.called("PATCH /channels") if one.at > begun]
        assert str(evening.room.id) not in [one.parts["channel_id"] for one in edited]

    run(body)


def test_a_hand_in_the_channel_is_changed_once_by_a_press_and_keeps_its_ticks() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await evening.person_in_turn()
        await evening.types(person, "burraco hands", evening.room, place="channel")
        await evening.press(person, Verb.HAND, evening.room)
        take = next(one for one in evening.offered(person, evening.room) if one.press.request == DRAW)
        await evening.tap(person, take)
        menu = [one for one in evening.offered(person, evening.room) if one.verb == Verb.CHOOSE][-1]
        edits = len(host.discord.called("PATCH /webhooks"))
        await evening.tap(person, menu, menu.names[:3])
        assert len(host.discord.called("PATCH /webhooks")) == edits + 1
        shown = next(one for one in reversed(person.sees(evening.room)) if one.only_mine and one.attachments)
        message = await evening.hand_of(person, await evening.table())
        assert message is not None
        assert isinstance(message.picture, HandScene)
        assert message.picture.ticked
        assert shown.attachments[0].data == draw(message.picture, message.look).png

    run(body)


# --- a second tap of what makes something -----------------------------------------------------------------------------


def test_a_double_tap_on_a_confirmation_leaves_what_it_has_said() -> None:
    async def body(host: Host) -> None:
        evening = await two(host, "players=2", "fibur")
        anna = evening.people[0]
        act = await evening.types(anna, "match resign", evening.room)
        assert act.original is not None
        (sure,) = [one for one in offers(act.original) if one.verb == Verb.RESIGN]
        await evening.tap(anna, sure)
        said = [one.content.text for one in anna.screen(evening.room) if one.receiver is anna.account]
        assert len(said) == 1
        assert list(offers(act.original)) == []
        await evening.tap(anna, sure)
        assert [one.content.text for one in anna.screen(evening.room) if one.receiver is anna.account] == said

    run(body)
