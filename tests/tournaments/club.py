"""A tournament in a test: commands by name, the log that they make, and the value that it folds to."""

from dataclasses import dataclass, field
from typing import Any

from bot.durations import MINUTE
from bot.tables.log import LogRow, format_who
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.club_tournament import Announcement, ClubTournament
from bot.tournaments.commands import command, decide
from bot.tournaments.dealt import score_mark
from bot.tournaments.evening_file import document_text
from bot.tournaments.log import fold, new_tournament, opening
from bot.tournaments.sheets import sheet_mark
from engine.tournament.fold import fold as check
from engine.tournament.reading import read_tournament

NOW = 1_760_000_000_000
SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
ARBITER = Who("p0")
BOT = Who(HOST)


def thursday(**keys: Any) -> Announcement:
    """An evening of pairs: two rounds of three deals."""
    usual: dict[str, Any] = {
        "name": "Thursday",
        "code": "febur",
        "kind": "pairs",
        "rounds": ("mitchell", "danese"),
        "deals": (3, 3),
        "starts": NOW + 180 * MINUTE,
    }
    usual.update(keys)
    return Announcement(**usual)


@dataclass
class Club:
    """What happens to one tournament; each command is held against the fold of the log."""

    one: ClubTournament = field(default_factory=lambda: new_tournament(thursday(), "discord:9", ARBITER.id, NOW))
    at: int = NOW
    rows: list[LogRow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._write(ARBITER, opening(self.one))

    def _write(self, who: Who, entry: str) -> None:
        self.rows.append(LogRow(len(self.rows) + 1, f"a{len(self.rows)}", format_who(who), entry, self.at))

    def tries(self, who: Who | str, verb: str, **keys: Any) -> str:
        """Give a command; why it was declined, "" where it was not."""
        who = Who(who) if isinstance(who, str) else who
        decided = decide(self.one, who, command(verb, **keys), self.at)
        if isinstance(decided, Declined):
            return decided.key
        self.one = decided.state
        self._write(who, decided.entry)
        return ""

    def does(self, who: Who | str, verb: str, **keys: Any) -> None:
        """Give a command that is carried out."""
        assert self.tries(who, verb, **keys) == ""

    def folded(self) -> ClubTournament:
        return fold(self.rows)

    def check(self) -> str:
        """What `burraco tournament check` finds wrong with the export, "" for nothing."""
        _, objection = check(read_tournament(document_text(self.one, {})))
        return objection.message if objection else ""

    def pairs(self, *numbers: int) -> None:
        """These pairs sign up: pair 3 is p31 and p32, and both agree."""
        for number in numbers:
            self.does(f"p{number}1", "enter", players=[f"p{number}1", f"p{number}2"])
            self.does(f"p{number}2", "confirm", number=self.one.proposals[-1].number)

    def signs(self, who: str, verb: str = "sign") -> str:
        """They sign, or dispute, what they read of the other line; why not."""
        pairing = self.one.pairing_of(who)
        score = self.one.score_of(pairing.table) if pairing else None
        if score is not None:
            return self.tries(who, verb, mark=score_mark(self.one, score))
        line = pairing.line_of(self.one.entry_of(who)) if pairing else None
        read = [one for one in self.one.sheets_of(pairing.table) if one.line != line] if pairing else []
        return self.tries(who, verb, mark=sheet_mark(self.one, read[-1]) if read else "")

    def pairs_by_arbiter(self, count: int) -> None:
        """So many pairs of guests are entered at the door."""
        for number in range(count):
            self.does(ARBITER, "enter", guests=[f"guest {number}a", f"guest {number}b"])

    def starts(self) -> None:
        self.does(ARBITER, "start", seed=SEED)
        self.does(ARBITER, "pair")


def club(**keys: Any) -> Club:
    return Club(new_tournament(thursday(**keys), "discord:9", ARBITER.id, NOW))
