"""The scores of a round: VP and MP of everybody at a table or at rest, with what lateness and warnings put on them."""

from itertools import groupby

from tests.engine.tournament.witness import tables
from tests.engine.tournament.witness.story import Event, Lines, Story

Points = tuple[int, int]  # VP, MP
Deciding = tuple[Event, list[Event]]  # what decided a table, and what touched it afterwards while its round was open

TABLE_MPS = ("fan", "count", "mixing")  # febur: from the second of the kind on, 100 MP of the round


# ---- how a table was decided


def touching(story: Story, number: int, table: int) -> list[Event]:
    """The events about a table of a round until its closing, in order, as they count now."""
    lines = story.tables(number)[table]
    found = []
    for event in story.in_force:
        if event.get("round") != number:
            continue
        if event["type"] == "closed":
            break
        if event["type"] in ("result", "score") and event["table"] == table:
            found.append(event)
        about_entry = event["type"] in ("lateness", "late-entry", "forfeit", "withdrawal")
        if about_entry and any(event["entry"] in line for line in lines):
            found.append(event)
    return found


def decides(event: Event) -> bool:
    if event["type"] in ("lateness", "late-entry"):
        late: bool = event["minutes"] > 10
        return late
    return True


def decided_by(story: Story, number: int, table: int) -> Deciding | None:
    found = touching(story, number, table)
    for place, event in enumerate(found):
        if decides(event):
            return event, found[place + 1 :]
    return None


def undecided_table_of(story: Story, entry: str) -> int | None:
    """The table of the open round where this entry still plays."""
    table = story.table_of(story.current, entry) if story.is_open else None
    return table if table and not decided_by(story, story.current, table) else None


def is_no_show(event: Event) -> bool:
    return event["type"] in ("lateness", "late-entry") and decides(event)


# ---- warnings


def warnings(story: Story, entry: str) -> list[tuple[str, int]]:
    """The warnings in force of an entry, in order: category and round."""
    code = story.document["code"]
    found = []
    for event in story.in_force:
        if event.get("entry") != entry:
            continue
        if event["type"] == "warning":
            found.append((event["category"], event["round"]))
        if event["type"] == "lateness":
            least = 1 if code == "febur" else 3
            if least <= event["minutes"] <= 10:
                found.append(("lateness", event["round"]))
    return found


def warned_victory_points(story: Story, entry: str) -> list[int]:
    """The rounds in which a warning cost 1 VP, once for each."""
    found = warnings(story, entry)
    if story.document["code"] == "febur":
        return [number for category, number in found if category in ("deal", "lateness")][1:]
    if story.document["code"] == "three-player":
        return []
    return [number for _, number in found][1::2]


def warned_match_points(story: Story, entry: str) -> list[int]:
    """febur: the rounds in which a warning cost 100 MP, once for each."""
    found = warnings(story, entry)
    costs: list[int] = []
    for kind in TABLE_MPS:
        costs += [number for category, number in found if category == kind][1:]
    pozzetti = [number for category, number in found if category == "pozzetto"]
    for _, one_round in groupby(pozzetti):
        costs += list(one_round)[1:]
    return costs


# ---- what is put on a line


def taken(story: Story, number: int, entry: str) -> int:
    """febur: the MP that go off the entry's own score of a round."""
    if story.document["code"] != "febur":
        return 0
    lost = 100 * warned_match_points(story, entry).count(number)
    for event in story.in_force:
        if event.get("round") == number and event.get("entry") == entry:
            if event["type"] == "lateness" and 2 < event["minutes"] <= 10:
                lost += 100
            if event["type"] == "penalty" and "mp" in event:
                lost += event["mp"]
    return lost


def credited(story: Story, number: int, entry: str) -> int:
    """The other codes: the MP that the lateness of an entry gives to its opponents."""
    if story.document["code"] == "febur":
        return 0
    credit = 0
    for event in story.in_force:
        if event["type"] == "lateness" and event["round"] == number and event["entry"] == entry:
            if 2 < event["minutes"] < 5:
                credit += 100
            if 5 <= event["minutes"] <= 10:
                credit += 150
    return credit


# ---- results


def totals(story: Story, event: Event) -> list[int]:
    """The totals of the lines of a result, before anything is put on them."""
    if "deals" not in event:
        return list(event["mp"])
    sums = [sum(scores) for scores in zip(*event["deals"], strict=True)]
    if story.document["kind"] == "teams":
        sums = [one + sum(other) for one, other in zip(sums, zip(*event["deals2"], strict=True), strict=True)]
    return sums


def shared_points(three: list[int]) -> list[int]:
    """36, 18 and 6 sixths by rank, shared by those who are equal."""
    points = []
    for total in three:
        above = len([other for other in three if other > total])
        equal = three.count(total)
        points.append(sum([36, 18, 6][above : above + equal]) // equal)
    return points


def of_result(story: Story, number: int, lines: Lines, event: Event) -> dict[str, Points]:
    sums = totals(story, event)
    if len(lines) == 3:
        points = shared_points(sums)
        return {lines[seat][0]: (points[seat], sums[seat]) for seat in range(3)}
    for side in (0, 1):
        sums[side] -= sum(taken(story, number, one) for one in lines[side])
        sums[side] += sum(credited(story, number, one) for one in lines[1 - side])
    scores = {}
    for side in (0, 1):
        difference = sums[side] - sums[1 - side]
        for one in lines[side]:
            scores[one] = (tables.victory_points(story.document, number, difference), difference)
    return scores


def of_score(lines: Lines, event: Event) -> dict[str, Points]:
    return {one: (event["vp"][side], event["mp"][side]) for side, line in enumerate(lines) for one in line}


# ---- awards


def of_no_show(story: Story, number: int, lines: Lines, event: Event, later: list[Event]) -> dict[str, Points]:
    """The present side has the rest score, the late one its own; both late when the other comes as late."""
    late = {event["entry"]} | {after["entry"] for after in later if is_no_show(after)}
    scores = {}
    for line in lines:
        away = any(one in late for one in line)
        for one in line:
            scores[one] = tables.absent(story.document, number) if away else tables.rest(story.document, number)
    return scores


def of_forfeit(story: Story, number: int, lines: Lines, event: Event) -> dict[str, Points]:
    """Online's abandonment (4.9)."""
    document = story.document
    guilty = side_of(lines, event["entry"])
    base = event.get("mp", [0, 0])
    margin = max(0, base[1 - guilty] - base[guilty] + 350)
    points = max(14, tables.victory_points(document, number, margin))
    return {
        lines[1 - guilty][0]: (points, tables.row_minimum(document, number, points)),
        lines[guilty][0]: (0, -tables.row_minimum(document, number, 20)),
    }


def of_withdrawal(story: Story, number: int, lines: Lines, event: Event, later: list[Event]) -> dict[str, Points]:
    document = story.document
    leavers = [event["entry"], *(after["entry"] for after in later if is_for_ever(after))]
    if len(lines) == 3:
        return {line[0]: (0, 0) if line[0] in leavers else tables.rest(document, number) for line in lines}
    if document["kind"] == "individual":
        return of_leaving_player(story, number, lines, event, leavers)
    if len(leavers) == 2 and is_for_ever(event):
        return dict.fromkeys(leavers, (0, 0))
    if document["code"] == "online":
        return of_forfeit(story, number, lines, event)
    side = side_of(lines, event["entry"])
    left = better_of_rest_and_played(story, number, 1 - side, event)
    if not is_for_ever(event):
        for_leaver = tables.absent(document, number)[0], -tables.rest(document, number)[1]
    else:
        for_leaver = 0, -left[1]
    return {lines[side][0]: for_leaver, lines[1 - side][0]: left}


def of_leaving_player(story: Story, number: int, lines: Lines, event: Event, leavers: list[str]) -> dict[str, Points]:
    """Individual: the partner is innocent and has the rest score; whoever leaves afterwards has nothing."""
    side = side_of(lines, event["entry"])
    left = better_of_rest_and_played(story, number, 1 - side, event)
    scores = dict.fromkeys(lines[side], tables.rest(story.document, number)) | dict.fromkeys(lines[1 - side], left)
    scores[leavers[0]] = 0, -left[1]
    return scores | dict.fromkeys(leavers[1:], (0, 0))


def better_of_rest_and_played(story: Story, number: int, side: int, event: Event) -> Points:
    """What those who are left have: the rest score, or what was played when it is worth more."""
    rest = tables.rest(story.document, number)
    if "mp" not in event:
        return rest
    difference = event["mp"][side] - event["mp"][1 - side]
    return max(rest, (tables.victory_points(story.document, number, difference), difference))


def is_for_ever(event: Event) -> bool:
    return event["type"] == "withdrawal" and not event.get("temporary", False)


def side_of(lines: Lines, entry: str) -> int:
    for side, line in enumerate(lines):
        if entry in line:
            return side
    raise AssertionError(f"{entry} does not sit here")


# ---- a whole round


def of_table(story: Story, number: int, table: int) -> dict[str, Points]:
    """VP and MP of everybody at a table that is decided."""
    lines = story.tables(number)[table]
    decided = decided_by(story, number, table)
    assert decided is not None
    event, later = decided
    if event["type"] == "result":
        return of_result(story, number, lines, event)
    if event["type"] == "score":
        scores = of_score(lines, event)
    elif event["type"] == "forfeit":
        scores = of_forfeit(story, number, lines, event)
    elif event["type"] == "withdrawal":
        scores = of_withdrawal(story, number, lines, event, later)
    else:
        scores = of_no_show(story, number, lines, event, later)
    return {one: (points, match - taken(story, number, one)) for one, (points, match) in scores.items()}


def of_round(story: Story, number: int) -> dict[str, Points]:
    """VP and MP of every known entry in a closed round."""
    scores: dict[str, Points] = {}
    for table in story.tables(number):
        scores |= of_table(story, number, table)
    for one in story.entrants:
        if one not in scores:
            rests = one in story.resting(number) and story.method(number) != "knock-out"
            points, match = tables.rest(story.document, number) if rests else (0, 0)
            scores[one] = points, match - taken(story, number, one)
    return scores
