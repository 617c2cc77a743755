"""The score sheet in plain text: each deal side by side, then the match."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.cli.output import plain
from engine.cards import format_cards
from engine.deal import Deal
from engine.match import Match
from engine.melds import Meld
from engine.record import lost_on_time
from engine.replay import Replay
from engine.score import SideScore, score

TERMINATIONS: Final = {
    "": "in progress",
    "chiusura": "closed",
    "tallone": "the stock ended",
    "stallo": "stallo",
    "tempo": "the round's time ended",
    "abbandono": "given up",
    "annullo": "annulled by consent, does not count",
    "arbitro": "ended by the arbiter",
}
UNPLAYED: Final = " before each side had a turn, does not count"
_ROWS: Final[tuple[tuple[str, Callable[[SideScore], int]], ...]] = (
    ("burrachi", lambda side: side.burrachi),
    ("closing", lambda side: side.closing),
    ("cards on the table", lambda side: side.cards),
    ("cards in hand", lambda side: side.hand),
    ("pozzetto", lambda side: side.pozzetto),
    ("total", lambda side: side.total),
)


def score_sheet(replay: Replay) -> str:
    """The sheet of a record that was replayed to its end."""
    match = replay.match
    tags = replay.deals[0].record.tags
    title = ", ".join([plain(tags[tag]) for tag in ("Event", "Table") if tags.get(tag)])
    lines = [f"{match.code.rules.name}{': ' + title if title else ''}"]
    lines += [f"  {seat} {plain(tags[seat])}" for seat in match.code.seats if tags.get(seat)]
    for number, played in enumerate(replay.deals, 1):
        lines += [
            "",
            *deal_sheet(played.game.deal, number, left_out=played.result is not None and played.result.unplayed),
        ]
    on_time = lost_on_time(replay.deals[-1].record.lines)
    return "\n".join([*lines, "", *match_sheet(match, on_time)])


def deal_sheet(deal: Deal, number: int, *, left_out: bool = False) -> list[str]:
    """One deal: how it ended, what each side laid, and what it scored; `left_out`: nobody has played it."""
    sides = score(deal)
    closed = f" by {deal.code.seats[deal.closed_by]}" if deal.closed_by >= 0 else ""
    lines = [f"Deal {number}: {TERMINATIONS[deal.termination]}{closed}{UNPLAYED if left_out else ''}"]
    for side in sides:
        lines.append(f"  {side.side} laid {'nothing' if not side.melds else ''}".rstrip())
        lines += [f"    {meld_words(meld)}" for meld in side.melds]
    lines.append(_row("", [side.side for side in sides]))
    return lines + [_row(name, [figure(side) for side in sides]) for name, figure in _ROWS]


def meld_words(meld: Meld) -> str:
    """A meld's cards, and its burraco if it is one."""
    cards = format_cards(meld.cards)
    return f"{cards}  burraco {meld.burraco} {meld.bonus}" if meld.burraco else cards


def match_sheet(match: Match, on_time: bool) -> list[str]:
    """The match: Match Points, and what they are worth once it is over. `on_time`: somebody's clock has lost it."""
    lines = [_row("match", match.code.sides), _row("match points", match.totals)]
    if match.vp is not None:
        lines.append(_row("victory points", match.vp))
    if match.ranking_points is not None:
        lines.append(_row("ranking points", [f"{points:g}" for points in match.ranking_points]))
    if match.award is not None:
        guilty = match.code.sides[match.award.guilty]
        why = "ran out of time and lost the match" if on_time else "gave the match up"
        lines.append(f"  {guilty} {why}; the award in match points:")
        lines.append(_row("award", match.award.mp))
    if not match.is_over:
        lines.append("  the match goes on")
    return lines


def _row(name: str, values: Iterable[object]) -> str:
    return f"  {name:<20}" + "".join([f"{value!s:>8}" for value in values])
