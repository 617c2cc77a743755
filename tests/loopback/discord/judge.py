"""The judge: calls, answers and gateway frames held against the published descriptions of Discord.

A wrong, missing or unknown field becomes a sentence; an empty list is a pass. Four places are wider than the
descriptions: ids in requests may be integers, as the client sends them; the codes of inner errors are words, as those
of the real API are (discord-api-docs#7800); `flags_new` of READY may be missing and `flags` hold any bits; RELAXED
lists fields that the client always sends. The gateway's description lacks the events of BARE, whose required fields
stand there by hand.
"""

import copy
import functools
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from referencing import Registry
from referencing.jsonschema import DRAFT7, DRAFT202012

from tests.loopback.discord.remembering import Remembering
from tests.loopback.discord.shapes import shape
from tests.loopback.discord.values import Json

HTTP: Final = "discord-openapi.json"
GATEWAY: Final = "discord-gateway.schema.json"
ECHOED: Final = "attachments"  # an edit gives kept ones back as they came, with all their fields
COMMANDS: Final = "/commands"
RELAXED: Final = frozenset({"tts", "nsfw"})  # discord.py sends them with edits, and with lists of commands
COUNT: Final = {"type": ["integer", "null"]}
TEXT: Final = {"type": "string"}
ID: Final = {"type": "string", "pattern": r"^\d+$"}
BARE: Final[dict[str, Json]] = {  # events the description does not have: their required fields
    "RESUMED": {},
    "GUILD_DELETE": {"id": ID},
    "GUILD_MEMBER_ADD": {"guild_id": ID, "user": {"type": "object"}, "roles": {"type": "array"}, "joined_at": TEXT},
    "GUILD_MEMBER_REMOVE": {"guild_id": ID, "user": {"type": "object"}},
    "GUILD_SCHEDULED_EVENT_UPDATE": {"id": ID, "guild_id": ID, "name": TEXT},
    "GUILD_SCHEDULED_EVENT_DELETE": {"id": ID, "guild_id": ID, "name": TEXT},
    "GUILD_ROLE_CREATE": {"guild_id": ID, "role": {"type": "object"}},
    "GUILD_ROLE_UPDATE": {"guild_id": ID, "role": {"type": "object"}},
    "GUILD_ROLE_DELETE": {"guild_id": ID, "role_id": ID},
    "GUILD_MEMBER_UPDATE": {"guild_id": ID, "user": {"type": "object"}, "roles": {"type": "array"}},
    "MESSAGE_DELETE": {"id": ID, "channel_id": ID},
    "CHANNEL_CREATE": {"id": ID, "type": {"type": "integer"}},
    "CHANNEL_UPDATE": {"id": ID, "type": {"type": "integer"}},
    "CHANNEL_DELETE": {"id": ID, "type": {"type": "integer"}},
    "THREAD_CREATE": {"id": ID, "parent_id": ID, "thread_metadata": {"type": "object"}},
    "THREAD_UPDATE": {"id": ID, "parent_id": ID, "thread_metadata": {"type": "object"}},
    "THREAD_DELETE": {"id": ID, "parent_id": ID, "guild_id": ID},
}
DESCRIBED: Final = {
    "READY": "GatewayReadyDispatchData",
    "GUILD_CREATE": "GatewayGuildCreateDispatchData",
    "GUILD_SCHEDULED_EVENT_CREATE": "GatewayGuildScheduledEventCreateDispatchData",
    "INTERACTION_CREATE": "GatewayInteractionCreateDispatchData",
    "MESSAGE_CREATE": "GatewayMessageCreateDispatchData",
    "MESSAGE_UPDATE": "GatewayMessageUpdateDispatchData",
}
SIMPLE: Final[dict[int, Json]] = {  # frames that are no event and that the description does not have
    1: {"d": COUNT},
    6: {"d": {"type": "object", "required": ["token", "session_id", "seq"]}},
    7: {},
    9: {"d": {"type": "boolean"}},
    11: {},
}


class HttpJudge:
    """Calls and answers; validators are made once for each schema."""

    def __init__(self, specs: Path) -> None:
        strict = json.loads((specs / HTTP).read_text("utf-8"))
        inner = strict["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]
        inner["items"] = {"type": "object", "required": ["code", "message"], "properties": {"code": TEXT}}
        self.paths: Json = strict["paths"]
        loose = copy.deepcopy(strict)
        loose["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        self._documents = {"in": loose, "out": strict}
        self._registries: dict[str, Registry[Any]] = {
            way: Registry().with_resource("urn:discord", DRAFT202012.create_resource(one))
            for way, one in self._documents.items()
        }
        self._validators: dict[tuple[str, str], Remembering] = {}
        self._memos: dict[str, dict[Hashable, bool]] = {"in": {}, "out": {}}
        self._fine: set[Hashable] = set()  # what has been judged, and was as it should be

    def call(self, method: str, path: str, query: Mapping[str, str], body: Any, upload: bool) -> list[str]:
        """What is wrong with a call to a path template; `upload` is for bodies that came as a form with files."""
        memo = (method, path, upload, shape(dict(query)), shape(body))
        return self._once(memo, path, lambda: self._call(method, path, query, body, upload))

    def answer(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """What is wrong with an answer."""
        memo = (method, path, status, shape(body))
        return self._once(memo, path, lambda: self._answer(method, path, status, body))

    def _once(self, memo: Hashable, path: str, judged: Callable[[], list[str]]) -> list[str]:
        """The judgement, unless one of the same shape was fine. Names of commands have a pattern: each is judged."""
        if memo in self._fine and COMMANDS not in path:
            return []
        faults = judged()
        if not faults:
            self._fine.add(memo)
        return faults

    def _call(self, method: str, path: str, query: Mapping[str, str], body: Any, upload: bool) -> list[str]:
        operation = self.paths.get(path, {}).get(method.lower())
        if operation is None:
            return [f"{method} {path}: no such call"]
        where = f"{method} {path}"
        faults = self._query(where, operation, query)
        kinds = operation.get("requestBody", {}).get("content", {})
        if body is None:
            return [*faults, f"{where}: no body"] if operation.get("requestBody", {}).get("required") else faults
        at = ["paths", path, method.lower(), "requestBody", "content"]
        kind = "multipart/form-data" if upload or "application/json" not in kinds else "application/json"
        if kind not in kinds:
            return [*faults, f"{where}: takes no body of this kind"]
        schema = kinds[kind]["schema"]
        unknown = [f"{where}: unknown field {name}" for name in self._unknown([schema], body, "")]
        return faults + self._hold("in", [*at, kind, "schema"], body, where) + unknown

    def _answer(self, method: str, path: str, status: int, body: Any) -> list[str]:
        operation = self.paths.get(path, {}).get(method.lower())
        where = f"{method} {path} → {status}"
        if operation is None or status >= 500:
            return []
        key = next((one for one in (str(status), f"{status // 100}XX") if one in operation["responses"]), None)
        if key is None:
            return [f"{where}: this status is not described"]
        at = ["paths", path, method.lower(), "responses", key]
        if "$ref" in operation["responses"][key]:
            at = operation["responses"][key]["$ref"].removeprefix("#/").split("/")
        content = functools.reduce(lambda inside, step: inside[step], at, self._documents["out"]).get("content")
        if not content:
            return [] if body is None else [f"{where}: has a body"]
        return self._hold("out", [*at, "content", "application/json", "schema"], body, where)

    def _query(self, where: str, operation: Json, query: Mapping[str, str]) -> list[str]:
        parameters = {one["name"]: one["schema"] for one in operation.get("parameters", []) if one["in"] == "query"}
        faults = [f"{where}: unknown parameter {name}" for name in query if name not in parameters]
        flags = [name for name in query if parameters.get(name, {}).get("type") == "boolean"]
        bad = [name for name in flags if query[name].lower() not in {"0", "1", "true", "false"}]
        return faults + [f"{where}: {name} is no boolean" for name in bad]

    def _hold(self, way: str, at: list[str], value: Any, where: str) -> list[str]:
        pointer = "/".join([one.replace("~", "~0").replace("/", "~1") for one in at])
        if (way, pointer) not in self._validators:
            schema = {"$ref": f"urn:discord#/{pointer}"}
            registry = self._registries[way]
            strict = Draft202012Validator(schema, registry=registry)
            self._validators[way, pointer] = Remembering(strict, self._memos[way])
        return faults_in(self._validators[way, pointer], value, where)

    def _unknown(self, schemas: list[Json], value: Any, where: str) -> Iterator[str]:
        """Fields that no shape the value may have has; the schemas themselves let everything through."""
        shapes = [one for schema in schemas for one in self._shapes(schema)]
        if isinstance(value, list):
            items = [one["items"] for one in shapes if isinstance(one.get("items"), dict)]
            for at, inner in enumerate(value if items else []):
                yield from self._unknown(items, inner, f"{where}[{at}]")
        if isinstance(value, dict) and [one for one in shapes if "properties" in one]:
            kind = value.get("type")
            fitting = [one for one in shapes if kind in one.get("properties", {}).get("type", {}).get("enum", [kind])]
            open_ended = [one for one in fitting if isinstance(one.get("additionalProperties"), dict)]
            for name, inner in value.items():
                found = [one["properties"][name] for one in fitting if name in one.get("properties", {})]
                if found and name != ECHOED:
                    yield from self._unknown(found, inner, f"{where}.{name}")
                elif not found and not open_ended and name not in RELAXED:
                    yield f"{where}.{name}".removeprefix(".")

    def _shapes(self, schema: Json) -> Iterator[Json]:
        if "$ref" in schema:
            yield from self._shapes(self._documents["in"]["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        for union in ("anyOf", "oneOf", "allOf"):
            for one in schema.get(union, []):
                yield from self._shapes(one)
        yield schema


class GatewayJudge:
    """Frames both ways."""

    def __init__(self, specs: Path) -> None:
        document = json.loads((specs / GATEWAY).read_text("utf-8"))
        for name, one in document["definitions"].items():
            if name.endswith("Flags") and {"enum", "const"} & set(one):
                one.clear()
                one["type"] = "integer"
        application = document["definitions"]["GatewayReadyDispatchData"]["properties"]["application"]
        application["properties"]["flags"] = {"type": "integer"}
        application["required"] = ["id", "flags"]
        registry: Registry[Any] = Registry().with_resource("urn:gateway", DRAFT7.create_resource(document))
        names = [*DESCRIBED.values(), "GatewayHello", "GatewayIdentify"]
        memo: dict[Hashable, bool] = {}
        self._described = {
            name: Remembering(Draft7Validator({"$ref": f"urn:gateway#/definitions/{name}"}, registry=registry), memo)
            for name in names
        }
        self._fine: set[Hashable] = set()

    def frame(self, way: str, frame: Json) -> list[str]:
        """What is wrong with a frame that came in from the client ("in") or went out to it."""
        memo = (way, shape(frame.get("op")), frame.get("t"), shape(frame.get("d")), shape(frame.get("s") is None))
        if memo in self._fine:
            return []
        faults = self._frame(way, frame)
        if not faults:
            self._fine.add(memo)
        return faults

    def _frame(self, way: str, frame: Json) -> list[str]:
        match frame.get("op"):
            case 0 if way == "out":
                return self._event(frame)
            case 2 if way == "in":
                return faults_in(self._described["GatewayIdentify"], frame, "IDENTIFY")
            case 10 if way == "out":
                return faults_in(self._described["GatewayHello"], frame, "HELLO")
            case 3 | 4 | 8 if way == "in":
                return []
            case op if op in SIMPLE:
                return _required(SIMPLE[op], frame, f"op {op}")
            case op:
                return [f"gateway: op {op} {way}"]

    def _event(self, frame: Json) -> list[str]:
        name = frame["t"]
        faults = [] if isinstance(frame.get("s"), int) else [f"{name}: no sequence"]
        if name in DESCRIBED:
            return faults + faults_in(self._described[DESCRIBED[name]], frame["d"], name)
        if name not in BARE:
            return [*faults, f"{name}: no such event"]
        return faults + _required(BARE[name], frame["d"], name)


def _required(fields: Json, value: Json, where: str) -> list[str]:
    return faults_in(Draft7Validator({"type": "object", "required": list(fields), "properties": fields}), value, where)


def faults_in(validator: Validator | Remembering, value: Any, where: str) -> list[str]:
    """The complaint that says most, as one sentence."""
    found = list(validator.iter_errors(value))
    if not found:
        return []
    inner = _innermost(min(found, key=lambda one: len(one.absolute_path)))
    return [f"{where}: {_place(inner)} {inner.message[:300]}"]


def _innermost(error: ValidationError) -> ValidationError:
    """The complaint about the shape that was meant: the one whose `type` fits and that has least against the value."""
    branches: dict[Any, list[ValidationError]] = {}
    for one in error.context or []:
        branches.setdefault(one.schema_path[0], []).append(one)
    if not branches:
        return error

    def strange(found: list[ValidationError]) -> tuple[bool, int, int]:
        other_kind = [one for one in found if one.validator == "type" and not one.relative_path]
        mistaken = bool(other_kind) or any(list(one.relative_path)[-1:] == ["type"] for one in found)
        return mistaken, -max(len(one.absolute_path) for one in found), len(found)

    return _innermost(min(branches.values(), key=strange)[0])


def _place(error: ValidationError) -> str:
    return ".".join([str(one) for one in error.absolute_path]) or "(all)"


@functools.cache
def load(specs: Path) -> tuple[HttpJudge, GatewayJudge]:
    """The judges from the descriptions in this folder; OSError when one is missing."""
    return HttpJudge(specs), GatewayJudge(specs)
