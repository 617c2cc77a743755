"""Whole deals by random players, every law checked at every step: `python -m tests.campaign --deals 10000`.

Every code with every number of players in turn. At each step: some step is legal; what is refused changes nothing; all
zones together are two packs; the position reads back as it was written. At the end the record replays to the same
score with all it claims, and take-backs and undone turns leave no trace. Summary: how the deals of each code ended.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from engine.actions import CLOCK_OUT, DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay, format_written, parse_written
from engine.cards import NO_CARD, PACK, Card
from engine.code import Code
from engine.deal import NOBODY, PLAY, STALLO, Deal, start
from engine.hand import unpack
from engine.legal import legal
from engine.match import Match, played
from engine.play import Step, play
from engine.position import format_position, parse_position
from engine.record import DealRecord, Line, TableLine, Turn, format_record, parse_record
from engine.refusal import Refused
from engine.replay import FalseRecord, format_scores, replay
from engine.rules import house_text
from engine.score import totals
from engine.shuffle import SHUFFLE, commitment, deck_of
from engine.suggest import suggest
from engine.table import (
    Annul,
    End,
    Game,
    Resign,
    Substitute,
    TableAct,
    TimeOut,
    Undo,
    act,
    intervene,
    take_back,
    time_out,
)
from engine.view import view
from tests.chance import TABLES, chance, seated

LONGEST = 20_000  # steps of a deal: a loop, not a deal
TWO_PACKS = sorted(PACK)


class Broken(AssertionError):
    """A law that did not hold: where, and after what."""


# --- one deal ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Temper:
    """How a random player plays: probabilities of what they prefer to any legal step, and of trying what is illegal."""

    lay: float
    pick_up: float
    large: float  # a suggestion in place of a small step
    take_back: float
    clock_out: float
    illegal: float
    table: float  # between two turns the table does something


@dataclass
class Diary:
    """The record in the making: complete lines, and the turn in progress."""

    lines: list[Line] = field(default_factory=list)
    turn: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class Finished:
    """A deal played to its end, and its record's text."""

    game: Game
    record: str


def random_temper(rng: Random) -> Temper:
    return Temper(
        lay=rng.choice([0, 0.3, 0.7, 0.95]),
        pick_up=rng.choice([0, 0.05, 0.1, 0.3, 0.8]),
        large=rng.choice([0, 0, 0.2]),
        take_back=rng.choice([0, 0, 0.05]),
        clock_out=rng.choice([0, 0, 0.02, 0.2]),
        illegal=rng.choice([0, 0.1, 0.3]),
        table=rng.choice([0, 0, 0, 0.02]),
    )


def play_deal(code: Code, seed: int, dealer: int = NOBODY) -> Finished:
    """A deal from its seed to its end, all laws checked on the way; NOBODY: chance deals. Raises `Broken`."""
    rng = chance(seed)
    secret, temper = rng.randbytes(32), random_temper(rng)
    if dealer == NOBODY:
        dealer = rng.randrange(code.players)
    game, diary = Game(start(code, deck_of(secret), dealer)), Diary()
    for _ in range(LONGEST):
        check_laws(game.deal)
        if game.deal.is_over:
            return Finished(game, check_record(code, secret, dealer, game, diary))
        game = advance_game(rng, temper, game, diary)
    raise Broken(f"no end: {format_position(game.deal)}")


def games(code: Code, seed: int) -> Iterator[Game]:
    """The states of a random deal one by one, from its beginning to its end; the table keeps out of it."""
    rng = chance(seed)
    temper = replace(random_temper(rng), illegal=0, table=0)
    game, diary = Game(start(code, deck_of(rng.randbytes(32)), rng.randrange(code.players))), Diary()
    yield game
    while not game.deal.is_over:
        game = advance_game(rng, temper, game, diary)
        yield game


def advance_game(rng: Random, temper: Temper, game: Game, diary: Diary) -> Game:
    """The game after one thing more: a step, a take-back, or what the table does."""
    if rng.random() < temper.table:
        return table_acts(game, random_table_act(rng, game), diary)
    if rng.random() < temper.illegal:
        check_refused(rng, game.deal)
    if rng.random() < temper.take_back:
        before = take_back(game)
        if isinstance(before, Game):
            diary.turn.pop()
            return before
    return take_step(game, random_action(rng, temper, game.deal), diary)


def random_action(rng: Random, temper: Temper, deal: Deal) -> Action:
    """A legal step of the player in turn, by their temper."""
    if not deal.clock_out and rng.random() < temper.clock_out:
        return CLOCK_OUT
    steps = legal(deal)
    if not steps:
        raise Broken(f"a dead end: {format_position(deal)}")
    if deal.phase == PLAY and not deal.clock_out and rng.random() < temper.large:
        suggestions = suggest(view(deal, deal.seat))
        if suggestions:
            return rng.choice(suggestions).action
    if PICK_UP in steps and rng.random() < temper.pick_up:
        return PICK_UP
    lays = [step for step in steps if isinstance(step, Lay | Add)]
    if lays and rng.random() < temper.lay:
        return rng.choice(lays)
    likely = [step for step in steps if step != DECLINE or rng.random() < 0.1]
    return rng.choice(likely or steps)


def take_step(game: Game, action: Action, diary: Diary) -> Game:
    outcome = act(game, game.deal.seat, action)
    if isinstance(outcome, Refused):
        raise Broken(f"refused ({outcome.reason.value}): {action} in {format_position(game.deal)}")
    after, step = outcome
    diary.turn.append(step)
    if not after.draft:
        diary.lines.append(Turn(game.turn_number, game.deal.seat, tuple(one.written for one in diary.turn)))
        diary.turn.clear()
    return after


def random_table_act(rng: Random, game: Game) -> TableAct:
    seat = rng.choice(game.deal.code.seats)
    ends: list[TableAct] = [Resign(seat), Annul(), End("arbitro"), End(STALLO)]
    if game.draft or rng.random() < 0.1:  # within a turn the table can only end the deal
        return rng.choice(ends)
    name = rng.choice(["computer", 'Zoe "la volpe"', "a\\b"])
    return rng.choice([TimeOut(), Substitute(seat, name), Undo() if game.turns else TimeOut()])


def table_acts(game: Game, table_act: TableAct, diary: Diary) -> Game:
    after = intervene(game, table_act)
    if isinstance(after, Refused):
        raise Broken(f"refused ({after.reason.value}): {table_act} in {format_position(game.deal)}")
    if isinstance(table_act, Undo) and after.deal != before_turn(game):
        raise Broken(f"an undone turn left a trace: {format_position(game.deal)}")
    diary.lines.append(TableLine(table_act))
    return after


def before_turn(game: Game) -> Deal | Refused:
    """What an undo must lead to: the deal before the last turn; a round that is over stays over."""
    return time_out(game.turns[-1]) if game.timed_out else game.turns[-1]


# --- the laws ---------------------------------------------------------------------------------------------------------


def check_laws(deal: Deal) -> None:
    """The laws of a single deal. Raises `Broken`."""
    if sorted(all_cards(deal)) != TWO_PACKS:
        raise Broken(f"not two packs: {format_position(deal)}")
    text = format_position(deal)
    again = parse_position(deal.code.rules, text)
    if format_position(again) != text or again != as_written(deal):
        raise Broken(f"reads back as {format_position(again)}: {text}")


def all_cards(deal: Deal) -> Iterator[Card]:
    """The cards of all zones."""
    yield from deal.stock
    yield from deal.pile
    for hand in deal.hands:
        yield from unpack(hand)
    for pozzetto in deal.pozzetti:
        yield from pozzetto
    for melds in deal.melds:
        for meld in melds:
            yield from meld.cards


def as_written(deal: Deal) -> Deal:
    """The deal without what a position does not say: the card drawn (but after `t`), and how the deal ended."""
    plain = deal.copy()
    plain.drawn = deal.drawn if deal.clock_out else NO_CARD
    plain.termination, plain.closed_by, plain.resigned = "", NOBODY, NOBODY
    return plain


def check_refused(rng: Random, deal: Deal) -> None:
    """A random action, most often illegal: refused it changes nothing, accepted it makes a sound deal."""
    before = deal.key()
    seat = rng.choice(deal.code.seats)
    action = any_action(rng, deal)
    step = play(deal, seat, action)
    if deal.key() != before:
        raise Broken(f"{action} changed the deal it was tried on: {format_position(deal)}")
    if isinstance(step, Refused):
        if not step.article:
            raise Broken(f"{step.reason.value} has no article")
        return
    if seat != deal.seat:
        raise Broken(f"{action} by {seat} out of turn: {format_position(deal)}")
    check_laws(step.deal)
    if parse_written(format_written(step.written)) != step.written:
        raise Broken(f"reads back otherwise: {format_written(step.written)}")


def any_action(rng: Random, deal: Deal) -> Action:
    """Any action with cards of the hand or of nowhere."""
    anything = tuple(rng.sample(PACK, 3))
    hand = unpack(deal.hands[deal.turn]) or anything
    cards = tuple(rng.sample(hand, min(len(hand), rng.randint(1, 5))))
    actions: list[Action] = [
        DRAW,
        PICK_UP,
        DECLINE,
        Lay(cards),
        Lay(tuple(rng.sample(hand, min(len(hand), 3)))),
        Lay(anything),
        Add(rng.randint(1, 4), cards[:2], rng.choice(["", "", "_", "^"])),
        Add(rng.randint(1, 9), anything[:1]),
        Discard(anything[0]),
        Discard(cards[0]),
    ]
    return rng.choice(actions)


# --- the record -------------------------------------------------------------------------------------------------------


def check_record(code: Code, secret: bytes, dealer: int, game: Game, diary: Diary) -> str:
    """The record of a finished deal; it must replay to the same end with everything it claims. Raises `Broken`."""
    lines = list(diary.lines)
    if diary.turn:  # the table ended the deal within a turn
        lines.insert(-1, Turn(game.turn_number, game.draft[0].seat, tuple(one.written for one in diary.turn)))
    tags = {"BRN": "1", "Rules": code.rules.name, **dict.fromkeys(code.seats, ""), "Dealer": code.seats[dealer]}
    if house := house_text(code.rules):
        tags["House"] = house
    tags |= {"Shuffle": SHUFFLE, "Seed": secret.hex(), "Commitment": commitment(secret)}
    tags |= {"Result": format_scores(code, totals(game.deal)), "Termination": game.deal.termination}
    record = DealRecord(tags, tuple(lines))
    text = format_record([record])
    if parse_record(text) != (record,):
        raise Broken(f"the record reads back otherwise:\n{text}")
    try:
        again = replay(text)
    except (FalseRecord, ValueError) as error:
        raise Broken(f"{error}\n{text}") from error
    if again.refusal is not None:
        raise Broken(f"the replay stops: {again.refusal}\n{text}")
    if again.deals[0].game != game or again.match != Match(code).with_deal(played(game.deal, dealer, game.timed_out)):
        raise Broken(f"the replay ends otherwise:\n{text}")
    return text


# --- many deals -------------------------------------------------------------------------------------------------------


@dataclass
class Summary:
    """How deals ended, by table."""

    ends: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, code: Code, deal: Deal) -> None:
        table = f"{code.rules.name} {code.players}"
        self.ends.setdefault(table, Counter())[deal.termination] += 1

    def __str__(self) -> str:
        lines = []
        for table, ends in sorted(self.ends.items()):
            counts = "  ".join(f"{name} {number}" for name, number in ends.most_common())
            lines.append(f"{table:16} {ends.total():6} deals: {counts}")
        return "\n".join(lines)


def campaign(seeds: Iterable[int]) -> Summary:
    """A deal for each seed, the tables one after the other. Raises `Broken` with the seed."""
    summary = Summary()
    for seed in seeds:
        code = seated(*TABLES[seed % len(TABLES)])
        try:
            finished = play_deal(code, seed)
        except Exception as error:
            error.add_note(f"seed {seed}: {code.rules.name} with {code.players} players")
            raise
        summary.count(code, finished.game.deal)
    return summary


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed; a failure names its own")
    options = parser.parse_args()
    print(campaign(range(options.first, options.first + options.deals)))


if __name__ == "__main__":
    main()
