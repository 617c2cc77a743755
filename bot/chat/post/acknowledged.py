"""A short sentence for a written command that shows nothing of its own: what has come of it."""

from bot.chat.messages.message import Message
from bot.chat.service.intents import Do, Intent, Introduce, Play, Watch
from bot.chat.speech.languages import Language, say
from bot.host.table import OVER, PAUSE, Table


def acknowledged(intent: Intent, person: str, name: str, language: Language, table: Table | None) -> Message | None:
    """What `person`, who is called so, is answered once it is done; None where the table itself shows it."""
    words = _words(intent, person, name, language, table)
    return Message(language, lines=(words,)) if words else None


def _words(intent: Intent, person: str, name: str, language: Language, table: Table | None) -> str:
    match intent:
        case Introduce(language=spoken) if spoken:
            return say(language, "done.language")
        case Introduce(name=said) if said:
            return say(language, "done.name", name=name)
        case Introduce():
            return say(language, "done.look")
        case Play() if table is not None and table.channel:
            return say(language, "done.play", table=table.label)
        case Watch() if table is not None and table.channel:
            return say(language, "done.watch", table=table.label)
        case Do(command="leave") if table is not None and (table.phase == OVER or not table.seat_of(person)):
            return say(language, "done.leave", table=table.label)
        case Do(command="rematch" | "ready") if table is not None and table.phase == PAUSE and len(table.people) > 1:
            return say(language, "done.ready")
        case _:
            return ""
