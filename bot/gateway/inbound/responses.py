"""What is said back to one person: an answer of the service, or what they asked to see, as a short message.

None means that there is nothing to say: what they did can be seen where it was done.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from bot.gateway.inbound.command_line import Show, Step, Tell
from bot.messages.boards_page import board_message
from bot.messages.buttons import Ask, Press, Verb, command_press, fits
from bot.messages.fitting import short_label, shorten, signs
from bot.messages.message import Button, Message, Row, Style
from bot.messages.notice_message import join_row, notice_message
from bot.messages.player_page import player_message
from bot.messages.presenter import TABLE, present, present_scored
from bot.messages.table_message import table_message
from bot.messages.watcher_message import watcher_message
from bot.requests.answer import (
    Answer,
    AnswerFile,
    BoardPage,
    BreaksOff,
    CautionPage,
    ChannelPage,
    Choices,
    Confirm,
    Corrected,
    Ends,
    EraseWord,
    ExplanationPage,
    Forgotten,
    FormPage,
    GivesSeat,
    Hindered,
    HintPage,
    Invitation,
    LinkCode,
    Moved,
    Namesakes,
    Nothing,
    OwnFile,
    OwnLink,
    PlanList,
    PlanMade,
    PlayerPage,
    Proposed,
    RulesPage,
    Standing,
    TableChoice,
    TableList,
    TournamentPage,
    Verified,
    WhyNot,
)
from bot.requests.hints import PLAY
from bot.requests.requests import OfATable, Request
from bot.requests.seating import Join
from bot.requests.table_commands import Do, question_mark
from bot.tables.lock import SEALED
from bot.tables.table import CLOSED, LOBBY, OVER, PLAYING, Table
from bot.views.feed import since
from bot.views.table_view import Json, TableView
from bot.views.viewer import Viewer
from bot.words.declined import declined_words
from bot.words.languages import Language, say
from bot.words.notices import Notice, notice
from bot.words.refusals import unclear
from bot.words.rules_page import page_text, rules_page
from bot.words.typed import Unclear
from engine.actions import Add, parse_action
from engine.additions import HIGH, LOW
from engine.cards import Malformed

_ON_A_ROW: Final = 4  # tables to choose from
_ROWS: Final = 5
PAGE: Final = 1500  # signs of a page, so that it fits everywhere


def answer_message(  # noqa: PLR0912  a page a branch
    answer: Answer, request: Request | Show, language: Language, table: Table | None = None
) -> Message | None:
    """The service's answer to a request; `table`: the one it was about, as it is now."""
    match answer.page:
        case CautionPage(question):
            yes = "admin" if isinstance(answer.page, BreaksOff) else "sure"
            return _confirm(language, question, request, table, yes)
        case Ends():
            return _ends(language, request, table)
        case Confirm() as page:
            return Message(language, lines=(answer.words,), controls=(_confirm_row(language, page),))
        case Choices(choices):
            return _which(language, answer.words, choices, request)
        case Standing(pending=pending):
            return notice_message(
                language, answer.words, f"correct yes {pending['word']}" if pending.get("word") else ""
            )
        case PlanMade(plan, starts, place_language) if starts:
            return Message(place_language, lines=(answer.words,), controls=(join_row(place_language, plan, starts),))
        case BoardPage(page_language, board):
            return board_message(page_language, board)
        case Namesakes(people):
            return Message(language, lines=tuple(answer.words.split("\n")), controls=_command_rows(people))
        case PlayerPage(page_language, player):
            return player_message(page_language, player)
        case TournamentPage(title, buttons) as page:
            lines, controls = tuple(answer.words.split("\n")), _command_rows(buttons)
            message = Message(language, title, lines, controls=controls, question=page.question, prompt=page.prompt)
            return replace(message, asks=page.asks, fields=page.fields, page=page.desk)
        case WhyNot(_, lines):
            return _why(language, lines)
        case HintPage() as page:
            return _hint(language, page)
        case ExplanationPage(title, because):
            return Message(language, title=title, lines=(because,))
        case RulesPage() as page:
            return Message(language, title=page.title, lines=tuple(_rules(page)))
        case (
            FormPage() | Nothing() | Moved() | EraseWord() | TableList() | Invitation() | AnswerFile() | ChannelPage()
            | PlanMade() | PlanList() | LinkCode() | OwnLink() | Proposed() | Corrected() | Verified() | OwnFile()
            | Hindered() | Forgotten()
        ):  # fmt: skip
            return Message(language, lines=(answer.words,)) if answer.words else None
        case _:
            assert_never(answer.page)


def _command_rows(buttons: Sequence[tuple[str, str]]) -> tuple[Row, ...]:
    """Buttons that say commands, as many as a message has room for."""
    pressed = [(label, command_press(line)) for label, line in buttons]
    found = [Button(short_label(label), press) for label, press in pressed if fits(press)][: _ON_A_ROW * _ROWS]
    return tuple(Row(tuple(found[at : at + _ON_A_ROW])) for at in range(0, len(found), _ON_A_ROW))


def look_message(step: Show, table: Table, viewer: Viewer) -> Message:
    """What somebody asked to look at, or why there is nothing to see."""
    language = viewer.language
    if step.what == Verb.RULES:
        return rules_message(language, table, step.page)
    if step.what == Verb.SINCE:
        view = TableView(table, viewer)
        lines = since(view) if view.deal_view is not None else []
        return Message(language, lines=tuple(lines) or (say(language, "answer.nothing-yet"),))
    if step.what == Verb.LOOK:
        found = watcher_message(TableView(table, viewer), step.page)
        return found or Message(language, lines=(say(language, "answer.nothing-yet"),))
    message = own_table(table, viewer) if step.what == Verb.TABLE else present_scored(step.what, table, viewer)
    return message or Message(language, lines=(_nothing(step.what, table, viewer),))


def own_table(table: Table, viewer: Viewer) -> Message | None:
    """The table from a player's own side."""
    return table_message(TableView(table, viewer)) if table.match is not None else present(TABLE, table, viewer)


def _nothing(what: Verb, table: Table, viewer: Viewer) -> str:
    if what == Verb.HAND and not table.seat_of(viewer.person):
        return say(viewer.language, "notice.not-seated", table=table.label)
    if table.sealed and table.records:
        return declined_words(viewer.language, SEALED, table)
    return say(viewer.language, "answer.nothing-yet")


def came_message(language: Language, table: Table, person: str) -> Message:
    """What somebody reads who has followed the link of a table: that they sit there, or the way in."""
    if table.seat_of(person):
        return Message(language, lines=(_seated_words(language, table),))
    words = notice(language, Notice.NOT_SEATED, table=table.label)
    join = Button(say(language, "button.join"), Press(table.label, 0, Ask(Verb.JOIN)), Style.MAIN)
    return Message(language, lines=(words,), controls=(Row((join,)),) if table.phase == LOBBY else ())


def _seated_words(language: Language, table: Table) -> str:
    """That somebody sits there, and when there are cards."""
    if table.phase == PLAYING:
        return say(language, "chat.seated", table=table.label)
    if table.phase in (OVER, CLOSED):
        return say(language, "chat.seated-over", table=table.label)
    return say(language, "chat.seated-waits", table=table.label)


def tell_message(step: Tell, language: Language) -> Message:
    """A sentence for who pressed or wrote."""
    if isinstance(step.what, Unclear):
        return Message(language, lines=(unclear(language, step.what),))
    return Message(language, lines=(notice(language, step.what, **dict(step.facts)),))


def step_message(step: Step, table: Table, viewer: Viewer) -> Message:
    """A step, carried out."""
    return look_message(step, table, viewer) if isinstance(step, Show) else tell_message(step, viewer.language)


# --- questions --------------------------------------------------------------------------------------------------------


def _confirm(language: Language, question: str, request: Request | Show, table: Table | None, yes: str) -> Message:
    """A caution: yes does it all the same."""
    if not isinstance(request, Do) or table is None:
        return Message(language, lines=(question,))
    verb, _, words = request.command.partition(" ")
    about = f"{yes}-{question_mark(verb, table)}"
    surely = Press(table.label, table.stage, Ask(Verb.SURE, words) if verb == "play" else Ask(Verb(verb), about))
    no = Press(table.label, table.stage, Ask(Verb.CLOSE))
    row = Row((Button(say(language, "button.sure"), surely, Style.DANGER), Button(say(language, "button.no"), no)))
    return Message(language, lines=(question,), controls=(row,))


def _confirm_row(language: Language, page: Confirm) -> Row:
    """Yes to what the answer's words ask, and no where nothing else says it."""
    if not isinstance(page, GivesSeat):
        return Row((Button(say(language, "button.confirm"), command_press(page.say), Style.DANGER),))
    give = Button(say(language, "button.give-seat"), command_press(page.say), Style.DANGER)
    return Row((give, Button(say(language, "button.keep-seat"), command_press(page.no))))


def _which(language: Language, question: str, choices: Sequence[TableChoice], request: Request | Show) -> Message:
    """Which of several tables: a button for each, that says the same for it."""
    pressed = [(choice.label, again(request, choice.label)) for choice in choices]
    buttons = [Button(label, press) for label, press in pressed if press is not None]
    rows = [Row(tuple(buttons[at : at + _ON_A_ROW])) for at in range(0, len(buttons), _ON_A_ROW)][:_ROWS]
    return Message(language, title=question, lines=tuple(choice.words for choice in choices), controls=tuple(rows))


def again(request: Request | Show, label: str) -> Press | None:
    """The press that says the same for the table with this short name; None where no button can carry it."""
    line = request.line if isinstance(request, OfATable | Join | Show) else ""
    press = command_press(f"{line} {label}")
    return press if line and "." not in line and fits(press) else None


def _ends(language: Language, request: Request | Show, table: Table | None) -> Message:
    """Where the matta is to go."""
    lines = (say(language, "answer.ends"),)
    if not isinstance(request, Do) or table is None:
        return Message(language, lines=lines)
    try:
        action = parse_action(request.command.removeprefix("play").strip())
    except Malformed:
        return Message(language, lines=lines)
    assert isinstance(action, Add)
    labels = {LOW: say(language, "button.add-low"), HIGH: say(language, "button.add-high")}
    buttons = [
        Button(label, Press(table.label, table.stage, Add(action.meld, action.cards, end)))
        for end, label in labels.items()
    ]
    return Message(language, lines=lines, controls=(Row(tuple(buttons)),))


# --- pages ------------------------------------------------------------------------------------------------------------


def _why(language: Language, found: Sequence[Json]) -> Message:
    """A line for each possibility: a sign, what, and why not."""
    lines = [f"✓ {line['what']}" if line["allowed"] else f"✗ {line['what']}: {line['why']}" for line in found]
    return Message(language, title=say(language, "answer.why"), lines=tuple(lines))


def _hint(language: Language, page: HintPage) -> Message:
    """Where to look, with the way to the play; or the play."""
    asks = Button(say(language, "button.hint-play"), Press(page.label, page.stage, Ask(Verb.HINT, PLAY)))
    return Message(language, page.title, tuple(page.lines), controls=(Row((asks,)),) if page.stage else ())


def _rules(page: RulesPage) -> list[str]:
    lines = [page.offer]
    for section in page.sections:
        lines += [section["title"], *[f"• {line['text']}" for line in section["lines"]]]
    return lines


def rules_message(language: Language, table: Table, number: int) -> Message:
    """The table's code of play, a page at a time."""
    found = pages(page_text(language, rules_page(language, table.code.rules)).split("\n"))
    number = min(max(number, 1), len(found))
    buttons = []
    if number > 1:
        buttons.append(_turn(say(language, "button.back-page"), table, number - 1))
    if number < len(found):
        buttons.append(_turn(say(language, "button.next-page"), table, number + 1))
    title = say(language, "title.page", page=number, pages=len(found))
    controls = (Row(tuple(buttons)),) if buttons else ()
    return Message(language, title, tuple(found[number - 1]), controls=controls)


def _turn(label: str, table: Table, page: int) -> Button:
    return Button(label, Press(table.label, 0, Ask(Verb.RULES, str(page))))


def pages(lines: Sequence[str], limit: int = PAGE) -> list[list[str]]:
    """The lines in as few pages as their order allows."""
    found: list[list[str]] = [[]]
    for line in [shorten(line, limit) for line in lines]:
        if signs("\n".join([*found[-1], line])) > limit:
            found.append([])
        found[-1].append(line)
    return found
