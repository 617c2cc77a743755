"""The knock-out: its bracket, who goes on, and how far everybody came (4.8)."""

from tests.engine.tournament.witness import ranking, scores
from tests.engine.tournament.witness.story import Story


def first_round(story: Story) -> int:
    number: int = story.document["rounds"].index("knock-out") + 1
    return number


def seeds(story: Story) -> list[str]:
    """Those who enter the knock-out, the best first, as it was or would be paired."""
    then = story.before(first_round(story))
    if first_round(story) == 1:
        order = then.first_order
    else:
        rows = ranking.ordered(then, ranking.rows(then), {})
        order = [row["entry"] for row in rows if not row["withdrawn"]]
    return order[: story.document.get("qualifiers", len(order))]


def bracket_seeds(count: int) -> list[int]:
    """The seed numbers from place to place; `count` is a power of two."""
    if count == 1:
        return [1]
    places = []
    for seed in bracket_seeds(count // 2):
        places += [seed, count + 1 - seed]
    return places


def size(story: Story) -> int:
    """The least power of two that has room for all seeds."""
    count, entered = 1, len(seeds(story))
    while count < entered:
        count *= 2
    return count


def places(story: Story, number: int) -> list[str | None]:
    """The bracket of a knock-out round when it was, or would be, paired: two places a match."""
    if number == first_round(story):
        entered = seeds(story)
        return [entered[s - 1] if s <= len(entered) else None for s in bracket_seeds(size(story))]
    then = story.before(number)
    before = places(then, number - 1)
    winners = [winner(then, number - 1, match, before) for match in range(1, len(before) // 2 + 1)]
    return [one if one in then.present else None for one in winners]


def winner(story: Story, number: int, match: int, bracket: list[str | None]) -> str | None:
    """Who goes on from a match of a round that is closed, and had this bracket."""
    first, second = bracket[2 * match - 2 : 2 * match]
    if first is None or second is None:
        return first or second
    lines = story.tables(number)[match]
    decided = scores.decided_by(story, number, match)
    assert decided is not None
    event, later = decided
    if scores.is_for_ever(event):
        leavers = [event["entry"], *(after["entry"] for after in later if scores.is_for_ever(after))]
        left = [line[0] for line in lines if line[0] not in leavers]
        return left[0] if left else None
    points = scores.of_table(story, number, match)
    north, east = lines[0][0], lines[1][0]
    if points[north][1] != points[east][1]:
        return north if points[north][1] > points[east][1] else east
    return east if event.get("winner") == "EW" else north


def stages(story: Story) -> dict[str, int]:
    """The closed knock-out rounds in whose bracket an entry was, one more if it won the last of them."""
    reached: dict[str, int] = {}
    for number in range(1, story.closed + 1):
        if story.method(number) != "knock-out":
            continue
        bracket = places(story, number)
        for one in bracket:
            if one is not None:
                reached[one] = reached.get(one, 0) + 1
        if number == story.closed:
            for match in range(1, len(bracket) // 2 + 1):
                best = winner(story, number, match, bracket)
                if best is not None:
                    reached[best] += 1
    return reached
