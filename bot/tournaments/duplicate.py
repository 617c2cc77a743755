"""Duplicate: the same deal at every table of a round, and closed to everybody else until the last has played it. Pure.

The host chooses a deck for each round, once, before any table is told to begin; it stands in the log and is told to
nobody. What a table is dealt that no other is (a deal that the arbiter annulled, all deals of a table that begins when
others are open already) is noted as its own, for nothing can be compared with it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bot.tables.table import PAUSE, PLAYING, Table
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ALL_DEALS, RUNNING, ClubTournament
from bot.tournaments.happening import Keys
from engine.deal import ANNULLO
from engine.shuffle import parse_seed
from engine.tournament.state import Pairing

DECK: Final = "deck"
OWN_DEAL: Final = "own-deal"
OPEN: Final = "open"

Tables: TypeAlias = Mapping[int, Table | None]

# --- what the log holds -----------------------------------------------------------------------------------------------


def choose_deck(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The host: `seed` is what all decks of the open round follow from."""
    if not who.is_host or not lacks_deck(one) or one.current is None:
        return Declined("tournament-not-now")
    return {"round": one.current.number, "seed": parse_seed(keys["seed"]).hex()}


def deck_chosen(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, deck=keys["seed"], sealed_rounds=(*one.sealed_rounds, keys["round"]))


def note_own_deal(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The host: a table of the round is dealt other cards than the others, in one deal or in `ALL_DEALS`."""
    place = (keys["round"], keys["table"], keys["deal"])
    if not who.is_host or one.current is None or one.current.number != keys["round"] or place in one.own_deals:
        return Declined("tournament-not-now")
    return {"round": keys["round"], "table": keys["table"], "deal": keys["deal"]}


def own_deal_noted(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, own_deals=(*one.own_deals, (keys["round"], keys["table"], keys["deal"])))


def open_round(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The host: every table of a round has finished its deals, and everybody may see them."""
    if not who.is_host or keys["round"] not in one.sealed_rounds:
        return Declined("tournament-not-now")
    return {"round": keys["round"]}


def round_opened(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, sealed_rounds=tuple(number for number in one.sealed_rounds if number != keys["round"]))


# --- what follows for the tables --------------------------------------------------------------------------------------


def lacks_deck(one: ClubTournament) -> bool:
    """Whether the deck of the open round is still to be chosen."""
    is_open = one.state == RUNNING and one.current is not None and not one.current.closed
    return is_open and one.announcement.duplicate and not one.deck


def shares_deck(one: ClubTournament, table: int) -> bool:
    """Whether a table of the last round is dealt what all are."""
    assert one.current is not None
    return bool(one.deck) and (one.current.number, table, ALL_DEALS) not in one.own_deals


def own_deal(one: ClubTournament, pairing: Pairing, tables: Tables) -> int | None:
    """The next deal that is to be noted as a table's own, `ALL_DEALS` for each; None where there is none.

    A table that is still to begin when another's cards are open already shares nothing with them.
    """
    assert one.current is not None
    number, table = one.current.number, tables.get(pairing.table)
    if table is None or not shares_deck(one, pairing.table):
        return None
    if not table.begun and not table.deck:
        return ALL_DEALS if _is_any_open(one, tables) else None
    deals = table.match.deals if table.match is not None else ()
    again = [place for place, deal in zip(table.record_numbers, deals, strict=True) if deal.termination == ANNULLO]
    return next((deal for deal in again if (number, pairing.table, deal) not in one.own_deals), None)


def _is_any_open(one: ClubTournament, tables: Tables) -> bool:
    assert one.current is not None
    sharing = [table for at, table in tables.items() if table is not None and table.deck and shares_deck(one, at)]
    is_over = one.current.number not in one.sealed_rounds
    return is_over or any(table.open_deals or not _is_closed_to_others(table) for table in sharing)


def _is_closed_to_others(table: Table) -> bool:
    return table.assigned is not None and table.assigned.sealed


def finished_deals(one: ClubTournament, tables: Tables) -> int | None:
    """How many deals of the last round every table has finished that plays them; None for all there will be."""
    assert one.current is not None
    found = [_finished(one, pairing, tables.get(pairing.table)) for pairing in one.current.pairings]
    return min([number for number in found if number is not None], default=None)


def _finished(one: ClubTournament, pairing: Pairing, table: Table | None) -> int | None:
    """How many a table has finished; None where it plays no more of them: its deals wait for it no longer."""
    if not shares_deck(one, pairing.table):
        return None
    if table is None:
        is_wanted = one.state == RUNNING and one.current is not None and not one.current.closed
        return 0 if is_wanted and pairing.decision is None else None
    if table.phase not in (PAUSE, PLAYING):
        return None
    return len(table.match.counted) if table.match is not None else 0


def unsealing(table: Table, finished: int | None) -> str:
    """The command by which so many deals are opened at a table, "" where they are."""
    if not _is_closed_to_others(table):
        return ""
    if finished is None:
        return "unseal"
    return f"unseal {finished}" if finished > table.open_deals else ""
