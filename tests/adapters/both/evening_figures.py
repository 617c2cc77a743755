"""What an evening came to, as a table: taps, waiting, messages, notifications."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

SHORT: Final = 5.0  # seconds in which Discord counts what a channel takes
DISCORD_SENDS: Final = "POST /channels/{channel_id}/messages"
DISCORD_EDITS: Final = "PATCH /channels/{channel_id}/messages/{message_id}"
TELEGRAM_SENDS: Final = ("sendMessage", "sendPhoto")
TELEGRAM_EDITS: Final = ("editMessageMedia", "editMessageCaption", "editMessageText", "editMessageReplyMarkup")


@dataclass
class Turn:
    """A person's turn, in seconds of the server's clock. `away`: they came only when they were called."""

    name: str
    since: float
    until: float = 0.0
    away: bool = False
    taps: int = 0


@dataclass
class Evening:
    """`waited`: by what was waited for, all seconds and those of them that were skipped."""

    platform: str
    pace: float
    here: Any
    people: dict[str, Any]
    began: float
    ended: float = 0.0
    turns: list[Turn] = field(default_factory=list)
    waited: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, what: str, seconds: float, skipped: float) -> None:
        self.waited[what].append((seconds, skipped))

    # --- figures ------------------------------------------------------------------------------------------------------

    def share(self, what: str, part: float, *, limits: bool = False) -> float:
        """Milliseconds that so large a part of all waited at most; `limits`: for timers alone."""
        ordered = sorted(skipped if limits else seconds for seconds, skipped in self.waited[what])
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0

    def notifications(self, *, away: bool) -> Counter[int]:
        """How many turns had so many notifications for the person whose turn it was."""
        return Counter([len(self.rung(one)) for one in self.turns if one.away is away])

    def rung(self, turn: Turn) -> list[Any]:
        """What rang for them in their turn."""
        seen = self.people[turn.name].notified()
        return [one for one in seen if turn.since - 0.001 <= one.at < turn.until]

    def rings(self) -> list[str]:
        """Each notification since the cards were dealt: when, for whom, in which turn of theirs, its first line."""
        found = []
        for name, person in self.people.items():
            for one in [one for one in person.notified() if one.at >= self.began]:
                turn = next((turn for turn in self.turns if turn.name == name and one in self.rung(turn)), None)
                when = (
                    f"{one.at - turn.since:5.1f} s into {'an away' if turn.away else 'a'} turn" if turn else "outside"
                )
                found.append((one.at, f"{one.at - self.began:8.1f} {name:6} {when:24} {one.text[:90]!r}"))
        return [line for _, line in sorted(found)]

    def rung_else(self) -> list[Any]:
        """What rang for anybody outside of their own turns, since the cards were dealt."""
        found = []
        for name, person in self.people.items():
            mine = [one for turn in self.turns if turn.name == name for one in self.rung(turn)]
            found += [one for one in person.notified() if one.at >= self.began and one not in mine]
        return found

    def public(self) -> tuple[list[float], list[float]]:
        """When there were new messages in the place, and when changes."""
        if self.platform == "discord":
            number = str(self.here.match.room.id)
            mine = [one for one in self._calls() if one.parts.get("channel_id") == number]
            return [one.at for one in mine if one.route == DISCORD_SENDS], [
                one.at for one in mine if one.route == DISCORD_EDITS
            ]
        return self._telegram([self.here.match.group.id])

    def private(self) -> tuple[list[float], list[float]]:
        """The same in the private chats of all."""
        if self.platform == "discord":
            numbers = {str(one.dm.id) for one in self.people.values()}
            mine = [one for one in self._calls() if one.parts.get("channel_id") in numbers]
            return [one.at for one in mine if one.route == DISCORD_SENDS], [
                one.at for one in mine if one.route == DISCORD_EDITS
            ]
        return self._telegram([one.id for one in self.people.values()])

    def through_presses(self) -> list[float]:
        """What was changed through a press on it, which counts in no budget of a channel."""
        return [one.at for one in self._calls() if self.platform == "discord" and "/webhooks/" in one.path]

    def _calls(self) -> list[Any]:
        return [one for one in self.here.server.calls if one.at >= self.began and one.succeeded]

    def _telegram(self, chats: Sequence[int]) -> tuple[list[float], list[float]]:
        names = {str(one) for one in chats}
        mine = [one for one in self._calls() if str(one.fields.get("chat_id")) in names]
        return [one.at for one in mine if one.method in TELEGRAM_SENDS], [
            one.at for one in mine if one.method in TELEGRAM_EDITS
        ]

    def refused(self) -> int:
        """Calls for which the platform's limits had no room."""
        if self.platform == "discord":
            return len(self.here.server.budgets.floods)
        return len([one for one in self.here.server.calls if one.outcome and one.outcome.get("error_code") == 429])

    # --- words --------------------------------------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        turns, minutes = max(1, len(self.turns)), max(1, self.ended - self.began) / 60
        rows = [
            ("turns; minutes", f"{len(self.turns)}; {minutes:.0f}"),
            ("taps per turn", f"{sum(one.taps for one in self.turns) / turns:.2f}"),
        ]
        for what in (
            "tap to answer",
            "tap to hand",
            "tap to table",
            "tap to the next one's hand",
            "tap to ticks or menu",
        ):
            all_ms = f"{self.share(what, 0.5):.0f} / {self.share(what, 0.99):.0f}"
            limits = f"{self.share(what, 0.5, limits=True):.0f} / {self.share(what, 0.99, limits=True):.0f}"
            rows.append((f"{what}, p50 / p99 ms", all_ms))
            rows.append(("  of it limits and timers", limits))
        for where, (sends, edits) in (("in the place", self.public()), ("in private, all", self.private())):
            rows.append((f"messages + edits per turn, {where}", f"{len(sends) / turns:.2f} + {len(edits) / turns:.2f}"))
            rows.append((f"  per minute, {where}", f"{len(sends) / minutes:.1f} + {len(edits) / minutes:.1f}"))
        sends, edits = self.public()
        if self.platform == "discord":
            rows.append(("  busiest 5 s in the place (5 + 5)", f"{busiest(sends, SHORT)} + {busiest(edits, SHORT)}"))
            rows.append(("changes through presses per turn", f"{len(self.through_presses()) / turns:.2f}"))
        else:
            rows.append(("  busiest minute in the place (20)", f"{busiest(sorted([*sends, *edits]), 60)}"))
            each = [self._telegram([one.id]) for one in self.people.values()]
            most = max(busiest(sorted([*new, *changed]), 60) for new, changed in each)
            rows.append(("  busiest minute of a private chat", f"{most}"))
        rows.append(("calls that were refused", f"{self.refused()}"))
        for away in (False, True):
            found = sorted(self.notifications(away=away).items())
            name = "away" if away else "present"
            rows.append((f"notifications in a turn, {name}", ", ".join(f"{many} in {times}" for many, times in found)))
        rows.append(("notifications outside one's turn", f"{len(self.rung_else())}"))
        return rows

    @staticmethod
    def table(evenings: "Sequence[Evening]") -> list[str]:
        """A column for each pace."""
        columns = [one.rows() for one in evenings]
        heads = " | ".join(f"a tap each {one.pace:g} s" for one in evenings)
        lines = [f"| {evenings[0].platform} | {heads} |", f"| --- |{' --- |' * len(evenings)}"]
        rows = zip(*columns, strict=True)
        return [*lines, *[f"| {row[0][0]} | {' | '.join(one[1] for one in row)} |" for row in rows]]


def busiest(times: Sequence[float], seconds: float) -> int:
    """The most within any so many seconds."""
    return max([bisect_left(times, at + seconds) - first for first, at in enumerate(times)], default=0)
