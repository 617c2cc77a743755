"""Who plays: alone, in pairs of which both agree, in teams with reserves; who seeks a partner, waits or leaves. Pure.

Each command has two functions: one that says who may and what the log is to hold, and one that carries out what the
log holds, which asks nothing but the tournament.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import (
    BEFORE,
    CHECK_IN,
    OPEN,
    RUNNING,
    SHUT,
    ClubTournament,
    SignUp,
)
from bot.tournaments.evening_file import folded
from bot.tournaments.happening import Keys
from bot.tournaments.rights import is_arbiter, only_arbiter
from engine.tournament.announcement import PLAYERS, Entry
from engine.tournament.entries import COMPLETED, not_incomplete

LONGEST_GUEST: Final = 60  # signs of a name
MOST_GUESTS: Final = 999
LATE: Final = "{} late-entry"  # a code, and what it rules by an article


def least_players(one: ClubTournament) -> int:
    """How many have to be there for an entry to play."""
    return PLAYERS[one.announcement.kind][0]


# --- entering ---------------------------------------------------------------------------------------------------------


def enter(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """`players` and `guests` want to play as one. Whoever asks agrees by it; an arbiter enters others as they say."""
    lists = [keys.get(name, []) for name in ("players", "guests")]
    if not all(isinstance(one_list, list) and all(isinstance(name, str) for name in one_list) for one_list in lists):
        raise TypeError("players and guests are lists of texts")
    players, guests = list(lists[0]), [" ".join(name.split()) for name in lists[1]]
    by_arbiter = is_arbiter(one, who) and who.id not in players
    if refused := _may_enter(one, who, players, guests, by_arbiter):
        return refused
    least, most = PLAYERS[one.announcement.kind]
    if least == most != len(players) + len(guests):
        return Declined("tournament-players-all", (("count", str(least)),))
    if not least <= len(players) + len(guests) <= most:
        return Declined("tournament-players", (("count", str(least)), ("most", str(most))))
    if refused := _in_two_places(one, players, guests, players if by_arbiter else [who.id]):
        return refused
    return {
        "players": players,
        **({"guests": guests} if guests else {}),
        "agreed": players if by_arbiter else [who.id],
        **({"late": True} if one.state == RUNNING else {}),
        **({"asks": True} if one.state == RUNNING and not by_arbiter else {}),
    }


def _may_enter(
    one: ClubTournament, who: Who, players: Sequence[str], guests: Sequence[str], by_arbiter: bool
) -> Declined | None:
    if one.state == RUNNING and is_arbiter(one, who):
        late = _drawn_refusal(one) if by_arbiter else late_refusal(one)
        return late or (Declined("tournament-dealt-guests") if guests and one.announcement.is_dealt else None)
    if one.state == RUNNING and (late := late_refusal(one)):
        return late
    if one.state not in (*BEFORE, RUNNING) or (one.state not in (OPEN, RUNNING) and not is_arbiter(one, who)):
        return Declined("tournament-not-open")
    if guests and (one.announcement.is_dealt or not is_arbiter(one, who)):
        return Declined("tournament-dealt-guests" if one.announcement.is_dealt else "tournament-guests")
    if not by_arbiter and who.id not in players:
        return Declined("tournament-not-yours")
    invited = one.announcement.invited
    if invited and not is_arbiter(one, who) and not set(players) & set(invited):
        return Declined("tournament-invited")
    return None


def late_refusal(one: ClubTournament) -> Declined | None:
    """Why nobody can register late of their own: once round 1 is open it takes an incomplete table (febur art. 25)."""
    if refused := _drawn_refusal(one):
        return refused
    is_full = one.progress is not None and one.current is not None and not_incomplete(one.progress, one.current)
    return _full(one) if is_full else None


def _full(one: ClubTournament) -> Declined:
    return Declined("tournament-late-full", (("article", LATE.format(one.announcement.code)),))


def _too_late(one: ClubTournament) -> Declined:
    return Declined("tournament-too-late", (("article", LATE.format(one.announcement.code)),))


def takes_late(one: ClubTournament) -> bool:
    """Whether people can register late of their own now; the arbiter then admits them."""
    return one.state == RUNNING and late_refusal(one) is None


def not_admitted(one: ClubTournament) -> tuple[Entry, ...]:
    """Those who came late and whom the arbiter can still admit, who came last first."""
    if one.progress is None or not takes_late(one):
        return ()
    return tuple(entry for entry in reversed(one.entries) if entry.late and entry.id not in one.progress.admitted)


def _drawn_refusal(one: ClubTournament) -> Declined | None:
    """Why nobody can come in late at all, who may yet complete a table when somebody leaves it.

    A file's lots are drawn among all who are in it: whoever is not, comes in only where nothing was drawn yet.
    """
    if one.current is not None and (one.current.number > 1 or one.current.closed):
        return _too_late(one)
    if one.announcement.first == "lot":
        return Declined("tournament-late-lot")
    completes = one.current is None or one.current.method in COMPLETED  # a knock-out has no table to be completed
    return None if completes else _full(one)


def _in_two_places(
    one: ClubTournament, players: Sequence[str], guests: Sequence[str], agreed: Sequence[str]
) -> Declined | None:
    if refused := guests_refusal(one, guests, _guests_there(one) if guests else set()):
        return refused
    if len({one.known_as(player) for player in players}) != len(players):
        return Declined("tournament-same-person")
    for player in players:
        if number := _place_of(one, player, has_agreed=player in agreed):
            return Declined("tournament-entered", (("player", player), ("number", number)))
    return None


def _place_of(one: ClubTournament, player: str, *, has_agreed: bool) -> str:
    """The number of the entry in which somebody stands, with whatever account, "" for none; a proposal binds nobody."""
    for id_ in one.ids_of(player):
        there = one.sign_up_of(id_)
        if there is not None and (has_agreed or there.is_whole):
            return str(there.number)
        if one.state == RUNNING and one.entry_of(id_):
            return one.entry_of(id_)
    return ""


def guests_refusal(one: ClubTournament, guests: Sequence[str], others: Collection[str]) -> Declined | None:
    """Why guests cannot be called so beside these others; in a season they go by their names, in small letters."""
    for name in guests:
        if not name or len(name) > LONGEST_GUEST or not name.isprintable():
            return Declined("tournament-guest-name", (("most", str(LONGEST_GUEST)),))
    names, there = [name.casefold() for name in guests], {name.casefold() for name in others}
    twice = [name for at, name in enumerate(guests) if names[at] in names[:at] or names[at] in there]
    if twice:
        return Declined("tournament-guest-twice", (("name", twice[0]),))
    return Declined("tournament-guests") if len(one.guests) + len(guests) > MOST_GUESTS else None


def guests_who_play(one: ClubTournament) -> set[str]:
    """The names of guests who play now; who was taken out may come again, as somebody new in the file."""
    rosters = one.progress.rosters.values() if one.progress else ()
    return {name for roster in rosters for player in roster if (name := one.guest(player))}


def _guests_there(one: ClubTournament) -> set[str]:
    """The names of guests who are entered, or play."""
    players = {player for sign_up in (*one.sign_ups, *one.proposals) for player in sign_up.players}
    return guests_who_play(one) | {name for player in players if (name := one.guest(player))}


def entered(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """The new sign-up: whole at once, or waiting for the others' word."""
    guests = tuple(keys.get("guests", ()))
    ids = [f"g{len(one.guests) + place}" for place in range(1, len(guests) + 1)]
    number = one.last_number + 1
    new = SignUp(number, (*keys["players"], *ids), (*keys["agreed"], *ids))
    after = replace(one, guests=one.guests + guests, last_number=number)
    if keys.get("late") and not keys.get("asks"):
        return _entered_late(after, new)
    if keys.get("late") and new.is_whole:
        return _registered_late(after, new)
    if new.is_whole:
        return _now_whole(after, new)
    seeking = tuple(player for player in one.seeking if player not in new.agreed)
    return replace(after, proposals=(*one.proposals, new), seeking=seeking)


def _now_whole(one: ClubTournament, new: SignUp) -> ClubTournament:
    """A sign-up has a place in the order; whatever else was proposed to its players is void."""
    busy = set(new.players)
    proposals = tuple(other for other in one.proposals if not busy & set(other.players))
    seeking = tuple(player for player in one.seeking if player not in busy)
    return replace(one, sign_ups=(*one.sign_ups, new), proposals=proposals, seeking=seeking)


def _entered_late(one: ClubTournament, new: SignUp) -> ClubTournament | Declined:
    """The file has one late entry more, which plays once it is admitted; what has happened still follows."""
    return _in_the_file(replace(one, sign_ups=(*one.sign_ups, new)), new)


def _registered_late(one: ClubTournament, new: SignUp) -> ClubTournament | Declined:
    """The same for those who have registered of their own; whatever else was proposed to them is void."""
    return _in_the_file(_now_whole(one, new), new)


def _in_the_file(one: ClubTournament, new: SignUp) -> ClubTournament | Declined:
    after = replace(one, entries=(*one.entries, Entry(new.id, new.players, late=True)))
    progress = folded(after)
    return _too_late(one) if progress is None else replace(after, progress=progress)


def confirm(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody who was asked says yes."""
    refused = _for_me(one, who, keys) or (late_refusal(one) if one.state == RUNNING else None)
    if refused:
        return refused
    there = one.sign_up_of(who.id)
    if there is not None:
        return Declined("tournament-entered", (("player", who.id), ("number", str(there.number))))
    if one.entry_of(who.id):  # in an entry of the file, also one to which they never said yes
        return Declined("tournament-entered", (("player", who.id), ("number", one.entry_of(who.id))))
    return {"number": keys["number"], "player": who.id}


def _for_me(one: ClubTournament, who: Who, keys: Keys) -> Declined | None:
    if one.state not in (OPEN, RUNNING) and not (one.state in BEFORE and is_arbiter(one, who)):
        return Declined("tournament-not-open")
    if all(proposal.number != keys.get("number") for proposal in one.proposals_to(who.id)):
        return Declined("tournament-no-proposal")
    return None


def confirmed(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    proposal = next((other for other in one.proposals if other.number == keys["number"]), None)
    if proposal is None:
        return Declined("tournament-no-proposal")
    new = replace(proposal, agreed=(*proposal.agreed, keys["player"]))
    if new.is_whole:
        return _registered_late(one, new) if one.state == RUNNING else _now_whole(one, new)
    proposals = tuple(new if other is proposal else other for other in one.proposals)
    return replace(one, proposals=proposals, seeking=tuple(p for p in one.seeking if p != keys["player"]))


def decline(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody who was asked says no: nothing comes of that proposal."""
    return _for_me(one, who, keys) or {"number": keys["number"]}


def without(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """A sign-up or proposal is gone; who waits moves up."""
    if one.sign_up(keys["number"]) is None:
        return Declined("tournament-no-entry", (("number", str(keys["number"])),))
    sign_ups, proposals = [
        tuple(other for other in those if other.number != keys["number"]) for those in (one.sign_ups, one.proposals)
    ]
    return replace(one, sign_ups=sign_ups, proposals=proposals)


def leave(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Before the start: whoever plays there takes the entry back, and an arbiter any by its `number`.

    Later only what was proposed and is not whole yet, and by its `number` also the host or an arbiter.
    """
    if one.state == RUNNING and (proposed := _proposed(one, who, keys.get("number", 0))) is not None:
        return {"number": proposed.number}
    if one.state not in BEFORE:
        return Declined("tournament-leave-running") if one.state == RUNNING else Declined("tournament-over")
    if "number" in keys:
        named = one.sign_up(keys["number"])
        if named is None:
            return Declined("tournament-no-entry", (("number", str(keys["number"])),))
        if who.id not in named.players and not is_arbiter(one, who):
            return Declined("tournament-arbiter")
        return {"number": named.number}
    there = one.sign_up_of(who.id)
    return Declined("tournament-not-in") if there is None else {"number": there.number}


def _proposed(one: ClubTournament, who: Who, number: int) -> SignUp | None:
    """What this person may take back that is not whole yet, or with this number."""
    for other in one.proposals:
        mine = who.id in other.agreed
        if (mine and not number) or (other.number == number and (mine or who.is_host or is_arbiter(one, who))):
            return other
    return None


# --- partners ---------------------------------------------------------------------------------------------------------


def seek(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """Somebody wants to play and has no partner; or, while it runs, would come in as a substitute."""
    if one.state == RUNNING:
        return _offers(one, who)
    if one.state != OPEN:
        return Declined("tournament-not-open")
    if least_players(one) == 1:
        return Declined("tournament-no-partners")
    there = one.sign_up_of(who.id)
    if there is not None:
        return Declined("tournament-entered", (("player", who.id), ("number", str(there.number))))
    return Declined("tournament-seeking") if who.id in one.seeking else {"player": who.id}


def _offers(one: ClubTournament, who: Who) -> Keys | Declined:
    """Whoever has no place there may come in, by a ruling of the arbiter."""
    if one.entry_of(who.id):
        return Declined("tournament-entered", (("player", who.id), ("number", one.entry_of(who.id))))
    return Declined("tournament-offers") if who.id in one.seeking else {"player": who.id}


def sought(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, seeking=(*one.seeking, keys["player"]))


def give_up_seeking(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    return {"player": who.id} if who.id in one.seeking else Declined("tournament-not-in")


def no_longer_seeking(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, seeking=tuple(player for player in one.seeking if player != keys["player"]))


# --- who is there -----------------------------------------------------------------------------------------------------


def check_in(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody says that they are there; an arbiter says it of a whole entry."""
    if one.state != CHECK_IN:
        return Declined("tournament-no-check-in")
    if "number" in keys:
        named = next((other for other in one.sign_ups if other.number == keys["number"]), None)
        if refused := only_arbiter(one, who):
            return refused
        if named is None:
            return Declined("tournament-no-entry", (("number", str(keys["number"])),))
        return {"number": named.number, "players": list(named.players)}
    there = next((other for other in one.sign_ups if who.id in other.players), None)
    if there is None:
        return Declined("tournament-not-in")
    if who.id in there.here:
        return Declined("tournament-here")
    return {"number": there.number, "players": [who.id]}


def checked_in(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    found = tuple(
        replace(other, here=tuple(dict.fromkeys((*other.here, *keys["players"]))))
        if other.number == keys["number"]
        else other
        for other in one.sign_ups
    )
    return replace(one, sign_ups=found)


# --- the end of sign-up -----------------------------------------------------------------------------------------------


def shut(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """Sign-up ends, as was announced or as the arbiter says."""
    return only_arbiter(one, who) or (Declined("tournament-not-open") if one.state != OPEN else {})


def was_shut(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, state=SHUT, since=at, proposals=(), seeking=())


def open_check_in(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    if one.state not in (OPEN, SHUT):
        return Declined("tournament-not-now")
    return only_arbiter(one, who) or {}


def check_in_opened(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, state=CHECK_IN, since=at, proposals=(), seeking=())


def reminded(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """Those who come have been reminded, a `day` or an `hour` before."""
    return replace(one, reminded=(*one.reminded, keys["kind"]))


def remind(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    kind = keys.get("kind")
    fits = who.is_host and one.state in BEFORE and kind in ("day", "hour") and kind not in one.reminded
    return {"kind": kind} if fits else Declined("tournament-not-now")
