"""Random tournaments in the file's form: the same seed gives the same one everywhere.

Whoever writes another program that reads these files can hold it against this one. What is drawn is proposed to the
law, and what the law refuses is left out, so every file is whole and each of its events follows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.stream import Stream
from engine.tournament.announcement import (
    DANESE,
    DANESE_MODIFICATO,
    INDIVIDUAL,
    ITALIANA,
    KNOCK_OUT,
    MITCHELL,
    PAIRS,
    PLAYERS,
    SINGLES,
    TEAMS,
    THREE,
)
from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.fold import apply
from engine.tournament.laws import WARNINGS
from engine.tournament.pairing import pair
from engine.tournament.reading import FORMAT, VERSION, read_event, tournament_of
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Pairing, Round, start
from engine.tournament.usual import ROUNDS, usual_rounds
from engine.victory import vp_table

USUAL: Final = usual_rounds(PAIRS, ROUNDS)
MIXES: Final[Sequence[tuple[str, ...]]] = (
    USUAL,
    (MITCHELL, MITCHELL, DANESE_MODIFICATO),
    (DANESE, DANESE_MODIFICATO, DANESE_MODIFICATO, DANESE_MODIFICATO),
    (DANESE, DANESE, DANESE),
    (ITALIANA, ITALIANA, ITALIANA),
    (ITALIANA, ITALIANA, MITCHELL, DANESE),
    (MITCHELL, DANESE, KNOCK_OUT, KNOCK_OUT),
    (DANESE_MODIFICATO, KNOCK_OUT),
    (KNOCK_OUT, KNOCK_OUT, KNOCK_OUT),
)
SPREAD: Final = 320  # steps of five Match Points: more than any table of Victory Points has


def simulated(code: str, entries: int, seed: int) -> dict[str, Any]:
    """The file of a random tournament of this code with so many entries, at least one."""
    return _Evening(code, entries, Stream(seed)).played()


class _Evening:
    """A tournament that grows by what is drawn. `progress` is where it stands after the events so far."""

    def __init__(self, code: str, entries: int, chance: Stream) -> None:
        self.chance = chance
        self.document = _announced(code, entries, chance)
        impossible = pair(start(tournament_of(self.document)))
        if isinstance(impossible, NotFollowing) and impossible.reason == EventReason.LIMIT:
            self.document["rounds"] = [DANESE] * len(self.document["rounds"])
        self.events: list[dict[str, Any]] = self.document["events"]
        self.kind: str = self.document["kind"]
        self.progress = start(tournament_of(self.document))

    def played(self) -> dict[str, Any]:
        if self.one_in(8):
            self.propose("withdrawal", round=0, entry=self.anybody())
        while self.one_round():
            pass
        self.propose("finished")
        return self.document

    def one_in(self, number: int) -> bool:
        return self.chance.below(number) == 0

    def anybody(self) -> str:
        return self.chance.choice(self.progress.tournament.entries).id

    def points(self, count: int) -> list[int]:
        return [5 * self.chance.below(SPREAD) for _ in range(count)]

    def propose(self, kind: str, **keys: Any) -> bool:
        """Put an event behind the others, if it follows from them."""
        raw = {"n": len(self.events) + 1, "type": kind, **keys}
        after = apply(self.progress, read_event(raw, self.kind), len(self.events) + 1)
        if isinstance(after, NotFollowing):
            return False
        self.events.append(raw)
        self.progress = after
        return True

    def one_round(self) -> bool:
        """Play the next round, if there is one."""
        following = pair(self.progress)
        if isinstance(following, NotFollowing):
            return False
        self.propose("paired", **pairing_answer(self.progress.tournament, following))
        number = following.number
        for entry in [one.id for one in self.progress.tournament.entries if one.late]:
            self.propose("late-entry", round=number, entry=entry, minutes=self.chance.below(14))
        self.before_play(number)
        for pairing in self.current().pairings:
            self.decide(number, pairing)
        if self.one_in(6):
            self.propose("withdrawal", round=number, entry=self.anybody())
        self.close(number)
        self.after_round(number)
        return True

    def current(self) -> Round:
        return self.progress.rounds[-1]

    def before_play(self, number: int) -> None:
        for _ in range(self.chance.below(3)):
            self.propose("lateness", round=number, entry=self.anybody(), minutes=1 + self.chance.below(14))
        if self.one_in(4):
            self.leave(number, self.anybody())
        if self.one_in(6):
            self.propose("forfeit", round=number, entry=self.anybody(), mp=self.points(2))
        if self.one_in(6):
            self.propose("timeout", round=number)
        if self.one_in(6):
            self.replace_somebody(self.anybody())
        if self.kind == TEAMS:
            for pairing in self.current().pairings:
                if self.one_in(3):
                    self.line_up(number, self.chance.choice(pairing.lines)[0])

    def replace_somebody(self, entry: str) -> None:
        outgoing = self.chance.choice(self.progress.rosters[entry])
        substitute = {"in": f"substitute {len(self.events) + 1}"}
        self.propose("replacement", entry=entry, out=outgoing, reason="illness", **substitute)

    def line_up(self, number: int, entry: str) -> None:
        one, two, three, four, *_ = shuffled_by(self.chance, self.progress.rosters[entry])
        self.propose("lineup", round=number, entry=entry, pairs=[[one, two], [three, four]])

    def leave(self, number: int, entry: str) -> None:
        keys: dict[str, Any] = {"round": number, "entry": entry}
        if self.one_in(2):
            keys["mp"] = self.points(2)
        if self.one_in(3):
            keys["temporary"] = True
        self.propose("withdrawal", **keys)

    def decide(self, number: int, pairing: Pairing) -> None:
        """A result for a table, or an arbiter's score; refused where the table is decided."""
        lines = len(pairing.lines)
        place: dict[str, Any] = {"round": number, "table": pairing.table}
        if self.one_in(12):
            vp = [self.chance.below(21) for _ in range(lines)]
            self.with_winner("score", {**place, "vp": vp, "mp": self.points(lines)})
        else:
            self.with_winner("result", {**place, **self.totals(number, lines)})

    def totals(self, number: int, lines: int) -> dict[str, Any]:
        if self.one_in(12):
            return {"mp": self.points(1) * lines}
        if self.one_in(3):
            return {"mp": self.points(lines)}
        deals = self.progress.tournament.deals[number - 1]
        if self.current().timed_out and self.one_in(2):
            deals = 1 + self.chance.below(deals)
        keys = {"deals": [self.points(lines) for _ in range(deals)]}
        if self.kind == TEAMS:
            keys["deals2"] = [self.points(lines) for _ in range(deals)]
        return keys

    def with_winner(self, kind: str, keys: Mapping[str, Any]) -> None:
        """Equal totals of a knock-out need a winner, and nothing else has one."""
        if not self.propose(kind, **keys):
            self.propose(kind, **keys, winner=self.chance.choice(("NS", "EW")))

    def close(self, number: int) -> None:
        if not self.propose("closed", round=number) or self.one_in(2):
            return
        self.events[-1]["standings"] = standings_rows(standings(self.progress))

    def after_round(self, number: int) -> None:
        for _ in range(self.chance.below(4)):
            self.propose("warning", round=number, entry=self.anybody(), category=self.chance.choice(WARNINGS))
        if self.one_in(3):
            self.propose("penalty", round=number, entry=self.anybody(), vp=1 + self.chance.below(3))
        if self.one_in(3):
            self.propose("penalty", round=number, entry=self.anybody(), mp=50 + 5 * self.chance.below(30))
        for _ in range(self.chance.below(3)):
            self.correct(self.chance.choice(self.events))

    def correct(self, event: Mapping[str, Any]) -> None:
        keys: dict[str, Any] = {"replaces": event["n"], "reason": "error of sum"}
        if event["type"] in ("warning", "penalty"):
            self.propose("correction", **keys, void=True)
        elif event["type"] == "result" and "mp" in event and self.one_in(2):
            self.propose("correction", **keys, mp=event["mp"][::-1], cause="swap")
        elif event["type"] in ("result", "score"):
            self.propose("correction", **keys, mp=self.points(self.progress.tournament.lines))


def _announced(code: str, entries: int, chance: Stream) -> dict[str, Any]:
    """What is announced before the start: kind, lengths, methods, who has entered."""
    kind = THREE if code == THREE else chance.choice((PAIRS, PAIRS, PAIRS, TEAMS, INDIVIDUAL, SINGLES))
    lengths = [number for number in (3, 4, 2, 1, 5) if kind == THREE or vp_table(code, number, kind == TEAMS)]
    if not lengths:  # no table is printed for teams of this code
        kind, lengths = PAIRS, [3, 4, 2]
    rounds = list(_methods(kind, chance))
    entered = [_entry(kind, number, entries, chance) for number in range(1, entries + 1)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": f"random tournament of {entries}",
        "code": code,
        "kind": kind,
        "deals": _deals(kind, lengths, len(rounds), chance),
        "rounds": rounds,
        "step": 1 + chance.below(2),
        **({"qualifiers": 2 + chance.below(8)} if KNOCK_OUT in rounds and chance.below(2) else {}),
        "seed": "".join(f"{chance.word():016x}" for _ in range(4)),
        "first": _first([entry["id"] for entry in entered if "late" not in entry], chance),
        "entries": entered,
        "events": [],
    }


def _entry(kind: str, number: int, entries: int, chance: Stream) -> dict[str, Any]:
    """The last one may be late."""
    least, most = PLAYERS[kind]
    players = [f"e{number}.{seat}" for seat in range(1, least + 1 + chance.below(most - least + 1))]
    entry: dict[str, Any] = {"id": f"e{number}", "players": players}
    return {**entry, "late": True} if 1 < number == entries and chance.below(2) else entry


def _deals(kind: str, lengths: Sequence[int], rounds: int, chance: Stream) -> int | list[int]:
    """One length, or one for each round."""
    if kind == THREE:
        return 3
    if chance.below(4) == 0:
        return [chance.choice(lengths) for _ in range(rounds)]
    return chance.choice(lengths)


def _first(ids: Sequence[str], chance: Stream) -> dict[str, Any]:
    by = chance.choice(("order", "lot", "arbiter"))
    return {"by": by, "order": shuffled_by(chance, ids)} if by == "arbiter" else {"by": by}


def shuffled_by(chance: Stream, items: Sequence[str]) -> list[str]:
    left = list(items)
    return [left.pop(chance.below(len(left))) for _ in items]


def _methods(kind: str, chance: Stream) -> Sequence[str]:
    if kind == THREE:
        return (THREE,) * (2 + chance.below(2))
    if kind == INDIVIDUAL:
        return (INDIVIDUAL,) * (2 + chance.below(4))
    return USUAL if chance.below(3) == 0 else chance.choice(MIXES)
