"""Random tournaments, each all of one seed: every code, kind and method, with what goes wrong on an evening.

The witness decides what may happen: an event that does not follow is left out, so a file is right by the witness until
`spoilt` changes something in it.
"""

from collections.abc import Iterator
from copy import deepcopy
from math import gcd
from random import Random
from typing import Any

from tests.engine.tournament.witness.following import CATEGORIES, objection
from tests.engine.tournament.witness.form import BETWEEN_ENTRIES, KINDS, Unusable, judge
from tests.engine.tournament.witness.pairing import NoPairing, next_round
from tests.engine.tournament.witness.scores import decided_by
from tests.engine.tournament.witness.standings import standings
from tests.engine.tournament.witness.story import Event, Story
from tests.engine.tournament.witness.tables import deals_of

Json = dict[str, Any]

CODES = ["febur", "online", "fitab", "fibur", "international"]
FREQUENT = [1, 2, 3, 3, 3, 4, 4, 5]
PLACES = {"pairs": 2, "teams": 4, "individual": 1, "singles": 1, "three-player": 1}


def tournament(seed: int, largest: int = 60) -> Json:
    """A tournament that is right by the witness, finished or broken off anywhere."""
    chance = Random(seed)  # noqa: S311 - a tournament to test with
    document = announced(chance, largest)
    Evening(chance, document).play()
    return document


def usable(document: Json) -> bool:
    try:
        judge(document)
    except Unusable:
        return False
    return True


# ---- what is announced


def announced(chance: Random, largest: int) -> Json:
    while True:
        document = drawn(chance, largest)
        if usable(document) and (has_room(document) or chance.random() < 0.05):
            return document


def has_room(document: Json) -> bool:
    """Whether the calendars have as many rounds as are announced."""
    rounds = document["rounds"]
    count = len([entry for entry in document["entries"] if not entry.get("late", False)])
    least = {"individual": 4, "three-player": 3}.get(document["kind"], 2)
    seeds = min(count, document.get("qualifiers", count))
    tables = (count + 1) // 2
    return (
        count >= least
        and rounds.count("mitchell") <= tables // gcd(tables, document.get("step", 1))
        and rounds.count("italiana") < 2 * tables
        and 2 ** (rounds.count("knock-out") - 1) < seeds
    )


def drawn(chance: Random, largest: int) -> Json:
    kind = chance.choice(["pairs", "pairs", "pairs", *KINDS])
    code = "three-player" if kind == "three-player" else chance.choice(CODES)
    rounds = methods(chance, kind)
    one_length = chance.random() < 0.7 or kind == "three-player"
    deals: Any = 3 if kind == "three-player" else chance.choice(FREQUENT)
    entries = entrants(chance, kind, largest)
    document: Json = {
        "format": "burraco-tournament",
        "version": 1,
        "name": "Torneo",
        "code": code,
        "kind": kind,
        "deals": deals if one_length else [chance.choice(FREQUENT) for _ in rounds],
        "rounds": rounds,
        "seed": f"{chance.getrandbits(256):064x}",
        "entries": entries,
        "events": [],
    }
    if chance.random() < 0.5:
        document["step"] = chance.choice([1, 1, 1, 2, 3, 5])
    if "knock-out" in rounds and chance.random() < 0.6:
        document["qualifiers"] = chance.choice([2, 4, 4, 8, 3, 6, 16])
    document["first"] = first(chance, [entry["id"] for entry in entries if not entry.get("late", False)])
    if chance.random() < 0.1:
        del document["first"]
    return document


def methods(chance: Random, kind: str) -> list[str]:
    if kind in ("individual", "three-player"):
        return [kind] * chance.choice([1, 2, 2, 3, 4, 6])
    length = chance.choice([1, 2, 3, 4, 4, 5, 6, 8])
    style = chance.random()
    if style < 0.2:
        return ["mitchell"] * max(1, length - 1) + ["danese"]
    if style < 0.65:
        return [chance.choice(BETWEEN_ENTRIES[:4])] * length
    if style < 0.85:
        return [chance.choice(BETWEEN_ENTRIES[:4]) for _ in range(length)]
    group = [chance.choice(BETWEEN_ENTRIES[:4]) for _ in range(chance.randint(0, 3))]
    return group + ["knock-out"] * chance.randint(1, 4)


def entrants(chance: Random, kind: str, largest: int) -> list[Json]:
    most = chance.choice([3, 4, 5, 6, 7, 8, 10, 13, 17, 24, largest])
    count = chance.randint(2, max(2, min(most, largest)))
    letters = chance.choice(["p", "P", "coppia ", "é", "𝔭", ""])
    numbers = chance.sample(range(1, 3 * count), count)
    lateness = chance.choice([0, 0, 0.1, 0.3])
    found = []
    for number in numbers:
        players = PLACES[kind] + (chance.randint(0, 2) if kind == "teams" else 0)
        entry: Json = {"id": f"{letters}{number}", "players": [f"G{number}.{i}" for i in range(players)]}
        if chance.random() < lateness:
            entry["late"] = True
        found.append(entry)
    return found


def first(chance: Random, punctual: list[str]) -> Json:
    by = chance.choice(["order", "lot", "lot", "arbiter"])
    if by == "arbiter":
        return {"by": by, "order": chance.sample(punctual, len(punctual))}
    return {"by": by}


# ---- what happens


class Evening:
    """A tournament as it goes on: whatever may happen is put at the end of the events."""

    def __init__(self, chance: Random, document: Json) -> None:
        self.chance = chance
        self.document = document
        self.events: list[Event] = document["events"]
        self.storm = chance.choice([0.0, 0.03, 0.1, 0.25, 0.5])  # how often something goes wrong
        self.scale = chance.choice([(0, 1), (-2, 3), (0, 40), (-60, 200), (-100, 500)])  # of the figures, in fives

    @property
    def story(self) -> Story:
        return Story(self.document, self.events)

    def add(self, event: Json) -> bool:
        """Put an event at the end, if it follows."""
        event = {"n": len(self.events) + 1, **event}
        follows = objection(self.story, event) is None
        if follows:
            self.events.append(event)
        return follows

    def play(self) -> None:
        self.incidents(3)
        while self.round():
            self.incidents(4)
        if self.chance.random() < 0.7:
            self.add({"type": "finished"})

    def round(self) -> bool:
        """One round; False when the tournament ends or breaks off."""
        if self.chance.random() < 0.05:
            return False
        try:
            pairing = next_round(self.story)
        except NoPairing:
            return False
        self.add({"type": "paired", **pairing})
        number = pairing["round"]
        if number == 1:
            self.late_entry()
        self.incidents(5)
        tables = list(self.story.tables(number))
        self.chance.shuffle(tables)
        for table in tables:
            self.decide(number, table)
            if self.chance.random() < 0.02:
                return False
        self.incidents(4)
        for table in self.undecided(number):  # a late entry's, or one whose result was taken back
            self.decide(number, table)
        if self.undecided(number):
            return False
        event: Json = {"type": "closed", "round": number}
        if self.chance.random() < 0.5:
            after = [*self.events, {"n": len(self.events) + 1, **event}]
            event["standings"] = standings(Story(self.document, after))
        return self.add(event)

    def undecided(self, number: int) -> list[int]:
        story = self.story
        return [table for table in story.tables(number) if decided_by(story, number, table) is None]

    def late_entry(self) -> None:
        late = self.story.late
        if late and self.chance.random() < 0.8:
            minutes = self.chance.choice([0, 2, 3, 5, 10, 11, 30])
            self.add({"type": "late-entry", "round": 1, "entry": self.chance.choice(late), "minutes": minutes})

    def incidents(self, most: int) -> None:
        for _ in range(most + min(3, len(self.document["entries"]) // 8)):
            if self.chance.random() < self.storm:
                self.add(incident(self.chance, self.story, self.scale))

    def decide(self, number: int, table: int) -> None:
        lines = self.story.tables(number)[table]
        if self.document["kind"] == "teams" and self.chance.random() < 0.3:
            self.add(of_entry(self.chance, self.story, "lineup", self.chance.choice(lines)[0], self.scale))
        if self.chance.random() < self.storm:
            entry = self.chance.choice(self.chance.choice(lines))
            for _ in range(self.chance.randint(1, 3)):
                kind = self.chance.choice(AT_A_TABLE)
                self.add(of_entry(self.chance, self.story, kind, entry, self.scale))
                entry = self.chance.choice(self.chance.choice(lines))
        figures = of_table(self.chance, self.story, number, table, self.scale)
        self.add(figures)


# ---- single events


def fives(chance: Random, scale: tuple[int, int]) -> int:
    return 5 * chance.randint(*scale) * (20 if scale[1] < 5 else 1)


def figures(chance: Random, scale: tuple[int, int], count: int) -> list[int]:
    if chance.random() < 0.05:
        return [fives(chance, scale)] * count
    return [fives(chance, scale) for _ in range(count)]


def of_table(chance: Random, story: Story, number: int, table: int, scale: tuple[int, int]) -> Json:
    """A result or an arbiter's score of a table."""
    lines = len(story.tables(number)[table])
    event: Json = {"type": "result", "round": number, "table": table}
    style = chance.random()
    if style < 0.04:
        points = [chance.choice([0, 6, 8, 10, 12, 14, 20]) for _ in range(lines)]
        event |= {"type": "score", "vp": points, "mp": figures(chance, scale, lines)}
        equal = event["mp"]
    elif style < 0.5:
        event["mp"] = equal = figures(chance, scale, lines)
    else:
        count = deals_of(story.document, number)
        if story.timed_out(number) and chance.random() < 0.5:
            count = chance.randint(1, count)
        event["deals"] = [figures(chance, scale, lines) for _ in range(count)]
        equal = [sum(deal[line] for deal in event["deals"]) for line in range(lines)]
        if story.document["kind"] == "teams":
            event["deals2"] = [figures(chance, scale, lines) for _ in range(count)]
            equal = [equal[line] + sum(deal[line] for deal in event["deals2"]) for line in range(lines)]
    if story.method(number) == "knock-out" and equal[0] == equal[1]:
        event["winner"] = chance.choice(["NS", "EW"])
    return event


AT_A_TABLE = ["lateness", "lateness", "lateness", "withdrawal", "withdrawal", "forfeit", "lineup", "warning"]
OF_ENTRY = ["lateness", "forfeit", "warning", "warning", "penalty", "withdrawal", "replacement", "lineup", "late-entry"]


def of_entry(chance: Random, story: Story, kind: str, entry: str, scale: tuple[int, int]) -> Json:
    """An event about one entry, plausible rather than right."""
    event: Json = {"type": kind, "round": story.current, "entry": entry}
    if kind == "lateness":
        event["minutes"] = chance.choice([1, 2, 3, 4, 5, 7, 10, 11, 20])
    elif kind == "late-entry":
        event["minutes"] = chance.choice([0, 3, 10, 11])
    elif kind == "forfeit":
        event["mp"] = figures(chance, scale, 2)
    elif kind == "warning":
        event["category"] = chance.choice(CATEGORIES)
    elif kind == "penalty":
        event |= chance.choice([{"vp": chance.randint(1, 3)}, {"mp": 5 * chance.randint(1, 40)}])
    elif kind == "withdrawal":
        if chance.random() < 0.4:
            event["mp"] = figures(chance, scale, 3 if story.document["kind"] == "three-player" else 2)
        if chance.random() < 0.4:
            event["temporary"] = True
    elif kind == "replacement":
        del event["round"]
        players = story.players(entry) or ["nobody"]
        event |= {"out": chance.choice(players), "in": f"R{len(story.events)}", "reason": "illness"}
    elif kind == "lineup":
        players = story.players(entry)
        chance.shuffle(players)
        event["pairs"] = [players[:2], players[2:4]]
    return event


def incident(chance: Random, story: Story, scale: tuple[int, int]) -> Json:
    """Anything at all that may happen to anybody, plausible rather than right."""
    style = chance.random()
    kinds = ("result", "score", "warning", "penalty", "correction")
    correctable = [e for e in story.events if e["type"] in kinds or e.get("temporary", False)]
    if style < 0.25 and correctable:
        return correction(chance, story, chance.choice(correctable[-20:]), scale)
    if style < 0.3:
        return {"type": "timeout", "round": story.current}
    return of_entry(chance, story, chance.choice(OF_ENTRY), chance.choice(story.registered), scale)


def correction(chance: Random, story: Story, corrected: Event, scale: tuple[int, int]) -> Json:
    event: Json = {"type": "correction", "replaces": corrected["n"], "reason": "sum"}
    origin = corrected
    while origin["type"] == "correction":
        origin = story.events[origin["replaces"] - 1]
    if origin["type"] in ("warning", "penalty", "withdrawal"):
        return event | {"void": True}
    found = of_table(chance, story, origin["round"], origin["table"], scale)
    for key in ("deals", "deals2", "mp", "vp", "winner"):
        if key in found:
            event[key] = found[key]
    if story.document["code"] == "febur" and chance.random() < 0.6:
        swapped = exchanged(corrected)
        if chance.random() < 0.9 and swapped:
            event = {"type": "correction", "replaces": corrected["n"], "reason": "swapped", **swapped}
        event["cause"] = "swap"
    return event


def exchanged(version: Event) -> Json:
    """The figures of a version with its lines exchanged; nothing where an equal knock-out match has a winner."""
    if "winner" in version:
        return {}
    return {
        key: [one[::-1] for one in version[key]] if key.startswith("deals") else version[key][::-1]
        for key in ("deals", "deals2", "mp", "vp")
        if key in version
    }


# ---- what is wrong


def spoilt(document: Json, seed: int) -> Json:
    """The same tournament with one thing changed, which may or may not make it wrong."""
    chance = Random(f"spoilt {seed}")  # noqa: S311 - a tournament to test with
    copy = deepcopy(document)
    events = copy["events"]
    if events:
        SPOILERS[chance.randrange(len(SPOILERS))](chance, copy)
        if not usable(copy):  # what changed was the form: status 2, for other tests
            return document
    return copy


def renumber(events: list[Json]) -> None:
    for number, event in enumerate(events, 1):
        event["n"] = number


def numbered_wrong(chance: Random, document: Json) -> None:
    event = chance.choice(document["events"])
    event["n"] += chance.choice([-1, 1, 100])


def left_out(chance: Random, document: Json) -> None:
    events = document["events"]
    del events[chance.randrange(len(events))]
    renumber(events)


def twice(chance: Random, document: Json) -> None:
    events = document["events"]
    place = chance.randrange(len(events))
    events.insert(place + chance.randint(0, min(3, len(events) - place)), deepcopy(events[place]))
    renumber(events)


def exchanged_events(chance: Random, document: Json) -> None:
    events = document["events"]
    i, j = chance.randrange(len(events)), chance.randrange(len(events))
    events[i], events[j] = events[j], events[i]
    renumber(events)


def put_in(chance: Random, document: Json) -> None:
    events = document["events"]
    place = chance.randint(0, len(events))
    story = Story(document, events[:place])
    event = incident(chance, story, (-10, 40))
    if chance.random() < 0.7:
        clumsy(chance, event)
    events.insert(place, {"n": place + 1, **event})
    renumber(events)


def clumsy(chance: Random, event: Json) -> None:
    """Write one thing of an event wrongly."""
    slips: list[Json] = [{"round": chance.choice([-1, 0, 1, 2, 99])}, {"table": chance.choice([0, 99])}]
    slips += [{"minutes": chance.choice([-1, 0])}, {"category": "nonsense"}, {"reason": ""}, {"cause": "swap"}]
    slips += [
        {"replaces": chance.choice([-1, 0, 1, 2, 3, 9999])},
        {"in": "G1.0"},
        {"out": "nobody"},
        {"entry": "nobody"},
    ]
    slips += [{"pairs": [["a", "b"], ["c", "d"]]}, {"pairs": []}, {"deals": []}, {"deals": [[5, 5, 5, 5]]}, {"mp": [5]}]
    slips += [{"vp": [21, -1]}] if event["type"] == "score" else []
    fitting = [slip for slip in slips if slip.keys() <= event.keys() or ("cause" in slip and "replaces" in event)]
    event |= chance.choice([slip for slip in fitting if not isinstance(event.get("mp"), int) or "mp" not in slip])
    if event["type"] == "penalty" and chance.random() < 0.5:
        event |= {"vp": 0} if "vp" in event else {"mp": chance.choice([-5, 0, 3])}


def slipped(chance: Random, document: Json) -> None:
    """One thing written wrongly in an event that was right; the rare kinds of event as often as the others."""
    kinds = sorted({event["type"] for event in document["events"]} - {"paired", "closed", "finished"})
    if kinds:
        kind = chance.choice(kinds)
        clumsy(chance, chance.choice([event for event in document["events"] if event["type"] == kind]))


def wrong_number(chance: Random, document: Json) -> None:
    """Another round, table, figure or minute somewhere."""
    event = chance.choice(document["events"])
    keys = [key for key in ("round", "table", "minutes", "replaces", "mp", "vp") if key in event]
    if not keys:
        return
    key = chance.choice(keys)
    by = chance.choice([-1, 1, 3, 5, -5])
    event[key] = [number + by for number in event[key]] if isinstance(event[key], list) else event[key] + by


def wrong_pairing(chance: Random, document: Json) -> None:
    paired = [event for event in document["events"] if event["type"] == "paired" and event["tables"]]
    if not paired:
        return
    event = chance.choice(paired)
    table = chance.choice(event["tables"])
    style = chance.randrange(4)
    if style == 0 and "NS" in table:
        table["NS"], table["EW"] = table["EW"], table["NS"]
    elif style == 1:
        event["tables"].remove(table)
    elif style == 2:
        table["table"] += 1
    else:
        event["bye"].append("nobody")


def wrong_standings(chance: Random, document: Json) -> None:
    with_rows = [event for event in document["events"] if event.get("standings")]
    if not with_rows:
        return
    row = chance.choice(chance.choice(with_rows)["standings"])
    row[chance.choice(["vp", "mp", "won", "best", "byes", "played"])] += chance.choice([-1, 1, 5])


def stranger(chance: Random, document: Json) -> None:
    of_somebody = [event for event in document["events"] if "entry" in event]
    if of_somebody:
        ids = [entry["id"] for entry in document["entries"]]
        chance.choice(of_somebody)["entry"] = chance.choice(["nobody", *ids])


def other_deals(chance: Random, document: Json) -> None:
    dealt = [event for event in document["events"] if event.get("deals")]
    if dealt:
        event = chance.choice(dealt)
        if chance.random() < 0.5:
            event["deals"].append(event["deals"][0])
        else:
            event["deals"].pop()


def named_winner(chance: Random, document: Json) -> None:
    decided = [event for event in document["events"] if event["type"] in ("result", "score")]
    if decided:
        event = chance.choice(decided)
        if "winner" in event:
            del event["winner"]
        else:
            event["winner"] = chance.choice(["NS", "EW"])


SPOILERS = [
    numbered_wrong,
    left_out,
    twice,
    exchanged_events,
    put_in,
    put_in,
    slipped,
    slipped,
    wrong_number,
    wrong_number,
    wrong_pairing,
    wrong_standings,
    stranger,
    other_deals,
    named_winner,
]


def files(first_seed: int, count: int, largest: int = 60, rarely: int = 200) -> Iterator[tuple[int, Json]]:
    """Tournaments of consecutive seeds: three in ten spoilt, one in two hundred with up to `rarely` entries."""
    for seed in range(first_seed, first_seed + count):
        document = tournament(seed, rarely if seed % 200 == 199 else largest)
        yield seed, spoilt(document, seed) if seed % 10 in (2, 5, 8) else document
