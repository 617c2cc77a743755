"""A hint is for who asks alone: in their private chat, or seen by them only; the table's other people see nothing."""

from bot.messages.buttons import Verb
from bot.requests.hints import PLAY
from bot.words.languages import say
from engine.actions import Action
from engine.advice import Advice, advise, review
from engine.view import View
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run

LOOK = say("en", "hint.look-pile")
PLAYS = [say("en", "hint.play", play=say("en", f"to-do.{what}")) for what in ("draw", "pick-up")]


@both
def test_a_hint_in_two_steps_is_seen_by_who_asks_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hints=on")
        person = await here.match.person_in_turn()
        other = here.other(person)
        before, public = len(other.sees()), len(here.public())
        hint = here.offer(person, Verb.HINT)
        answer = await here.tap(person, hint)
        assert LOOK in answer.text + here.text(here.private(person)[-1])
        answer = await here.tap(person, hint)
        texts = answer.text + here.text(here.private(person)[-1])
        assert any(play in texts for play in PLAYS)
        assert (len(other.sees()), len(here.public())) == (before, public)
        assert [one for one in here.offered(other) if one.verb == Verb.HINT] == []
        seen = "\n".join(map(str, other.sees()))
        assert not any(words in seen for words in (LOOK, *PLAYS))

    run(on, body)


@both
def test_a_command_in_the_place_is_answered_to_who_asks_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hints=on")
        person = await here.match.person_in_turn()
        other = here.other(person)
        answers = await here.says(person, "hint", public=True)
        await here.settled()
        texts = [answer.text for answer in answers] + [here.text(message) for message in here.private(person)]
        assert any(LOOK in text for text in texts)
        assert LOOK not in "\n".join(map(str, other.sees()))

    run(on, body)


@both
def test_where_the_table_allows_none_no_button_stands_there_and_a_forged_one_is_refused(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        assert [one for one in here.offered(person) if one.verb == Verb.HINT] == []
        message = here.offer(person, Verb.SORT).message
        for text in ("hint", "hint:play"):
            found = await here.forges(person, f"{here.label}:0:{text}", message, "Kd1")
            words = " ".join(answer.text for answer in found) + here.text(here.private(person)[-1])
            assert LOOK not in words
            assert not any(play in words for play in PLAYS)

    run(on, body)


@both
def test_the_play_asked_for_in_the_place_or_by_a_forged_button_there_is_seen_by_nobody_else(on: Kind) -> None:
    async def searching(seen: View, played: tuple[Action, ...]) -> Advice:
        return review(seen, played) if played else advise(seen)

    async def body(here: Surface) -> None:
        await here.two(settings="players=2 hints=on")
        here.host.service.hints.note_adviser(searching)
        person = await here.drawn()
        other, before = here.other(person), len(here.public())
        seen, table = len(other.sees()), here.tables()[-1]
        texts: list[str] = []
        for text in ("hint", "hint", f"hint:{PLAY}"):
            stage = (await here.table()).stage
            texts += [one.text for one in await here.forges(person, f"{here.label}:{stage}:{text}", table, "Kd1")]
        for _ in range(2):
            texts += [one.text for one in await here.says(person, "hint", public=True)]
        await here.settled()
        mine = "\n".join([*texts, *map(here.text, here.private(person))])
        assert "A good choice is to " in mine
        assert "How sure: " in mine
        own = [here.text(one) for one in here.public()[before:] if "hint" not in here.text(one)]
        theirs = "\n".join([*map(str, other.sees()[seen:]), *own])
        assert not any(
            words in theirs for words in ("A good choice", "Look at", "You need lay", "How sure", "discard ")
        )
        assert here.tables()[-1].id == table.id
        await here.check_eyes()

    run(on, body)
