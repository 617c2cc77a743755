"""What friends write at their table, as a page shows it to one of them."""

from bot.views.table_view import Json, TableView
from bot.words.names import known_as


def chat_page(view: TableView) -> Json | None:
    """The lines, with the others who sit there and may be muted; None where there is no chat for this viewer."""
    chat, me = view.viewer.chat, view.viewer.person
    if chat is None:
        return None
    lines = [
        {"number": one.number, "name": known_as(view.language, one.name), "words": one.words, "own": one.person == me}
        for one in chat.lines
    ]
    seated = zip(view.table.code.seats, view.table.chairs, strict=True)
    others = [
        {"seat": seat, "name": known_as(view.language, chair.name), "muted": chair.person in chat.muted}
        for seat, chair in seated
        if chair.person and chair.person != me
    ]
    return {"lines": lines, "others": others, "why": chat.why}
