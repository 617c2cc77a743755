"""The page of a table: its size, and how much all fixed lengths are enlarged."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """The page that is laid out: `unit` enlarges all fixed lengths."""

    width: int
    height: int
    unit: float
    index: float
    upright: bool = False  # for a telephone, taller than wide

    def px(self, length: float) -> int:
        return round(length * self.unit)

    @property
    def margin(self) -> int:
        return self.px(24)

    @property
    def room(self) -> int:
        return self.width - 2 * self.margin
