"""A table as one viewer looks at it: what every part of the picture is made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.tables.table import Table
from bot.views.drafts import Held
from bot.words.languages import Language
from engine.view import View

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Looked:
    """The table, and who looks: person and seat, "" for none; in their language, with their hand as they hold it.

    `seen` is the deal as they may see it, None while none lies on the table; `names` say by seat who sits there.
    """

    table: Table
    table_id: str
    person: str
    language: Language
    held: Held
    seat: str
    seen: View | None
    names: Mapping[str, str]
