"""The game's notation for tests: a position, the actions played from it, and what came of them.

A test reads as one line of notation: `refused(Reason.WRAP, play_all(position("febur", "N/play ? …"), "m:KhAh3h"))`.
"""

from typing import Final

from engine.actions import Written, format_action, parse_written
from engine.cards import PACK, format_cards
from engine.code import code_for
from engine.deal import Deal
from engine.hand import unpack
from engine.play import Step, play
from engine.position import parse_position
from engine.refusal import Reason, Refused
from engine.rules import Rules, load_rules, parse_house, with_house

N: Final = "N"
E: Final = "E"
S: Final = "S"
W: Final = "W"


def rules_of(rules_name: str) -> Rules:
    """A rule set by its name, perhaps with house rules after it: "fitab undo=off"."""
    name, _, house = rules_name.partition(" ")
    return with_house(load_rules(name), parse_house(house))


def position(rules_name: str, text: str) -> Deal:
    """The deal of a position; the one zone written `?` has so many unknown cards that all zones are 108 cards."""
    return parse_position(rules_of(rules_name), _filled(text))


def _filled(text: str) -> str:
    fields = text.split(" ")
    zones = [zone for field in fields[1:6] for part in field.split("/") for zone in part.replace("|", ",").split(",")]
    left = len(PACK) - sum(_size(meld) for zone in zones for meld in zone.removeprefix("!").split("+"))
    return text.replace(" ? ", f" ?{left} ", 1)


def _size(zone: str) -> int:
    if zone in ("-", "?"):
        return 0
    return len(zone) // 2 if "??" in zone or "?" not in zone else int(zone[1:])


def fresh(rules_name: str, players: int, seat: str) -> Deal:
    """A deal just dealt, nothing known but the upcard, this seat to begin."""
    rules = rules_of(rules_name)
    hands = "/".join(["?11"] * players)
    melds = "|".join(["-"] * len(code_for(rules, players).sides))
    return position(rules_name, f"{seat}/draw ? 4c {hands} {','.join(['?11'] * rules.pozzetti)} {melds}")


def play_all(deal: Deal, text: str) -> Step | Refused:
    """The last step of these actions, each by the seat in turn, or the first refusal.

    `d=9h` names the card drawn where the stock is unknown. What is written beyond the action, marks too, must be true;
    no action changes the deal it is played on.
    """
    found: Step | Refused | None = None
    for part in text.split():
        written = parse_written(part)
        before = deal.key()
        found = play(deal, deal.seat, written.action, written.revealed)
        assert deal.key() == before, f"{part} changed the deal it was played on"
        if isinstance(found, Refused):
            return found
        _check_written(written, found, part)
        deal = found.deal
    assert found is not None, "nothing to play"
    return found


def _check_written(written: Written, step: Step, part: str) -> None:
    assert not written.revealed or step.revealed == written.revealed, f"{part} revealed {format_cards(step.revealed)}"
    assert not written.marks or step.marks == written.marks, f"{part} is marked {step.marks!r}"


def after(deal: Deal, text: str) -> Deal:
    """The deal after these actions, all of them legal."""
    found = play_all(deal, text)
    assert isinstance(found, Step), f"{text}: {found}"
    return found.deal


def refused(reason: Reason, found: Step | Refused) -> bool:
    """Whether the actions were refused for this reason (an assertion says what happened instead)."""
    assert isinstance(found, Refused), f"legal: {format_action(found.action)}"
    assert found.reason == reason, f"refused, but for {found.reason}"
    return True


def hand(deal: Deal, seat: str) -> str:
    """A seat's hand, sorted by suit, low to high, then jokers, then unknown cards."""
    return format_cards(unpack(deal.hands[deal.code.seats.index(seat)]))


def melds(deal: Deal, seat: str) -> str:
    """The melds of a seat's side as a position writes them, without the mark of the pozzetto."""
    side = deal.code.side_of[deal.code.seats.index(seat)]
    return "+".join([format_cards(meld.cards) for meld in deal.melds[side]]) or "-"


def lap(deal: Deal) -> str:
    """The turns still to be played in the last lap, as seats; "" if there is none."""
    return "".join([deal.code.seats[seat] for seat in deal.lap])
