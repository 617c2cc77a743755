"""Replaying a record: every action goes through the rules again, and all the record claims is checked.

Claims are what actions revealed, their marks, the numbers of turns, dealers, scores carried over, results, terminations
and commitments. A refused action is a `Refusal`; a false claim is a `FalseRecord`; unreadable text is `Malformed`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from engine.actions import Written, format_action, format_written
from engine.cards import PACK, UNKNOWN, Card, Malformed, format_card, parse_cards, shorten
from engine.code import SEATS, Code, code_for
from engine.deal import ANNULLO, STALLO, Deal, start
from engine.match import Match, Played, played
from engine.play import Step
from engine.record import DealRecord, TableLine, Turn, describe_line, parse_record
from engine.refusal import Refused
from engine.rules import Rules, RulesError, earlier_house, load_rules, parse_house, with_house
from engine.shuffle import SHUFFLE, commitment, deck_of, parse_seed
from engine.table import End, Game, Resign, Substitute, Undo, act, intervene

T = TypeVar("T")

_RULE_OF: Final = {"Hands": "hands", "Target": "target", "Teams": "teams"}  # tags that are a rule of the same name
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,2}")
_BELOW_ONE: Final = re.compile(r"0+|-[0-9]+")
_WHOLE: Final = re.compile(r"[0-9]+")
_SCORES: Final = re.compile(r"[A-Z]+ -?[0-9]{1,6}( [A-Z]+ -?[0-9]{1,6})*")


class FalseRecord(ValueError):
    """The record replays, but claims something that is not so. `line` is where, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Where a replay stopped: an action that the rules refuse. Deals and turns count from 1."""

    deal: int
    turn: int
    seat: str
    action: str
    refused: Refused
    line: int


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One deal of a record, as it was `dealt` and after its last line; `result` is None while it is in progress."""

    record: DealRecord
    dealt: Deal
    game: Game
    dealer: int
    result: Played | None


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record came, and the refusal that stopped it, if one did."""

    match: Match
    deals: tuple[ReplayedDeal, ...]
    refusal: Refusal | None = None


def replay(text: str) -> Replay:
    """Replay a record's text. Raises `Malformed` (with the line in its reason) and `FalseRecord`."""
    return replay_deals(parse_record(text))


def replay_deals(records: tuple[DealRecord, ...]) -> Replay:
    """Replay the deals of a record."""
    match = _begun(records[0])
    done: list[ReplayedDeal] = []
    for number, record in enumerate(records, 1):
        code = _code(record)
        if code != match.code:
            raise FalseRecord(record.line, "the rules or the seats change within the match")
        if done and done[-1].result is None:
            raise FalseRecord(record.line, f"deal {number} begins before deal {number - 1} has ended")
        _check_order(record, match, done)
        _check_number(record, match)
        dealer = _dealer(code, record, match)
        _check_before(record, match)
        dealt = start(_code_of_that_time(record, code), _deck(record), dealer)
        outcome = _play(record, Game(dealt), number)
        if isinstance(outcome, Refusal):
            return Replay(match, tuple(done), outcome)
        result = _ended(record, outcome, dealer)
        _check_result(record, outcome.deal, result)
        if result is not None:
            match = match.with_deal(result)
        done.append(ReplayedDeal(record, dealt, outcome, dealer, result))
    return Replay(match, tuple(done))


def _begun(record: DealRecord) -> Match:
    """The match as the first deal finds it: a record may begin in the middle, with the score carried into it."""
    code = _code(record)
    before = _scores_tag(record, code, "Before")
    number = record.tags.get("Deal", "")
    if before is None:
        return Match(code)
    carried, earlier = tuple(before.values()), int(number) - 1 if _NUMBER.fullmatch(number) else 0
    if any(carried) and not earlier:
        nothing = format_scores(code, (0,) * len(carried))
        raise FalseRecord(record.line_of("Before"), f"Before is {nothing}: no deal comes before the first")
    return Match(code, before=carried, earlier=earlier)


# --- what the tags say ------------------------------------------------------------------------------------------------


def rules_of(tags: Mapping[str, str]) -> Rules:
    """The rules a deal was played by: the code, its house rules, and the length of the match. Raises `RulesError`."""
    changes = parse_house(tags.get("House", ""))
    for tag, key in _RULE_OF.items():
        if tags.get(tag):
            changes[key] = tags[tag]
    return with_house(load_rules(tags["Rules"]), changes)


def _code(record: DealRecord) -> Code:
    if "Rules" not in record.tags:
        raise Malformed("", f"line {record.line}: the tag Rules is missing")
    try:
        rules = rules_of(record.tags)
        seats = record.seats or SEATS[rules.players[0]]
        if seats not in SEATS.values():
            raise RulesError(f"nobody plays with the seats {' '.join(seats)} alone")
        return code_for(rules, len(seats))
    except ValueError as error:
        tag = _faulty_tag(record.tags)
        raise Malformed(record.tags[tag], f"line {record.line_of(tag)}: {error}") from None


def _faulty_tag(tags: Mapping[str, str]) -> str:
    """The first tag with which the rules cannot be read any more; the code itself, where that and the seats differ."""
    read: dict[str, str] = {}
    for tag in [tag for tag in ("Rules", "House", *_RULE_OF) if tag in tags]:
        read[tag] = tags[tag]
        try:
            rules_of(read)
        except RulesError:
            return tag
    return "Rules"


def _code_of_that_time(record: DealRecord, code: Code) -> Code:
    """The code as it was when the record was written, where that can be seen: a stallo that no line of it ends.

    Where everybody is asked now, a stallo once ended the deal by itself; a record that names its own house rule is
    taken at its word.
    """
    stallo = earlier_house(code.rules.name).get("stallo", "")
    asked = "stallo" in parse_house(record.tags.get("House", "")) or TableLine(End(STALLO)) in record.lines
    if record.tags.get("Termination") != STALLO or not stallo or asked:
        return code
    return code_for(with_house(code.rules, {"stallo": stallo}), code.players)


def _deck(record: DealRecord) -> tuple[Card, ...]:
    tags = record.tags
    deck = read_tag(record, "Deck", _whole_deck) if "Deck" in tags else None
    if deck is None and "Seed" not in tags:
        raise Malformed("", f"line {record.line}: neither Deck nor Seed: this deal cannot be replayed")
    if deck is None and tags.get("Shuffle", SHUFFLE) != SHUFFLE:
        raise Malformed(tags["Shuffle"], f"line {record.line_of('Shuffle')}: only the shuffle {SHUFFLE} is known")
    _check_seed(record, deck)
    return deck if deck is not None else deck_of(parse_seed(tags["Seed"]))


def _whole_deck(text: str) -> tuple[Card, ...]:
    deck = parse_cards(text)
    if len(deck) != len(PACK) or UNKNOWN in deck:
        raise Malformed(text, f"a deck is {len(PACK)} known cards")
    return deck


def _check_seed(record: DealRecord, deck: tuple[Card, ...] | None) -> None:
    """A seed must fit its commitment, and the deck where both are given."""
    tags = record.tags
    if "Seed" not in tags:
        return
    seed = read_tag(record, "Seed", parse_seed)
    if "Commitment" in tags and tags["Commitment"].lower() != commitment(seed):
        raise FalseRecord(record.line_of("Commitment"), "the seed does not fit the commitment")
    if deck is not None and deck_of(seed) != deck:
        raise FalseRecord(record.line_of("Deck"), "the deck is not the seed's deck")


def read_tag(record: DealRecord, tag: str, read: Callable[[str], T]) -> T:
    """What a tag says. Raises `Malformed`, whose reason names its line."""
    try:
        return read(record.tags[tag])
    except Malformed as error:
        raise Malformed(error.text, f"line {record.line_of(tag)}: {error.reason}") from None


def _dealer(code: Code, record: DealRecord, match: Match) -> int:
    expected = match.next_dealer if match.deals else None
    if "Dealer" not in record.tags:
        if expected is None:
            raise Malformed("", f"line {record.line}: the tag Dealer is missing")
        return expected
    line = record.line_of("Dealer")
    if record.tags["Dealer"] not in code.seats:
        raise Malformed(record.tags["Dealer"], f"line {line}: the dealer is one of {' '.join(code.seats)}")
    dealer = code.seats.index(record.tags["Dealer"])
    if expected is not None and dealer != expected:
        raise FalseRecord(line, f"{record.tags['Dealer']} deals, but it is {code.seats[expected]}'s turn to deal")
    return dealer


Scores: TypeAlias = dict[str, int]


def parse_scores(code: Code, text: str) -> Scores:
    """`NS 455 EW 310`, or with two or three players `N 455 E 310 S 120`. Raises `Malformed`."""
    words = text.split()
    if not _SCORES.fullmatch(" ".join(words)):
        raise Malformed(text, "scores are written side, points, side, points")
    scores = {side: int(points) for side, points in zip(words[::2], words[1::2], strict=True)}
    if tuple(scores) != tuple(code.sides):
        raise Malformed(text, f"the sides are {' '.join(code.sides)}")
    return scores


def format_scores(code: Code, points: tuple[int, ...]) -> str:
    return " ".join([f"{side} {total}" for side, total in zip(code.sides, points, strict=True)])


def _scores_tag(record: DealRecord, code: Code, tag: str) -> Scores | None:
    if tag not in record.tags:
        return None
    try:
        return parse_scores(code, record.tags[tag])
    except Malformed as error:
        raise Malformed(error.text, f"line {record.line_of(tag)}: {tag}: {error.reason}") from None


def _check_number(record: DealRecord, match: Match) -> None:
    """Deals are numbered from 1, to as many as the match has; one that was annulled may have had a number, too."""
    number, rules = record.tags.get("Deal", ""), match.code.rules
    if _BELOW_ONE.fullmatch(number):
        raise FalseRecord(record.line_of("Deal"), f"deal {shorten(number)}: deals are numbered from 1")
    most = rules.hands + len(match.deals) - len(match.counted)
    higher = _WHOLE.fullmatch(number) and (len(number.lstrip("0")) > len(str(most)) or int(number) > most)
    if "Hands" in record.tags and not rules.target and higher:
        raise FalseRecord(record.line_of("Deal"), f"deal {shorten(number)} of a match of {rules.hands}")


def _check_order(record: DealRecord, match: Match, done: list[ReplayedDeal]) -> None:
    """No deal follows the end of a match, and numbered deals are in order; an annulled one may be dealt again."""
    if not done:
        return
    counted = bool({"Hands", "Target"} & record.tags.keys())
    if match.is_over and (counted or match.given_up_by >= 0 or match.deals[-1].timed_out):
        raise FalseRecord(record.line, "the match was over before this deal")
    now = record.tags.get("Deal", "")
    for since, deal in enumerate(reversed(done), 1):
        before = deal.record.tags.get("Deal", "")
        if _NUMBER.fullmatch(before) and _NUMBER.fullmatch(now):
            annulled = len([one for one in match.deals[-since:] if one.termination == ANNULLO])
            if not since - annulled <= int(now) - int(before) <= since:
                raise FalseRecord(record.line_of("Deal"), f"deal {now} comes after deal {before}")
            return


def _check_before(record: DealRecord, match: Match) -> None:
    before = _scores_tag(record, match.code, "Before")
    if before is not None and tuple(before.values()) != match.totals:
        raise FalseRecord(record.line_of("Before"), f"Before is {format_scores(match.code, match.totals)}")


def _ended(record: DealRecord, game: Game, dealer: int) -> Played | None:
    """The deal's result once it is over, None while it is in progress."""
    unplayed, penalised = _is_left_out(record, game), _is_penalised(record, game.deal)
    return played(game.deal, dealer, game.timed_out, unplayed, penalised) if game.deal.is_over else None


def _is_left_out(record: DealRecord, game: Game) -> bool:
    """Whether the record says that the deal does not count, since it was given up before each side had a turn."""
    counts = record.tags.get("Counts")
    if counts is None:
        return False
    line = record.line_of("Counts")
    if counts != "no":
        raise Malformed(counts, f'line {line}: a deal that does not count has [Counts "no"], any other has no such tag')
    if not game.is_unplayed:
        raise FalseRecord(line, "the deal counts: it was not given up before each side had a turn")
    return True


def _is_penalised(record: DealRecord, deal: Deal) -> bool:
    """Whether the record says that the code's penalty counts against the side that gave the match up."""
    claimed, penalty = record.tags.get("Penalty"), deal.code.rules.abandonment_penalty
    if claimed is None:
        return False
    line = record.line_of("Penalty")
    if deal.resigned < 0 or not penalty:
        raise FalseRecord(line, "no penalty: the match was not given up here, or its code has none")
    if claimed != str(penalty):
        raise FalseRecord(line, f"Penalty is {penalty}")
    return True


def _check_result(record: DealRecord, deal: Deal, result: Played | None) -> None:
    claimed, termination = _scores_tag(record, deal.code, "Result"), record.tags.get("Termination")
    if result is None:
        if claimed is not None or termination:
            raise FalseRecord(
                record.line_of("Result", "Termination"), "a result is claimed, but the deal has not ended"
            )
        return
    if termination and termination != result.termination:
        raise FalseRecord(record.line_of("Termination"), f"Termination is {result.termination}")
    points = tuple([side.total for side in result.scores])
    if claimed is not None and tuple(claimed.values()) != points:
        raise FalseRecord(record.line_of("Result"), f"Result is {format_scores(deal.code, points)}")


# --- the lines --------------------------------------------------------------------------------------------------------


def _play(record: DealRecord, game: Game, number: int) -> Game | Refusal:
    for line in record.lines:
        after = _table_line(game, line, number) if isinstance(line, TableLine) else _turn(game, line, number)
        if isinstance(after, Refusal):
            return after
        game = after
    return game


def _table_line(game: Game, line: TableLine, number: int) -> Game | Refusal:
    if isinstance(line.act, Resign | Substitute) and line.act.seat not in game.deal.code.seats:
        raise Malformed(describe_line(line), f"line {line.line}: nobody sits {line.act.seat} at this table")
    if game.draft and isinstance(line.act, Undo):  # others may, where the turn is broken off: `_turn` lets none go on
        raise FalseRecord(line.line, f"{describe_line(line)} stands within a turn")
    after = intervene(game, line.act)
    if isinstance(after, Refused):
        return Refusal(number, game.turn_number, game.deal.seat, describe_line(line), after, line.line)
    return after


def _turn(game: Game, line: Turn, number: int) -> Game | Refusal:
    if line.number != game.turn_number and not game.deal.is_over:
        raise FalseRecord(line.line, f"turn {line.number} is turn {game.turn_number}")
    if game.draft:
        raise FalseRecord(line.line, f"turn {game.turn_number} has not ended")
    for place, written in enumerate(line.actions):
        if place and not game.draft:
            raise FalseRecord(line.line, f"{format_written(written)} comes after the turn has ended")
        outcome = act(game, line.seat, written.action, written.revealed)
        if isinstance(outcome, Refused):
            return Refusal(number, line.number, line.seat, format_action(written.action), outcome, line.line)
        game, step = outcome
        _check_claims(line, written, step)
    return game


def _check_claims(line: Turn, written: Written, step: Step) -> None:
    """What an action revealed and its marks: absent they are accepted, false they are refused."""
    text = format_written(written)
    if written.revealed and written.revealed != step.revealed:
        shown = "".join([format_card(card) for card in step.revealed])
        raise FalseRecord(line.line, f"{text} revealed {shown}")
    for mark in written.marks:
        if mark not in step.marks:
            raise FalseRecord(line.line, f"{text}: the mark {mark} is false")
