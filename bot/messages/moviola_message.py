"""The moviola as a message: the deal that has ended last, opened at its turning point, for everybody at the table."""

from bot.messages.message import Message
from bot.messages.moviola import moviola_scene
from bot.messages.showing import Showing, last_deal
from bot.messages.text_moviola import moviola_brief, moviola_text
from bot.words.languages import say


def moviola_message(shown: Showing) -> Message | None:
    """None while a deal is played, and before the first one: what lies hidden stays hidden."""
    table = shown.table
    if table.game is None or not table.game.deal.is_over or not table.records:
        return None
    title = say(shown.language, "title.moviola", table=table.label, deal=len(table.records))
    scene = moviola_scene(table.game, table.records[-1], shown.names, title, shown.language, shown.seat)
    return Message(
        language=shown.language,
        title=title,
        lines=scene.lines,
        picture=scene,
        look=shown.reader.look,
        alt=moviola_text(shown.language, scene),
        brief=moviola_brief(shown.language, scene),
        anew=f"{last_deal(table)}.moviola",
    )
