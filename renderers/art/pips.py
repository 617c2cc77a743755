"""Where the pips of a number card lie: in a field from -1 to 1 both ways."""

from types import MappingProxyType
from typing import Final

_HIGH: Final = 0.8
_THIRD: Final = 0.8 / 3
_MIDDLE: Final = 0.0


def _column(x: float, *heights: float) -> tuple[tuple[float, float], ...]:
    return tuple([(x, y) for y in heights])


def _sides(*heights: float) -> tuple[tuple[float, float], ...]:
    return (*_column(-0.6, *heights), *_column(0.6, *heights))


_FOUR: Final = (-_HIGH, -_THIRD, _THIRD, _HIGH)

PIPS: Final = MappingProxyType(
    {
        2: _column(0, -_HIGH, _HIGH),
        3: _column(0, -_HIGH, _MIDDLE, _HIGH),
        4: _sides(-_HIGH, _HIGH),
        5: (*_sides(-_HIGH, _HIGH), (0.0, _MIDDLE)),
        6: _sides(-_HIGH, _MIDDLE, _HIGH),
        7: (*_sides(-_HIGH, _MIDDLE, _HIGH), (0.0, -_HIGH / 2)),
        8: (*_sides(-_HIGH, _MIDDLE, _HIGH), (0.0, -_HIGH / 2), (0.0, _HIGH / 2)),
        9: (*_sides(*_FOUR), (0.0, _MIDDLE)),
        10: (*_sides(*_FOUR), (0.0, -0.533), (0.0, 0.533)),
    }
)
"""The pips of 2 to 10: (x, y) each; those below the middle stand on their heads."""
