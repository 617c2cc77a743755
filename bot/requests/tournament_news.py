"""Who hears in private of what has changed at a tournament, and what they can answer at once. Pure.

The channel is shown the same by messages that stand there; here is what concerns somebody alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from bot.messages.tournament_message import DESK, DISPUTE, HERE, NO, SIGN, YES, command_text
from bot.tournaments.club_tournament import CANCELLED, CHECK_IN, ClubTournament, SignUp
from bot.tournaments.evening import sheet_mark
from bot.words.tournaments import (
    TournamentReader,
    call_words,
    nobody_came_words,
    own_table_words,
    sheet_words,
    time_words,
)

InWords: TypeAlias = Callable[[TournamentReader], str]


@dataclass(frozen=True, slots=True)
class PrivateWord:
    """What one person hears; the commands of the buttons below it, "" for none."""

    person: str
    words: InWords
    agrees: str = ""
    refuses: str = ""


def private_words(id_: str, before: ClubTournament | None, after: ClubTournament) -> Iterator[PrivateWord]:
    """All that people are to hear of one change. Guests are in no chat."""
    if before is None:
        return
    if after.state == CANCELLED != before.state:
        for person in before.persons():
            yield PrivateWord(person, lambda reader: reader.words("off", name=after.announcement.name))
        return
    if not after.seed:
        yield from _proposed(id_, before, after)
        yield from _in_or_out(before, after)
        yield from _before_the_start(id_, before, after)
    else:
        yield from _seated(before, after)
        yield from _entered(id_, before, after)
    yield from _called(id_, before, after)


def _proposed(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Those who were asked to play with somebody."""
    earlier = {sign_up.number for sign_up in before.proposals}
    for proposal in after.proposals:
        if proposal.number in earlier:
            continue
        number = str(proposal.number)
        for person in [player for player in proposal.players if player not in proposal.agreed]:
            agrees, refuses = command_text(YES, id_, number), command_text(NO, id_, number)
            yield PrivateWord(person, _asks(after, proposal), agrees, refuses)


def _asks(one: ClubTournament, proposal: SignUp) -> InWords:
    return lambda reader: reader.words(
        "asks",
        names=reader.players(proposal.agreed),
        team=reader.players(proposal.players),
        name=one.announcement.name,
    )


def _in_or_out(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Those whose sign-up has become whole, has gone, or has moved up."""
    were, are = {one.number: one for one in before.sign_ups}, {one.number: one for one in after.sign_ups}
    had_place = {one.number for one in before.placed}
    has_place = {one.number for one in after.placed}
    for number, sign_up in are.items():
        if number not in were:
            yield from _to_all(after, sign_up, "is-in" if number in has_place else "waits")
        elif number in has_place - had_place:
            yield from _to_all(after, sign_up, "moved-up")
    for number, sign_up in were.items():
        if number not in are:
            yield from _to_all(after, sign_up, "is-out")
    off = {one.number for one in before.proposals} - {one.number for one in after.proposals} - are.keys()
    for proposal in [one for one in before.proposals if one.number in off]:
        for person in proposal.agreed:
            yield from _to(after, person, proposal, "no-pair")


def _to_all(one: ClubTournament, sign_up: SignUp, key: str) -> Iterator[PrivateWord]:
    for person in sign_up.players:
        yield from _to(one, person, sign_up, key)


def _to(one: ClubTournament, person: str, sign_up: SignUp, key: str) -> Iterator[PrivateWord]:
    if one.guest(person):
        return
    yield PrivateWord(
        person,
        lambda reader: reader.words(
            key, team=reader.players(sign_up.players), number=sign_up.number, name=one.announcement.name
        ),
    )


def _before_the_start(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Reminders, and the question who is there."""
    persons = [player for sign_up in after.sign_ups for player in sign_up.players if not after.guest(player)]
    name, announcement = after.announcement.name, after.announcement
    if after.state == CHECK_IN != before.state:
        for person in persons:
            agrees = command_text(HERE, id_)
            yield PrivateWord(person, lambda reader: reader.words("check-in", name=name), agrees)
    elif len(after.reminded) > len(before.reminded):
        for person in persons:
            yield PrivateWord(
                person,
                lambda reader: reader.words(
                    "reminder",
                    name=name,
                    time=time_words(reader.language, announcement.starts, announcement.zone),
                ),
            )


def _seated(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Who sits at another table than before, or rests."""
    if after.current is None:
        return
    for person in after.persons():
        now, then = after.pairing_of(person), before.pairing_of(person)
        is_new_round = before.current is None or before.current.number != after.current.number
        is_moved = (now.table, now.lines) != (then.table, then.lines) if now and then else now is not then
        plays = now is not None or after.entry_of(person) in after.current.bye
        if plays and (is_new_round or is_moved):
            yield PrivateWord(person, partial(own_table_words, after, person))


def _entered(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The other line of a table for which numbers were entered."""
    for sheet in after.sheets:
        pairing = after.pairing(sheet.table)
        if sheet in before.sheets or pairing is None or after.progress is None:
            continue
        others = [entry for place, line in enumerate(pairing.lines) if place != sheet.line for entry in line]
        for person in [player for entry in others for player in after.progress.rosters[entry]]:
            if not after.guest(person):
                mark = sheet_mark(after, sheet)
                agrees, refuses = command_text(SIGN, id_, mark), command_text(DISPUTE, id_, mark)
                yield PrivateWord(person, partial(sheet_words, sheet), agrees, refuses)


def _called(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The arbiters, when somebody wants them, and who has called, when nobody has come."""
    for call in [one for one in after.calls if one not in before.calls]:
        for arbiter in dict.fromkeys((after.organiser, *after.arbiters)):
            yield PrivateWord(arbiter, partial(call_words, call), command_text(DESK, id_))
        if call.reminded:
            yield PrivateWord(call.player, partial(nobody_came_words, call))
