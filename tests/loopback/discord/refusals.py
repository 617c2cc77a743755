"""Refusals of the real API that its descriptions do not say: each a rule, with the thread where somebody met it.

A rule looks at one component exactly as it was sent, before anything of it is filled in or left out. A refusal that is
met anew becomes a line here first, and is fixed in the bot afterwards.

What is no matter of one component is refused where it happens: old messages (30046, discord-api-docs#4413) in `world`;
new files without a list of attachments (#5170) and messages of nothing but spaces in `drafts`; in `routes` the end of a
press (50027, #2461) and ephemeral messages, which only a press leads to (#6007, #6253), which stay so (#2615) and
cannot lose their components alone (#3627).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tests.loopback.discord.values import Json

BUTTON: Final = 2
STRING_SELECT: Final = 3
SELECTS: Final = frozenset({STRING_SELECT, 5, 6, 7, 8})
LINK: Final = 5  # the style of a button that opens an address


@dataclass(frozen=True)
class Rule:
    """`broken` says whether a component of these `kinds` breaks it; `field` is what the answer points at."""

    thread: str
    kinds: frozenset[int]
    field: str
    code: str
    words: str
    broken: Callable[[Json], bool]


def _options(one: Json) -> list[Json]:
    found: list[Json] = one.get("options") or []
    return found


def _limits(one: Json) -> tuple[int, int]:
    """How many may be chosen; what is left open, or null, is one."""
    least, most = one.get("min_values"), one.get("max_values")
    return (1 if least is None else least), (1 if most is None else most)


def _has_twins(one: Json) -> bool:
    return max(Counter([option["value"] for option in _options(one)]).values(), default=0) > 1


RULES: Final = (
    Rule(
        "discord-api-docs#7800, discord.py#10291",
        SELECTS,
        "min_values",
        "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES",
        "Select menus marked as required cannot have a min_values of 0",
        lambda one: one.get("required") is True and one.get("min_values") == 0,
    ),
    Rule(
        "discord-api-docs#3202: what is left open is 1, and not the number of options",
        SELECTS,
        "max_values",
        "NUMBER_TYPE_MAX",
        "Must be between min_values and the options",
        lambda one: not 0 <= _limits(one)[0] <= _limits(one)[1],
    ),
    Rule(
        "discord-api-docs#6169",
        frozenset({STRING_SELECT}),
        "options.label",
        "BASE_TYPE_REQUIRED",
        "This field is required",
        lambda one: any(not str(option.get("label") or "").strip() for option in _options(one)),
    ),
    Rule(
        "Would-You-Bot/client#304",
        frozenset({STRING_SELECT}),
        "options.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is already used",
        _has_twins,
    ),
    Rule(
        "discord-api-docs#6442: no more can stand chosen than may be chosen",
        frozenset({STRING_SELECT}),
        "options.default",
        "BASE_TYPE_MAX_LENGTH",
        "More options are chosen than max_values allows",
        lambda one: sum(bool(option.get("default")) for option in _options(one)) > _limits(one)[1],
    ),
    Rule(
        "Discord.Net#2831: a label of nothing but spaces is none",
        frozenset({BUTTON}),
        "label",
        "BUTTON_COMPONENT_INVALID",
        "A button must have a label or an emoji",
        lambda one: not str(one.get("label") or "").strip() and not one.get("emoji"),
    ),
    Rule(
        "discord-api-docs#7835, #7920: no id is empty",
        SELECTS | {BUTTON},
        "custom_id",
        "BASE_TYPE_BAD_LENGTH",
        "Must be between 1 and 100 in length.",
        lambda one: one.get("style") != LINK and not 1 <= len(one.get("custom_id") or "") <= 100,
    ),
)
TWINS: Final = Rule(
    "discord-api-docs#3673: those of disabled components count, too",
    SELECTS | {BUTTON},
    "custom_id",
    "COMPONENT_CUSTOM_ID_DUPLICATED",
    "Component custom id cannot be duplicated",
    lambda _one: False,  # it takes two
)


def placed(components: list[Json], at: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its place in the body: `components.0.components.2`."""
    for number, one in enumerate(components):
        yield f"{at}.{number}", one
        yield from placed(one.get("components") or [], f"{at}.{number}.components")
        for inner in [name for name in ("accessory", "component") if name in one]:
            yield f"{at}.{number}.{inner}", one[inner]


def refused(components: list[Json]) -> tuple[str, Rule] | None:
    """The first field that breaks a rule, by its place, and the rule; None where nothing does."""
    named: set[str] = set()
    for at, one in placed(components):
        name = one.get("custom_id")
        if name and name in named:
            return f"{at}.{TWINS.field}", TWINS
        named.add(name or "")
        broken = next((rule for rule in RULES if one["type"] in rule.kinds and rule.broken(one)), None)
        if broken is not None:
            return f"{at}.{broken.field}", broken
    return None
