"""What everybody is asked to agree to, in words, and the two buttons for it."""

from collections.abc import Iterator

from bot.durations import DAY, SECOND
from bot.messages.buttons import Ask, Verb
from bot.messages.message import Row, Style
from bot.messages.table_buttons import button
from bot.tables.table import ADJOURN, ANNUL, UNDO
from bot.views.about_view import ProposalView, objection, proposal
from bot.views.table_view import TableView
from bot.views.time_view import more_time
from bot.words import notices, table_words
from bot.words.languages import list_words, say
from bot.words.notices import Notice
from engine.deal import STALLO


def proposal_lines(view: TableView) -> Iterator[str]:
    """Who asks for what (of a stallo the host does), and whose consent is missing; or who objected."""
    if objection(view):
        yield objection(view)
    proposed = proposal(view)
    if proposed is None:
        return
    yield _asks(view, proposed)
    if proposed["missing"]:
        yield say(view.language, "table.missing", names=list_words(view.language, proposed["missing"]))


def _asks(view: TableView, proposed: ProposalView) -> str:
    language, what, name, own = view.language, proposed["what"], proposed["by"], proposed["own"]
    if what == UNDO:
        return notices.notice_to(language, Notice.ASKS_UNDO, own, name=name)
    if what == ANNUL:
        return notices.notice_to(language, Notice.ASKS_ANNUL, own, name=name)
    if what == ADJOURN:
        days = table_words.duration(language, proposed["days"] * DAY / SECOND) if proposed["days"] else ""
        return notices.notice_to(language, Notice.ASKS_ADJOURN, own, name=name, time=days)
    if what == STALLO:
        return notices.notice(language, Notice.ASKS_STALLO)
    return notices.notice_to(language, Notice.ASKS_TIME, own, name=name, time=more_time(view))


def proposal_row(view: TableView) -> Row | None:
    """Agree and refuse, where the viewer, or somebody in the channel, has still to say."""
    proposed = proposal(view)
    if proposed is None or proposed["mine"] or not proposed["missing"]:
        return None
    agree = button(view, say(view.language, "button.agree"), Ask(Verb.AGREE), Style.GOOD)
    refuse = button(view, say(view.language, "button.refuse"), Ask(Verb.REFUSE), Style.DANGER)
    return Row((agree, refuse))
