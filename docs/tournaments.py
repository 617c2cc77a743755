"""The rows of docs/rules.md about tournaments: which function carries out which article, and what none does."""

from typing import Final, NamedTuple


class Article(NamedTuple):
    """A part of the law. `functions` are named from `engine/tournament` on, `tests` without `test_`."""

    articles: str
    what: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: str = ""


LAW: Final = (
    Article(
        "febur 2, fitab 2",
        "Kinds, and methods announced before the start; the first round by the arbiter, by registration or by lot.",
        ("announcement.tournament", "pairing.first_order", "lots.lot"),
        ("reading", "lots"),
        "Groups, and a match for the third place: the file has no form for them.",
    ),
    Article("febur 2, fitab 2", "Mitchell", ("methods.mitchell.mitchell", "methods.mitchell.limit"), ("methods",)),
    Article(
        "febur 2, fitab 2",
        "Danese, danese modificato",
        ("methods.danese.danese", "methods.danese.modificato"),
        ("methods", "laws_hold"),
    ),
    Article("fitab 2", "All'Italiana", ("methods.italiana.calendar",), ("methods",), "More than one group."),
    Article(
        "febur 2, fitab 2",
        "Individual tournaments: the criterion by which partners change",
        ("methods.individual.individual",),
        ("methods",),
    ),
    Article(
        "febur 2, fitab 2",
        "Teams: two tables make one result; line-ups of four different players",
        ("results.totals", "entries.line_up"),
        ("standings", "reasons"),
        "That line-ups are sealed until both are there: whoever takes them in keeps them.",
    ),
    Article(
        "online: elimination",
        "Knock-out: the bracket, equal totals, who goes on",
        ("methods.knock_out.bracket", "results.winner_wrong", "scores.goes_on"),
        ("methods",),
    ),
    Article(
        "three-player 10",
        "Rotation, ranking points, evening standings",
        ("methods.three_player.rotated", "standings.standings"),
        ("methods", "standings"),
    ),
    Article(
        "febur 25, fitab 37",
        "Who rests, once only, and what a rest is worth",
        ("methods.rests.resters", "awards.rest"),
        ("methods", "awards", "laws_hold"),
    ),
    Article(
        "febur 25, fitab 36",
        "Leaving for good or for a time; replacement",
        ("leaving.withdrawal", "awards.abandoned", "entries.replacement"),
        ("awards", "reasons"),
        "The report to sports justice; fitab's zero for who gains by leaving, which the arbiter gives as a score.",
    ),
    Article(
        "febur 26, fitab 37",
        "Late registration and lateness",
        ("entries.late_entry", "entries.lateness", "awards.no_show"),
        ("awards", "charges"),
        "Lost time given back: a deadline of the table, and no score.",
    ),
    Article(
        "online: time expired, abandonment",
        "A match given up: the margin and 350 points",
        ("leaving.forfeit", "awards.given_up"),
        ("awards",),
    ),
    Article(
        "febur 4, 19 and 26, fitab 37",
        "Warnings that become points taken away; penalties",
        ("corrections.warning", "corrections.penalty", "charges.charges"),
        ("charges",),
    ),
    Article(
        "febur 24, fitab 19",
        "Sheets become results",
        ("results.result",),
        ("reasons",),
        "Who compiles, signs and hands in the sheet: that is over when a result is entered.",
    ),
    Article(
        "febur 24, fitab 20",
        "Corrections and swapped scores within their windows",
        ("corrections.correction",),
        ("corrections",),
        "The acknowledgement of all players, which the arbiter has before entering a swap.",
    ),
    Article(
        "fitab 33 and 38",
        "An arbiter's score, and what a jury decides",
        ("results.score",),
        ("reasons", "charges"),
        "Who sits in the jury, and how it is asked.",
    ),
    Article(
        "febur 24, fitab 19",
        "Standings after every round, provisional until the end; what decides between equals",
        ("standings.standings", "fold.closed", "fold.finished"),
        ("standings", "laws_hold"),
    ),
    Article(
        "febur 27, fitab 18, online, fibur",
        "Victory Points from Match Points after what comes off",
        ("scores.round_scores",),
        ("standings", "charges"),
    ),
    Article(
        "febur 5 and 22, fitab 5 and 15",
        "Round times, the last lap, deals that were not begun",
        ("times.round_minutes", "times.still_to_play", "fold.time_out"),
        ("times", "standings"),
        "The clock itself, which the host keeps.",
    ),
)
