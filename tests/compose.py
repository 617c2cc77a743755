"""Transcripts are written as drafts: a deck from the cards that matter, the actions, and `?` for what the engine knows.

`python -m tests.compose FILE…` completes drafts in place. In a draft

- `[Composed "N=3h4h5h E=JkJk pozzetti=9c9d,Kh up=5c stock=7s8s"]` makes the deck: hands, pozzetti in the order they are
  taken, the card that opens the pile, the top of the stock. Whatever it leaves open is filled in, always the same way;
- a tag whose value is `?` gets the value the engine finds (see `facts`); a last deal that ends gets its `Result`
  and its `Termination` also where the draft does not name them;
- actions get what they reveal and their marks.

A comment at the head of the file is kept. Nothing here judges a record: that is `engine.replay`.
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import PACK, Card, format_cards, parse_cards
from engine.code import SEATS, Code, code_for
from engine.deal import start
from engine.match import Match, played
from engine.position import format_position
from engine.record import DealRecord, Line, TableLine, Turn, format_record, parse_record
from engine.refusal import Refused
from engine.replay import format_scores, rules_of
from engine.shuffle import deck_of, parse_seed
from engine.table import Game, act, intervene

_FILLER = deck_of(bytes(32))


# --- a deck -----------------------------------------------------------------------------------------------------------


def compose(code: Code, dealer: int, cards_of: str) -> tuple[Card, ...]:
    """A deck, top first, that deals these cards. Raises `ValueError` for cards that no deck can fulfil."""
    wanted = dict(one.split("=") for one in cards_of.split())
    size, heaps = code.rules.hand_size, code.rules.pozzetti
    order = [code.seats[seat] for seat in code.order_from(code.next_seat[dealer])]
    hands = [_cards(wanted.pop(seat, "")) for seat in order]
    pozzetti = [_cards(text) for text in wanted.pop("pozzetti", "").split(",")]
    pozzetti += [[] for _ in range(heaps - len(pozzetti))]
    up, stock = _cards(wanted.pop("up", "")), _cards(wanted.pop("stock", ""))
    if wanted or any(len(cards) > size for cards in [*hands, *pozzetti]) or len(up) > 1:
        raise ValueError(f"no deck deals this: {cards_of}")
    left = _left([*hands, *pozzetti, up, stock])
    for zone in [*hands, *pozzetti, up]:
        length = 1 if zone is up else size
        while len(zone) < length:
            zone.append(left.pop())
    stock += left
    top = [hand[place] for place in range(size) for hand in hands]
    bottom = [heap[place] for place in range(size) for heap in pozzetti]
    return (*top, *up, *stock, *reversed(bottom))


def _cards(text: str) -> list[Card]:
    return list(parse_cards(text))


def _left(zones: list[list[Card]]) -> list[Card]:
    """The cards that no zone has, in the filler's order."""
    taken = Counter(card for zone in zones for card in zone)
    if taken - Counter(PACK):
        raise ValueError(f"more of these than two packs hold: {format_cards(taken - Counter(PACK))}")
    left = []
    for card in _FILLER:
        if taken[card]:
            taken[card] -= 1
        else:
            left.append(card)
    return left


# --- a record as the engine writes it ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walked:
    """A deal's lines as the engine writes them, the game after them, and the refusal that stopped it."""

    lines: tuple[Line, ...]
    game: Game
    refused: Refused | None = None


def walk(record: DealRecord, game: Game) -> Walked:
    """Play a deal's lines; a refused action stays as it was written and ends the walk."""
    lines: list[Line] = []
    for line in record.lines:
        if isinstance(line, TableLine):
            after = intervene(game, line.act)
            lines.append(line)
            if isinstance(after, Refused):
                return Walked(tuple(lines), game, after)
            game = after
            continue
        walked = _walk_turn(line, game)
        lines += walked.lines
        game = walked.game
        if walked.refused:
            return Walked(tuple(lines), game, walked.refused)
    return Walked(tuple(lines), game)


def _walk_turn(line: Turn, game: Game) -> Walked:
    written = list(line.actions)
    for place, action in enumerate(line.actions):
        outcome = act(game, line.seat, action.action)
        if isinstance(outcome, Refused):
            return Walked((replace(line, actions=tuple(written)),), game, outcome)
        game, step = outcome
        written[place] = step.written
    return Walked((replace(line, actions=tuple(written)),), game)


def code_of(tags: Mapping[str, str]) -> Code:
    """The code a record is played by, for the seats it names."""
    rules = rules_of(tags)
    seats = [seat for seat in "NESW" if seat in tags]
    return code_for(rules, len(seats or SEATS[rules.players[0]]))


def dealer_of(tags: Mapping[str, str], match: Match) -> int:
    """The dealer's seat number."""
    return match.next_dealer if match.deals else match.code.seats.index(tags["Dealer"])


def first_game(record: DealRecord, match: Match) -> tuple[Game, int]:
    """The deal as dealt, and its dealer's seat number."""
    tags = record.tags
    dealer = dealer_of(tags, match)
    deck = parse_cards(tags["Deck"]) if "Deck" in tags else deck_of(parse_seed(tags["Seed"]))
    return Game(start(match.code, deck, dealer)), dealer


def facts(match: Match, walked: Walked) -> dict[str, str]:
    """What a tag may claim after a deal; of the whole match what stands at its end."""
    code, deal, award = match.code, walked.game.deal, match.award if match.deals else None
    found = {"Position": format_position(deal), "Refused": walked.refused.reason.value if walked.refused else ""}
    if not deal.is_over or walked.refused:
        return found
    scores = match.deals[-1].scores
    found["Result"] = format_scores(code, tuple(side.total for side in scores))
    found["Burrachi"] = format_scores(code, tuple(side.burrachi for side in scores))
    found["Closing"] = format_scores(code, tuple(side.closing for side in scores))
    found["Cards"] = format_scores(code, tuple(side.cards for side in scores))
    found["Hand"] = format_scores(code, tuple(side.hand for side in scores))
    found["Pozzetto"] = format_scores(code, tuple(side.pozzetto for side in scores))
    found["Totals"] = format_scores(code, match.totals)
    found["Termination"] = deal.termination
    found["Over"] = "yes" if match.is_over else "no"
    found["Winner"] = "none" if match.winner is None else code.sides[match.winner]
    found["VP"] = format_scores(code, match.vp) if match.vp else "none"
    found["Award"] = format_scores(code, award.mp) if award else "none"
    points = match.ranking_points or ()
    found["Points"] = " ".join([f"{side} {value:g}" for side, value in zip(code.sides, points, strict=False)]) or "none"
    return found


# --- completing a draft -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Completed:
    """The deals of a draft with all that was missing, the match they make, and the end of the last one."""

    deals: tuple[DealRecord, ...]
    match: Match
    last: Walked


def completed(drafts: Sequence[DealRecord]) -> Completed:
    """Decks composed, actions marked, every `?` filled in."""
    match = Match(code_of(drafts[0].tags))
    records: list[DealRecord] = []
    ends: list[Walked] = []
    for draft in drafts:
        record = replace(draft, tags=_with_deck(draft.tags, match))
        game, dealer = first_game(record, match)
        end = walk(record, game)
        if end.game.deal.is_over and not end.refused:
            penalised = "Penalty" in draft.tags
            match = match.with_deal(played(end.game.deal, dealer, end.game.timed_out, penalised=penalised))
        found = facts(match, end)
        ends_here = draft is drafts[-1] and end.game.deal.is_over and not end.refused
        claims = {"Result": "?", "Termination": "?", **record.tags} if ends_here else record.tags
        tags = {name: found[name] if value == "?" else value for name, value in claims.items()}
        records.append(replace(record, tags=tags, lines=end.lines))
        ends.append(end)
    return Completed(tuple(records), match, ends[-1])


def _with_deck(tags: Mapping[str, str], match: Match) -> dict[str, str]:
    """The tags with the deck they ask for, and the score before the deal."""
    found = dict(tags)
    if found.get("Before") == "?":
        found["Before"] = format_scores(match.code, match.totals)
    if "Composed" in found and "Deck" not in found:
        found["Deck"] = format_cards(compose(match.code, dealer_of(found, match), found["Composed"]))
    return found


def complete(text: str) -> str:
    """The record of a draft, as text; a complete one stays as it is."""
    return head(text) + format_record(completed(parse_record(text)).deals)


def head(text: str) -> str:
    """The comment at the head of a record, line ends included."""
    lines = text.splitlines(keepends=True)
    length = next((at for at, line in enumerate(lines) if not line.startswith(";")), len(lines))
    return "".join(lines[:length])


def main(names: Sequence[str]) -> None:
    for name in names:
        file = Path(name)
        try:
            text = complete(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            sys.exit(f"{name}: {error}")
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
