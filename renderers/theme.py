"""The themes as data: a colour for each tone, and how large the index of a card is.

A new theme is a line here and its name in `scenes.THEMES`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from renderers.layout.sheet import Tone
from renderers.undrawable import Undrawable

Colour: TypeAlias = tuple[int, int, int]

NORMAL_INDEX: Final = 1.0
BIG_INDEX: Final = 1.4


@dataclass(frozen=True, slots=True)
class Theme:
    """`index` scales the corner of a card; `bold` draws all text bold; equal themes are the same object."""

    name: str
    colours: Mapping[Tone, Colour]
    index: float = NORMAL_INDEX
    bold: bool = False

    def __hash__(self) -> int:
        return hash(self.name)


def _colours(base: Mapping[Tone, Colour], text: str) -> Mapping[Tone, Colour]:
    """The colours of `tone #rrggbb` pairs, over those of another theme."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    mine = {Tone(tone): (int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)) for tone, hue in pairs}
    return MappingProxyType({**base, **mine})


_FELT: Final = _colours(
    {},
    """
    table #1d5c46  panel #174b39  raised #28664f  ink #f6f3e8  muted #c4dcd0  accent #f4c752  bright #f7d470
    good #9be2a5  warn #ffb794  card-ink #20241f  paper #fffdf6  line #3d7d66  edge #4b5a52
    hearts #c8232c  diamonds #c8232c  clubs #1d2126  spades #1d2126  joker #6b3fa0
    ticked #1f9d55  drawn #2573c9  hinted #d97b06
    back #274e8c  back-line #dfe7f4
    red #c23038  blue #2c5aa0  gold #e8b23c  skin #f7dcc0  hair #7a4a26  dark #23262b
    """,
)
_DARK: Final = _colours(
    _FELT,
    """
    table #23272e  panel #1b1e24  raised #323842  ink #eef0f3  muted #a4acb8  accent #f0c25a  bright #f0c25a
    good #8fd6a0  warn #ff9f80
    paper #f1efe8  line #454d59  edge #565d68  back #3a4a6b  back-line #b9c4da
    """,
)
_LIGHT: Final = _colours(
    _FELT,
    """
    table #eef1ec  panel #dfe5de  raised #ffffff  ink #1f2a25  muted #56645c  accent #f4c752  bright #7a4d00
    good #15713a  warn #b3390b
    paper #ffffff  line #b9c4bb  edge #7d877f  back #3b67ab  back-line #e6edf8
    """,
)
_FOUR: Final = _colours(_FELT, "hearts #cc1f2b  diamonds #1b5fc1  clubs #15803d  spades #1d2126")
_CONTRAST: Final = _colours(
    _FELT,
    """
    table #000000  panel #1c1c1c  raised #333333  ink #ffffff  muted #ffffff  accent #ffe600  bright #ffe600
    good #7dff8a  warn #ffb000
    card-ink #000000  paper #ffffff  line #ffffff  edge #000000
    hearts #b00000  diamonds #0040d0  clubs #00641c  spades #000000  joker #7a00b3
    ticked #007a2f  drawn #0050e0  hinted #b35900  back #003c9e  back-line #ffffff
    """,
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        theme.name: theme
        for theme in (
            Theme("felt", _FELT),
            Theme("dark", _DARK),
            Theme("light", _LIGHT),
            Theme("four-colour", _FOUR),
            Theme("big-index", _FELT, index=BIG_INDEX, bold=True),
            Theme("high-contrast", _CONTRAST, index=1.15, bold=True),
        )
    }
)


def theme_of(name: str) -> Theme:
    """Raises `Undrawable` for a theme that there is not."""
    try:
        return THEMES[name]
    except KeyError:
        raise Undrawable(f"no theme {name!r:.60}; there are {', '.join(THEMES)}") from None
