"""The table in words, complete: who is to play, stock and pile, everybody's number of cards, each side's melds.

The lines begin with what matters most; where there is no room they go from the end on: first the cards under the top
of the pile, then the melds of the last side.
"""

from collections.abc import Iterator

from bot.chat.messages.showing import Showing
from bot.chat.sight.sight import Json
from bot.chat.speech import words
from bot.chat.speech.languages import Language, say
from engine.deal import Deal
from engine.melds import Meld


def table_text(shown: Showing) -> str:
    """Everything that the picture of the table shows; "" while no deal lies on it."""
    return "\n".join(_lines(shown))


def table_brief(shown: Showing) -> str:
    """The same in short: of each meld its name alone, of the pile its top alone."""
    return "\n".join(_lines(shown, brief=True))


def to_play(shown: Showing) -> str:
    """Who is to play and what he has to do; "" while nobody is."""
    table, seen = shown.table, shown.seen
    if not table.in_turn or seen is None:
        return ""
    who = shown.names[table.in_turn]
    if shown.sight["phase"] == "draw":
        return say(shown.language, "table.takes", name=who)
    return say(shown.language, "table.plays", name=who)


def _lines(shown: Showing, brief: bool = False) -> Iterator[str]:
    if shown.seen is None:
        return
    language, deal = shown.language, shown.seen.deal
    if to_play(shown):
        yield to_play(shown)
    yield say(language, "text.stock", count=shown.sight["stock_left"])
    yield _pile(language, deal)
    for seat in shown.sight["seats"]:
        yield _player(language, seat)
    for side in shown.sight["sides"]:
        yield from _side(shown, side, brief)
    if len(deal.pile) > 1 and not brief:
        yield say(language, "text.pile-below", cards=words.cards(language, deal.pile[-2::-1]))


def _pile(language: Language, deal: Deal) -> str:
    if not deal.pile:
        return say(language, "text.no-pile")
    return say(language, "text.pile", card=words.card(language, deal.pile[-1]), count=len(deal.pile))


def _player(language: Language, seat: Json) -> str:
    told = say(language, "text.player", name=seat["name"], seat=seat["seat_name"], count=seat["cards"])
    return f"{told} {say(language, 'text.unseen')}" if seat["pozzetto_unseen"] else told


def _side(shown: Showing, side: Json, brief: bool) -> Iterator[str]:
    """The side's line, and a line for each meld: its number, its name, its cards as they lie; in short one line."""
    assert shown.seen is not None
    language, code = shown.language, shown.table.code
    taken = say(language, "text.pozzetto-taken") if side["pozzetto"] else say(language, "text.pozzetto-not-taken")
    name = shown.names[side["side"]] if side["side"] in code.seats else side["side_name"]
    yield say(language, "text.side", side=name, points=side["points"] + side["bonus"], pozzetto=taken)
    melds = shown.seen.deal.melds[code.sides.index(side["side"])]
    lines = [(meld_name if brief else meld_line)(language, number, meld) for number, meld in enumerate(melds, 1)]
    yield from ["; ".join(lines)] if brief and lines else lines


def meld_line(language: Language, number: int, meld: Meld) -> str:
    """`2. the run 5♥-8♥: 5♥ 6♥ Joker 8♥ (Joker as 7♥), clean burraco`."""
    stands = words.card(language, meld.stands_for) if meld.stands_for >= 0 else ""
    return say(
        language,
        "text.meld",
        number=number,
        meld=words.meld(language, meld),
        cards=words.cards(language, meld.cards),
        matta=words.card(language, meld.matta) if stands else "",
        stands=stands,
        kind=words.kind(language, meld.burraco) if meld.burraco else "",
    )


def meld_name(language: Language, number: int, meld: Meld) -> str:
    """`2. the run 5♥-8♥ – clean burraco`."""
    kind = f" – {words.kind(language, meld.burraco)}" if meld.burraco else ""
    return f"{number}. {words.meld(language, meld)}{kind}"
