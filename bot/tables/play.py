"""While a deal is played: a person's or a computer's action goes through the engine and into the record's lines."""

from dataclasses import replace

from bot.tables import course
from bot.tables.clocks import MATCH, charge_turn, clock_of, new_turn, with_pozzetto
from bot.tables.copying import table_with
from bot.tables.deals import end_deal, ended_between_deals, fallen
from bot.tables.table import ADJOURN, ANNUL, PAUSE, PLAYING, TIME, Proposal, Table
from bot.tables.who import Declined, Who
from engine.actions import POZZETTO, Action, ClockOut, Discard, PickUp, Written, parse_action
from engine.cards import Malformed
from engine.deal import STALLO, TAKE
from engine.record import Line, TableLine, Turn
from engine.refusal import Refused
from engine.table import (
    Annul,
    End,
    Game,
    Resign,
    TableAct,
    TimeOut,
    Undo,
    act,
    asks_about_stallo,
    intervene,
    take_back,
    time_is_over,
)


def play_action(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`play ACTION`: by the person in turn; the host plays for computers and forces what a clock demands.

    Where the code says that a clock that runs out loses the match, it is lost with the host's `play t`.
    """
    seat = table.in_turn
    declined = _may_play(table, who, seat)
    if declined:
        return declined
    try:
        action = parse_action("".join(words))
    except Malformed as error:
        return Declined("no-such-action", (("action", error.text),))
    if isinstance(action, ClockOut) and not who.is_host:
        return Declined("only-the-host")
    assert table.game is not None
    outcome = act(table.game, seat, action)
    if isinstance(outcome, Refused):
        return Declined(outcome.reason.value, outcome.facts, outcome)
    game, step = outcome
    after = table_with(
        _drop_stallo_request(table, action),
        game=game,
        turn=(*table.turn, step.written),
        happened=course.with_action(table, step.written),
        stage=table.stage + 1,
    )
    lost = time_is_over(game.deal) if isinstance(action, ClockOut) else None
    if lost is not None:
        return with_act(after, lost, at)
    if game.draft:
        return with_pozzetto(after, at) if POZZETTO in step.marks else after
    paid = charge_turn(table, at).banks
    if paid != after.banks:
        after = table_with(after, banks=paid)
    return _turn_ended(after, table.game.turn_number, seat, at)


def _drop_stallo_request(table: Table, action: Action) -> Table:
    """The table as somebody plays while it is asked about a stallo: whoever does more than swap will not end it."""
    is_proposed = table.proposal is not None and table.proposal.what == STALLO
    return fallen(table) if is_proposed and not isinstance(action, PickUp | Discard) else table


def _may_play(table: Table, who: Who, seat: str) -> Declined | None:
    if table.phase != PLAYING or table.game is None:
        return Declined("not-now")
    if table.paused:
        return Declined("table-paused")
    mine = table.seat_of(who.id)
    if not mine and not who.is_host:
        return Declined("not-seated")
    if not who.is_host and mine != seat:
        return Declined("not-your-turn", (("turn", seat),))
    if not who.is_host and table.chair(seat).computer:
        return Declined("computer-plays-for-you")
    return None


def _turn_ended(table: Table, number: int, seat: str, at: int) -> Table:
    lines = (*table.lines, Turn(number, seat, table.turn), *table.after_turn)
    ended = _without_a_word(table, seat) if _was_forced(table) else table
    begun = new_turn(ended, at, lines=lines, turn=(), after_turn=())
    return _asked_about_stallo(_end_deal_if_over(begun if _outlives_a_turn(begun) else fallen(begun), at), at)


def _asked_about_stallo(table: Table, at: int) -> Table:
    """The table with everybody asked, where a code that ends no stallo by itself wants their word; computers agree.

    Play goes on meanwhile: a card that somebody draws or lays is an answer, too.
    """
    if table.version < 2 or table.phase != PLAYING or table.game is None or not asks_about_stallo(table.game.deal):
        return table
    if not table.people:
        ended = with_act(table, End(STALLO), at)
        return table if isinstance(ended, Declined) else ended
    return table if table.proposal else table_with(table, proposal=Proposal(STALLO, "", frozenset(), at=at, born=at))


def _was_forced(table: Table) -> bool:
    """Whether the clock has ended this turn, and the person in turn has done nothing in it."""
    return table.acted <= table.turn_since and any(isinstance(one.action, ClockOut) for one in table.turn)


def _without_a_word(table: Table, seat: str) -> Table:
    place = table.code.seats.index(seat)
    chair = table.chairs[place]
    silent = replace(chair, missed=chair.missed + 1)
    return table_with(table, chairs=(*table.chairs[:place], silent, *table.chairs[place + 1 :]))


def _outlives_a_turn(table: Table) -> bool:
    """Whether what is asked is not about the turn that has ended: to undo another one, or time for who played it."""
    if not table.version or table.proposal is None:
        return False
    return table.proposal.what in (ANNUL, ADJOURN, STALLO) or (
        table.proposal.what == TIME and clock_of(table.settings) == MATCH
    )


def _end_deal_if_over(table: Table, at: int) -> Table:
    assert table.game is not None
    return end_deal(table, at) if table.game.deal.is_over else table


def take_back_last(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`back`: the last lay of the turn in progress is taken back."""
    seat = table.in_turn
    declined = _may_play(table, who, seat)
    if declined:
        return declined
    assert table.game is not None
    game = take_back(table.game)
    if isinstance(game, Refused):
        return Declined(game.reason.value, game.facts, game)
    happened = course.without_actions(table, 1)
    return table_with(table, game=game, turn=table.turn[:-1], happened=happened, stage=table.stage + 1)


def resign(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`resign`: the person's side gives the match up."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    return with_act(table, Resign(seat), at)


def time_out(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`timeout`: the time of the match is over; the last lap follows the code. By the match's clock, or by an admin."""
    if not who.is_host and not who.admin:
        return Declined("only-admins")
    if table.assigned is not None and table.phase == PAUSE:
        return ended_between_deals(table, at)
    if table.assigned is not None and table.game is not None and table.game.timed_out:
        return Declined("not-now")
    return with_act(table, TimeOut(), at)


def with_act(table: Table, table_act: TableAct, at: int) -> Table | Declined:
    """The table after what it did as a whole; a turn in progress is written down first, a time-out after it."""
    if table.phase != PLAYING or table.game is None:
        return Declined("not-now")
    game = intervene(table.game, table_act)
    if isinstance(game, Refused):
        return Declined(game.reason.value, game.facts, game)
    last_lap = isinstance(table_act, TimeOut) and table.version
    after = table_with(table, game=game, stage=table.stage + 1, proposal=table.proposal if last_lap else None)
    if isinstance(table_act, Undo | Annul):  # the turn in progress is over; its time stays used
        after = new_turn(table_with(after, banks=charge_turn(table, at).banks), at)
    return _end_deal_if_over(record_act(after, table_act, table.game), at)


def record_act(table: Table, table_act: TableAct, before: Game | None) -> Table:
    """The table with its act recorded: after the turn in progress, which an end breaks off and an undo drops.

    The lap of a time-out begins with whoever has yet to take, also where their clock ran out: it stands before that
    turn.
    """
    line = TableLine(table_act)
    dropped = len(table.turn) if isinstance(table_act, Undo) else 0
    table = table_with(table, happened=(*course.without_actions(table, dropped), line))
    assert table.game is not None
    if not table.game.draft or table.game.deal.is_over:
        unfinished = _unfinished_turn(before, table.turn) if before and table.game.deal.is_over else ()
        lines = (*table.lines, *unfinished, *table.after_turn, line)
        return table_with(table, lines=lines, turn=(), after_turn=())
    if isinstance(table_act, TimeOut) and table.game.deal.phase == TAKE:
        return table_with(table, lines=(*table.lines, line))
    return table_with(table, after_turn=(*table.after_turn, line))


def _unfinished_turn(game: Game, turn: tuple[Written, ...]) -> tuple[Line, ...]:
    return (Turn(game.turn_number, game.deal.seat, turn),) if turn else ()
