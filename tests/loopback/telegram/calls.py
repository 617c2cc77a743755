"""One call of the Bot API as it came: fields of a form or of JSON, files beside them. The log is made of these."""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.judge import UPLOAD
from tests.loopback.telegram.values import Json


@dataclass(frozen=True)
class Upload:
    name: str
    data: bytes


@dataclass
class Call:
    """A method with what was given to it; `outcome` is the answer's JSON, None while there is none."""

    method: str
    at: float
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)
    outcome: Json | None = None

    @property
    def succeeded(self) -> bool:
        return bool(self.outcome and self.outcome["ok"])

    @property
    def parameters(self) -> Json:
        """The fields for the judges; a file that is a field itself stands there as UPLOAD."""
        return self.fields | {name: UPLOAD for name in self.files if name in {"photo", "document", "certificate"}}

    def text(self, name: str, default: str = "") -> str:
        value = self.fields.get(name, default)
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        value = self.fields.get(name, default)
        try:
            return int(value)
        except (TypeError, ValueError):
            raise bad(f'invalid {name} specified: "{value}"') from None

    def flag(self, name: str) -> bool:
        return str(self.fields.get(name, "")).lower() in {"true", "1", "yes"}

    def json(self, name: str) -> Any:
        """A list or an object; None when it was not given."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise bad(f"can't parse {name} JSON object") from None
