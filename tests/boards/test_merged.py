"""Accounts that became one player, and players who were forgotten: every figure equals what the records say.

The recomputation takes the records and who sat where, gives everybody the id they have now, and adds up by itself.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.boards.board import GROUP, OVERALL, Board, Query
from bot.boards.boards import Boards
from bot.boards.facts import PAIRS
from bot.boards.forgetting import DELETED
from bot.boards.players import HeadToHead
from bot.boards.privacy import Erased, Privacy
from bot.host.door import Door
from bot.host.ports import Person
from bot.store.sqlite import SqliteStore
from engine.replay import replay
from tests.boards.checking import check_boards
from tests.boards.season import BOT, PEOPLE, commit, introduce, play
from tests.boards.test_year import AWARD, Evening, Figures, _direct, at, with_year, year
from tests.people_rows import put_person
from tests.store.changes import using

END = at("2026-12-31T12:00")
MERGERS: list[dict[str, str]] = [
    {"p6": "p2"},  # they sat against each other
    {"p3": "p1"},  # they sat side by side
    {"p8": "p7", "p7": "p3"},  # one after the other
]


class Now:
    """The pairs' matches of a year, told by the ids that people have now."""

    def __init__(self, evenings: list[Evening], moved: Mapping[str, str]) -> None:
        self.sums: dict[bool, dict[str, Figures]] = {
            ranked: defaultdict(lambda: defaultdict(float)) for ranked in (True, False)
        }
        self.beside: dict[tuple[str, str], int] = defaultdict(int)
        self.against: dict[tuple[str, str], tuple[int, float]] = defaultdict(lambda: (0, 0.0))
        self.model = PlackettLuce()
        self.rated: dict[str, PlackettLuceRating] = defaultdict(self.model.rating)
        self.moved = moved
        for one in evenings:
            self._add(one)

    def id(self, person: str) -> str:
        while person in self.moved:
            person = self.moved[person]
        return person

    def _add(self, one: Evening) -> None:
        replayed = replay(one.played.match.record)
        match, code = replayed.match, replayed.match.code
        if not code.pairs:
            return
        seats = [self.id(chair.person) for chair in one.played.table.chairs]
        sides = [{seats[seat] for seat in members} - {""} for members in code.members]
        was_ranked, twice = all(sides), sides[0] & sides[1]
        for side, people in enumerate(sides):
            vp, mp, won = self._worth(match, side)
            for person in people:
                ranked = was_ranked and person not in twice
                mine = self.sums[ranked][person]
                worth = (("matches", 1), ("valued", 1), ("vp", vp), ("mp", mp), ("wins", won))
                both = (("matches", 0 if side else 1),)  # against oneself: one match, and nobody's win or points
                for key, figure in both if person in twice else worth:
                    mine[key] += figure
                for deal in replayed.deals:
                    assert deal.result is not None
                    mine["clean"] += [meld.burraco for meld in deal.result.scores[side].melds].count("pulito")
                    closer = deal.result.closed_by
                    mine["closings"] += closer >= 0 and seats[closer] == person and code.side_of[closer] == side
                own = [code.seats[seat] for seat in code.members[side] if seats[seat] == person]
                mine["direct"] += len([taken for taken in _direct(one) if taken in own])
                if ranked:
                    for partner in people - {person} - twice:
                        self.beside[person, partner] += 1
                    for rival in sides[1 - side] - twice:
                        many, points = self.against[person, rival]
                        self.against[person, rival] = (many + 1, points + vp)
        if was_ranked:
            self._rate(code.members, seats, [1.0 if match.winner in (None, side) else 2.0 for side in (0, 1)], twice)

    @staticmethod
    def _worth(match, side: int) -> tuple[float, float, bool]:  # type: ignore[no-untyped-def]  # a match as `replay` gives it
        margin = match.totals[side] - match.totals[1 - side]
        if match.given_up_by < 0:
            return match.vp[side], margin, match.winner == side
        if match.given_up_by == side:
            return 0, -max(AWARD, -margin), False
        return 14, max(AWARD, margin), True

    def _rate(self, members, seats: list[str], ranks: list[float], twice: set[str]) -> None:  # type: ignore[no-untyped-def]  # members as the code of play has them
        teams, people = [], []
        for numbers in members:
            team_people = list(dict.fromkeys([seats[seat] for seat in numbers if seats[seat]]))
            newcomers = [self.model.rating() for _ in range(len(numbers) - len(team_people))]
            now = [self.rated[person] for person in team_people]
            teams.append([*[self.model.rating(mu=one.mu, sigma=one.sigma) for one in now], *newcomers])
            people.append(team_people)
        for team_people, team in zip(people, self.model.rate(teams, ranks=ranks), strict=True):
            self.rated.update([one for one in zip(team_people, team, strict=False) if one[0] not in twice])


def assert_board(board: Board, expected: Mapping[str, Figures], by: str) -> None:
    assert {row.person for row in board.rows} == set(expected)
    for row in board.rows:
        mine = expected[row.person]
        value = mine["vp"] / (mine["valued"] or 1) if by == "average" else mine[by]
        assert row.value == pytest.approx(value), (by, row.person)
        assert row.figures.direct == mine["direct"]


async def assert_all(boards: Boards, now: Now) -> None:
    for by in ("vp", "average", "matches", "wins", "mp", "clean", "closings"):
        assert_board(await boards.board(Query(by, scope=OVERALL), END), now.sums[True], by)
        assert_board(await boards.board(Query(by, scope=OVERALL, practice=True), END), now.sums[False], by)
    for row in (await boards.board(Query("rating", scope=OVERALL), END)).rows:
        expected = now.rated[row.person]
        assert (row.rating.mu, row.rating.sigma) == pytest.approx((expected.mu, expected.sigma))
    people = sorted({now.id(person) for person in PEOPLE})
    for person in people:
        card = await boards.card(person)
        none: Figures = defaultdict(float)
        mine = {ranked: now.sums[ranked].get(person, none) for ranked in (True, False)}
        pairs = [kind for kind in card.kinds if kind.kind == "pairs"]
        assert [kind.ranked.matches for kind in pairs] == ([mine[True]["matches"]] if pairs else [])
        assert [kind.practice.matches for kind in pairs] == ([mine[False]["matches"]] if pairs else [])
        book = {one.partner: one.together.matches for one in await boards.partners(person)}
        assert book == {other: many for (who, other), many in now.beside.items() if who == person}
        for other in people:
            if other == person:
                continue
            heads = next(
                (one for one in await boards.head_to_head(person, other) if one.kind == PAIRS), HeadToHead(PAIRS)
            )
            many, points = now.against.get((person, other), (0, 0.0))
            assert (heads.against.matches, heads.against.points) == pytest.approx((many, points))
            assert heads.beside.matches == now.beside.get((person, other), 0)


@pytest.mark.parametrize("moved", MERGERS, ids=["against", "beside", "in a row"])
def test_who_has_become_one_player_is_one_everywhere(tmp_path: Path, moved: dict[str, str]) -> None:
    evenings = year()

    async def body(store: SqliteStore, boards: Boards) -> None:
        await boards.board(Query(scope=OVERALL), END)  # counted before they became one
        for old, new in moved.items():
            await put_person(store, BOT, Person(old, PEOPLE[old], "it", json.dumps({"moved": new})))
        now = Now(evenings, moved)
        await assert_all(boards, now)
        await assert_all(Boards(store, BOT), now)
        for person in {now.id(person) for person in PEOPLE}:
            keys = [past.key for past in await boards.history(person)]
            assert len(keys) == len(set(keys))  # one line a match, also of who sat on both sides
        for old in moved:
            assert await boards.card(old) == await boards.card(now.id(old))
            assert await boards.partners(old) == await boards.partners(now.id(old))
            assert await boards.history(old) == await boards.history(now.id(old))
        here = [one for one in evenings if one.channel.startswith("club/")]
        assert_board(await boards.board(Query(channel="club/bar", scope=GROUP), END), Now(here, moved).sums[True], "vp")
        assert (await check_boards(store, BOT)).differences == ()

    with_year(tmp_path, evenings, body)


def test_who_has_become_one_player_and_is_forgotten_leaves_every_figure_as_it_was(tmp_path: Path) -> None:
    evenings = year()

    async def body(store: SqliteStore, boards: Boards) -> None:
        await put_person(store, BOT, Person("p6", "Fabio", "it", json.dumps({"moved": "p2"})))
        door = Door(store, BOT, lambda: END, bytes)
        erased = await Privacy(store, boards, BOT, door).erase("p6")
        assert isinstance(erased, Erased)
        now = Now(evenings, {"p2": erased.ids[0], "p6": erased.ids[0]})
        await assert_all(boards, now)
        await assert_all(Boards(store, BOT), now)
        board = await boards.board(Query(scope=OVERALL), END)
        names = {row.person: row.name for row in board.rows}
        others = {person: name for person, name in PEOPLE.items() if person not in ("p2", "p6")}
        assert names == {erased.ids[0]: DELETED, **{one: name for one, name in others.items() if one in names}}
        assert not {"Bruno", "Fabio"} & set((await boards.csv()).replace("\n", ",").split(","))

    with_year(tmp_path, evenings, body)


def test_a_match_against_oneself_is_one_practice_match_without_a_winner(tmp_path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await introduce(store)
        boards = Boards(store, BOT)
        await commit(store, play(("p1", "p2", "p3", "p4"), 1), "t1", 1000)
        assert [kind.ranked.matches for kind in (await boards.card("p1")).kinds] == [1]
        await put_person(store, BOT, Person("p2", "Bruno", "it", json.dumps({"moved": "p1"})))
        (kind,) = (await boards.card("p1")).kinds
        assert (kind.ranked.matches, kind.practice.matches) == (0, 1)
        practice = kind.practice
        assert (practice.wins, practice.draws, practice.vp, practice.valued, practice.mp) == (0, 0, 0, 0, 0)
        assert practice.deals == 1
        (past,) = await boards.history("p1")
        assert sorted(past.partners) == ["p3", "p4"]
        assert (past.opponents, past.sign, past.vp, past.place, past.ranked) == ((), "", None, 0, False)
        assert len(past.totals) == 2
        board = await boards.board(Query(scope=OVERALL, practice=True), END)
        assert [(row.person, row.figures.matches) for row in board.rows] == [("p1", 1)]
        ranked = await boards.board(Query(scope=OVERALL), END)
        assert sorted((row.person, row.figures.matches) for row in ranked.rows) == [("p3", 1), ("p4", 1)]

    using(tmp_path / "burraco.db", body)
