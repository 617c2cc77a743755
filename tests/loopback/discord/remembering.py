"""A validator that remembers, by each part of a description, which shapes of values were as it says, and which not.

Parts are what `$ref` leads to: a button, a user, a member. Messages differ, their parts hardly; so what is alike in two
of them is judged once. Where something is wrong all of it is judged again, in full, to say what.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from tests.loopback.discord.shapes import shape

Judgements = dict[Hashable, bool]
WRONG: Final = "was wrong before"


class Remembering:
    """`strict` judges. `judgements` are the judgements: of one description, for each of which a name means one part."""

    def __init__(self, strict: Any, judgements: Judgements) -> None:
        self._strict = strict
        self._judgements = judgements
        self._shapes: dict[int, Hashable] = {}  # of the parts of the value that is judged now
        quick: Any = extend(type(strict), {"$ref": self._part})  # type: ignore[no-untyped-call]  # the library's own
        self._quick = quick(strict.schema, registry=strict._registry)

    def iter_errors(self, value: Any) -> Iterable[ValidationError]:
        """What is wrong with the value; nothing where it is as it should be."""
        self._shapes = {}
        return [] if self._quick.is_valid(value) else self._strict.iter_errors(value)

    def _part(self, validator: Validator, ref: str, value: Any, _schema: Any) -> Iterator[ValidationError]:
        """The judgement on a part: as before, or the first one."""
        if id(value) not in self._shapes:
            self._shapes[id(value)] = shape(value)
        part = (ref, self._shapes[id(value)])
        if part not in self._judgements:
            whole = validator._validate_reference(ref=ref, instance=value)  # type: ignore[attr-defined]  # the library does so itself
            self._judgements[part] = next(iter(whole), None) is None
        if not self._judgements[part]:
            yield ValidationError(WRONG)
