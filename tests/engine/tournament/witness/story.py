"""What happened so far: questions to a document and to the events before a moment."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tests.engine.tournament.witness.lots import lot

Document = Mapping[str, Any]
Event = Mapping[str, Any]
Lines = list[list[str]]  # the sides of a table, each with its entries: N-S, E-W; three-player one a seat


class Story:
    """The events before a moment. They all follow from one another: `following` has seen to it."""

    def __init__(self, document: Document, events: Sequence[Event]) -> None:
        self.document = document
        self.events = list(events)

    # ---- rounds

    @cached_property
    def paired(self) -> list[Event]:
        return [event for event in self.events if event["type"] == "paired"]

    @property
    def current(self) -> int:
        """The round that was last paired, 0 before the first."""
        return len(self.paired)

    @cached_property
    def closed(self) -> int:
        """The round that was last closed, 0 before the first."""
        return len([event for event in self.events if event["type"] == "closed"])

    @property
    def is_open(self) -> bool:
        return self.current > self.closed

    @cached_property
    def finished(self) -> bool:
        return any(event["type"] == "finished" for event in self.events)

    def method(self, number: int) -> str:
        method: str = self.document["rounds"][number - 1]
        return method

    def before(self, number: int) -> "Story":
        """The story as it was when this round was paired; the whole one if it is still to be paired."""
        if number > self.current:
            return self
        return Story(self.document, self.events[: self.events.index(self.paired[number - 1])])

    def timed_out(self, number: int) -> bool:
        return any(event["type"] == "timeout" and event["round"] == number for event in self.events)

    # ---- entries

    @cached_property
    def registered(self) -> list[str]:
        return [entry["id"] for entry in self.document["entries"]]

    @cached_property
    def late(self) -> list[str]:
        return [entry["id"] for entry in self.document["entries"] if entry.get("late", False)]

    @cached_property
    def admission(self) -> Event | None:
        """The one late entry there can be: an incomplete table is completed once."""
        for event in self.events:
            if event["type"] == "late-entry":
                return event
        return None

    @cached_property
    def withdrawn(self) -> list[str]:
        """Those who are out for ever."""
        return [
            event["entry"]
            for event in self.events
            if event["type"] == "withdrawal" and not event.get("temporary", False)
        ]

    @cached_property
    def entrants(self) -> list[str]:
        """Those who are in or withdrawn, as registered."""
        admitted = [self.admission["entry"]] if self.admission else []
        return [one for one in self.registered if one not in self.late or one in admitted]

    @cached_property
    def present(self) -> list[str]:
        return [one for one in self.entrants if one not in self.withdrawn]

    def players(self, entry: str) -> list[str]:
        """Who plays in an entry now."""
        names: list[str] = []
        for one in self.document["entries"]:
            if one["id"] == entry:
                names = list(one["players"])
        for event in self.events:
            if event["type"] == "replacement" and event["entry"] == entry:
                names[names.index(event["out"])] = event["in"]
        return names

    @cached_property
    def first_order(self) -> list[str]:
        """L: fixed when round 1 is paired, a late entry put where the missing one was."""
        start = self.before(1)
        first = self.document.get("first", {"by": "order"})
        if first["by"] == "lot":
            order = lot(self.document, "first")
        elif first["by"] == "arbiter":
            order = list(first["order"])
        else:
            order = self.registered
        order = [one for one in order if one in start.present]
        if self.admission:
            if self.method(1) == "mitchell":
                order.insert(len(order) - 1, self.admission["entry"])
            else:
                order.append(self.admission["entry"])
        return order

    # ---- tables

    def published(self, number: int) -> dict[int, Lines]:
        tables: dict[int, Lines] = {}
        for table in self.paired[number - 1]["tables"]:
            if "seats" in table:
                tables[table["table"]] = [[seat] for seat in table["seats"]]
            else:
                sides = (table["NS"], table["EW"])
                tables[table["table"]] = [side if isinstance(side, list) else [side] for side in sides]
        return tables

    @cached_property
    def completed(self) -> tuple[int, Lines] | None:
        """The table of round 1 that the late entry made whole: its number and lines."""
        if not self.admission:
            return None
        late, alone = self.admission["entry"], self.paired[0]["bye"][0]
        order = self.first_order
        if self.method(1) == "mitchell":
            return len(order) // 2, [[late], [alone]]
        if self.method(1) == "italiana":
            for table, north, east in berger(len(order), 0):
                if len(order) in (north, east):
                    return table, [[order[north - 1]], [order[east - 1]]]
        return len(self.paired[0]["tables"]) + 1, [[alone], [late]]

    @cached_property
    def seating(self) -> list[dict[int, Lines]]:
        rounds = [self.published(number) for number in range(1, self.current + 1)]
        if self.completed:
            table, lines = self.completed
            rounds[0][table] = lines
        return rounds

    def tables(self, number: int) -> dict[int, Lines]:
        """The tables of a round by number, with a late entry's."""
        return self.seating[number - 1]

    def table_of(self, number: int, entry: str) -> int | None:
        for table, lines in self.tables(number).items():
            if any(entry in line for line in lines):
                return table
        return None

    def resting(self, number: int) -> list[str]:
        """Who has nobody to play against in a round."""
        bye = list(self.paired[number - 1]["bye"])
        if number == 1 and self.admission:
            bye.remove(self.paired[0]["bye"][0])
        return bye

    def last_rest(self, entry: str) -> int:
        """The round of the last rest, 0 without one; a knock-out's is none."""
        last = 0
        for number in range(1, self.current + 1):
            if self.method(number) != "knock-out" and entry in self.resting(number):
                last = number
        return last

    # ---- corrections

    def version(self, event: Event) -> tuple[int, Event | None]:
        """The version in force: its `n`, and the event as it counts now (None: void), in the place of the first."""
        number, now = event["n"], event
        for later in self.events:
            if later["type"] == "correction" and later["replaces"] == number:
                number = later["n"]
                if later.get("void", False):
                    return number, None
                now = corrected(event, later)
        return number, now

    @cached_property
    def in_force(self) -> list[Event]:
        """Every event as it counts now, without what is void."""
        standing = []
        replaced = {event["replaces"] for event in self.events if event["type"] == "correction"}
        for event in self.events:
            is_first = event["type"] != "correction" and event["n"] in replaced
            now = self.version(event)[1] if is_first else event
            if now is not None:
                standing.append(now)
        return standing


def corrected(original: Event, correction: Event) -> Event:
    """What a result or score reads like with the keys of its correction."""
    now = {"n": original["n"], "round": original["round"], "table": original["table"]}
    now["type"] = "score" if "vp" in correction and "mp" in correction else "result"
    for key in ("deals", "deals2", "mp", "vp", "winner"):
        if key in correction:
            now[key] = correction[key]
    return now


def berger(count: int, number: int) -> list[tuple[int, int, int]]:
    """All'Italiana: (table, N-S, E-W) by numbers from 1, for the round `number` from 0; `count` is even."""
    matches: list[tuple[int, int]] = []
    for x in range(1, count):
        others = [y for y in range(x + 1, count) if (x + y - 2) % (count - 1) == number % (count - 1)]
        matches += [(x, y) if (x + y) % 2 == 1 else (y, x) for y in others]
        if 2 * (x - 1) % (count - 1) == number % (count - 1):
            matches.append((x, count) if x <= count / 2 else (count, x))
    matches.sort(key=min)
    return [(table, north, east) for table, (north, east) in enumerate(matches, 1)]
