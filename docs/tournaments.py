"""The rows of docs/rules.md about tournaments: which function carries out which article, and what none does."""

from typing import Final, NamedTuple


class Article(NamedTuple):
    """A part of the law. `functions` are named from `engine/tournament` on, `tests` without `test_`.

    What lives elsewhere is named from `bot` or `engine` on.
    """

    articles: str
    what: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: str = ""


def whole_name(function: str) -> str:
    """A function as it is imported: its module, from the root on, and its name."""
    return function if function.startswith(("bot.", "engine.")) else f"engine.tournament.{function}"


LAW: Final = (
    Article(
        "febur 2, fitab 2",
        "Kinds, and methods announced before the start; the first round by the arbiter, by registration or by lot.",
        ("announcement.tournament", "pairing.first_order", "lots.lot"),
        ("reading", "lots", "every_size"),
        "Groups, and a match for the third place: the file has no form for them.",
    ),
    Article(
        "febur 2, fitab 2",
        "Mitchell",
        ("methods.mitchell.mitchell", "methods.mitchell.limit"),
        ("methods", "every_size"),
    ),
    Article(
        "febur 2, fitab 2",
        "Danese, danese modificato",
        ("methods.danese.danese", "methods.danese.modificato"),
        ("methods", "every_size", "laws_hold"),
    ),
    Article(
        "fitab 2", "All'Italiana", ("methods.italiana.calendar",), ("methods", "every_size"), "More than one group."
    ),
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
    ),
    Article(
        "febur 2, fitab 2",
        "Line-ups, sealed until both teams have handed theirs in; who hands none in plays as before",
        ("line_ups.hand_in", "line_ups.open_line_ups", "line_ups.seen_by"),
        ("line_ups",),
        "Who of a team may hand it in.",
    ),
    Article(
        "online: elimination",
        "Knock-out: the bracket, equal totals, who goes on",
        ("methods.knock_out.bracket", "results.winner_wrong", "scores.goes_on"),
        ("methods", "every_size"),
    ),
    Article(
        "three-player 10",
        "Rotation, ranking points, evening standings",
        ("methods.three_player.rotated", "standings.standings"),
        ("methods", "standings"),
    ),
    Article(
        "three-player 10",
        "How many go on, announced before the start",
        ("standings.qualified",),
        ("standings",),
    ),
    Article(
        "febur 25, fitab 37",
        "Who rests, once only, and what a rest is worth",
        ("methods.rests.resters", "awards.rest"),
        ("methods", "awards", "every_size", "laws_hold"),
    ),
    Article(
        "febur 25, fitab 36",
        "Leaving for good or for a time; replacement",
        ("leaving.withdrawal", "awards.abandoned", "entries.replacement"),
        ("awards", "reasons", "line_ups"),
        "Fitab's zero for who gains by leaving, which the arbiter gives as a score.",
    ),
    Article(
        "febur 26, fitab 37",
        "Late registration and lateness",
        ("entries.late_entry", "entries.lateness", "awards.no_show"),
        ("awards", "charges"),
    ),
    Article(
        "febur 25 and 26",
        "Lost time given back to a table (recupero)",
        ("bot.tournaments.round_clock.give_back", "deadlines.deadline"),
        ("deadlines",),
        "Whom and how much, which the arbiter says. A deadline of the table, and no score: the file does not know it.",
    ),
    Article(
        "online: time expired, abandonment",
        "A match given up: the margin and 350 points",
        ("leaving.forfeit", "awards.given_up"),
        ("awards",),
    ),
    Article(
        "febur 4 and 6 and 19 and 23 and 26, fitab 21 and 22 and 37",
        "Warnings that become points taken away; penalties",
        ("corrections.warning", "corrections.penalty", "charges.charges", "charges.next_warning"),
        ("charges", "reasons"),
    ),
    Article(
        "febur 3, fitab 3",
        "The draw of cards: who is highest, who deals first, who draws again",
        ("seat_draw.order", "seat_draw.first_dealer", "seat_draw.to_draw_again"),
        ("seat_draw",),
        "The choice of the seat, and who compiles the sheet: the program adds up. Real cards are drawn by hand.",
    ),
    Article(
        "febur 24, fitab 19",
        "Sheets: who signs them, within five minutes, and who hands them in; they become results",
        ("sheets.after", "sheets.who_hands_in", "sheets.ex_officio_at", "results.result"),
        ("sheets", "reasons"),
        "Signatures in the file: it has results and their corrections.",
    ),
    Article(
        "febur 24, fitab 20",
        "Corrections and swapped scores within their windows; seats of what is so when the next round is paired",
        ("windows.is_in_time", "sheets.after", "corrections.correction", "pairing.pair"),
        ("windows", "sheets", "corrections"),
        "In the file, the acknowledgement of all players: the sheet has it.",
    ),
    Article(
        "febur 23 and 25, fitab 33",
        "An arbiter's score",
        ("results.score",),
        ("reasons", "charges"),
    ),
    Article(
        "fitab 38",
        "Appeals: the jury's arbiter, else the head arbiter, else the arbiter; once, at once, for good",
        ("jury.judge", "jury.after", "jury.waiting"),
        ("jury",),
        "More than one in a jury: the code names one arbiter.",
    ),
    Article(
        "fitab 36 and the arbiter's powers",
        "The arbiter's report, and what of it goes to sports justice",
        ("report.report",),
        ("report",),
        "The letter, which people write.",
    ),
    Article(
        "febur 24, fitab 19",
        "Standings after every round, provisional until the end; what decides between equals",
        ("standings.standings", "fold.closed", "fold.finished"),
        ("standings", "reasons", "every_size", "laws_hold", "anything"),
    ),
    Article(
        "febur 27, fitab 18, online, fibur",
        "Victory Points from Match Points after what comes off",
        ("scores.round_scores",),
        ("standings", "charges"),
    ),
    Article(
        "febur 5 and 22, fitab 5 and 15",
        "Round times, the last lap, deals that were not begun; fitab's players do not see the clock",
        (
            "times.round_minutes",
            "times.scaled_minutes",
            "deadlines.deadline",
            "deadlines.may_see_clock",
            "fold.time_out",
            "engine.table.last_lap",
        ),
        ("times", "deadlines", "standings", "reasons"),
        "Who watches the clock, which is the host.",
    ),
    Article(
        "febur 2 and 5, fitab 2 and 5",
        "What is proposed: rounds of Mitchell and a Danese one; how many, how long, by what deals take in that place",
        ("usual.usual_rounds", "bot.tournaments.form.proposal"),
        ("usual",),
        "What deals take at real tables, and pauses between rounds.",
    ),
)
