"""The second judge: aiogram's models, which other people wrote. Without aiogram it finds nothing wrong."""

import functools
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import BaseModel

from tests.loopback.telegram.judge import UPLOAD
from tests.loopback.telegram.values import Json

_HOLDING: Final = (BaseModel, list, tuple)  # what may hold models, or is one


@functools.cache
def aiogram() -> ModuleType | None:
    """The library, or None where it is not installed."""
    try:
        with _built_when_needed():
            return importlib.import_module("aiogram")
    except ModuleNotFoundError:
        return None


@contextmanager
def _built_when_needed() -> Iterator[None]:
    """A model of what is loaded meanwhile is built by pydantic where it is first used.

    aiogram builds all of its models at once, which takes four seconds, and a test uses a few of them. What it says that
    the names in them mean is put into their modules, where pydantic looks for it.
    """

    def remember(model: type[BaseModel], *, _types_namespace: Mapping[str, Any]) -> None:
        for name, meaning in _types_namespace.items():
            vars(sys.modules[model.__module__]).setdefault(name, meaning)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BaseModel, "model_rebuild", classmethod(remember))
        yield


class Second:
    """Builds each call, answer and update as a model, and complains of what does not fit or is left over."""

    def __init__(self) -> None:
        self._types = importlib.import_module("aiogram.types")
        self._methods = importlib.import_module("aiogram.methods")
        self._invalid: type[Exception] = importlib.import_module("pydantic").ValidationError

    def call(self, method: str, values: Mapping[str, Any]) -> list[str]:
        model = getattr(self._methods, method[:1].upper() + method[1:], None)
        if model is None:
            return [f"aiogram: no method {method}"]
        upload = self._types.BufferedInputFile(b"", "file")
        fields = {name: upload if value is UPLOAD else _unspelled(value, name) for name, value in values.items()}
        return self._built(model, fields, method)

    def answer(self, method: str, result: Any) -> list[str]:
        model = getattr(self._methods, method[:1].upper() + method[1:], None)
        return self._built(_answered(model), {"ok": True, "result": result}, method) if model else []

    def update(self, update: Json) -> list[str]:
        return self._built(self._types.Update, update, "Update")

    def _built(self, model: Any, fields: Any, where: str) -> list[str]:
        try:
            model_value = model.model_validate(fields)
        except self._invalid as wrong:
            return [f"aiogram: {where}: {' '.join(str(wrong).split())[:400]}"]
        return [f"aiogram: {where}: unknown {name}" for name in _left_over(model_value)]


@functools.cache  # pydantic forgets it as soon as nobody holds it, and it takes long to make
def _answered(method: Any) -> Any:
    """The model of what a method's model answers with."""
    return importlib.import_module("aiogram.methods.base").Response[method.__returning__]


def _unspelled(value: Any, name: str) -> Any:
    """A form's field as JSON where it is an object or a list; text stays text."""
    if isinstance(value, str) and value[:1] in {"{", "["} and name not in {"text", "caption"}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _left_over(model_value: Any) -> list[str]:
    """The names no model knows, at any depth. What is in one is mostly text, which is not looked into."""
    if isinstance(model_value, list | tuple):
        return [name for one in model_value for name in _left_over(one)]
    if not isinstance(model_value, BaseModel):
        return []
    inner = [one for one in vars(model_value).values() if isinstance(one, _HOLDING)]
    return [*(model_value.model_extra or {}), *[name for one in inner for name in _left_over(one)]]
