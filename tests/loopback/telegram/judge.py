"""The judge: calls, answers and updates held against the published descriptions of the Bot API.

A wrong field, a wrong type or a missing one becomes a sentence; an empty list is a pass. What the
descriptions do not say (lengths in bytes) stands in `limits.py`; aiogram's models are in `second.py`.
"""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.loopback.telegram.values import Json

BASE: Final = "telegram-bot-api-10.1.json"
EXTRACT: Final = "telegram-bot-api-10.3-extract.json"
# Of the names only the extract has, these are new in 10.2 and 10.3; the others are old ones its library still takes.
NEWER: Final = frozenset(
    "ephemeral_message_parameters ephemeral_message_id receiver_user is_ephemeral "
    "disabled can_send_welcome_messages".split()
)
OF_JULY: Final = frozenset({"receiver_user_id", "callback_query_id"})
"""What 10.2 had in place of `ephemeral_message_parameters`; beside that it is for a server that is some months old."""
SCALARS: Final = {"Integer": int, "String": str, "Boolean": bool, "Float": float}
TELLING: Final = ("type", "status", "source")  # the field whose value chooses among the shapes of a union
UPLOAD: Final = object()  # what stands for a file that came beside the fields


@dataclass(frozen=True)
class Field:
    types: tuple[str, ...]
    required: bool


@dataclass(frozen=True)
class Judge:
    """The descriptions, by method and by type; `unions` are types that are one of several others."""

    methods: Mapping[str, Mapping[str, Field]]
    returns: Mapping[str, tuple[str, ...]]
    types: Mapping[str, Mapping[str, Field]]
    unions: Mapping[str, tuple[str, ...]]
    telling: Mapping[str, str]  # the fixed value of a shape's telling field

    def call(self, method: str, values: Mapping[str, Any]) -> list[str]:
        """What is wrong with a call; fields of a form are text and count as what they spell."""
        fields = self.methods.get(method)
        if fields is None:
            return [f"{method}: no such method"]
        older = OF_JULY if "ephemeral_message_parameters" in values else frozenset()
        faults = [f"{method}: unknown parameter {name}" for name in values if name not in fields and name not in older]
        faults += [
            f"{method}: {name} is missing" for name, one in fields.items() if one.required and name not in values
        ]
        for name, value in values.items():
            if name in fields:
                faults += self._first_of(fields[name].types, value, f"{method}.{name}", spelled=True)
        return faults

    def answer(self, method: str, result: Any) -> list[str]:
        return self._first_of(self.returns.get(method, ()), result, f"{method} → ")

    def update(self, update: Json) -> list[str]:
        return self._shape("Update", update, "Update")

    def _first_of(self, types: Sequence[str], value: Any, where: str, spelled: bool = False) -> list[str]:
        """Nothing when one of the types fits, else the complaints of the one that fits best."""
        tried = [self._one(name, value, where, spelled) for name in types]
        return [] if not tried else min(tried, key=len)

    def _one(self, name: str, value: Any, where: str, spelled: bool) -> list[str]:
        if name == "InputFile":
            return [] if value is UPLOAD else [f"{where}: no file"]
        if name in SCALARS:
            return self._scalar(name, value, where, spelled)
        if spelled and isinstance(value, str):
            try:
                value = json.loads(value)
            except ValueError:
                return [f"{where}: not JSON", f"{where}: {value[:40]!r}"]
        if name.startswith("Array of "):
            if not isinstance(value, list):
                return [f"{where}: not an array"]
            inner = name.removeprefix("Array of ")
            return [
                fault
                for at, one in enumerate(value)
                for fault in self._one(inner, one, f"{where}[{at}]", spelled=False)
            ]
        if name in self.unions:
            return self._first_of(self._candidates(name, value), value, where)
        return self._shape(name, value, where)

    def _scalar(self, name: str, value: Any, where: str, spelled: bool) -> list[str]:
        if spelled and isinstance(value, str):
            fine = {
                "Integer": re.fullmatch(r"-?\d+", value),
                "Boolean": value in {"true", "false", "True", "False"},
                "Float": re.fullmatch(r"-?\d+(\.\d+)?", value),
                "String": True,
            }[name]
        elif name == "Float":
            fine = isinstance(value, int | float) and not isinstance(value, bool)
        else:
            fine = type(value) is SCALARS[name]
        return [] if fine else [f"{where}: {str(value)[:40]!r} is no {name}"]

    def _candidates(self, union: str, value: Any) -> Sequence[str]:
        """The shapes of the union that a telling field allows; all of them when it says nothing."""
        names = self.unions[union]
        if not isinstance(value, dict):
            return names
        kinds = {value.get(field) for field in TELLING}
        return [name for name in names if self.telling.get(name) in kinds] or names

    def _shape(self, name: str, value: Any, where: str) -> list[str]:
        fields = self.types.get(name)
        if fields is None:
            return [f"{where}: the type {name} is not described"]
        if not isinstance(value, dict):
            return [f"{where}: no {name}", f"{where}: {str(value)[:40]!r}"]
        faults = [f"{where}: unknown field {one} of {name}" for one in value if one not in fields]
        faults += [
            f"{where}: {key} of {name} is missing" for key, one in fields.items() if one.required and key not in value
        ]
        for key, one in value.items():
            if key in fields:
                faults += self._first_of(fields[key].types, one, f"{where}.{key}")
        return faults


@functools.cache
def load(specs: Path) -> Judge:
    """The judge from the two descriptions in this folder; OSError when one is missing."""
    base = json.loads((specs / BASE).read_text("utf-8"))
    newer = json.loads((specs / EXTRACT).read_text("utf-8"))
    methods = {name: _fields(one) for name, one in base["methods"].items()}
    types = {name: _fields(one) for name, one in base["types"].items() if not one.get("subtypes")}
    unions = {name: tuple(one["subtypes"]) for name, one in base["types"].items() if one.get("subtypes")}
    returns = {name: tuple(one["returns"]) for name, one in base["methods"].items()}
    for name, one in newer["methods"].items():
        returns.setdefault(name, _types(one["returns"]))
        methods[name] = _merged(methods.get(name), one["fields"])
    for name, fields in newer["types"].items():
        if name not in unions:
            types[name] = _merged(types.get(name), fields)
    return Judge(methods, returns, types, unions, _telling(base["types"]))


def _fields(described: Json) -> dict[str, Field]:
    return {one["name"]: Field(tuple(one["types"]), one["required"]) for one in described.get("fields", [])}


def _merged(old: Mapping[str, Field] | None, new: Json) -> dict[str, Field]:
    """The old fields with the newer ones; a type or method that did not exist is taken as it is."""
    names = [name for name in new if name not in (old or {}) and (old is None or name in NEWER)]
    return dict(old or {}) | {name: Field(_types(new[name]["type"]), new[name]["required"]) for name in names}


def _types(written: str) -> tuple[str, ...]:
    """The names of a Python annotation: `aiogram.types.user.User | None` is ("User",)."""
    python = {"int": "Integer", "str": "String", "bool": "Boolean", "float": "Float", "datetime": "Integer"}
    listed = re.fullmatch(r"list\[(.+)\](?: \| None)?", written)
    if listed:
        return tuple(f"Array of {one}" for one in _types(listed[1]))
    words = re.sub(r"<class '(.+)'>", r"\1", written).split(" | ")
    names = [word.rpartition(".")[2] for word in words if word != "None" and not word.endswith("Default")]
    return tuple(python.get(name, name) for name in names)


def _telling(types: Json) -> dict[str, str]:
    """The value that tells a shape, read from its description: `Type of the result, must be photo`."""
    found = {}
    for name, one in types.items():
        for field in one.get("fields", []):
            constant = re.search(r"(?:must be|always) [“\"*]?(\w+)", field["description"])
            if field["name"] in TELLING and constant:
                found[name] = constant[1]
    return found
