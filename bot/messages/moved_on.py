"""What is so now, in a sentence, for who has pressed a button that was good for a state of the table that is over."""

from bot.messages.showing import Showing, may_take
from bot.tables.table import LOBBY, PAUSE, PLAYING
from bot.words.languages import say


def moved_on(shown: Showing) -> str:
    """The sentence, to this reader."""
    table, language = shown.table, shown.language
    if table.phase == LOBBY:
        return say(language, "moved.lobby", table=table.label)
    if table.paused:
        return say(language, "moved.paused")
    if table.phase == PAUSE:
        return say(language, "moved.deal-over")
    if table.phase != PLAYING or not table.in_turn:
        return say(language, "moved.match-over")
    if shown.seat and table.chair(shown.seat).computer:
        return say(language, "moved.computer")
    if shown.seat == table.in_turn:
        return say(language, "moved.you-take") if may_take(shown.seen) else say(language, "moved.you-play")
    return say(language, "moved.turn", name=shown.names[table.in_turn])
