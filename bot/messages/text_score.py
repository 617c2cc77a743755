"""The score sheet in words: totals first, then each side of the last deal down to the cards, then the deals before."""

from collections.abc import Iterator

from bot.views.score_view import score_page
from bot.views.table_view import Json, TableView
from bot.words import table_words
from bot.words.languages import Language, say
from engine.cards import parse_cards


def score_text(view: TableView) -> str:
    """Everything that the score sheet shows; "" before the first deal has ended."""
    page = score_page(view)
    return "\n".join(_lines(view.language, page)) if page else ""


def score_brief(view: TableView) -> str:
    """The same without a card: what every item came to."""
    page = score_page(view)
    return "\n".join(_lines(view.language, page, brief=True)) if page else ""


def totals(language: Language, page: Json) -> list[str]:
    """A line for each side: who, match points, and at the end what they are worth."""
    vp, ranking = page["vp"], page["ranking"]
    return [
        say(
            language,
            "score.total",
            side=side["name"],
            points=table_words.figure(page["totals"][number]),
            vp=vp[number] if vp else "",
            ranking=table_words.share(language, ranking[number]) if ranking else "",
        )
        for number, side in enumerate(page["sides"])
    ]


def _lines(language: Language, page: Json, brief: bool = False) -> Iterator[str]:
    if page["result"]:
        yield page["result"]
    if page["note"]:
        yield page["note"]
    yield from totals(language, page)
    last = page["deals"][-1]
    yield say(language, "score.deal", number=last["number"], ended=last["ended"])
    for side, scored in zip(page["sides"], last["sides"], strict=True):
        yield _items(language, side["name"], scored)
        if not brief:
            yield from _cards(language, scored)
    for deal in page["deals"][-2::-1]:
        yield _earlier(language, page, deal)


def _items(language: Language, name: str, table: Json) -> str:
    return say(
        language,
        "score.side",
        side=name,
        total=table_words.figure(table["total"]),
        burrachi=table["burrachi"],
        cards=table["cards"],
        closing=table["closing"] or "",
        hand=table_words.figure(table["hand"]) if table["hand"] else "",
        pozzetto=table_words.figure(table["pozzetto"]) if table["pozzetto"] else "",
    )


def _cards(language: Language, table: Json) -> Iterator[str]:
    """What a side laid, and what it was left with."""
    for number, meld in enumerate(table["melds"], 1):
        yield say(
            language,
            "score.meld",
            number=number,
            cards=table_words.cards(language, parse_cards("".join(meld["cards"]))),
            kind=meld["kind_words"],
            bonus=meld["bonus"] or "",
            points=meld["points"],
        )
    for hand in table["hands"]:
        if hand["cards"]:
            cards = table_words.cards(language, parse_cards("".join(hand["cards"])))
            points, factor = table_words.figure(hand["points"]), "2" if hand["doubled"] else ""
            yield say(language, "score.hand", name=hand["name"], cards=cards, points=points, factor=factor)


def _earlier(language: Language, page: Json, deal: Json) -> str:
    pairs = zip(page["sides"], deal["sides"], strict=True)
    scores = [f"{side['name']} {table_words.figure(scored['total'])}" for side, scored in pairs]
    annulled = "" if deal["counts"] else deal["ended"].rstrip(".")
    return say(language, "score.earlier", number=deal["number"], scores=", ".join(scores), annulled=annulled)
