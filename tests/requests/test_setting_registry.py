"""The registry of settings: each entry is whole, and screens, refusals, completions and inheritance follow from it."""

import ast
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from bot.gateway.inbound.setting_completions import CHANNEL as OFFERED
from bot.gateway.inbound.setting_completions import setting_completions
from bot.planner.plan import Terms
from bot.requests.channels import SetChannel
from bot.requests.server_settings import TABLE as AT_TABLES
from bot.requests.server_settings import TERMS_OF, in_force, part
from bot.requests.settings import LANGUAGE, LISTS, OF_CHANNEL, OF_PERSON, OWN, REGISTRY, TERMS, usual
from bot.settings_text import read_settings
from bot.tables.setting import CHANNEL, CODE, PERSON, TABLE, BadSetting, Setting
from bot.tables.setting_rows import ROWS, in_scope
from bot.tables.settings import AT_TABLE, GAME, HOUSE_RULES, SETTINGS, with_settings
from bot.tables.table import Settings
from tests.requests.serving import BOT, World, run

BAR, SERVER = "discord:7", "club"
PLAIN = [one for one in OF_CHANNEL.values() if CODE not in one.scopes and one.name != "language" and one.type != "role"]
"""A role is asked for where the platform has roles."""


def other(setting: Setting) -> str:
    """A value that is not the usual one."""
    forms = {"hours": "22:00-07:00", "zone": "Europe/London", "dates": "12-25"}
    number = setting.high if setting.name == "stand_in" else setting.low + 1  # a stand-in comes after the reminder
    values = setting.values or (forms.get(setting.type, ""), str(number))
    return next(one for one in values if one and one not in (usual(setting, Settings()), "turn", "international"))


def test_no_name_means_two_things_for_the_same_one() -> None:
    for scope in (TABLE, CHANNEL, PERSON):
        names = Counter(one.name for one in REGISTRY if scope in one.scopes)
        assert set(names.values()) == {1}
    assert all(one.scopes for one in REGISTRY)


def test_every_setting_of_any_scope_stands_in_the_one_list(root: Path) -> None:
    places = [
        f"{file.relative_to(root)}:{node.lineno}"
        for file in sorted((root / "bot").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Setting"
    ]
    assert {one.partition(":")[0] for one in places} == {"bot/tables/setting_rows.py"}
    assert [one.name for one in REGISTRY] == [one.name for one in ROWS]
    assert {one.listed for one in ROWS if one.listed} == set(LISTS)
    settings = [*GAME, *SETTINGS.values(), *HOUSE_RULES, *TERMS.values(), *OWN.values(), LANGUAGE]
    assert Counter(map(id, settings)) == Counter(id(one) for one in REGISTRY if one.scopes != (PERSON,))


def test_tables_take_nothing_that_the_registry_does_not_have() -> None:
    assert {name: id(one) for name, one in in_scope(TABLE).items()} == {name: id(one) for name, one in AT_TABLE.items()}


@pytest.mark.parametrize("setting", [one for one in REGISTRY if one.field], ids=lambda one: one.name)
def test_an_entry_has_its_field_and_the_usual_value_is_allowed(setting: Setting) -> None:
    usual_ones = Settings() if setting.name in AT_TABLE else Terms()
    assert setting.field in [one.name for one in fields(usual_ones)]
    value = setting.format(getattr(usual_ones, setting.field))
    assert setting.parse(value, logged=True) == (value if setting.choices else getattr(usual_ones, setting.field))


def test_a_switch_with_a_field_is_a_bool_there_and_one_without_is_kept_as_written() -> None:
    switch = Setting("watched", "bool", (TABLE,), "watched")
    assert (switch.parse("on"), switch.parse("off")) == (True, False)
    assert (switch.format(True), switch.format(False)) == ("on", "off")
    assert Setting("threads", "bool", (CHANNEL,)).parse("on") == "on"


def test_every_field_is_set_by_one_entry_at_most() -> None:
    for entries in (AT_TABLE.values(), TERMS.values()):
        assert max(Counter(one.field for one in entries if one.field).values()) == 1


@pytest.mark.parametrize("setting", [one for one in REGISTRY if CODE not in one.scopes], ids=lambda one: one.name)
def test_a_value_that_cannot_be_is_refused_with_those_that_can(setting: Setting) -> None:
    with pytest.raises(BadSetting) as refused:
        setting.parse("sideways")
    assert refused.value.allowed == setting.allowed_values
    facts = dict(refused.value.declined.facts)
    assert (facts["setting"], facts.get("unit", "")) == (setting.name, setting.unit)


@pytest.mark.parametrize("setting", OF_CHANNEL.values(), ids=lambda one: one.name)
def test_what_a_channel_sets_is_offered_with_its_values(setting: Setting) -> None:
    assert setting.name in [value for _, value in setting_completions("it", {}, setting.name[:-1], OFFERED)]
    values = [value for _, value in setting_completions("it", {}, f"{setting.name}=", OFFERED)]
    assert [one for one in values if one.startswith(f"{setting.name}=") and one != f"{setting.name}="]


@pytest.mark.parametrize("setting", PLAIN, ids=lambda one: one.name)
def test_a_channel_takes_over_what_its_server_sets_except_what_it_sets_itself(setting: Setting) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.service.note_channel(BAR, "Bar", "en", SERVER)
        name, of_server = setting.name, other(setting)
        own = usual(setting, with_settings(Settings(), {})) or next(one for one in setting.values if one != of_server)
        for change, holds in (
            (f"server: {name}={of_server}", of_server),
            (f"{name}={own}", own),
            (f"{name}=", of_server),
        ):
            await world.done(anna, SetChannel(BAR, change, admin=True))
            row = await in_force(world.store, BOT, BAR)
            stored = {**part(row, AT_TABLES), **part(row, TERMS_OF), **read_settings(row.settings)}
            assert stored[name] == holds

    run(work)


def test_a_person_chooses_of_the_values_that_the_registry_has() -> None:
    assert set(OF_PERSON) == {"language", "theme", "deck", "shape", "hands", "mentions", "phrases", "together"}
    assert set(OWN) - set(OF_PERSON) == {"threads", "weekly", "champion", "arbiter"}
    assert set(SETTINGS) <= set(AT_TABLE)
