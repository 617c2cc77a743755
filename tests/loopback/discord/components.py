"""Buttons, selects and Components V2: what Discord refuses, and how it gives back what it took.

Limits of Discord's component reference that its schemas do not hold: rows, 40 components, 4,000 letters. What stands in
no reference is in `refusals`. All of it is judged as it was sent; only what was taken is finished.
"""

from typing import Final

from tests.loopback.discord.errors import invalid
from tests.loopback.discord.eyes import BUTTON, STRING_SELECT, TEXT_DISPLAY, parts
from tests.loopback.discord.refusals import LINK, SELECTS, refused
from tests.loopback.discord.values import Attachment, Json

ROW: Final = 1
TEXT_INPUT: Final = 4
THUMBNAIL: Final = 11
GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17
LABEL: Final = 18
ADDED: Final[dict[int, Json]] = {  # what Discord writes out where the bot left it open
    BUTTON: {"style": 2},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def check(components: list[Json], newer: bool) -> None:
    """Refuses components that break a limit; `newer` is the flag of Components V2."""
    everything = list(parts(components))
    broken = refused(components)
    if broken is not None:
        at, rule = broken
        raise invalid(at, rule.words, rule.code)
    for one in everything:
        _check_one(one)
    if newer:
        _check_newer(everything)
    else:
        _check_classic(components)


def _check_classic(rows: list[Json]) -> None:
    if len(rows) > 5:
        raise invalid("components", "Must be 5 or fewer in length.", "BASE_TYPE_BAD_LENGTH")
    if [one for one in rows if one["type"] != ROW]:
        raise invalid("components", 'Value of field "type" must be one of (1,).', "UNION_TYPE_CHOICES")


def _check_newer(everything: list[Json]) -> None:
    if len(everything) > 40:
        raise invalid("components", "Must be 40 or fewer in length.", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED")
    if sum(len(one["content"]) for one in everything if one["type"] == TEXT_DISPLAY) > 4000:
        raise invalid("components", "Displayable text exceeds 4000.", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED")


def _check_one(one: Json) -> None:
    kind = one["type"]
    if kind == ROW:
        inner = [part["type"] for part in one.get("components", [])]
        if not 1 <= len(inner) <= (1 if set(inner) & SELECTS else 5):
            raise invalid(
                "components", "The specified component exceeds the maximum width", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
            )
    if kind == BUTTON:
        _check_button(one)
    if kind == STRING_SELECT:
        _check_options(one)
    if kind == GALLERY and not 1 <= len(one.get("items", [])) <= 10:
        raise invalid("components", "Must be between 1 and 10 in length.", "BASE_TYPE_BAD_LENGTH")


def _check_button(one: Json) -> None:
    if len(one.get("label") or "") > 80:
        raise invalid("components.label", "Must be 80 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if one.get("style") == LINK and (not one.get("url") or one.get("custom_id")):
        raise invalid("components.url", "A link button needs a url and no custom id", "BUTTON_COMPONENT_INVALID")


def _check_options(one: Json) -> None:
    options = one.get("options", [])
    if not 1 <= len(options) <= 25:
        raise invalid("components.options", "Must be between 1 and 25 in length.", "BASE_TYPE_BAD_LENGTH")
    if [text for option in options for text in _texts(option) if len(text) > 100]:
        raise invalid("components.options", "Must be 100 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if (one.get("max_values") or 1) > len(options):
        raise invalid("components.max_values", "Must be between min_values and the options", "NUMBER_TYPE_MAX")


def _texts(option: Json) -> list[str]:
    return [option[name] for name in ("label", "value", "description") if option.get(name)]


def finished(components: list[Json], attachments: tuple[Attachment, ...], address: dict[int, str]) -> tuple[Json, ...]:
    """The components as Discord gives them back: numbered, defaults written out, `attachment://` resolved."""
    numbers = iter(range(1, 1000))
    found = {one.name: one for one in attachments}

    def media(component: Json) -> Json:
        file = found.get(component["url"].removeprefix("attachment://"))
        if not component["url"].startswith("attachment://"):
            return {"id": "0", "url": component["url"], "proxy_url": component["url"]}
        if file is None:
            raise invalid(
                "components.media",
                "The referenced attachment was not found",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            )
        size = {"width": file.width, "height": file.height} if file.width else {}
        where = {"url": address[file.id], "proxy_url": address[file.id], "attachment_id": str(file.id)}
        return {"id": str(file.id), "content_type": file.kind} | where | size

    def one(component: Json) -> Json:
        values = {name: value for name, value in component.items() if value is not None and name != "required"}
        out = ADDED.get(component["type"], {}) | values | {"id": component.get("id") or next(numbers)}
        for name in ("media", "file"):
            if name in values:
                out[name] = media(values[name])
        if "items" in values:
            bare = {"description": None, "spoiler": False}
            out["items"] = [bare | item | {"media": media(item["media"])} for item in values["items"]]
        if "components" in values:
            out["components"] = [one(inner) for inner in values["components"]]
        if "accessory" in values:
            out["accessory"] = one(values["accessory"])
        return out

    return tuple(one(component) for component in components)
