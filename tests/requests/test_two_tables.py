"""Who sits at two tables: which one they mean, and the question where only they can say."""

from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import again, answer_message
from bot.messages.buttons import Ask, Press, Verb, decode, encode
from bot.messages.message import Row
from bot.requests.answer import Answer
from bot.requests.hand_drafts import Sort
from bot.requests.pages import Record, Which, Why
from bot.requests.requests import Request
from bot.requests.seating import NextTable, Replace
from bot.requests.table_commands import Do
from bot.tables.table import PLAYING, Table
from tests.requests.serving import World, run


async def both(world: World) -> tuple[str, Table, Table]:
    """Anna plays at two tables against computers, and it is their turn at both."""
    anna = await world.person("Anna")
    tables = [await world.open(anna, channel, "players=2 pace=0") for channel in ("discord:1", "discord:2")]
    for table in tables:
        await world.said(anna, table.label, "start")
    for table in tables:
        while (now := await world.now_of(table)).phase != PLAYING or now.in_turn != now.seat_of(anna):
            await world.tick()
    first, second = [await world.now_of(table) for table in tables]
    return anna, first, second


def test_the_question_offers_each_table_and_its_button_says_the_request_there() -> None:
    async def work(world: World) -> None:
        anna, first, second = await both(world)
        request = Do("", "play d", "w1")
        question = await world.do(anna, request)
        assert sorted(choice.label for choice in question.choices) == sorted([first.label, second.label])
        message = answer_message(question, request, "en")
        assert message is not None
        row = message.controls[0]
        assert isinstance(row, Row)
        press = next(button.press for button in row.buttons if button.label == second.label)
        assert press.request == Ask(Verb.SAY, f"d.{second.label}")
        assert decode(encode(press)) == press
        understood = parse_line(f"d {second.label}", delivery="w2")
        assert understood == Do(second.label, "play d", "w2")
        assert isinstance(understood, Do)
        assert (await world.do(anna, understood)).done
        assert len((await world.now_of(second)).turn) == 1

    run(work)


def test_a_play_is_for_the_table_looked_at_last_and_the_end_of_a_match_never_by_a_guess() -> None:
    async def work(world: World) -> None:
        anna, first, second = await both(world)
        world.service.backend.tables.note_look(anna, await world.service.table_of(first.label))
        assert (await world.do(anna, Which())).table == await world.service.table_of(first.label)
        assert (await world.do(anna, Do("", "play d", "w1"))).done
        assert len((await world.now_of(first)).turn) == 1
        for command in ("leave", "end", "resign"):
            question = await world.do(anna, Do("", command, "w2"))
            assert sorted(choice.label for choice in question.choices) == sorted([first.label, second.label])
        assert (await world.do(anna, Do("", "leave", "w3"), "discord:2")).table  # in its channel it is that one
        assert (await world.now_of(second)).chair(second.seat_of(anna)).computer

    run(work)


def test_every_request_at_a_table_can_be_said_again_for_one() -> None:
    lines: list[tuple[Request, str]] = [
        (Do("", "play x:Kd", ""), "x:Kd.VTHS"),
        (Do("", "leave", ""), "leave.VTHS"),
        (Sort("", "suit"), "sort.suit.VTHS"),
        (Why("", "5h6h"), "why.5h.6h.VTHS"),
        (Record(""), "record.VTHS"),
        (NextTable(""), "next.VTHS"),
        (Replace("", "N"), "replace.N.VTHS"),
    ]
    for request, text in lines:
        assert again(request, "VTHS") == Press("0", 0, Ask(Verb.SAY, text))
        assert type(parse_line(text.replace(".", " "))) is type(request)
    assert again(Do("", "set pause=0.5", ""), "VTHS") is None
    assert answer_message(Answer(False, "?"), Which(), "en") is not None
