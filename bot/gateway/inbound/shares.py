"""What somebody may show to others in any chat: invitations to their tables, scores, their card, latest results.

Only what everybody may read: no table that is being played, and no card of anybody's hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.message import Message
from bot.messages.player_page import player_message
from bot.messages.presenter import RESULT, present
from bot.requests.answer import BoardPage, PlayerPage
from bot.requests.board_answers import History, Stats
from bot.requests.service import Service
from bot.tables.table import LOBBY, OVER, PAUSE
from bot.views.table_view import Json
from bot.views.viewer import Viewer
from bot.words.languages import Language, list_words, say

MOST: Final = 10  # tables
LATEST: Final = 3  # results


@dataclass(frozen=True, slots=True)
class Share:
    """Something to show: its own short name, what it is called in a list, what is shown.

    `table` is the short name of the table it invites to, "" where it invites to none.
    """

    name: str
    title: str
    message: Message
    table: str = ""


async def shares(service: Service, person: str, language: Language) -> list[Share]:
    """Everything that a registered person may show. Raises `StoreError`."""
    found: list[Share] = []
    for one in (await service.backend.tables.of(person))[:MOST]:
        if one.phase == LOBBY:
            names = list_words(language, [chair.name for chair in one.chairs if chair.person])
            message = Message(language, lines=(say(language, "chat.invites", table=one.label, names=names),))
            title = say(language, "inline.invitation", table=one.label)
            found.append(Share(f"table{one.label}", title, message, one.label))
        elif one.phase in (PAUSE, OVER):
            found += await _result(service, language, one.table)
    card = (await service.do(person, Stats())).page
    history = (await service.do(person, History())).page
    card_shares = _card(language, card.player) if isinstance(card, PlayerPage) else ()
    return [*found, *card_shares, *(_results(language, history.board) if isinstance(history, BoardPage) else ())]


async def _result(service: Service, language: Language, table_id: str) -> list[Share]:
    """The score of a table on which no cards lie, as everybody reads it."""
    table = await service.table(table_id)
    if table is None or table.phase not in (PAUSE, OVER):
        return []
    message = present(RESULT, table, Viewer(language=language, now=service.clock()))
    if message is None:
        return []
    title = say(language, "inline.sheet", table=table.label)
    return [Share(f"score{table.label}", title, replace(message, controls=()))]


def _card(language: Language, page: Json) -> Iterator[Share]:
    if not page["empty"]:
        yield Share("card", say(language, "inline.card"), player_message(language, page))


def _results(language: Language, page: Json) -> Iterator[Share]:
    """Their latest matches, each in a sentence."""
    for number, row in enumerate(page["rows"][:LATEST]):
        date, others, sign, total, vp, match = row
        title = say(language, "inline.result", others=others)
        came = {"+": say(language, "share.won"), "-": say(language, "share.lost"), "=": say(language, "share.drawn")}
        words = say(language, "share.result", date=date, came=came.get(sign, ""), points=total, vp=vp, match=match)
        yield Share(f"result{number}", title, Message(language, title, (words,)))
