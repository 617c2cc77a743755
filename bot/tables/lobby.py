"""Before the match: who sits where, with whom, by which rules; and the drawing of cards that fixes seats and dealer.

The lobby's places fix the partners (the first and third, the second and fourth place). Who sits North and who deals is
drawn, as the codes say: the highest card chooses and is served by the opponent who drew the lower one.
"""

import hashlib
from dataclasses import replace
from typing import Final

from bot.tables.clocks import full_bank
from bot.tables.invited import expected, with_new_name
from bot.tables.settings import bad_setting, with_settings
from bot.tables.table import CLOSED, LOBBY, OVER, PAUSE, Chair, Table
from bot.tables.who import Declined, Who
from engine.cards import Card, Malformed, format_cards
from engine.match import Match
from engine.players import PLAYERS
from engine.shuffle import deck_of, parse_seed
from engine.tournament.seat_draw import first_dealer, order, to_draw_again

COMPUTER: Final = "heuristic"
MOST_WAITING: Final = 8
MOST_MIRRORS: Final = 4
MANNERS: Final = "phrases"  # the setting that can be changed in a match, too
_MARK: Final = 8  # signs that tell a seating from any other


def join(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`join [SEAT]`: a free place, a computer's place where no other is free, or the waiting list.

    Who sits already moves to the SEAT, before the start, unless a person sits there.
    """
    if table.phase == CLOSED:
        return Declined("table-closed")
    wanted = words[0] if words else ""
    seat = table.seat_of(who.id)
    if seat:
        moved = _change_seat(table, seat, wanted) if table.phase == LOBBY and wanted not in ("", seat) else None
        return moved or Declined("already-seated", (("seat", seat),))
    if table.phase != LOBBY:
        return _wait(table, who)
    if wanted and wanted not in table.code.seats:
        return Declined("no-such-seat", (("seat", wanted),))
    place = _free_place(table, wanted)
    if place < 0:
        return Declined("seat-taken", (("seat", wanted),)) if wanted else _wait(table, who)
    waiting = tuple((person, name) for person, name in table.waiting if person != who.id)
    return _with_chair(replace(table, waiting=waiting), place, Chair(person=who.id, name=who.name))


def _change_seat(table: Table, seat: str, wanted: str) -> Table | None:
    """The table with this person at another place; None where there is none for them."""
    place = _free_place(table, wanted) if wanted in table.code.seats else -1
    if place < 0:
        return None
    chair = table.chair(seat)
    return _with_chair(_with_chair(table, table.code.seats.index(seat), Chair()), place, chair)


def mirror(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`mirror CHANNEL`: another channel shows the table too, asked for by somebody who sits or waits there."""
    channel = words[0] if words else ""
    if not table.seat_of(who.id) and not any(person == who.id for person, _ in table.waiting) and not who.admin:
        return Declined("not-seated")
    if table.phase == CLOSED:
        return Declined("table-closed")
    if not channel:
        return Declined("already-shown")
    return table if channel in table.channels else replace(table, mirrors=(*table.mirrors, channel))


def may_mirror(table: Table, channel: str) -> Declined | None:
    """Why a channel need not, or cannot, show the table; None where it can."""
    if channel in table.channels:
        return Declined("already-shown")
    return Declined("too-many-mirrors") if len(table.mirrors) >= MOST_MIRRORS else None


def _wait(table: Table, who: Who) -> Table | Declined:
    if any(person == who.id for person, _ in table.waiting):
        return Declined("already-waiting")
    return replace(table, waiting=(*table.waiting, (who.id, who.name)))


def _free_place(table: Table, wanted: str) -> int:
    """The place to sit down at: free if there is one, else a computer's; -1 where there is none."""
    seats = table.code.seats
    places = [place for place, seat in enumerate(seats) if wanted in ("", seat)]
    free = [place for place in places if not table.chairs[place].is_taken]
    computers = [place for place in places if table.chairs[place].computer]
    return (free + computers + [-1])[0]


def leave(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """The place in the lobby or on the waiting list becomes free; who leaves a match is `absence.leave`'s business."""
    seat = table.seat_of(who.id)
    if not seat:
        waiting = tuple((person, name) for person, name in table.waiting if person != who.id)
        return Declined("not-seated") if waiting == table.waiting else replace(table, waiting=waiting)
    place = table.code.seats.index(seat)
    return after_leaving(seat_waiting(_with_chair(table, place, Chair())))


def after_leaving(table: Table) -> Table:
    """The table when somebody has left it: it has an opener who sits there, and closes where nobody does."""
    people = [chair.person for chair in table.chairs if chair.person]
    if not people:
        return replace(table, phase=CLOSED)
    return table if table.opener in people else replace(table, opener=people[0])


def hand_over(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`opener PERSON`: whoever opened the table is known by this id from now on."""
    if not who.is_host:
        return Declined("only-the-host")
    if len(words) != 1 or table.phase == CLOSED:
        return Declined("not-now")
    return replace(table, opener=words[0])


def rename(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`name`: who sits or waits here, or is invited, is called by their new name from now on; ended deals keep the old.

    Whether it is a new one is asked by `is_new_name`, not here: when somebody is forgotten names are rewritten in logs,
    and then the old one and the new one may be the same.
    """
    if table.phase == CLOSED:
        return Declined("table-closed")
    chairs = tuple(replace(chair, name=who.name) if chair.person == who.id else chair for chair in table.chairs)
    waiting = tuple((person, who.name if person == who.id else name) for person, name in table.waiting)
    return replace(table, chairs=chairs, waiting=waiting, invited=with_new_name(table, who))


def is_new_name(table: Table, who: Who) -> bool:
    """Whether somebody sits or waits here, or is invited, under another name than this one."""
    seated = [(chair.person, chair.name) for chair in table.chairs]
    guests = [(one.person, one.name) for one in expected(table)]
    return any(person == who.id and name != who.name for person, name in (*seated, *table.waiting, *guests))


def seat_waiting(table: Table, but: str = "") -> Table:
    """Those who wait take, in order, the free places, then those of computers, at last those of people who have left.

    The place of the person `but` stays theirs.
    """
    chairs = list(table.chairs)
    places = [place for place, chair in enumerate(chairs) if not chair.human and (not but or chair.person != but)]
    places.sort(key=lambda place: (chairs[place].is_taken, bool(chairs[place].person)))
    for place, (person, name) in zip(places, table.waiting, strict=False):
        chairs[place] = Chair(person=person, name=name)
    return replace(table, chairs=tuple(chairs), waiting=table.waiting[len(places) :])


def add_computer(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`computer [SEAT [PLAYER]]`: a computer player in a free place."""
    declined = may_arrange(table, who)
    if declined:
        return declined
    seat, player = [*words, "", ""][:2]
    player = player or COMPUTER
    free = [
        place for place, name in enumerate(table.code.seats) if seat in ("", name) and not table.chairs[place].is_taken
    ]
    if not free:
        return Declined("no-free-seat")
    return _with_chair(table, free[0], Chair(name=player, computer=player))


def may_play(player: str) -> Declined | None:
    """Why no computer player of this name sits down; None where one does."""
    return None if player in PLAYERS else Declined("no-such-player", (("player", player),))


def remove(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`remove SEAT`: a computer player leaves the lobby."""
    declined = may_arrange(table, who)
    if declined:
        return declined
    seat = words[0] if words else ""
    if seat not in table.code.seats or not table.chair(seat).computer or table.chair(seat).person:
        return Declined("no-computer-there", (("seat", seat),))
    return _with_chair(table, table.code.seats.index(seat), Chair())


def change_settings(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`set KEY=VALUE …`: as `tables.settings.with_settings` takes them; what no longer fits is told, not dropped."""
    changes = _changes(words)
    in_match = table.phase not in (LOBBY, CLOSED) and changes.keys() == {MANNERS}
    declined = _may_direct(table, who) if in_match else may_arrange(table, who)
    if declined:
        return declined
    try:
        settings = with_settings(table.settings, changes, logged=True)
    except ValueError as error:
        return bad_setting(error)
    if in_match:  # no button of a turn means anything else after it
        return replace(table, settings=settings)
    changed = replace(table, settings=settings, stage=table.stage + 1)
    return changed if settings.players == len(table.chairs) else _with_places(changed, settings.players)


def _with_places(table: Table, places: int) -> Table | Declined:
    """The lobby with so many places: people stay, and computers as far as there is room for them."""
    people = [chair for chair in table.chairs if chair.person]
    if len(people) > places:
        return Declined("too-many-people", (("players", str(places)),))
    computers = [chair for chair in table.chairs if chair.is_taken and not chair.person]
    chairs = (people + computers + [Chair()] * places)[:places]
    resized = replace(table, chairs=tuple(chairs))
    return seat_waiting(resized) if table.version else resized


def _changes(words: list[str]) -> dict[str, str]:
    return {key: value for key, _, value in [word.partition("=") for word in words]}


def may_set(table: Table, words: list[str]) -> Declined | None:
    """Why these settings cannot be chosen here and now; None where they can."""
    try:
        with_settings(table.settings, _changes(words))
    except ValueError as error:
        return bad_setting(error)
    return None


def seats_mark(table: Table) -> str:
    """Tells who sits where from every other seating, in a few signs."""
    seated = "\n".join(f"{chair.person} {chair.computer}" for chair in table.chairs)
    return hashlib.sha256(seated.encode()).hexdigest()[:_MARK]


def start(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`start SEED`: by the opener; free places go to computers. Cards are drawn for seats and dealer."""
    if who.id != table.opener and not who.admin and not who.is_host:
        return Declined("only-the-opener" if table.seat_of(who.id) else "not-seated")
    if table.phase != LOBBY:
        return Declined("already-started")
    try:
        seed = parse_seed(words[0] if words else "")
    except Malformed:
        return Declined("no-chance")
    filled = [chair if chair.is_taken else Chair(name=COMPUTER, computer=COMPUTER) for chair in table.chairs]
    chairs, drawn, dealer = draw_seats(table, tuple(filled), seed)
    return replace(
        table,
        phase=PAUSE,
        stage=table.stage + 1,
        since=at,
        chairs=chairs,
        drawn=drawn,
        drew=chairs,
        dealer=dealer,
        match=Match(table.code),
        seed=b"",
        banks=(full_bank(table.settings),) * len(chairs) if table.settings.days else (),
        outage=0,
        copied=False,
    )


def draw_seats(table: Table, chairs: tuple[Chair, ...], seed: bytes) -> tuple[tuple[Chair, ...], str, int]:
    """The chairs as they are drawn, the cards by their new seats, and the dealer's seat number.

    The highest card sits in the first seat and begins; the dealer is the seat before it: of the other pair, the one who
    drew the lower card (febur art. 3, fitab art. 3).
    """
    code = table.code
    draws = draw_cards(len(chairs), seed)
    seating = order(draws)
    if code.pairs:
        first, last = seating[0], first_dealer(draws, code.members)
        seating = (first, (last + 2) % 4, (first + 2) % 4, last)  # in playing order; the dealer comes last
    seats = code.order_from(0)
    placed = dict(zip(seats, seating, strict=True))
    return (
        tuple(chairs[placed[seat]] for seat in range(code.players)),
        format_cards([draws[placed[seat]][0] for seat in range(code.players)]),
        seats[-1],
    )


def draw_cards(people: int, seed: bytes) -> dict[int, list[Card]]:
    """What each draws, by their place, until nobody has to draw again."""
    deck = iter(deck_of(seed))
    draws = {place: [next(deck)] for place in range(people)}
    while again := to_draw_again(draws):
        for place in again:
            draws[place].append(next(deck))
    return draws


def expire(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`expire`: nobody started, or wanted a rematch, for too long."""
    if not who.is_host:
        return Declined("only-the-host")
    waits = table.phase in (LOBBY, OVER)
    return replace(table, phase=CLOSED, stage=table.stage + 1) if waits else Declined("not-now")


def warn(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`warn`: the lobby is told that it closes soon, once for each time that it waits anew."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.phase != LOBBY or table.warned == table.since:
        return Declined("not-now")
    return replace(table, warned=table.since)


def may_arrange(table: Table, who: Who) -> Declined | None:
    """Why they cannot set anything here, or seat computer players; None where they can."""
    if not table.seat_of(who.id) and not who.admin and not who.is_host:
        return Declined("not-seated")
    return Declined("already-started") if table.phase != LOBBY else None


def _may_direct(table: Table, who: Who) -> Declined | None:
    if who.id == table.opener or who.admin or who.is_host:
        return None
    return Declined("only-the-opener" if table.seat_of(who.id) else "not-seated")


def _with_chair(table: Table, place: int, chair: Chair) -> Table:
    chairs = (*table.chairs[:place], chair, *table.chairs[place + 1 :])
    return replace(table, chairs=chairs, stage=table.stage + 1)
