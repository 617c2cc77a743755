"""Score sheets, boards, players' cards and moviolas for tests, of random deals or as they look best."""

from engine.deal import Deal
from engine.score import score
from engine.view import ARBITER, view
from renderers.scenes import (
    BoardScene,
    MoviolaScene,
    PlayerScene,
    ResultScene,
    RoundScene,
    RoundTable,
    ScoreScene,
    StandingsScene,
)
from tests.renderers.moments import NAMES

PEOPLE = "Dario Ivo Gina Anna Elena Carla Bruno Fabio".split()
COLUMNS = ("#", "Player", "VP", "Avg", "Matches", "Won", "MP", "Rating")


def side_names(deal: Deal) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(NAMES[seat] for seat in side) for side in deal.code.sides)


def score_scene(deals: list[Deal], over: bool = True) -> ScoreScene:
    """The sheet of a match of these deals."""
    scores = tuple(score(deal) for deal in deals)
    sides = side_names(deals[0])
    totals = tuple(sum(deal[side].total for deal in scores) for side in range(len(sides)))
    vp = ("16", "4") if over and len(sides) == 2 else ()
    ranking = ("6", "2", "2") if over and len(sides) == 3 else ()
    result = f"{' + '.join(sides[0])} win by {max(totals)} to {min(totals)} Match Points" if over else ""
    return ScoreScene(
        sides, scores, totals, vp, "Osteria · deal 2", result, ended="Nora has closed.", names=NAMES, ranking=ranking
    )


def result_scene(deal: Deal, is_match: bool = True, before: int = 905) -> ResultScene:
    """The result of this deal, or of a match that it ended; each side had so many points `before`, and less each."""
    scores = score(deal)
    sides = side_names(deal)
    totals = tuple(before // (number + 1) + side.total for number, side in enumerate(scores))
    points = totals if is_match else tuple(side.total for side in scores)
    best = points.index(max(points))
    return ResultScene(
        sides=sides,
        headline=f"{' + '.join([name for name in sides[best] if name])} win {'the match' if is_match else 'deal 2'}",
        totals=totals,
        score=scores,
        deal=2,
        is_match=is_match,
        winners=(best,),
        vp=("16", "4") if is_match and len(sides) == 2 else (),
        ranking=("6", "3", "1") if is_match and len(sides) == 3 else (),
        title="Table KBDF · after deal 2",
        ended="The deal was closed.",
        notes=(
            "Turning point: turn 14, by Nora. Nora + サクラ gained 340 points on the others.",
            "Longest burraco: Nora + サクラ, 9 cards, run A♥-9♥.",
        ),
    )


def board_scene(rows: int, columns: int = len(COLUMNS), marked: int = 2) -> BoardScene:
    """A leaderboard of so many people."""
    cells = [
        (
            f"{place}",
            f"{PEOPLE[place % len(PEOPLE)]} {'Rossi' * (place % 3)}".strip(),
            f"{150 - place}",
            f"{11.46 - place / 10:.2f}",
            "13",
            f"{max(0, 8 - place)}",
            f"{1735 - 70 * place:+}",
            "26.6±6.6",
            *["12"] * 8,
        )[:columns]
        for place in range(1, rows + 1)
    ]
    heads = (*COLUMNS, *["Figure"] * 8)[:columns]
    return BoardScene("Osteria · season", heads, tuple(cells), "1/3", marked=marked if marked < rows else -1)


def pair_name(number: int) -> str:
    first, second = PEOPLE[number % len(PEOPLE)], PEOPLE[(3 * number + 1) % len(PEOPLE)]
    return f"{first} {'Rossi' * (number % 3)}".strip() + f" – {second} De Santis"


def round_scene(tables: int) -> RoundScene:
    """A round of so many tables, in every state."""
    states = (("", ""), ("one signature", "entered"), ("1865 – 1540", "decided"), ("arbiter called", "called"))
    return RoundScene(
        "Thursday, round 2 of 4",
        tuple(
            RoundTable(str(at + 1), (pair_name(2 * at), pair_name(2 * at + 1)), *states[at % 4]) for at in range(tables)
        ),
        clock="The round ends at 22:10.",
        notes=("No table in this round: Nora – Ivo",),
    )


def standings_scene(rows: int, is_final: bool = True) -> StandingsScene:
    """The standings of so many pairs."""
    cells = [
        (str(at + 1), pair_name(at), str(60 - at), f"{1500 - 40 * at:+}", "1 VP 2 warn." if at == 3 else "")
        for at in range(rows)
    ]
    podium = tuple((str(at + 1), tuple(pair_name(at).split(" – "))) for at in range(min(3, rows)))
    heads = ("#", "Name", "VP", "MP", "Taken off")
    return StandingsScene("Thursday: final standings", heads, tuple(cells), podium if is_final else ())


PLAYER = PlayerScene(
    "Nora Bianchi",
    (
        *(("Matches", "213"), ("Won", "121"), ("Victory Points", "2341.5")),
        *(("Average", "11.0"), ("Match Points", "+12345"), ("Rating", "27.4 ± 2.1")),
        *(("Clean burrachi", "98"), ("Closed", "143"), ("Best match", "20")),
    ),
    (1, 1, -1, 0, 1, -1, 1, 1, 1, -1),
    "Since 3 March 2026, in pairs.",
)


def moviola_scene(deal: Deal) -> MoviolaScene:
    lines = (
        "Turn 14 turned the deal: North-South fell 340 points behind.",
        "Nora picks up 9 cards, lays 7♥ 7♣ 7♠, adds Joker to the run 5♥-8♥ and discards 4♣.",
    )
    return MoviolaScene(view(deal, ARBITER), NAMES, "Osteria · moviola of deal 2", lines)
