"""The moviola as a message: the deal that has ended last, opened at its turning point, for everybody at the table."""

from bot.messages.message import Message
from bot.messages.moviola import moviola_scene
from bot.messages.table_lines import last_deal
from bot.messages.text_moviola import moviola_brief, moviola_text
from bot.views.table_view import TableView
from bot.words.languages import say


def moviola_message(view: TableView) -> Message | None:
    """None while a deal is played, and before the first one: what lies hidden stays hidden."""
    table = view.table
    if table.game is None or not table.game.deal.is_over or not table.records:
        return None
    title = say(view.language, "title.moviola", table=table.label, deal=len(table.records))
    scene = moviola_scene(table.game, table.records[-1], view.names, title, view.language, view.seat)
    return Message(
        language=view.language,
        title=title,
        lines=scene.lines,
        picture=scene,
        look=view.viewer.look,
        alt=moviola_text(view.language, scene),
        brief=moviola_brief(view.language, scene),
        anew=f"{last_deal(table)}.moviola",
    )
