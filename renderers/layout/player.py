"""A player's card: who it is, his figures as tiles, how his latest matches went."""

from typing import Final

from renderers.layout.column import Column, begin, text_width
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import PlayerScene
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_FIGURES: Final = 24
MOST_FORM: Final = 20
_ABREAST: Final = 3
_SIGNS: Final = {1: "+", 0: "=", -1: "−"}


def lay_out(scene: PlayerScene, width: int = 0) -> Sheet:
    """The picture of a player's card; `width` 0 is the usual one. Raises `Undrawable`."""
    _check(scene)
    page = begin(width, 1.0)
    _name(page, scene.name.strip())
    page.skip(18)
    _figures(page, scene)
    if scene.form:
        _form(page, scene)
    if scene.note:
        page.skip(12)
        page.paragraph(scene.note, 20, Tone.MUTED)
    return page.sheet()


def _check(scene: PlayerScene) -> None:
    """Raises `Undrawable` for a card of nobody, or of too much."""
    if not scene.name.strip():
        raise Undrawable("a player's card without a name")
    if len(scene.figures) > MOST_FIGURES:
        raise Undrawable(f"a player's card of {len(scene.figures)} figures: it holds {MOST_FIGURES}")
    if len(scene.form) > MOST_FORM:
        raise Undrawable(f"the form of {len(scene.form)} matches: a player's card holds {MOST_FORM}")
    wrong = [sign for sign in scene.form if sign not in _SIGNS]
    if wrong:
        raise Undrawable(f"a match that went {wrong[0]}: there are 1, 0 and -1")


def _name(page: Column, name: str) -> None:
    """A coin with his first letter, and his name."""
    bar = page.bar(104)
    coin = Rect(bar.x, bar.y + page.px(18), page.px(68), page.px(68))
    page.put(Box(coin, Tone.ACCENT, coin.h // 2, ground=Tone.PANEL))
    page.put(Label(coin, name[0].upper(), page.px(38), Tone.CARD_INK, Tone.ACCENT, Align.CENTRE, bold=True))
    place = Rect(coin.right + page.px(20), bar.y, bar.right - coin.right - page.px(20), bar.h)
    page.put(Label(place, name, page.px(38), Tone.INK, Tone.PANEL, bold=True))


def _figures(page: Column, scene: PlayerScene) -> None:
    """Tiles, three abreast; the figures of a row stand in letters of one size."""
    gap = page.px(14)
    wide = (page.room - (_ABREAST - 1) * gap) // _ABREAST
    for first in range(0, len(scene.figures), _ABREAST):
        row = scene.figures[first : first + _ABREAST]
        strip = page.strip(112)
        longest = max([text_width(figure, 100) for _, figure in row])
        size = max(page.px(20), min(page.px(44), 100 * (wide - page.px(20)) // max(1, longest)))
        for number, (caption, figure) in enumerate(row):
            tile = Rect(strip.x + number * (wide + gap), strip.y, wide, strip.h)
            upper = Rect(tile.x + page.px(10), tile.y + page.px(12), wide - page.px(20), page.px(56))
            lower = Rect(upper.x, upper.bottom, upper.w, page.px(32))
            page.put(
                Box(tile, Tone.RAISED, page.px(12)),
                Label(upper, figure, size, Tone.BRIGHT, Tone.RAISED, Align.CENTRE, bold=True),
                Label(lower, caption, page.px(21), Tone.INK, Tone.RAISED, Align.CENTRE),
            )
        page.skip(14)


def _form(page: Column, scene: PlayerScene) -> None:
    """A coin for each match, the latest last: bright for one that was won, dark for one that was lost."""
    page.skip(2)
    page.put(Label(page.strip(34), word(scene.words, "form"), page.px(21), Tone.MUTED))
    page.skip(4)
    size = min(page.px(44), page.room * 4 // 5 // len(scene.form))
    strip = page.strip(46)
    step = min(page.px(64), (page.room - size) // max(1, len(scene.form) - 1))
    for number, sign in enumerate(scene.form):
        coin = Rect(strip.x + number * step, strip.y, size, size)
        fill, ink = {1: (Tone.ACCENT, Tone.CARD_INK), 0: (Tone.RAISED, Tone.INK), -1: (Tone.PANEL, Tone.MUTED)}[sign]
        letters = round(size * 0.7)
        page.put(
            Box(coin, fill, size // 2),
            Label(coin, _SIGNS[sign], letters, ink, fill, Align.CENTRE, bold=True),
        )
