"""What needs everybody's consent (undo, annulment, adjournment), and what the opener and the admins may do alone."""

from dataclasses import replace

from bot.host.deals import close
from bot.host.play import with_act
from bot.host.table import ADJOURN, CLOSED, CONSENTS, PLAYING, UNDO, Proposal, Table
from bot.host.verdict import Declined, Who
from engine.deal import ARBITRO
from engine.table import Annul, End, Undo


def propose(table: Table, who: Who, words: list[str], at: int) -> Table | Declined:
    """`propose undo|annul|adjourn`: the proposer agrees; with nobody else to ask it is done at once."""
    seat = table.seat_of(who.id)
    what = words[0] if words else ""
    if not seat:
        return Declined("not-seated")
    if what not in CONSENTS:
        return Declined("no-such-proposal", (("what", what),))
    if table.phase != PLAYING or table.paused:
        return Declined("not-now")
    if table.proposal is not None:
        return Declined("already-proposed", (("what", table.proposal.what),))
    return _weighed(replace(table, proposal=Proposal(what, frozenset([seat])), stage=table.stage + 1), at)


def agree(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`agree`: one consent more."""
    seat = table.seat_of(who.id)
    if not seat:
        return Declined("not-seated")
    if table.proposal is None:
        return Declined("nothing-proposed")
    proposal = replace(table.proposal, agreed=table.proposal.agreed | {seat})
    return _weighed(replace(table, proposal=proposal, stage=table.stage + 1), at)


def refuse(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`refuse`: the proposal falls."""
    if not table.seat_of(who.id):
        return Declined("not-seated")
    if table.proposal is None:
        return Declined("nothing-proposed")
    return replace(table, proposal=None, stage=table.stage + 1)


def _weighed(table: Table, at: int) -> Table | Declined:
    """Carried out when every person who plays agrees."""
    assert table.proposal is not None
    if not set(table.people) <= table.proposal.agreed:
        return table
    if table.proposal.what == ADJOURN:
        return replace(table, paused=True, proposal=None)
    return with_act(table, Undo() if table.proposal.what == UNDO else Annul(), at)


def pause(table: Table, who: Who, _words: list[str], _at: int) -> Table | Declined:
    """`pause`: clocks and computers stand still."""
    declined = _may_command(table, who)
    if declined:
        return declined
    return Declined("table-paused") if table.paused else replace(table, paused=True, stage=table.stage + 1)


def resume(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`resume`: the clock of the turn begins anew."""
    if not table.seat_of(who.id) and not who.admin:
        return Declined("not-seated")
    if not table.paused:
        return Declined("not-now")
    return replace(table, paused=False, stage=table.stage + 1, since=at, turn_since=at)


def end(table: Table, who: Who, _words: list[str], at: int) -> Table | Declined:
    """`end`: the deal is scored as it stands, and the table closes."""
    declined = _may_command(table, who)
    if declined:
        return declined
    if table.phase == CLOSED:
        return Declined("table-closed")
    if table.phase == PLAYING:
        ended = with_act(table, End(ARBITRO), at)
        return ended if isinstance(ended, Declined) else close(ended, at)
    return close(table, at)


def _may_command(table: Table, who: Who) -> Declined | None:
    if who.is_host or who.admin or who.id == table.opener:
        return None
    return Declined("only-the-opener")
