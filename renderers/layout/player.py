"""A player's card: who it is, their figures as tiles, how their latest matches went."""

from typing import Final

from renderers.layout.column import Column, begin, letters_that_fit
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import PlayerScene
from renderers.scripts import initial
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_FIGURES: Final = 24
MOST_FORM: Final = 20
_ABREAST: Final = 3
_WIDEST_TILE: Final = 240  # on a wide page there are more of them abreast
_USUAL_FIGURE: Final = 32  # the size of letters; a figure that needs smaller ones has them to itself
_COINS: Final = 10  # in a row
_SIGNS: Final = {1: "+", 0: "=", -1: "−"}


def lay_out(scene: PlayerScene, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of a player's card; `width` 0 is the usual one; `bold`: all letters. Raises `Undrawable`."""
    _check(scene)
    page = begin(width, 1.0, bold)
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
    """A coin with their initial, and their name."""
    bar = page.bar(104)
    coin = Rect(bar.x, bar.y + page.px(18), page.px(68), page.px(68))
    page.put(Box(coin, Tone.ACCENT, coin.h // 2, ground=Tone.PANEL))
    inner = coin.inset(page.px(10))
    page.put(Label(inner, initial(name), page.px(38), Tone.CARD_INK, Tone.ACCENT, Align.CENTRE, bold=True))
    place = Rect(coin.right + page.px(20), bar.y, bar.right - coin.right - page.px(20), bar.h)
    page.put(Label(place, name, page.px(38), Tone.INK, Tone.PANEL, bold=True))


def _figures(page: Column, scene: PlayerScene) -> None:
    """Tiles, three abreast or more; the figures stand in letters of one size, but for those too long for it."""
    gap = page.px(14)
    abreast = max(_ABREAST, page.room // page.px(_WIDEST_TILE))
    wide = (page.room - (abreast - 1) * gap) // abreast
    sizes = [letters_that_fit(page, figure, wide - page.px(20), 44, 20) for _, figure in scene.figures]
    usual = min([size for size in sizes if size >= page.px(_USUAL_FIGURE)], default=page.px(_USUAL_FIGURE))
    for at, (caption, figure) in enumerate(scene.figures):
        row, column = divmod(at, abreast)
        tile = Rect(page.margin + column * (wide + gap), page.y + row * page.px(126), wide, page.px(112))
        upper = Rect(tile.x + page.px(10), tile.y + page.px(12), wide - page.px(20), page.px(56))
        lower = Rect(upper.x, upper.bottom, upper.w, page.px(32))
        page.put(
            Box(tile, Tone.RAISED, page.px(12)),
            Label(upper, figure, min(usual, sizes[at]), Tone.BRIGHT, Tone.RAISED, Align.CENTRE, bold=True),
            Label(lower, caption, page.px(21), Tone.INK, Tone.RAISED, Align.CENTRE),
        )
    page.y += -(-len(scene.figures) // abreast) * page.px(126)


def _form(page: Column, scene: PlayerScene) -> None:
    """A coin for each match, the latest last: bright for one that was won, dark for one that was lost."""
    page.skip(2)
    page.put(Label(page.strip(34), word(scene.words, "form"), page.px(21), Tone.MUTED))
    page.skip(4)
    rows = -(-len(scene.form) // _COINS)
    each = -(-len(scene.form) // rows)
    size, step = page.px(44), page.px(64)
    for number, sign in enumerate(scene.form):
        row, column = divmod(number, each)
        coin = Rect(page.margin + column * step, page.y + row * page.px(52), size, size)
        fill, ink = {1: (Tone.ACCENT, Tone.CARD_INK), 0: (Tone.RAISED, Tone.INK), -1: (Tone.PANEL, Tone.MUTED)}[sign]
        page.put(
            Box(coin, fill, size // 2),
            Label(coin, _SIGNS[sign], round(size * 0.7), ink, fill, Align.CENTRE, bold=True),
        )
    page.y += rows * page.px(52)
