"""Who hears in private of what has changed at a tournament, and what they can answer at once. Pure.

Each word is brought by a letter of the outbox (`bot.requests.tournaments.untold_words`), stored with the change. The
channel is shown the same by messages that stand there; here is what concerns somebody alone.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from bot.durations import MINUTE
from bot.host.ports import Letter
from bot.messages.tournament_message import DESK, DIRECT, DISPUTE, FINISH, HERE, NO, SIGN, SIGN_UP, YES, command_text
from bot.requests.tournaments.asks import ADMIT
from bot.tables.who import HOST
from bot.tournaments.appeals import appealable, contested, judge_of
from bot.tournaments.club_tournament import (
    BEFORE,
    CANCELLED,
    CHECK_IN,
    COMPUTER,
    GUEST,
    OPEN,
    RUNNING,
    Absence,
    ArbiterCall,
    Broadcast,
    ClubTournament,
    CorrectionRequest,
    DeskRuling,
    SignUp,
)
from bot.tournaments.corrections import ask_mark, missing_signers, to_sign
from bot.tournaments.dealt import score_mark
from bot.tournaments.evening import is_cut_short, may_take_over
from bot.tournaments.kind import CALLED, WORD
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.signing_up import not_admitted
from bot.words.languages import say
from bot.words.tournament_announcement import moved_words
from bot.words.tournament_reader import TournamentReader, time_words
from bot.words.tournament_round import call_words, nobody_came_words, own_table_words
from bot.words.tournament_rulings import appeal_words, decision_words, told_words
from bot.words.tournament_scores import correction_words, score_words, sheet_words
from engine.tournament.jury import waiting

InWords: TypeAlias = Callable[[TournamentReader], str]
Holds: TypeAlias = Callable[[ClubTournament], bool]


def always(_one: ClubTournament) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PrivateWord:
    """What one person hears; the commands of the buttons below it, "" for none.

    `kind` is that of the letter which brings it. `holds`: whether it is still worth telling, as the tournament stands.
    """

    person: str
    words: InWords
    agrees: str = ""
    refuses: str = ""
    kind: str = WORD
    holds: Holds = always


def private_letters(before: ClubTournament | None, after: ClubTournament) -> Iterator[Letter]:
    """The letters that bring it. Guests are in no chat, nor are computers."""
    for word in private_words("", before, after):
        if word.person and not after.guest(word.person) and not COMPUTER.fullmatch(word.person):
            yield Letter(word.person, word.kind)


def private_words(id_: str, before: ClubTournament | None, after: ClubTournament) -> Iterator[PrivateWord]:
    """All that people are to hear of one change. Guests are in no chat."""
    yield from _invited(id_, before, after)
    if before is None:
        return
    if after.state == CANCELLED != before.state:
        for person in before.persons():
            words = partial(_off_words, after)
            yield PrivateWord(person, words, holds=lambda now: now.state == CANCELLED)
        return
    if before.state == CANCELLED != after.state:
        for person in after.persons():
            yield PrivateWord(person, partial(_on_again_words, after), holds=lambda now: now.state != CANCELLED)
        return
    if not after.seed:
        yield from _moved(before, after)
        yield from _proposed(id_, before, after)
        yield from _in_or_out(before, after)
        yield from _before_the_start(id_, before, after)
    else:
        yield from _seated(before, after)
        yield from _late(id_, before, after)
        yield from _missed(id_, before, after)
        yield from _entered(id_, before, after)
        yield from _request(id_, before, after)
        yield from _ruled(id_, before, after)
        yield from _appealed(id_, before, after)
        yield from _without_judges(before, after)
        yield from _cut_short(id_, before, after)
        yield from _directed(id_, before, after)
        yield from _scored(id_, before, after)
        yield from _stopped(before, after)
        yield from _broadcast(before, after)
    yield from _called(id_, before, after)


def _off_words(one: ClubTournament, reader: TournamentReader) -> str:
    return reader.words("off", name=one.announcement.name)


def _on_again_words(one: ClubTournament, reader: TournamentReader) -> str:
    announcement = one.announcement
    time = (
        time_words(reader.language, announcement.starts, announcement.zone)
        if one.state in BEFORE and announcement.starts
        else ""
    )
    return reader.words("on-again", name=announcement.name, time=time)


def _invited(id_: str, before: ClubTournament | None, after: ClubTournament) -> Iterator[PrivateWord]:
    """Those whom a final is for, as long as they can still enter and have not."""
    announcement, earlier = after.announcement, before.announcement.invited if before is not None else ()
    for person in [player for player in announcement.invited if player not in earlier]:
        if person.startswith(GUEST):
            continue
        yield PrivateWord(
            person,
            lambda reader: say(
                reader.language,
                "series.you-are-invited",
                name=announcement.name,
                time=time_words(reader.language, announcement.starts, announcement.zone),
            ),
            command_text(SIGN_UP, id_),
            holds=partial(_may_enter, person),
        )


def _may_enter(person: str, now: ClubTournament) -> bool:
    return now.state == OPEN and now.sign_up_of(person) is None


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


def _moved(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Everybody who would come, when it is at another time or place."""
    if after.state in BEFORE and _time_and_place(before) != _time_and_place(after):
        for person in after.persons():
            holds = partial(_is_at, *_time_and_place(after))
            yield PrivateWord(person, partial(moved_words, after.announcement), holds=holds)


def _time_and_place(one: ClubTournament) -> tuple[int, str]:
    return one.announcement.starts, one.announcement.venue


def _is_at(starts: int, venue: str, now: ClubTournament) -> bool:
    return now.state in BEFORE and _time_and_place(now) == (starts, venue)


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
        elif number in had_place - has_place:
            yield from _to_all(after, sign_up, "waits")
    for number, sign_up in were.items():
        if number not in are:
            yield from _to_all(after, sign_up, "is-out")
    yield from _not_whole(before, after)


def _not_whole(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Those who wanted to play with somebody who does not."""
    off = {one.number for one in before.proposals} - {one.number for one in after.proposals}
    off -= {one.number for one in after.sign_ups}
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
    if after.current is None or _seats(before) == _seats(after):
        return
    for person in after.persons():
        now, then = after.pairing_of(person), before.pairing_of(person)
        is_new_round = before.current is None or before.current.number != after.current.number
        is_moved = (now.table, now.lines) != (then.table, then.lines) if now and then else now is not then
        plays = now is not None or after.entry_of(person) in after.current.bye
        if plays and (is_new_round or is_moved):
            yield PrivateWord(person, partial(own_table_words, after, person), holds=_in_round(after))


def _late(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Who registers late of their own; and the arbiters, who admit them or do not."""
    if (before.proposals, before.sign_ups) == (after.proposals, after.sign_ups):
        return
    yield from _proposed(id_, before, after)
    yield from _not_whole(before, after)
    were = {one.number for one in before.sign_ups}
    for sign_up in [one for one in after.sign_ups if one.number not in were]:
        yield from _to_all(after, sign_up, "is-late")
        is_their_own = len(sign_up.players) == 1 or sign_up.number in [one.number for one in before.proposals]
        for arbiter in after.staff if is_their_own else ():
            admits = command_text("rule", id_, ADMIT, sign_up.id)
            yield PrivateWord(arbiter, partial(_asks_late, sign_up), admits, holds=_can_come(sign_up))


def _asks_late(sign_up: SignUp, reader: TournamentReader) -> str:
    return reader.words("asks-late", team=reader.players(sign_up.players), number=sign_up.number)


def _can_come(sign_up: SignUp) -> Holds:
    return lambda now: sign_up.id in [entry.id for entry in not_admitted(now)]


def _seats(one: ClubTournament) -> tuple[object, ...]:
    """All that says who sits where: nothing of it changes by most of what happens in a round."""
    if one.current is None or one.progress is None:
        return ()
    lines = [(pairing.table, pairing.lines) for pairing in one.current.pairings]
    return one.current.number, one.current.bye, lines, one.progress.rosters


def _in_round(one: ClubTournament) -> Holds:
    number = one.current.number if one.current is not None else 0
    return lambda now: now.current is not None and now.current.number == number


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
                yield PrivateWord(person, partial(sheet_words, after, sheet), agrees, refuses)


def _missed(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Who is not at their table, as the others say: perhaps they are."""
    were = {absence.table for absence in before.absences}
    for absence in [one for one in after.absences if one.table not in were]:
        pairing = after.pairing(absence.table)
        for entry in pairing.lines[absence.line] if pairing is not None else ():
            for person in after.progress.rosters[entry] if after.progress is not None else ():
                comes = command_text("arrived", id_)
                yield PrivateWord(person, partial(_missed_words, absence), comes, holds=_is_missed(absence))


def _missed_words(absence: Absence, reader: TournamentReader) -> str:
    return reader.words("missed", table=absence.table)


def _is_missed(absence: Absence) -> Holds:
    return lambda now: absence in now.absences


def _request(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Whose signature a correction waits for; who asked, when not every line signs or it is too late."""
    were = {ask_mark(one): one for one in before.requests}
    for request in after.requests:
        mark = ask_mark(request)
        then = were.pop(mark, None)
        agrees, refuses = command_text(SIGN, id_, mark), command_text(DISPUTE, id_, mark)
        for person in missing_signers(after, request) if then is None else ():
            words = partial(correction_words, after, request)
            yield PrivateWord(person, words, agrees, refuses, holds=_to_sign(person, mark))
        if then is not None and request.called_at and not then.called_at:
            yield PrivateWord(request.player, partial(_no_agreement, request), holds=_is_called(mark))
    if before.progress and after.progress and len(after.progress.rounds) > len(before.progress.rounds):
        for request in were.values():
            yield PrivateWord(request.player, partial(_too_late, request))


def _to_sign(person: str, mark: str) -> Holds:
    return lambda now: mark in [ask_mark(request) for request in to_sign(now, person)]


def _is_called(mark: str) -> Holds:
    return lambda now: mark in [ask_mark(request) for request in now.requests if request.called_at]


def _no_agreement(request: CorrectionRequest, reader: TournamentReader) -> str:
    return reader.words("correction-called", round=request.round, table=request.table)


def _too_late(request: CorrectionRequest, reader: TournamentReader) -> str:
    return reader.words("correction-lapsed", round=request.round, table=request.table)


def _ruled(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Whom a ruling concerns: they may appeal; and who plays no longer, for somebody else does."""
    for ruling in after.rulings[len(before.rulings) :]:
        people = contested(after, ruling).concerned | _replaced(ruling)
        for person in sorted({after.known_as(person) for person in people}):
            if not after.guest(person):
                may = ruling in appealable(after, person)
                agrees = command_text("appeal", id_, ruling.id) if may else ""
                yield PrivateWord(person, partial(told_words, after, ruling), agrees)
        of = after.ruling(ruling.undoes) if ruling.by == HOST else None
        if of is not None and of.what == "annul":
            yield PrivateWord(of.by, partial(_ended_before, of))


def _replaced(ruling: DeskRuling) -> set[str]:
    """Whoever goes out by a ruling, if anybody does."""
    out = json.loads(ruling.keys).get("out")
    return {out} if isinstance(out, str) else set()


def _ended_before(ruling: DeskRuling, reader: TournamentReader) -> str:
    return reader.words("annulled-late", table=ruling.table, deal=json.loads(ruling.keys)["deal"])


def _without_judges(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Somebody who judged, or ruled, is nobody any more: the arbiters who are left hear that they name another."""
    if before.jury and not after.jury:
        for arbiter in after.staff:
            yield PrivateWord(arbiter, lambda reader: reader.words("jury-gone", name=after.announcement.name))


def _cut_short(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The arbiters, when no further round can be paired: they finish it."""
    if is_cut_short(after) and not is_cut_short(before):
        for arbiter in after.staff:
            finishes = command_text(FINISH, id_)
            yield PrivateWord(arbiter, partial(_cut_short_words, after), finishes, holds=is_cut_short)


def _cut_short_words(one: ClubTournament, reader: TournamentReader) -> str:
    return reader.words("cut-short", name=one.announcement.name)


def _directed(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The players of an evening in a browser: nobody directs it any more, or somebody does again."""
    if bool(before.staff) == bool(after.staff) or after.in_chat:
        return
    for person in [player for player in after.persons() if after.entry_of(player) and player not in after.staff]:
        if not after.staff:
            directs = command_text(DIRECT, id_) if may_take_over(after, person) else ""
            yield PrivateWord(person, _undirected_words, directs, holds=_is_undirected)
        else:
            yield PrivateWord(person, partial(_director_words, after), holds=lambda now: bool(now.staff))


def _undirected_words(reader: TournamentReader) -> str:
    return reader.words("no-arbiter-here")


def _is_undirected(now: ClubTournament) -> bool:
    return not now.staff and now.state == RUNNING


def _director_words(one: ClubTournament, reader: TournamentReader) -> str:
    return reader.words("directed", players=reader.players(one.staff), name=one.announcement.name)


def _appealed(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The judge, who is reminded once; and whoever appealed, of the decision."""
    were = {other.ruling.id for other in before.appeals}
    awaited = set(after.reminded_appeals) - set(before.reminded_appeals)
    for appeal in waiting(after.appeals):
        number = appeal.ruling.id
        judging, then = judge_of(after, number), judge_of(before, number)
        is_new = number not in were or (then is not None and judging is not None and then.person != judging.person)
        if judging is not None and judging.person != HOST and (is_new or number in awaited):
            words = partial(appeal_words, after, number, appeal.by, awaited=number in awaited)
            yes, no = [command_text("judge", id_, number, word) for word in (YES, NO)]
            yield PrivateWord(judging.person, words, yes, no)
    open_before = {other.ruling.id for other in waiting(before.appeals)}
    for appeal in after.appeals:
        decision = appeal.decision
        if decision is not None and appeal.ruling.id in open_before:
            words = partial(decision_words, after, appeal.ruling.id, decision.reason, upheld=decision.upheld)
            yield PrivateWord(appeal.by, words)


def _scored(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Both lines of a table dealt in the chat that is over: do they agree?"""
    for score in [one for one in after.scores if before.score_of(one.table) is None]:
        pairing = after.pairing(score.table)
        if pairing is None or after.progress is None:
            continue
        mark = score_mark(after, score)
        agrees, refuses = command_text(SIGN, id_, mark), command_text(DISPUTE, id_, mark)
        for person in [one for line in pairing.lines for entry in line for one in after.progress.rosters[entry]]:
            yield PrivateWord(person, partial(score_words, after, score), agrees, refuses)


def _stopped(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Everybody who plays, when the evening stands still and when it goes on."""
    if bool(before.paused_at) == bool(after.paused_at) or after.current is not before.current:
        return
    players = [person for person in after.persons() if after.pairing_of(person) is not None]
    if after.paused_why:
        for person in dict.fromkeys((*after.staff, *players)):
            yield PrivateWord(person, lambda reader: reader.words("evening-lost", name=after.announcement.name))
    else:
        for person in players:
            yield PrivateWord(
                person,
                lambda reader: reader.words(
                    "evening-halted" if after.paused_at else "evening-resumed", name=after.announcement.name
                ),
            )


def _broadcast(before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """Those whose table is shown with open cards, with its delay; and when it is not any more."""
    for there in after.broadcasts:
        then = before.broadcast_of(there.round, there.table)
        if then is None or then.delay != there.delay:
            for person in _who_sat_at(after, there):
                yield PrivateWord(person, partial(_shown_words, there), holds=_is_shown(there))
    for there in before.broadcasts:
        if after.broadcast_of(there.round, there.table) is None:
            for person in _who_sat_at(after, there):
                yield PrivateWord(person, partial(_not_shown_words, there))


def _who_sat_at(one: ClubTournament, there: Broadcast) -> list[str]:
    rounds = one.progress.rounds if one.progress is not None else ()
    found = [round_.at(there.table) for round_ in rounds if round_.number == there.round]
    entries = [entry for pairing in found if pairing is not None for line in pairing.lines for entry in line]
    return [player for entry in entries for player in one.progress.rosters[entry]] if one.progress is not None else []


def _is_shown(there: Broadcast) -> Holds:
    return lambda now: there in now.broadcasts


def _shown_words(there: Broadcast, reader: TournamentReader) -> str:
    return reader.words("broadcast-told", table=there.table, minutes=there.delay // MINUTE)


def _not_shown_words(there: Broadcast, reader: TournamentReader) -> str:
    return reader.words("broadcast-ended", table=there.table)


def _called(id_: str, before: ClubTournament, after: ClubTournament) -> Iterator[PrivateWord]:
    """The arbiters, when somebody wants them, and who has called, when nobody has come."""
    there = [replace(call, at=0) for call in before.calls]  # a pause moves their time
    for call in [one for one in after.calls if replace(one, at=0) not in there]:
        desk, book, words = command_text(DESK, id_), command_text("book", id_), partial(call_words, call)
        for arbiter in after.staff:
            yield PrivateWord(arbiter, words, desk, kind=CALLED, holds=_waits(call))
        if call.reminded and not call.why:
            words = partial(nobody_came_words, after, call)
            yield PrivateWord(call.player, words, book, kind=CALLED, holds=_waits(call))


def _waits(call: ArbiterCall) -> Holds:
    return lambda now: any(_is_same(call, one) for one in now.calls)


def _is_same(call: ArbiterCall, later: ArbiterCall) -> bool:
    """Whether one still stands that has been reminded, or moved by a pause, since."""
    return replace(call, at=later.at, reminded=later.reminded) == later and call.at <= later.at
