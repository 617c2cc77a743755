"""The message of a table that has not begun: by which code, who sits where and with whom, which places are free."""

from collections.abc import Iterator

from bot.messages.buttons import Verb
from bot.messages.message import Button, Message, Row, Style
from bot.messages.showing import Showing, remaining, unreached
from bot.tables.clocks import DAYS, MATCH, TURN, clock_of
from bot.tables.table import CLOSED, LOBBY
from bot.words import table_words
from bot.words.languages import listed, say
from bot.words.names import known_as
from bot.words.rules_page import offers

_ROUND = 60  # seconds: so precisely is the end of the wait told
_CARDS = 11  # of a hand, where the clock depends on it


def lobby_message(shown: Showing) -> Message:
    """The lobby, for its channel; after the start, or when it has been given up, without its buttons."""
    table, language = shown.table, shown.language
    return Message(
        language=language,
        title=say(language, "title.table", table=table.label, channel=""),
        lines=tuple(_lines(shown)),
        look=shown.reader.look,
        controls=tuple(_rows(shown)) if table.phase == LOBBY else (),
        anew=LOBBY,
    )


def _lines(shown: Showing) -> Iterator[str]:
    table, language = shown.table, shown.language
    if table.phase == CLOSED:
        yield say(language, "lobby.closed")
        if table.ended_by:
            yield say(language, "lobby.ended-by", name=known_as(language, table.ended_by))
        yield from shown.sight["told"]
        return
    yield from shown.sight["told"]
    yield from _places(shown)
    yield from unreached(shown)
    yield _free(shown)
    if table.waiting:
        yield say(
            language, "lobby.waiting", names=listed(language, [known_as(language, name) for _, name in table.waiting])
        )
    rules = table.code.rules.name
    yield say(language, "lobby.code", code=shown.sight["table"]["code_name"], offer=offers(language)[rules])
    yield say(language, "lobby.clock", length=_length(shown), clock=_clock(shown))
    opener = next((known_as(language, chair.name) for chair in table.chairs if chair.person == table.opener), "")
    if table.phase == LOBBY:
        left = remaining(shown, shown.sight["time"]["expires"], _ROUND)
        yield say(language, "lobby.opener", name=opener, time=left)


def _places(shown: Showing) -> Iterator[str]:
    """Each side with who sits there: partners on one line."""
    code, language = shown.table.code, shown.language
    for number, side in enumerate(code.sides):
        names = [shown.names[code.seats[seat]] or say(language, "lobby.place") for seat in code.members[number]]
        yield say(language, "lobby.side", side=table_words.side(language, side), names=listed(language, names))


def _free(shown: Showing) -> str:
    table, language = shown.table, shown.language
    free = sum([not chair.taken for chair in table.chairs])
    if free:
        return say(language, "lobby.free", count=free)
    return say(language, "lobby.full")


def _length(shown: Showing) -> str:
    rules = shown.table.code.rules
    if rules.target:
        return table_words.points(shown.language, rules.target)
    return say(shown.language, "lobby.deals", count=rules.hands)


def _clock(shown: Showing) -> str:
    """The clock of the table in a few words, and what it costs to let it run out."""
    told, rules = _time(shown), shown.table.code.rules
    if rules.clock_out != "loses" or clock_of(shown.table.settings) not in (TURN, DAYS):
        return told
    return say(shown.language, "lobby.clock-loses", clock=told)


def _time(shown: Showing) -> str:
    settings, language = shown.table.settings, shown.language
    kind, rules = clock_of(settings), shown.table.code.rules
    if kind == TURN:
        return say(language, "lobby.clock-turn", time=table_words.duration(language, rules.turn_limit(_CARDS)))
    if kind == MATCH:
        return say(language, "lobby.clock-match", time=table_words.duration(language, settings.match_minutes * 60))
    if kind == DAYS:
        return say(language, "lobby.clock-days", time=table_words.duration(language, settings.days * 86400))
    return say(language, "lobby.clock-none")


# --- buttons ----------------------------------------------------------------------------------------------------------


def _rows(shown: Showing) -> Iterator[Row]:
    language, table = shown.language, shown.table
    yield Row(tuple(_joins(shown)))
    computers = [seat for seat, chair in zip(table.code.seats, table.chairs, strict=True) if not chair.person]
    buttons = []
    if not all([chair.taken for chair in table.chairs]):
        buttons.append(shown.lasting(say(language, "button.computer"), Verb.COMPUTER))
    sitting = [seat for seat in computers if table.chair(seat).computer]
    if sitting:
        buttons.append(shown.lasting(say(language, "button.no-computer"), Verb.REMOVE, sitting[-1]))
    if buttons:
        yield Row(tuple(buttons))
    if unreached(shown):
        yield Row((shown.lasting(say(language, "button.hand"), Verb.HAND, style=Style.MAIN),))
    start = shown.lasting(say(language, "button.start"), Verb.START, style=Style.GOOD)
    rules = shown.lasting(say(language, "button.rules"), Verb.RULES)
    yield Row((start, shown.lasting(say(language, "button.leave"), Verb.LEAVE), rules))


def _joins(shown: Showing) -> Iterator[Button]:
    """A button for each side, or seat, with a free place; else one for the waiting list, or a computer's place."""
    code, language = shown.table.code, shown.language
    open_sides = [
        side
        for number, side in enumerate(code.sides)
        if not all([shown.table.chairs[seat].taken for seat in code.members[number]])
    ]
    for side in open_sides:
        label = say(language, "button.join-side", side=table_words.side(language, side))
        yield shown.lasting(label, Verb.JOIN, side, Style.MAIN)
    if not open_sides:
        computers = any([chair.computer for chair in shown.table.chairs])
        label = say(language, "button.join") if computers else say(language, "button.wait")
        yield shown.lasting(label, Verb.JOIN)
