"""A copy of a table is what `dataclasses.replace` gives, whatever changes; the table itself stays as it was."""

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.tables.copying import table_with
from bot.tables.table import Settings, Table, open_table

LOBBY = open_table(Settings(players=2), "p1", "Anna", 5, "ABCD", "discord:1")
OTHER = replace(
    LOBBY,
    settings=Settings(players=3),
    **{  # type: ignore[arg-type]  # of every type that there is
        field.name: f"another {field.name}" for field in fields(Table) if field.name != "settings"
    },
)


@pytest.mark.parametrize("name", [field.name for field in fields(Table)])
def test_each_field_is_changed_alone(name: str) -> None:
    change: dict[str, Any] = {name: getattr(OTHER, name)}
    before = replace(LOBBY)
    copy = table_with(LOBBY, **change)
    assert copy == replace(LOBBY, **change)
    assert copy != LOBBY
    assert before == LOBBY


def test_all_fields_are_changed_at_once() -> None:
    assert table_with(LOBBY, **{field.name: getattr(OTHER, field.name) for field in fields(Table)}) == OTHER


def test_what_is_no_field_of_a_table_is_refused() -> None:
    change: dict[str, Any] = {"stages": 1, "since": 2}
    with pytest.raises(TypeError, match="a table has no stages"):
        table_with(LOBBY, **change)
