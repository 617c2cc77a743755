"""What is done at a table by a command in the place is answered to who did it, on every platform."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.scripted import NAMES

ANNA, BRUNO = 0, 1
AT_A_TABLE = (
    (ANNA, "propose annul", "the others have to answer: Bruno"),
    (ANNA, "agree", "The request is your own: the others have to answer, Bruno."),
    (ANNA, "refuse", "You have withdrawn your request."),
    (ANNA, "leave", "a computer player now plays for you"),
    (ANNA, "return", "you play again now."),
    (ANNA, "propose annul", "It is asked."),
    (BRUNO, "refuse", "You have refused: nothing is changed."),
    (ANNA, "pause", "is paused"),
    (BRUNO, "resume", "Play goes on at table "),
    (ANNA, "call", "No clock is running"),
    (ANNA, "propose annul", "It is asked."),
    (BRUNO, "agree", "Done: everybody agrees."),
)
EXACT = ("You have withdrawn your request.", "You have refused: nothing is changed.", "Done: everybody agrees.")


@both
def test_whatever_is_done_at_a_table_is_said_to_who_did_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        shown_by_the_hand = [(ANNA, "sort rank", "Sorted by rank." if here.answers_alone else "Done")]
        for person, line, part in (*AT_A_TABLE, *shown_by_the_hand):
            command, *values = line.split()
            answers = await here.says(here.match.people[person], command, *values, public=True)
            texts = [one.text for one in answers]
            assert [text for text in texts if part in text], (line, texts)
            assert part in texts or part not in EXACT

    run(on, body)


@both
def test_a_hand_that_is_sorted_so_already_is_answered_too(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        for _ in range(2):
            answers = await here.says(here.match.people[ANNA], "sort", "suit")
            assert "Sorted by suit." in [one.text for one in answers]

    run(on, body)


@both
def test_what_is_done_where_the_table_does_not_stand_is_answered_there(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.comes_in_private(anna)
        await here.open("febur", "players=4")
        table = await here.table()
        seat = next(seat for seat, chair in zip(table.code.seats, table.chairs, strict=True) if not chair.is_taken)
        for command, *values in (["computer", seat], ["remove", seat]):
            answers = await here.says(anna, command, *values)
            assert [one.text for one in answers] == ["Done: the table shows it."], command

    run(on, body)


@both
def test_a_confirmed_resignation_is_answered_as_done(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name) for name in NAMES]
        here.gather(people)
        await here.begin("febur", "players=4 hands=1")
        for _ in range(5):
            await here.turn()
        anna = people[0]
        await here.says(anna, "resign", public=True)
        buttons = [*here.offered(anna), *here.offered(anna, public=True)]
        answer = await here.tap(anna, [one for one in buttons if one.verb == Verb.RESIGN][-1])
        assert answer.text == f"Done: you have given up the match at table {here.label} for your side."
        assert (await here.table()).phase == OVER

    run(on, body)
