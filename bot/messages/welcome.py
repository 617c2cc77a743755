"""What somebody reads who meets the bot for the first time: what this is, and the few ways on."""

from bot.messages.buttons import NO_TABLE as ANYWHERE
from bot.messages.buttons import Ask, Press, Verb, command_press
from bot.messages.message import Button, Message, Row, Style
from bot.words.languages import LANGUAGES, Language, own_name, say


def welcome_message(language: Language, private: bool) -> Message:
    """In a private chat to play at once, in a channel to open a table there."""
    play = Button(say(language, "button.play-now"), command_press("play"), Style.MAIN)
    here = Button(say(language, "button.start-here"), command_press("new"), Style.MAIN)
    learn = Button(say(language, "button.lesson"), command_press("lesson"))
    rows = [Row((play, here)) if private else Row((here,)), Row((learn, *_languages(language)))]
    way = say(language, "welcome.private") if private else say(language, "welcome.channel")
    return Message(
        language, say(language, "welcome.title"), (say(language, "welcome.words"), way), controls=tuple(rows)
    )


def minute_message(language: Language) -> Message:
    """The rules in a minute, and the way to learn them by doing."""
    lines = say(language, "welcome.minute").split(" / ")
    learn = Button(say(language, "button.lesson"), command_press("lesson"), Style.MAIN)
    return Message(language, say(language, "button.rules-minute"), tuple(lines), controls=(Row((learn,)),))


def _languages(language: Language) -> list[Button]:
    """The other languages, each in its own words."""
    others = [one for one in LANGUAGES if one != language]
    return [Button(own_name(one), Press(ANYWHERE, 0, Ask(Verb.LANGUAGE, one))) for one in others]
