"""A board of tournaments as a page, with the keys of `bot.messages.boards_page`."""

from collections.abc import Mapping
from typing import Final

from bot.boards.text import match_points, victory_points
from bot.boards.tournament_board import TOGETHER, TournamentBoard, TournamentRow
from bot.messages.boards_page import Page, heads, number_format, period_words, player_name, rank, scope_words
from bot.words.languages import Language, say

COLUMNS: Final = ("place", "name", "vp", "average", "tournaments", "wins", "podiums", "mp")


def tournament_board_page(
    language: Language, board: TournamentBoard, names: Mapping[str, str], *, plain: bool = False
) -> Page:
    """`names`: of persons, by id. `plain`: its numbers are for a program."""
    query = board.query
    cells = [_cells(language, row, names, plain=plain) for row in board.rows]
    marked = board.rows.index(board.mine) if board.mine in board.rows and board.mine is not None else -1
    title = say(
        language,
        "boards.tournaments",
        scope=scope_words(language, query),
        period=period_words(language, query, board.span),
        kind=rank(language, "kind", query.kind) if query.kind else "",
    )
    return {
        "title": title,
        "kind": query.kind,
        "columns": heads(language, ("place", "team", *COLUMNS[2:]) if query.kind in TOGETHER else COLUMNS, query.kind),
        "rows": cells,
        "ids": ["" if len(row.people) > 1 else row.people[0] for row in board.rows],
        "page": board.page,
        "pages": board.pages,
        "note": say(language, "boards.tournaments-note") if board.rows else say(language, "boards.no-tournaments"),
        "marked": marked,
        "mine": _cells(language, board.mine, names, plain=plain) if board.mine is not None and marked < 0 else [],
    }


def _cells(language: Language, row: TournamentRow, names: Mapping[str, str], *, plain: bool) -> list[str]:
    figures, write = row.figures, number_format(language, plain=plain)
    return [
        str(row.place),
        " – ".join([player_name(language, names.get(person, "")) for person in row.people]),
        victory_points(figures.vp, write),
        write(figures.average, 2) if figures.valued else "",
        str(figures.tournaments),
        str(figures.wins),
        str(figures.podiums),
        match_points(figures.mp, write),
    ]
