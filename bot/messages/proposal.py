"""What everybody is asked to agree to, in words, and the two buttons for it."""

from collections.abc import Iterator

from bot.messages.buttons import Ask, Verb
from bot.messages.message import Row, Style
from bot.messages.showing import Showing
from bot.tables.table import ADJOURN, ANNUL, DAY, SECOND, UNDO, Proposal
from bot.words import notices, table_words
from bot.words.languages import listed, say
from bot.words.notices import Notice
from engine.deal import STALLO


def proposal_lines(shown: Showing) -> Iterator[str]:
    """Who asks for what (of a stallo the host does), and whose consent is missing; or who objected."""
    proposal = shown.table.proposal
    if shown.sight["objection"]:
        yield shown.sight["objection"]
    if proposal is None:
        return
    asked = shown.sight["proposal"]
    yield _asks(shown, proposal, asked["by"])
    if asked["missing"]:
        yield say(shown.language, "table.missing", names=listed(shown.language, asked["missing"]))


def _asks(shown: Showing, proposal: Proposal, name: str) -> str:
    language, own = shown.language, shown.sight["proposal"]["own"]
    if proposal.what == UNDO:
        return notices.notice_to(language, Notice.ASKS_UNDO, own, name=name)
    if proposal.what == ANNUL:
        return notices.notice_to(language, Notice.ASKS_ANNUL, own, name=name)
    if proposal.what == ADJOURN:
        days = table_words.duration(language, proposal.days * DAY / SECOND) if proposal.days else ""
        return notices.notice_to(language, Notice.ASKS_ADJOURN, own, name=name, time=days)
    if proposal.what == STALLO:
        return notices.notice(language, Notice.ASKS_STALLO)
    return notices.notice_to(language, Notice.ASKS_TIME, own, name=name, time=shown.sight["time"]["more"])


def proposal_row(shown: Showing) -> Row | None:
    """Agree and refuse, where the reader, or somebody in the channel, has still to say."""
    asked = shown.sight["proposal"]
    if asked is None or asked["mine"] or not asked["missing"]:
        return None
    agree = shown.button(say(shown.language, "button.agree"), Ask(Verb.AGREE), Style.GOOD)
    refuse = shown.button(say(shown.language, "button.refuse"), Ask(Verb.REFUSE), Style.DANGER)
    return Row((agree, refuse))
