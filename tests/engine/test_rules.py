"""Rule sets: what the six files say, what the loader refuses, and what a table may change."""

import re
from dataclasses import fields
from importlib.resources import files
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusal import Reason, Refused
from engine.rules import (
    CHECKS,
    HOUSE,
    KEYS,
    RULE_SETS,
    Key,
    Rules,
    RulesError,
    describe,
    differences,
    earlier_house,
    format_value,
    house_text,
    load_rules,
    parse_house,
    parse_value,
    read_rule_file,
    with_house,
)

HOUSE_KEYS = [key for key in KEYS.values() if key.house]


def file_text(name: str) -> str:
    return files("engine").joinpath("rulesets", f"{name}.toml").read_text(encoding="utf-8")


def rules_in(name: str, text: str) -> Rules:
    """The rules in the text of a rule file."""
    return read_rule_file(name, text).rules


# ---- the six codes


def test_every_rule_set_loads_under_its_own_name() -> None:
    assert [load_rules(name).name for name in RULE_SETS] == list(RULE_SETS)


def test_an_unknown_rule_set_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RulesError, match=r"no rule set 'poker'; there are febur, online, three-player"):
        load_rules("poker")


def test_a_loaded_rule_set_is_a_value_that_can_be_a_key() -> None:
    assert load_rules("febur") == rules_in("febur", file_text("febur"))
    assert hash(load_rules("febur")) == hash(rules_in("febur", file_text("febur")))


@pytest.mark.parametrize(
    ("key", "values"),
    [  # in the order febur, online, three-player, fitab, fibur, international: the matrix of the specification
        ("players", [(4, 2), (4, 2), (3,), (4,), (4, 2), (4, 2)]),
        ("direction", ["clockwise", "anticlockwise", "clockwise", "clockwise", "clockwise", "clockwise"]),
        ("hand_size", [11] * 6),
        ("pozzetti", [2, 2, 3, 2, 2, 2]),
        ("stock_reserve", [2, 2, 0, 2, 2, 2]),
        (
            "set_ranks",
            ["A3456789TJQK", "A3456789TJQK", "A23456789TJQK", "A3456789TJQK", "A3456789TJQK", "A3"],
        ),
        ("max_run", [14] * 6),
        ("max_set", [9] * 6),
        ("two_equal_sets", [False] * 6),
        ("two_equal_runs", [True] * 6),
        ("free_wild", ["floating", "anchored", "anchored", "floating", "floating", "floating"]),
        ("natural_two_needs_real_three", [False] * 6),
        ("opening", ["none", "none", "clean", "none", "none", "none"]),
        ("bonus_reale", [300, 0, 0, 300, 0, 0]),
        ("bonus_super", [250, 0, 0, 250, 0, 0]),
        ("bonus_pulito", [200] * 6),
        ("bonus_semipulito", [150, 150, 0, 150, 150, 0]),
        ("bonus_sporco", [100] * 6),
        ("semi_inside", [True] * 6),
        ("semi_any_8", [False] * 6),
        ("pickup", ["free", "free", "free", "free", "free", "must_meld"]),
        ("forbid_single_pile_rediscard", [True] * 6),
        (
            "pozzetto_view",
            ["partner_discard", "own_turn", "own_turn", "partner_discard", "partner_discard", "partner_discard"],
        ),
        ("zero_hand", ["refuse", "refuse", "allow", "refuse", "refuse", "refuse"]),
        ("close_needs", ["any", "any", "any", "any", "any", "clean"]),
        ("wild_closing_discard", [False] * 6),
        ("stallo", ["auto", "auto", "auto", "ask", "ask", "ask"]),
        ("stallo_laps", [2] * 6),
        ("last_lap_extra", [0, 0, 0, 2, 0, 0]),
        ("closing_bonus", [100] * 6),
        ("pozzetto_not_taken", [100] * 6),
        ("unseen_pozzetto", ["cards", "cards", "flat100", "cards", "cards", "cards"]),
        ("unopened_double", [False, False, True, False, False, False]),
        ("target_allowed", [False, True, False, False, False, False]),
        ("ranking_points", [(), (), (6, 3, 1), (), (), ()]),
        ("abandonment_penalty", [0, 350, 0, 0, 0, 0]),
        ("abandonment_vp", [0, 14, 0, 0, 0, 0]),
        ("award_vp", [13, 14, 0, 14, 14, 14]),
        ("award_vp_long", [13, 12, 0, 12, 12, 12]),
        ("award_mp", [450, 0, 0, 0, 0, 0]),
        ("award_sixths", [0, 0, 20, 0, 0, 0]),
        ("turn_clock", [(), (), (), ((4, 10), (11, 20), (99, 40)), (), ()]),
        ("turn_clock_grace", [0, 0, 0, 5, 0, 0]),
        ("clock_out", ["plays", "loses", "plays", "plays", "plays", "plays"]),
        ("round_clock", ["shown", "shown", "shown", "hidden", "shown", "shown"]),
        ("clock_discard", ["drawn", "drawn", "drawn", "highest", "drawn", "drawn"]),
        ("undo", [True] * 6),
        ("open_pairs", [False] * 6),
    ],
)
def test_the_codes_differ_as_specified(key: str, values: list[object]) -> None:
    assert [getattr(load_rules(name), key) for name in RULE_SETS] == values


def test_what_a_file_does_not_name_is_as_usual_and_no_article_s() -> None:
    assert "undo" not in file_text("fitab")
    assert (describe("fitab")["undo"].value, describe("fitab")["undo"].article) == (True, "house")
    otherwise = file_text("fitab").replace("[keys]", '[keys]\nundo = { value = false, article = "art. 1" }')
    assert not rules_in("fitab", otherwise).undo


def test_the_round_lasts_as_printed() -> None:
    assert dict(load_rules("febur").round_minutes) == {2: 25, 3: 35, 4: 45}
    assert dict(load_rules("fitab").round_minutes) == {2: 22, 3: 32, 4: 42}


def test_three_players_play_exactly_three_deals() -> None:
    assert load_rules("three-player").hands_allowed == (1, 3)  # or a single deal, which has no ranking points
    assert load_rules("three-player").ranking_points == (6, 3, 1)
    single = with_house(load_rules("three-player"), {"hands": "1"})
    assert (single.ranking_points, house_text(single), differences(single)) == ((), "", {"hands": 1})


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_reason_has_an_article_in_every_code(name: str) -> None:
    articles = load_rules(name).articles
    assert set(articles) == set(Reason)
    assert all(articles[reason] for reason in Reason)


@pytest.mark.parametrize(
    ("name", "reason", "article"),
    [
        ("febur", Reason.MIXED_SUITS, "art. 7"),
        ("febur", Reason.EQUAL_SET, "art. 15"),
        ("fitab", Reason.CLOSING_MATTA, "art. 14"),
        ("fitab", Reason.CLOSING_NO_BURRACO, "art. 32A"),
        ("fitab", Reason.CLOCK_ENDED, "art. 34"),
        ("fibur", Reason.EQUAL_SET, "art. 31 (fitab)"),
        ("three-player", Reason.OPENING_NOT_CLEAN, "art. 4"),
        ("international", Reason.CLOSING_NOT_CLEAN, "Regola 1"),
        ("international", Reason.SET_RANK, "Regola 2"),
        ("international", Reason.PICKUP_NO_LAY, "Regola 3"),
        ("international", Reason.CLOSING_MATTA, "Scarto delle matte (fibur)"),
    ],
)
def test_a_refusal_cites_the_article_of_the_code(name: str, reason: Reason, article: str) -> None:
    assert load_rules(name).articles[reason] == article


def test_a_reason_is_its_text() -> None:
    assert str(Reason.CLOSING_MATTA) == "closing-matta"
    assert all(reason == reason.name.lower().replace("_", "-") for reason in Reason)
    assert Refused(Reason.GAP, "art. 7").facts == ()


# ---- where each value is written


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_value_has_its_article(name: str) -> None:
    rules, described = load_rules(name), describe(name)
    assert list(described) == list(KEYS)
    assert all(info.article and info.value == getattr(rules, key) for key, info in described.items())


@pytest.mark.parametrize("name", RULE_SETS)
def test_an_inherited_value_is_the_one_of_the_code_that_has_the_text(name: str) -> None:
    for key, info in describe(name).items():
        if info.inherited_from:
            origin = describe(info.inherited_from)[key]
            assert (origin.value, origin.article, origin.inherited_from) == (info.value, info.article, None), key
            assert info.article != HOUSE, key


def test_what_a_code_said_at_first_is_kept_for_tables_and_records_of_that_time() -> None:
    houses = {name: earlier_house(name) for name in RULE_SETS}
    assert {name: house.get("stallo") for name, house in houses.items() if "stallo" in house} == {
        "fitab": "auto",
        "fibur": "auto",
        "international": "auto",
    }
    for name, house in houses.items():
        first = with_house(load_rules(name), house)
        assert set(differences(first)) == set(house)
        assert house_text(first, at_first=True) == ""
        now = {key: format_value(getattr(load_rules(name), key)) for key in house}
        assert parse_house(house_text(load_rules(name), at_first=True)) == now


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('stallo = "never"', "stallo: must be auto or ask or off, not 'never'"),
        ("players = 2", "players: fixed by the code, not a house rule"),
        ('colour = "red"', "colour: no such rule"),
    ],
)
def test_what_a_code_said_at_first_is_checked(line: str, reason: str) -> None:
    with pytest.raises(RulesError, match=f"^febur.toml: earlier: {reason}$"):
        rules_in("febur", file_text("febur") + f"\n[earlier]\n{line}\n")


def test_the_source_of_a_silent_rule_is_named() -> None:
    stallo = describe("online")["stallo"]
    assert (stallo.value, stallo.article, stallo.inherited_from) == ("auto", "art. 20", "febur")
    assert describe("febur")["direction"].article == "art. 4"
    assert describe("international")["set_ranks"].article == "Regola 2"
    assert describe("fitab")["undo"].article == HOUSE


# ---- the keys


def test_the_keys_are_the_fields_of_the_rules() -> None:
    assert list(KEYS) == [field.name for field in fields(Rules) if field.name not in ("name", "articles")]


@pytest.mark.parametrize("key", KEYS.values(), ids=lambda key: str(key.name))
def test_every_key_is_explained(key: Key) -> None:
    assert key.type in CHECKS
    words = [key.en, *[choice.en for choice in key.choices]]
    assert all(0 < len(text) <= 100 for text in words)
    assert (key.type == "choice") <= bool(key.choices)
    assert key.type != "int" or key.choices or key.low < key.high
    assert not key.needs or key.needs in KEYS


def test_a_house_rule_can_be_written_as_one_word() -> None:
    assert {key.type for key in HOUSE_KEYS} <= {"int", "bool", "choice"}
    assert all(set(key.name) <= set(ascii_lowercase + "_8") for key in HOUSE_KEYS)


# ---- house rules


def test_a_house_rule_is_a_text_until_it_is_read() -> None:
    rules = with_house(load_rules("fitab"), {"undo": "off", "stallo": "ask", "hands": "2"})
    assert (rules.undo, rules.stallo, rules.hands, rules.name) == (False, "ask", 2, "fitab")


@pytest.mark.parametrize(
    ("text", "value"), [("on", True), ("yes", True), ("TRUE", True), ("off", False), ("no", False)]
)
def test_a_bool_may_be_written_in_several_ways(text: str, value: bool) -> None:
    assert with_house(load_rules("febur"), {"undo": text}).undo is value


def test_the_house_text_lists_the_differences_without_those_that_have_their_own_tags() -> None:
    changes = {"undo": "off", "stallo": "ask", "hands": "3", "teams": "on", "knockout": "on"}
    assert house_text(with_house(load_rules("febur"), changes)) == "stallo=ask knockout=on undo=off"


def test_unchanged_rules_have_no_house_text() -> None:
    assert house_text(load_rules("online")) == ""
    assert house_text(with_house(load_rules("online"), {"undo": "on", "target": "0"})) == ""


def test_the_differences_include_the_length_of_the_match() -> None:
    assert differences(with_house(load_rules("online"), {"target": "2005"})) == {"target": 2005}


def test_changes_add_up() -> None:
    once = with_house(load_rules("fibur"), {"undo": "off"})
    assert house_text(with_house(once, {"free_wild": "anchored"})) == "free_wild=anchored undo=off"


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("febur", {"colour": "red"}, "colour: no such rule"),
        ("febur", {"name": "mine"}, "name: no such rule"),
        ("febur", {"hand_size": "13"}, "hand_size: fixed by the code, not a house rule"),
        ("febur", {"undo": "perhaps"}, "undo: must be on or off, not 'perhaps'"),
        ("febur", {"stallo": "never"}, "stallo: must be auto or ask or off, not 'never'"),
        ("febur", {"hands": "many"}, "hands: must be a whole number, not 'many'"),
        ("febur", {"hands": "-1"}, "hands: must be a whole number, not '-1'"),
        ("febur", {"hands": "٣"}, "hands: must be a whole number, not '٣'"),
        ("febur", {"hands": "0"}, "hands: must be from 1 to 12, not 0"),
        ("febur", {"hands": "13"}, "hands: must be from 1 to 12, not 13"),
        ("febur", {"last_lap_extra": "1"}, "last_lap_extra: must be 0 or 2, not 1"),
        ("febur", {"turn_seconds": "3601"}, "turn_seconds: must be from 0 to 3600, not 3601"),
        ("febur", {"target": "2005"}, "target: not in febur, where target_allowed is off"),
        ("febur", {"clock_scale": "1"}, "clock_scale: not in febur, where turn_clock is none"),
        ("international", {"semi_inside": "off"}, "semi_inside: not in international, where bonus_semipulito is 0"),
        ("three-player", {"hands": "4"}, "hands: three-player is played over 1 or 3 deals, not 4"),
        ("three-player", {"teams": "on"}, "teams: not in three-player, where nobody has a partner"),
        ("three-player", {"open_pairs": "on"}, "open_pairs: not in three-player, where nobody has a partner"),
        ("three-player", {"knockout": "on"}, "knockout: not in three-player, where nobody has a partner"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused(name: str, change: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError) as error:
        with_house(load_rules(name), change)
    assert str(error.value) == message


def test_a_refused_house_rule_is_also_a_value_error() -> None:
    with pytest.raises(ValueError, match="undo"):
        with_house(load_rules("febur"), {"undo": ""})


@given(st.data())
def test_the_house_text_read_back_gives_the_same_rules(data: st.DataObject) -> None:
    changes = {}
    for key in data.draw(st.lists(st.sampled_from(HOUSE_KEYS), unique=True)):
        if key.name in ("hands", "target", "teams"):
            continue
        values = [choice.value for choice in key.choices] or [True, False]
        value = data.draw(st.integers(key.low, key.high) if key.high else st.sampled_from(values))
        changes[key.name] = format_value(value)
    rules = with_house(load_rules("fitab"), changes)
    assert with_house(load_rules("fitab"), parse_house(house_text(rules))) == rules


def test_a_house_text_is_a_list_of_changes() -> None:
    assert parse_house("undo=true  stallo=ask") == {"undo": "true", "stallo": "ask"}
    assert parse_house("") == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("undo", "undo: must be key=value"),
        ("undo=", "undo=: must be key=value"),
        ("=off", "=off: must be key=value"),
        ("undo=on undo=off", "undo: given twice"),
    ],
)
def test_a_house_text_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError) as error:
        parse_house(text)
    assert str(error.value) == message


@pytest.mark.parametrize("key", HOUSE_KEYS, ids=lambda key: str(key.name))
def test_every_choice_of_a_house_rule_can_be_written_and_read(key: Key) -> None:
    for choice in key.choices:
        assert parse_value(key, format_value(choice.value)) == choice.value


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "on"), (7, "7"), ("ask", "ask"), ((), "none"), ((4, 2), "4 2"), (((4, 10), (11, 20)), "4:10 11:20")],
)
def test_a_value_is_written_for_people(value: int | str | tuple[int, ...], text: str) -> None:
    assert format_value(value) == text


# ---- clocks


def test_a_friendly_table_has_no_clock() -> None:
    assert [load_rules(name).turn_limit(11) for name in RULE_SETS] == [0] * 6


@pytest.mark.parametrize(("cards", "seconds"), [(0, 10), (3, 10), (4, 20), (10, 20), (11, 40), (40, 40)])
def test_the_clock_of_fitab_counts_the_cards(cards: int, seconds: int) -> None:
    assert with_house(load_rules("fitab"), {"clock_scale": "1"}).turn_limit(cards) == seconds
    assert with_house(load_rules("fitab"), {"clock_scale": "3"}).turn_limit(cards) == 3 * seconds


def test_the_clock_of_the_table_goes_before_that_of_the_code() -> None:
    assert with_house(load_rules("fitab"), {"clock_scale": "1", "turn_seconds": "90"}).turn_limit(3) == 90
    assert with_house(load_rules("febur"), {"turn_seconds": "60"}).turn_limit(11) == 60


# ---- what the loader refuses

DIRECTION = 'direction = { value = "clockwise", article = "art. 4" }'
WHERE = "febur.toml: direction"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (DIRECTION, "", "febur.toml: keys: direction: missing"),
        (DIRECTION, DIRECTION + "\ncolour = { value = 1 }", "febur.toml: keys: colour: unknown"),
        (DIRECTION, "direction = 1", f"{WHERE}: must be {{ value = ..., article = ... }}"),
        (DIRECTION, 'direction = { article = "art. 4" }', f"{WHERE}: must be {{ value = ..., article = ... }}"),
        (DIRECTION, 'direction = { value = "clockwise" }', f"{WHERE}: no article"),
        (DIRECTION, 'direction = { value = "clockwise", article = "" }', f"{WHERE}: no article"),
        (DIRECTION, 'direction = { value = "clockwise", article = "a", note = "b" }', f"{WHERE}: note: unknown"),
        (
            DIRECTION,
            'direction = { value = "up", article = "art. 4" }',
            f"{WHERE}: must be clockwise or anticlockwise, not 'up'",
        ),
        (
            DIRECTION,
            'direction = { value = "clockwise", article = "art. 4", inherited_from = "uno" }',
            f"{WHERE}: inherited_from names no other code: 'uno'",
        ),
        (
            DIRECTION,
            'direction = { value = "clockwise", article = "art. 4", inherited_from = "febur" }',
            f"{WHERE}: inherited_from names no other code: 'febur'",
        ),
        (
            "hand_size = { value = 11",
            "hand_size = { value = true",
            "febur.toml: hand_size: must be a whole number, not True",
        ),
        ("hand_size = { value = 11", "hand_size = { value = 21", "febur.toml: hand_size: must be from 1 to 20, not 21"),
        (
            "two_equal_sets = { value = false",
            "two_equal_sets = { value = 0",
            "febur.toml: two_equal_sets: must be on or off, not 0",
        ),
        (
            "players = { value = [4, 2]",
            "players = { value = 4",
            "febur.toml: players: must be a list of whole numbers, not 4",
        ),
        (
            "players = { value = [4, 2]",
            'players = { value = ["4"]',
            "febur.toml: players: must be a list of whole numbers, not '4'",
        ),
        (
            'set_ranks = { value = "A3456789TJQK"',
            'set_ranks = { value = ""',
            "febur.toml: set_ranks: must be a text, not ''",
        ),
        (
            "round_minutes = { value = [[2, 25], [3, 35], [4, 45]]",
            "round_minutes = { value = [[4]]",
            "febur.toml: round_minutes: must be a list of pairs of whole numbers, not [[4]]",
        ),
        ("hands = { value = 4", "hands = { value = 12", None),
        ("hands_allowed = { value = [1, ", "hands_allowed = { value = [", None),
        ("hands = { value = 4", "hands = { value = 13", "febur.toml: hands: must be from 1 to 12, not 13"),
        (
            "4, 5, 6, 7, 8, 9, 10, 11, 12]",
            "5]",
            "febur.toml: hands: febur is played over 1 or 2 or 3 or 5 deals, not 4",
        ),
        ('gap = "art. 7"', "", "febur.toml: articles: gap: missing"),
        ('gap = "art. 7"', 'gap = ""', "febur.toml: articles: gap: no article"),
        ('gap = "art. 7"', 'gap = "art. 7"\nhole = "art. 7"', "febur.toml: articles: hole: unknown"),
        ("[keys]", "colour = 1\n[keys]", "febur.toml: colour: unknown"),
    ],
)
def test_a_rule_file_is_checked_line_by_line(old: str, new: str, message: str | None) -> None:
    text = file_text("febur")
    assert text.count(old) == 1
    if message is None:
        rules_in("febur", text.replace(old, new))
        return
    with pytest.raises(RulesError) as error:
        rules_in("febur", text.replace(old, new))
    assert str(error.value) == message


def test_a_file_that_is_not_toml_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match=r"^febur\.toml: not TOML: "):
        rules_in("febur", "[keys")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("keys = 5", "x.toml: keys: must be a table"),
        ("articles = []", "x.toml: articles: must be a table"),
    ],
)
def test_a_section_that_is_no_table_is_named(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        rules_in("x", text)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('players = { value = [5], article = "a" }', "players: must be among 2, 3 and 4, not 5"),
        ('set_ranks = { value = "AZ", article = "a" }', "set_ranks: must be different ranks"),
        ('set_ranks = { value = "AAA", article = "a" }', "set_ranks: must be different ranks"),
        ('hands_allowed = { value = [0], article = "a" }', "hands_allowed: must be from 1 on"),
        ('turn_clock = { value = [[9, 1], [4, 2]], article = "a" }', "turn_clock: its numbers of cards must rise"),
    ],
)
def test_values_that_no_table_can_have_are_refused(line: str, reason: str) -> None:
    key = line.split(" ", 1)[0]
    text = re.sub(rf"^{key} = .*$", line, file_text("fitab"), flags=re.MULTILINE)
    with pytest.raises(RulesError, match=re.escape(reason)):
        rules_in("fitab", text)
