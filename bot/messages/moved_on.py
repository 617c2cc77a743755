"""What is so now, in a sentence, for who has pressed a button that was good for a state of the table that is over."""

from bot.tables.table import LOBBY, PAUSE, PLAYING
from bot.views.table_view import TableView
from bot.words.languages import say


def moved_on(view: TableView) -> str:
    """The sentence, to this viewer."""
    table, language = view.table, view.language
    if table.phase == LOBBY:
        return say(language, "moved.lobby", table=table.label)
    if table.paused:
        return say(language, "moved.halted") if table.halted else say(language, "moved.paused")
    if table.phase == PAUSE:
        return say(language, "moved.deal-over")
    if table.phase != PLAYING or not table.in_turn:
        return say(language, "moved.match-over")
    if view.seat and table.chair(view.seat).computer:
        return say(language, "moved.computer")
    if view.seat == table.in_turn:
        return say(language, "moved.you-take") if view.is_taking else say(language, "moved.you-play")
    return say(language, "moved.turn", name=view.names[table.in_turn])
