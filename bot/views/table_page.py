"""All that a page may show one viewer of a table: every part of the view under its name, JSON-able.

It is the same for every platform, in the viewer's language. A message takes the few parts that it shows.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.tables.table import Table
from bot.views import about_view, deal_view
from bot.views.chat import chat_page
from bot.views.controls import controls
from bot.views.feed import feed, now, since
from bot.views.phrase import phrase_line, phrases_page
from bot.views.recent import recent
from bot.views.score_view import score_page
from bot.views.table_view import Json, TableView
from bot.views.time_view import clock_end, time_notices, time_page
from bot.views.turn_mark import turn_mark
from bot.views.viewer import Viewer
from bot.words import table_words
from engine.cards import format_card
from engine.deal import PHASES

_OF_TABLE: Final[Mapping[str, Callable[[TableView], Any]]] = {
    "table": about_view.about,
    "me": about_view.me,
    "seats": about_view.seats,
    "proposal": about_view.proposal,
    "objection": about_view.objection,
    "time": time_page,
    "time_notices": time_notices,
    "score": score_page,
    "phrase": phrase_line,
    "phrases": phrases_page,
    "chat": chat_page,
}

_OF_DEAL: Final[Mapping[str, Callable[[TableView], Any]]] = {
    "seats": deal_view.seats_dealt,
    "turn": lambda view: view.table.in_turn,
    "turn_mark": lambda view: turn_mark(view.table),
    "clock": lambda view: clock_end(view.table),
    "phase": lambda view: PHASES[view.deal.phase],
    "phase_words": lambda view: table_words.phase(view.language, view.deal.phase),
    "stock": lambda view: len(view.deal.stock),
    "stock_left": lambda view: deal_view.stock_left(view.deal),
    "pile": lambda view: [format_card(card) for card in view.deal.pile],
    "pozzetti": lambda view: [len(pozzetto) for pozzetto in view.deal.pozzetti],
    "sides": deal_view.sides,
    "last_lap": lambda view: bool(view.deal.lap),
    "seen_after_partner": lambda view: view.deal.code.seen_after_partner,
    "stallo_near": lambda view: deal_view.stallo_near(view.deal),
    "hand": deal_view.hand,
    "drawn": deal_view.drawn_card,
    "since": since,
    "now": now,
    "feed": feed,
    "recent": recent,
    "worth": lambda _: deal_view.WORTH,
    "controls": controls,
}


def table_page(table: Table, table_id: str, viewer: Viewer) -> Json:
    """Every part: those of the deal only while one lies on the table."""
    view = TableView(table, viewer)
    parts = _OF_TABLE if view.deal_view is None else {**_OF_TABLE, **_OF_DEAL}
    page = {name: make(view) for name, make in parts.items()}
    return {**page, "table": {"id": table_id, **page["table"]}}
