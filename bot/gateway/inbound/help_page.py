"""The commands in words, made from the registry, so that nothing is offered that does not work."""

from typing import Final

from bot.gateway.inbound.command_line import Help, Usage
from bot.gateway.inbound.commands import BY_NAME, COMMANDS, IN_PRIVATE, Command, menu
from bot.gateway.inbound.responses import pages
from bot.messages.message import Message
from bot.words.languages import Language, say
from bot.words.names import clean_name

_PAGE: Final = 1500


def help_message(language: Language, request: Help, typed: bool = True, first: str = IN_PRIVATE) -> Message:
    """A page of the commands, those named `first` on the first one. `typed`: lines without a command are heard, too."""
    often = menu(first)
    others = [one for one in COMMANDS if one not in often]
    found = [page for part in (often, others) for page in pages([command_line(language, one) for one in part], _PAGE)]
    number = min(max(request.page, 1), len(found))
    title = say(language, "title.help", page=number, pages=len(found))
    plays = say(language, "help.plays") if typed else say(language, "help.plays-commands")
    more = [say(language, "help.more", page=number + 1)] if number < len(found) else []
    unknown = [say(language, "help.unknown", command=clean_name(request.unknown, "?"))] if request.unknown else []
    return Message(language, title, (*unknown, *found[number - 1], *more, plays))


def usage_message(language: Language, request: Usage) -> Message:
    """How one command is written."""
    return Message(language, lines=(command_line(language, BY_NAME[request.command]),))


def command_line(language: Language, command: Command) -> str:
    """`/join table [seat] – takes a place`, in Italian `/entra tavolo [posto] – …`."""
    words = [_argument(language, argument) for argument in command.arguments]
    return f"{' '.join([f'/{command.word(language)}', *words])} – {description(language, command)}"


def description(language: Language, command: Command) -> str:
    """What a command does, in a few words: also for a platform's own list of commands."""
    return say(language, f"command.{command.name}")


def argument_name(language: Language, argument: str) -> str:
    """The word for an argument."""
    return say(language, f"argument.{argument.strip('[]')}")


def _argument(language: Language, argument: str) -> str:
    name = argument_name(language, argument)
    return f"[{name}]" if argument.startswith("[") else name
