"""Boards and lists about matches as pages: a leaderboard, a partnership book, a history; cells are text.

A page holds `title`, `columns`, `rows`, `page`, `pages`, `note`, `marked` (one's own row, -1 for none), `mine`, and
`ids`: what a row is about, for a window that shows more of it; a leaderboard also its `kind`, a history the column that
stands `below` a line where that is narrow. The note of an empty page says what would stand there.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from babel.dates import format_date

from bot.boards.board import CHANNEL, GROUP, Board, BoardRow, Query
from bot.boards.facts import THREES
from bot.boards.periods import EVER, Span
from bot.boards.players import Partnership, Past
from bot.boards.text import (
    COLUMNS,
    Write,
    align_columns,
    average,
    cells,
    decimal,
    fit_columns,
    told_below,
    victory_points,
)
from bot.messages.fitting import signs
from bot.messages.message import Message
from bot.messages.quotes import as_partners
from bot.messages.text_board import board_brief, board_text
from bot.planner.calendar import wall
from bot.words import table_words
from bot.words.languages import Language, in_form, list_words, say
from bot.words.names import known_as
from bot.words.scene_words import scene_words
from renderers.scenes import BoardScene

Page = dict[str, Any]
PAGE: Final = 20  # matches of a history
LINES: Final = 12  # of a board as words, where there is no picture
NARROW: Final = 34  # signs of one width that a telephone shows on a line
BELOW: Final = 640  # signs, up to which all columns are shown there, in tables one below the other
BESIDE: Final = 800  # signs of a list beside its picture, which shows all of it
_TELEGRAM: Final = "telegram:"
CORRECTED: Final = "*"  # behind a total that was corrected
_PARTNERS: Final = ("place", "name", "matches", "wins", "average", "clean", "direct")
OF_THREE: Final = {"vp": "ranking", "average": "average-ranking"}
HEADS_OF_THREE: Final = {"vp": "ranking", "best": "best-ranking"}
"""What orders and columns are called of three players, whose code has ranking points and no Victory Points."""
_HISTORY: Final = ("date", "others", "sign", "total", "vp", "match")


def rank(language: Language, group: str, word: str) -> str:
    """The word for a board's order, scope, period, kind, or column."""
    return say(language, f"rank.{group}.{word}")


def head(language: Language, kind: str, column: str) -> str:
    """What stands over a column of a board of this kind."""
    return rank(language, "head", HEADS_OF_THREE.get(column, column) if kind == THREES else column)


def heads(language: Language, columns: Sequence[str], kind: str = "") -> tuple[str, ...]:
    return tuple(head(language, kind, column) for column in columns)


def number_format(language: Language, *, plain: bool = False) -> Write:
    """How numbers are written: as people of the language do, or `plain`, as programs read them."""
    return decimal if plain else partial(table_words.decimal, language)


def board_page(language: Language, board: Board, *, plain: bool = False) -> Page:
    """A leaderboard. `plain`: its numbers are for a program."""
    query, write = board.query, number_format(language, plain=plain)
    title = say(
        language,
        "boards.title",
        scope=scope_words(language, query),
        period=period_words(language, query, board.span),
        kind=rank(language, "kind", query.kind),
        practice=say(language, "boards.practice") if query.practice else "",
    )
    ids = [row.person for row in board.rows]
    marked = ids.index(board.mine.person) if board.mine and board.mine.person in ids else -1
    mine = _cells(language, board.mine, query, write) if board.mine and marked < 0 else []
    return {
        "title": title,
        "kind": query.kind,
        "columns": heads(language, COLUMNS, query.kind),
        "rows": [_cells(language, row, query, write) for row in board.rows],
        "ids": ids,
        "page": board.page,
        "pages": board.pages,
        "note": _note(language, board) if board.rows else _empty(language, query),
        "marked": marked,
        "mine": mine,
    }


def _note(language: Language, board: Board) -> str:
    """What the board is ordered by; and where its points come from if somebody on it has resigned."""
    by = OF_THREE.get(board.query.by, board.query.by) if board.query.kind == THREES else board.query.by
    note = say(language, "boards.note", by=rank(language, "by", by))
    rows = [*board.rows, *([board.mine] if board.mine else [])]
    return f"{note} {say(language, 'boards.given-up')}" if any(row.figures.given_up for row in rows) else note


def _empty(language: Language, query: Query) -> str:
    return say(language, "boards.empty-practice") if query.practice else say(language, "boards.empty")


def scope_words(language: Language, query: Query) -> str:
    """What a board counts; what is a server elsewhere is a group on Telegram, its topics the channels."""
    if query.scope == GROUP and query.channel.startswith(_TELEGRAM):
        return say(language, "boards.this-group")
    return rank(language, "scope", "host" if query.scope == CHANNEL and not query.channel else query.scope)


def period_words(language: Language, query: Query, span: Span) -> str:
    """The time that a board looks at, with the day on which it began."""
    name = rank(language, "period", query.period)
    if query.period == EVER or span.first is None:
        return name
    since = span.first
    first = in_form(language, lambda locale: format_date(since, "d MMMM yyyy", locale=locale))
    return say(language, "boards.since", period=name, date=first)


def _cells(language: Language, row: BoardRow, query: Query, write: Write) -> list[str]:
    place, name, *figures = cells(row, query.by, practice=query.practice, write=write)
    return [place, player_name(language, name), *figures]


def player_name(language: Language, name: str) -> str:
    """Nobody is without a name, and who was forgotten is called so in the language of the board."""
    return known_as(language, name) or say(language, "player.nameless")


def partners_page(
    language: Language,
    book: Sequence[Partnership],
    names: Mapping[str, str],
    owner: str,
    pair: Collection[str] = (),
    *,
    named: bool = False,
) -> Page:
    """A partnership book of the `owner`, `named` after them where others read it; `pair`: the strongest there."""
    rows = [
        [
            str(number),
            player_name(language, names.get(one.partner, "")),
            str(one.together.matches),
            str(one.together.wins),
            average(one.together, number_format(language)),
            str(one.together.clean),
            str(one.direct),
        ]
        for number, one in enumerate(book, 1)
    ]
    title = say(language, "partners.title")
    if named:
        title = say(language, "partners.title-of", name=player_name(language, owner))
    found = _list(language, title, _PARTNERS, rows, [one.partner for one in book])
    quotes = _quotes(language, book, names, player_name(language, owner), pair)
    return {**found, "note": "" if rows else say(language, "partners.empty"), "quotes": quotes}


def _quotes(
    language: Language, book: Sequence[Partnership], names: Mapping[str, str], owner: str, pair: Collection[str]
) -> list[str]:
    """The partner of most matches, and with whom they are the strongest pair there."""
    best = [one for one in book if one.partner in pair]
    chosen = [*best, *[one for one in book[:1] if one not in best]]
    others = [player_name(language, names.get(one.partner, "")) for one in chosen]
    lines = [
        as_partners(language, owner, other, one.together, strongest=one in best)
        for one, other in zip(chosen, others, strict=True)
    ]
    return [line for line in lines if line]


def history_page(
    language: Language,
    pasts: Sequence[Past],
    keys: Mapping[Any, str],
    names: Mapping[str, str],
    page: int,
    zone: str,
    owner: str | None = None,
) -> Page:
    """A page of matches; `keys` are what people write for a match, by its key. `owner` as of a partnership book."""
    pages = max(1, -(-len(pasts) // PAGE))
    page = min(max(page, 1), pages)
    found = pasts[(page - 1) * PAGE : page * PAGE]
    rows = [_past(language, past, keys[past.key], names, zone) for past in found]
    title = say(language, "history.title")
    if owner is not None:
        title = say(language, "history.title-of", name=player_name(language, owner))
    listing = _list(language, title, _HISTORY, rows, [keys[past.key] for past in found])
    corrected = any(past.corrected for past in found)
    notes = [say(language, "history.corrected", sign=CORRECTED)] if corrected else []
    notes += [say(language, "boards.given-up")] if any(past.given_up for past in found) else []
    note = " ".join(notes) if rows else say(language, "history.empty")
    return {**listing, "page": page, "pages": pages, "note": note, "below": _HISTORY.index("others")}


def _companions(language: Language, past: Past, names: Mapping[str, str]) -> str:
    """With whom and against whom: accounts that became one player's may have sat on both sides, or been partners."""
    if not any([*past.partners, *past.opponents]):
        return say(language, "history.computers")
    with_, against = _all_of(language, past.partners, names), _all_of(language, past.opponents, names)
    if len(past.totals) > 1:
        return say(language, "history.both", partner=with_, opponents=against)
    if past.both_seats:
        return say(language, "history.both-seats", partner=with_, opponents=against)
    return say(language, "history.others", partner=with_, opponents=against)


def _all_of(language: Language, people: Sequence[str], names: Mapping[str, str]) -> str:
    """Each person once, computer players each time; somebody has both seats whose accounts were partners."""
    found = []
    for place, one in enumerate(people):
        if not one:
            found.append(say(language, "boards.computer"))
        elif one not in people[:place]:
            name = player_name(language, names.get(one, ""))
            found.append(say(language, "history.twice", name=name) if people.count(one) > 1 else name)
    return list_words(language, found)


def _past(language: Language, past: Past, key: str, names: Mapping[str, str], zone: str) -> list[str]:
    vp = "" if past.vp is None else victory_points(past.vp, number_format(language))
    total = "–".join([str(one) for one in past.totals]) + (CORRECTED if past.corrected else "")
    return [
        wall(past.ended_at, zone).strftime("%Y-%m-%d"),
        _companions(language, past, names),
        "" if past.annulled else past.sign,
        say(language, "correct.annulled") + CORRECTED if past.annulled else total,
        "" if past.annulled else vp,
        key,
    ]


def _list(language: Language, title: str, columns: Sequence[str], rows: list[list[str]], ids: list[str]) -> Page:
    return {
        "title": title,
        "columns": heads(language, columns),
        "rows": rows,
        "ids": ids,
        "page": 1,
        "pages": 1,
        "note": "",
        "marked": -1,
        "mine": [],
    }


def board_message(language: Language, page: Mapping[str, Any]) -> Message:
    """The page for a chat: a picture, with all of it in words beside."""
    rows = [*page["rows"], *([page["mine"]] if page["mine"] else [])]
    number = f"{page['page']}/{page['pages']}" if page["pages"] > 1 else ""
    scene = BoardScene(
        page["title"],
        tuple(page["columns"]),
        tuple(tuple(row) for row in page["rows"]),
        page=number,
        note=page["note"],
        marked=page["marked"],
        mine=tuple(page["mine"]),
        words=scene_words(language),
    )
    if not rows:
        return Message(language, page["title"], (page["note"],))
    lines = [line for line in (number, page["note"]) if line]
    grid = [page["columns"], *rows[:LINES]]
    short, narrow = align_columns(grid).split("\n"), tuple(_narrow(grid, page.get("below", 0)))
    alt, brief = board_text(language, scene), board_brief(language, scene)
    text = (*short, *lines)
    title = "\n".join([page["title"], *page.get("quotes", [])])
    return Message(language, title, text, scene, alt=alt, brief=brief, columns=len(short), narrow=narrow)


def _narrow(grid: Sequence[Sequence[str]], below: int) -> list[str]:
    """The lines for a telephone, where a long cell, of the column `below`, stands under its line."""
    if not below:
        tables = fit_columns(grid, NARROW)
        return "\n".join(tables if signs("\n".join(tables)) <= BELOW else tables[:1]).split("\n")
    cut_lines = told_below(grid, below, NARROW)
    while len(cut_lines) > 2 and signs("\n".join(cut_lines)) > BESIDE:
        cut_lines.pop()
    return "\n".join(cut_lines).split("\n")
