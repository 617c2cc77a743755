"""Between deals: the seed is sealed and its commitment published, the cards are dealt, the match goes on or ends."""

from dataclasses import replace
from hashlib import sha256

from bot.tables import lobby
from bot.tables.clocks import deal_ended, full_bank, new_turn
from bot.tables.table import ADJOURN, CLOSED, OVER, PAUSE, PLAYING, REMATCH, Chair, Objection, Table
from bot.tables.who import Declined, Who
from engine.cards import Malformed
from engine.deal import ANNULLO, start
from engine.match import Match, played
from engine.record import DealRecord, TableLine
from engine.replay import format_scores
from engine.rules import house_text
from engine.shuffle import SHUFFLE, commitment, deck_of, parse_seed
from engine.table import Game, Substitute, TimeOut

ENDS_PAUSE = 6  # the version of tables since which the end of a match ends a pause, too
ONLY_AFTER_A_MATCH = 6  # since which nobody waits for a rematch where no match was played
KEEPS_CHANGES = 6  # since which what was changed while a rematch waited outlasts it
LEFT_OUT = 6  # and since which a deal that nobody has played does not count
PENALISED = 8  # the version since which who gives up has the code's penalty in a match of any length


def seal(table: Table, who: Who, words: list[str], _at: int) -> Table | Declined:
    """`seal SEED`: the seed of the next deal is fixed; from now on its commitment can be shown."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.phase != PAUSE or table.seed:
        return Declined("not-now")
    try:
        seed = parse_seed(words[0] if words else "")
    except Malformed:
        return Declined("no-chance")
    return replace(table, seed=seed_of_next_deal(table) or seed, stage=table.stage + 1)


def seed_of_next_deal(table: Table) -> bytes:
    """The seed that follows from the deck of a tournament's table; b"" where chance decides.

    The same at every table of the round, but where the arbiter has annulled the deal: there it is dealt anew.
    """
    if not table.deck or table.match is None:
        return b""
    counted = [deal.termination != ANNULLO for deal in table.match.deals]
    again = counted[::-1].index(True) if any(counted) else len(counted)
    return seed_from(table.deck, f"{sum(counted) + 1}.{again}")


def seed_from(deck: bytes, what: str) -> bytes:
    """A seed out of another, for one purpose."""
    return sha256(deck + what.encode()).digest()


def ready(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`ready`: a person wants the next deal; when all do, it is dealt at once."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    if table.phase != PAUSE:
        return Declined("not-now")
    place = table.code.seats.index(seat)
    chairs = list(table.chairs)
    chairs[place] = replace(chairs[place], ready=True)
    return replace(table, chairs=tuple(chairs))


def all_ready(table: Table) -> bool:
    """Whether every person who plays wants the next deal."""
    return all(chair.ready for chair in table.chairs if chair.human)


def deal(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`deal`: the sealed deck is dealt."""
    if not who.is_host:
        return Declined("only-the-host")
    if table.phase != PAUSE or not table.seed or table.paused or not table.begun:
        return Declined("not-now")
    return replace(
        new_turn(table, at),
        outage=table.outage,  # between two deals nobody may have looked
        copied=table.copied,
        phase=PLAYING,
        stage=table.stage + 1,
        deal_since=at,
        game=Game(start(table.code, deck_of(table.seed), table.dealer)),
        hands=tuple(
            (chair.person, seat) for seat, chair in zip(table.code.seats, table.chairs, strict=True) if chair.person
        ),
        lines=(),
        turn=(),
        happened=(),
        replaced=(),
        chairs=tuple(replace(chair, ready=False) for chair in table.chairs),
    )


def end_deal(table: Table, at: int) -> Table:
    """The table after its deal has ended: scored, recorded, waiting for the next deal or at the end of the match."""
    game, match = table.game, table.match
    assert game is not None
    assert match is not None
    result = played(
        game.deal, table.dealer, game.timed_out, unplayed=_is_unplayed(table), penalised=_is_penalised(table)
    )
    after = match.with_deal(result)
    ended = replace(table, objection=table.objection if table.objection and table.objection.turns else None)
    if after.is_over and table.version >= ENDS_PAUSE:
        ended = without_pause(ended)
    goes_on = bool(table.version) and not after.is_over and table.proposal and table.proposal.what == ADJOURN
    return replace(
        deal_ended(ended if goes_on else fallen(ended), at),
        phase=OVER if after.is_over else PAUSE,
        since=at,
        match=after,
        before=None,
        records=(*table.records, record(table)),
        seatings=(*table.seatings, table.chairs),
        dealer=after.next_dealer,
        seed=b"",
        lines=(),
        turn=(),
    )


def ended_between_deals(table: Table, at: int) -> Table:
    """A tournament's table as the round ends between two deals: no other is begun, and it is over with those it has.

    The last record says so, as a record does. Where no deal has ended there is nothing to show: the table closes.
    """
    match = table.match
    if match is None or not match.deals:
        return close(table, at)
    deals = (*match.deals[:-1], replace(match.deals[-1], timed_out=True))
    last = replace(table.records[-1], lines=(*table.records[-1].lines, TableLine(TimeOut())))
    return replace(
        table,
        phase=OVER,
        stage=table.stage + 1,
        since=at,
        match=replace(match, deals=deals),
        records=(*table.records[:-1], last),
        seed=b"",
        proposal=None,
        paused=False,
        stopped=0,
    )


def without_pause(table: Table) -> Table:
    """The table where nothing stands still, whoever had paused it."""
    return replace(table, paused=False, stopped=0, adjourned=False, idle=False, resumes=0)


def fallen(table: Table) -> Table:
    """The table after what was asked has become impossible; it is told until everybody has had a turn."""
    if table.proposal is None:
        return table
    lapsed = Objection(table.proposal.what, "", turns=len(table.chairs) - 1) if table.version else None
    return replace(table, proposal=None, objection=lapsed)


def awaits_rematch(table: Table) -> bool:
    """Whether somebody wants another match, and not everybody has said so yet."""
    is_second = table.before is not None or table.version < ONLY_AFTER_A_MATCH
    before_first = is_second and table.phase == PAUSE and table.match is not None and not table.match.deals
    return before_first and any(chair.ready for chair in table.chairs) and not all_ready(table)


def rematch(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`rematch`: the next dealer, the same places; those that no person holds go to who waits for one.

    The cards are dealt when all are `ready`; whoever asks for the rematch is, and so is whoever asks after them. The
    match before can be looked at until a deal of this one has ended; its records are kept by the store.
    """
    if not table.seat_of(who.id):
        return Declined("not-seated")
    if awaits_rematch(table):
        return ready(table, who, words, at)
    if table.phase != OVER:
        return Declined("not-now")
    again = lobby.seat_waiting(table, but=who.id)
    return replace(
        again,
        chairs=tuple(replace(chair, ready=chair.person == who.id, missed=0) for chair in again.chairs),
        phase=PAUSE,
        stage=table.stage + 1,
        since=at,
        before=replace(table, phase=CLOSED, before=None, objection=None),
        objection=None,
        match=Match(table.code),
        records=(),
        seatings=(),
        game=None,
        seed=b"",
        banks=(full_bank(table.settings),) * len(table.chairs) if table.settings.days else (),
        match_used=0,
        outage=0,
        copied=False,
    )


def rematch_dropped(table: Table, at: int) -> Table:
    """The table when nobody who wants the rematch is left: its match is over as before, with who sits there now.

    It is told until somebody asks for another one.
    """
    if table.before is None:
        return table
    return replace(
        _as_changed_since(table.before, table) if table.version >= KEEPS_CHANGES else table.before,
        phase=OVER,
        stage=table.stage,
        since=at,
        opener=table.opener,
        mirrors=table.mirrors,
        chairs=table.chairs,
        waiting=table.waiting,
        objection=Objection(REMATCH, ""),
    )


def _as_changed_since(before: Table, now: Table) -> Table:
    """The table at the end of its match, with what its people have changed while a rematch waited."""
    changed = replace(before, friends=now.friends, invited=now.invited, called_invited=now.called_invited)
    return replace(changed, settings=now.settings) if now.code == before.code else changed


def close(table: Table, at: int) -> Table:
    """The table, for good."""
    return replace(table, phase=CLOSED, stage=table.stage + 1, since=at, proposal=None, objection=None)


# --- the record -------------------------------------------------------------------------------------------------------


def record(table: Table) -> DealRecord:
    """The record of the deal on the table, as the arbiter may read it; a secret until the deal has ended."""
    assert table.game is not None
    assert table.match is not None
    code, deal_ = table.code, table.game.deal
    number = len(table.records) + 1
    tags = {"BRN": "1", **_event_tags(table), "Deal": str(number)}
    tags |= {"Rules": table.settings.rules, **_length_tags(table)}
    tags |= {seat: chair.name for seat, chair in _chairs_at_start(table).items()}
    tags |= {"Dealer": code.seats[table.dealer], "Before": format_scores(code, table.match.totals)}
    tags |= {"Shuffle": SHUFFLE, "Seed": table.seed.hex(), "Commitment": commitment(table.seed)}
    if deal_.is_over:
        scores = played(deal_, table.dealer).scores
        tags |= {"Result": format_scores(code, tuple(side.total for side in scores))}
        tags |= {"Termination": deal_.termination, **({"Counts": "no"} if _is_unplayed(table) else {})}
        tags |= {"Penalty": str(code.rules.abandonment_penalty)} if _is_penalised(table) else {}
    return DealRecord(tags, table.lines)


def _is_unplayed(table: Table) -> bool:
    """Whether the deal is given up before each side has had a turn, and left out of the match."""
    return table.version >= LEFT_OUT and table.game is not None and table.game.is_unplayed


def _is_penalised(table: Table) -> bool:
    """Whether the match is given up in this deal, and its code has a penalty for that."""
    given_up = table.game is not None and table.game.deal.resigned >= 0
    return table.version >= PENALISED and given_up and bool(table.code.rules.abandonment_penalty)


def _event_tags(table: Table) -> dict[str, str]:
    """Of which tournament, round and table it is, where it is of any."""
    if table.assigned is None:
        return {}
    return {
        "Event": table.assigned.name,
        "Round": str(table.assigned.round),
        "Table": str(table.assigned.table),
    }


def _chairs_at_start(table: Table) -> dict[str, Chair]:
    """By seat, who sat there when the deal began; in logs of before version 2, when it ended."""
    chairs = dict(zip(table.code.seats, table.chairs, strict=True))
    if table.version < 2:
        return chairs
    acts = [line.act for line in (*table.lines, *table.after_turn) if isinstance(line, TableLine)]
    changes = [act for act in acts if isinstance(act, Substitute)]
    for act, before in zip(changes[::-1], table.replaced[::-1], strict=False):
        chairs[act.seat] = before or chairs[act.seat]
    return chairs


def _length_tags(table: Table) -> dict[str, str]:
    rules = table.code.rules
    house = house_text(rules, at_first=table.version < 2)  # as the deals before this one have it
    tags = {"House": house} if house else {}
    if rules.target:
        return tags | {"Target": str(rules.target)}
    return tags | {"Hands": str(rules.hands)} | ({"Teams": "yes"} if rules.teams else {})
