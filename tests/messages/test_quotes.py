"""Results in sentences that people repeat: true, in both languages, and only where they say something."""

from bot.boards.facts import PAIRS, THREES, Facts, SeatFacts, Side
from bot.boards.figures import Figures
from bot.boards.ledger import CountedMatch
from bot.boards.players import HeadToHead, Partnership, PlayerCard, head_to_head, strongest_pair
from bot.messages.boards_page import board_message, partners_page
from bot.messages.player_page import player_page
from bot.messages.quotes import as_partners, as_rivals

NAMES = {"b": "Bruno", "c": "Carla"}


def heads(matches: int, wins: int, draws: int = 0, streak: int = 0, kind: str = PAIRS) -> HeadToHead:
    return HeadToHead(kind, against=Figures(matches=matches, wins=wins, draws=draws), streak=streak)


def match(number: int, winner: int, north: str = "ab", east: str = "cd") -> CountedMatch:
    """A match of pairs; the winner is a side, -1 for none."""
    places = (1, 1) if winner < 0 else (1 + winner, 2 - winner)
    sides = tuple(
        Side(tuple(SeatFacts(one, deals=1) for one in people), place, 100, 0, 0, 0, 0)
        for people, place in zip((north, east), places, strict=True)
    )
    return CountedMatch(f"t{number}", 1, "here", number, Facts(PAIRS, "fibur", 1, -1, False, sides))


def test_who_leads_comes_first_and_who_won_the_last_ones_is_named() -> None:
    found = as_rivals("en", "Carla", "Dario", heads(10, 7, streak=3))
    assert found == "Carla has beaten Dario 7–3; the last 3 went to Carla."
    assert as_rivals("it", "Dario", "Carla", heads(10, 3, streak=-3)) == (
        "Carla ha battuto Dario 7–3; le ultime 3 le ha vinte Carla."
    )
    assert as_rivals("en", "Carla", "Dario", heads(11, 5, draws=1, streak=-1)) == (
        "Carla and Dario are level at 5–5, with 1 drawn."
    )
    assert as_rivals("it", "Carla", "Dario", heads(4, 2, streak=2)) == (
        "Carla e Dario sono in parità, 2–2; le ultime 2 le ha vinte Carla."
    )


def test_of_partners_it_is_said_how_many_they_won_and_whether_any_pair_is_stronger() -> None:
    together = Figures(matches=15, wins=12)
    assert as_partners("it", "Anna", "Bruno", together, strongest=True) == (
        "Anna e Bruno: 12 vittorie su 15 partite insieme, la coppia più forte qui."
    )
    assert as_partners("en", "Anna", "Bruno", together) == "Anna and Bruno: 12 wins in 15 matches together."
    assert as_partners("en", "Anna", "Bruno", Figures(matches=4, wins=1)).startswith("Anna and Bruno: 1 win in 4")
    assert as_partners("it", "Anna", "Bruno", Figures(matches=4, wins=1)).startswith("Anna e Bruno: 1 vittoria su 4")
    assert "strongest" not in as_partners("en", "Anna", "Bruno", Figures(matches=6), strongest=True)


def test_nothing_is_said_of_a_match_or_two_nor_of_wins_that_a_third_player_had() -> None:
    assert as_rivals("en", "Carla", "Dario", heads(2, 2, streak=2)) == ""
    assert as_partners("en", "Anna", "Bruno", Figures(matches=2, wins=2)) == ""
    card = PlayerCard("c", 0, 0, ())
    three = player_page("en", "Dario", card, [heads(9, 5, kind=THREES)], asker="Carla")
    assert three["quotes"] == []
    assert player_page("en", "Dario", card, [heads(9, 5)], asker="Carla")["quotes"] == ["Carla has beaten Dario 5–4."]


def test_a_streak_ends_with_a_match_that_the_other_or_nobody_won() -> None:
    entries, found = [], []
    for number, winner in enumerate((0, 0, 1, 1, 1, -1, 0)):
        entries.append(match(number, winner))
        (mine,) = head_to_head("a", "c", entries)
        (theirs,) = head_to_head("c", "a", entries)
        assert theirs.streak == -mine.streak
        found.append(mine.streak)
    assert found == [1, 2, -1, -2, -3, 0, 1]


def test_the_strongest_pair_has_won_most_of_its_matches_and_is_nobody_where_two_tie() -> None:
    few = [match(number, 0) for number in range(4)]
    assert strongest_pair(few) == frozenset()
    enough = [*few, match(4, 1)]
    assert strongest_pair(enough) == {"a", "b"}
    others = [match(number, 0, "ef", "gh") for number in range(10, 14)] + [match(14, 1, "ef", "gh")]
    assert strongest_pair([*enough, *others]) == frozenset()
    assert strongest_pair([*enough, *others, match(15, 0, "ef", "gh")]) == {"e", "f"}


def test_the_partnership_book_begins_with_the_sentences() -> None:
    book = [Partnership("b", Figures(matches=9, wins=3), 0), Partnership("c", Figures(matches=6, wins=5), 0)]
    page = partners_page("it", book, NAMES, "Anna", {"c"}, named=True)
    assert board_message("it", page).title.split("\n") == [
        "Compagni di Anna",
        "Anna e Carla: 5 vittorie su 6 partite insieme, la coppia più forte qui.",
        "Anna e Bruno: 3 vittorie su 9 partite insieme.",
    ]
