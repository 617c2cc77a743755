"""What the others have played since the viewer's last turn, card by card, so that a page can show it again.

A card drawn is never told here, nor what somebody has picked up or found in the pozzetto: only what lies on the table.
"""

from collections.abc import Iterator

from bot.tables.course import turn_begun
from bot.views.table_view import Json, TableView, part
from engine.actions import COMPLETED, POZZETTO, Add, Discard, Draw, Lay, PickUp, Written
from engine.cards import Card, format_card
from engine.record import Turn
from engine.table import COMPUTER, Substitute


@part
def recent(view: TableView) -> Json:
    """The turns, oldest first; `fresh` until the viewer has done something in their own."""
    begun = turn_begun(view.table)
    acted = view.own_turn and begun < len(view.table.happened)
    return {"fresh": not acted, "turns": [*_turns(view, begun)][::-1]}


def _turns(view: TableView, begun: int) -> Iterator[Json]:
    """The newest first. The melds a side has laid last are counted back from those that lie there now."""
    table, code = view.table, view.deal.code
    laid = [len(melds) for melds in view.deal.melds]
    others = _played_for(view)
    found = 0
    for place, line in reversed(list(enumerate(table.happened))):
        if not isinstance(line, Turn):
            continue
        own = line.seat == view.seat and place not in others
        if (own and place < begun) or found == code.players:
            return
        side = code.side_of[code.seats.index(line.seat)]
        acts = []
        for written in reversed(line.actions):
            acts.append(_act(written, laid[side]))
            laid[side] -= isinstance(written.action, Lay)
        if not own:
            found += 1
            yield {"seat": line.seat, "side": code.sides[side], "acts": acts[::-1]}


def _played_for(view: TableView) -> set[int]:
    """Where in what has happened a computer player has played for the viewer, who was away."""
    is_away, found = False, set()
    for place, line in enumerate(view.table.happened):
        if isinstance(line, Turn):
            if is_away and line.seat == view.seat:
                found.add(place)
        elif isinstance(line.act, Substitute) and line.act.seat == view.seat:
            is_away = line.act.name == COMPUTER
    return found


def _act(written: Written, laid: int) -> Json:
    what, meld, cards = _open(written, laid)
    marks = {"burraco": COMPLETED in written.marks, "pozzetto": POZZETTO in written.marks}
    return {"what": what, "meld": meld, "cards": [format_card(card) for card in cards], **marks}


def _open(written: Written, laid: int) -> tuple[str, int, tuple[Card, ...]]:
    """What everybody has seen of it: its name, the number of the meld, the cards."""
    match written.action:
        case Draw():
            return "draw", 0, ()
        case PickUp():
            return "pickup", 0, ()
        case Lay(cards):
            return "lay", laid, cards
        case Add(number, cards):
            return "add", number, cards
        case Discard(card):
            return "discard", 0, (card,)
        case _:
            return "none", 0, ()
