"""A short sentence for a written command that shows nothing of its own: what has come of it."""

from bot.durations import SECOND
from bot.messages.message import Message
from bot.requests.openings import Play, Watch
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.requests import Request
from bot.requests.seating import Join, Replace
from bot.requests.table_commands import Do
from bot.tables.deals import awaits_rematch
from bot.tables.setting import ON
from bot.tables.table import CLOSED, LOBBY, OVER, PAUSE, Table
from bot.tables.timers import rematch_patience
from bot.views.settings_in_words import set_lines
from bot.words.languages import Language, list_words, say
from bot.words.notices import Notice, notice
from bot.words.phrases import phrase_words
from bot.words.table_words import duration
from bot.words.table_words import seat as seat_name


def acknowledgement(
    request: Request, person: str, name: str, language: Language, table: Table | None
) -> Message | None:
    """What `person`, who is called so, is answered once it is done; None where their hand or the table shows it."""
    words = _words(request, person, name, language, table)
    if not words and isinstance(request, Do) and table is not None:
        words = _at_table(request.command, person, language, table)
    return Message(language, lines=(words,)) if words else None


def _words(request: Request, person: str, name: str, language: Language, table: Table | None) -> str:
    match request:
        case Introduce():
            return _introduced(request, name, language)
        case SayPhrase(_, phrase):
            return phrase_words(language, phrase)
        case Play() if table is not None and table.channel:
            return say(language, "done.play", table=table.label)
        case Watch() if table is not None and table.channel:
            return say(language, "done.watch", table=table.label)
        case Join() if table is not None and table.phase == LOBBY and table.seat_of(person):
            return notice(language, Notice.JOINED, name=table.chair(table.seat_of(person)).name, table=table.label)
        case Replace(seat=seat) if table is not None:
            name = table.chair(seat).name
            return say(language, "done.replaced", name=name, seat=seat_name(language, seat), table=table.label)
        case Do(command="leave") if table is not None and (table.phase == OVER or not table.seat_of(person)):
            return say(language, "done.leave", table=table.label)
        case Do(command=command) if table is not None and command.startswith("set "):
            return _set(command, language, table)
        case Do(command="rematch") if table is not None and table.phase == PAUSE:
            return _rematch(person, language, table)
        case Do(command="ready") if table is not None and table.phase == PAUSE and len(table.people) > 1:
            return _rematch(person, language, table) if awaits_rematch(table) else say(language, "done.ready")
        case _:
            return ""


def _introduced(request: Introduce, name: str, language: Language) -> str:
    if request.language:
        return say(language, "done.language")
    if request.name:
        return say(language, "done.name", name=name)
    if request.mentions:
        return say(language, "done.mentions-on") if request.mentions == ON else say(language, "done.mentions-off")
    if request.together:
        return say(language, "done.hands-together") if request.together == ON else say(language, "done.hands-apart")
    if request.phrases:
        return say(language, "done.phrases-on") if request.phrases == ON else say(language, "done.phrases-off")
    return say(language, "done.look")


def _set(command: str, language: Language, table: Table) -> str:
    """What has been set, as it is now, a line each."""
    names = [word.partition("=")[0] for word in command.split()[1:]]
    return "\n".join([say(language, "done.set", table=table.label), *set_lines(language, table.settings, names)])


def _rematch(person: str, language: Language, table: Table) -> str:
    """When it begins for who has just said that they want it."""
    if table.chair(table.seat_of(person)).computer:
        return say(language, "done.rematch-away")
    if awaits_rematch(table):
        time = duration(language, rematch_patience(table.settings) / SECOND)
        return say(language, "done.rematch", time=time)
    return say(language, "done.rematch-now") if len(table.people) > 1 else ""


def _at_table(command: str, person: str, language: Language, table: Table) -> str:
    match command.split(maxsplit=1)[0]:
        case "leave":
            return say(language, "done.away", table=table.label)
        case "return":
            return say(language, "done.back", table=table.label)
        case "propose" | "agree" as verb:
            return _request(verb, person, language, table)
        case "refuse":
            mine = table.objection is not None and table.objection.withdrawn
            return say(language, "done.withdrawn") if mine else say(language, "done.refused")
        case "resign" if table.phase in (OVER, CLOSED):
            return say(language, "done.resigned", table=table.label)
        case "end" if table.phase == CLOSED:
            return say(language, "done.ended", table=table.label)
        case "pause":
            return say(language, "done.paused", table=table.label)
        case "resume":
            return say(language, "done.resumed", table=table.label)
        case _:
            return ""


def _request(verb: str, person: str, language: Language, table: Table) -> str:
    """Who has still to answer, if the request is not carried out, or has become impossible."""
    proposal = table.proposal
    if proposal is None:
        lapsed = table.objection is not None and not table.objection.seat
        return notice(language, Notice.LAPSED) if lapsed else say(language, "done.agreed")
    missing = [seat for seat in table.people if seat not in proposal.agreed]
    names = list_words(language, [table.chair(seat).name for seat in missing])
    if verb == "agree" and proposal.by == table.seat_of(person):
        return say(language, "done.own-request", names=names)
    return say(language, "done.asked", names=names) if verb == "propose" else say(language, "done.agree", names=names)
