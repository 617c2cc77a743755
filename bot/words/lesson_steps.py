"""The lesson's hands and tables, in the game's notation, with what may be chosen there; the engine judges it.

A position is as in `engine.position`, by the rules of `CODE`, for the seat that is to play. An option is what would be
played, action by action. It is right where the engine takes all of it and the last one has the `mark`, if one is asked.
"""

from dataclasses import dataclass
from typing import Final

CODE: Final = "fibur"
SEAT: Final = "N"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One question. `shows`: the picture, "hand" or "table"; `mark` as a record has it: `*` burraco, `#` closed."""

    name: str
    shows: str
    position: str
    options: tuple[str, ...]
    mark: str = ""


STEPS: Final = (
    LessonStep(
        "meld",
        "hand",
        "N/play ?40 4d 7h8h9hQdKd2c4cJc3s5sTsKs/?11/?11/?11 ?11,?11 -|-",
        ("m:4c5sTs", "m:7h8h9h", "m:QdKdKs"),
    ),
    LessonStep(
        "add",
        "table",
        "N/play ?39 4d 8h8dQdKd2c4cJc5s9sKs/?11/?11/?11 ?11,?11 5h6h7h|-",
        ("a1:8d", "a1:9s", "a1:8h"),
    ),
    LessonStep(
        "take",
        "table",
        "N/draw ?39 4dTd6h 7h8h9hQdKd2c4cJc5sTsKs/?11/?11/?11 ?11,?11 -|-",
        ("m:7h8h9h", "d", "p"),
    ),
    LessonStep(
        "burraco",
        "table",
        "N/play ?38 4d 4hQdJcKc9s/?11/?11/?11 ?11,?11 5c6c7c8c9cTc+KhKdKs|-",
        ("a2:Kc", "a1:Jc"),
        mark="*",
    ),
    LessonStep(
        "close",
        "table",
        "N/play ?48 4s 4dJk/?11/?11/?11 ?11 !5c6c7c8c9cTcJc+KhKdKs+5d6d7d|-",
        ("a3:4d x:Jk", "a2:Jk x:4d"),
        mark="#",
    ),
    LessonStep(
        "wait",
        "table",
        "N/play ?54 4s 4dKc/?11/?11/?11 ?11 !5c6c7c8c+KhKdKs|-",
        ("a2:Kc x:4d", "x:4d"),
    ),
)
