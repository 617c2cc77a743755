"""The judges: what is right passes, and each kind of wrong is named."""

from pathlib import Path
from typing import Any

import pytest

from tests.loopback.discord import wire
from tests.loopback.discord.judge import GatewayJudge, HttpJudge, load
from tests.loopback.discord.values import Content, Message
from tests.loopback.discord.world import World

SEND = ("POST", "/channels/{channel_id}/messages")
BUTTON = {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}


@pytest.fixture(scope="module")
def http(shared: Path) -> HttpJudge:
    return load(shared / "specs")[0]


@pytest.fixture(scope="module")
def gateway(shared: Path) -> GatewayJudge:
    return load(shared / "specs")[1]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"content": "Ciao"}, None),
        ({"content": 5}, "5 is not of type"),
        ({"contents": "Ciao"}, "unknown field contents"),
        ({"content": "x", "components": [{"type": 1, "components": [BUTTON]}]}, None),
        ({"content": "x", "components": [{"type": 1, "components": [BUTTON | {"label": "x" * 81}]}]}, "too long"),
        ({"content": "x", "components": [{"type": 1, "components": [BUTTON | {"text": "x"}]}]}, "components[0].text"),
        ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0"),
        ({"allowed_mentions": {"users": [5]}, "content": "x"}, None),
        ({"nonce": "x" * 26, "content": "x"}, "too long"),
        (None, "no body"),
    ],
)
def test_a_call(http: HttpJudge, body: Any, complaint: str | None) -> None:
    found = " ".join(http.call(*SEND, {}, body, upload=False))
    assert complaint in found if complaint else not found


def test_what_was_wrong_is_told_again_and_elsewhere_by_its_place(http: HttpJudge) -> None:
    def complaint(*buttons: dict[str, Any]) -> str:
        rows = [{"type": 1, "components": [one]} for one in buttons]
        return " ".join(http.call(*SEND, {}, {"content": "x", "components": rows}, upload=False))

    wrong = BUTTON | {"label": "y" * 90}
    assert "components.0.components.0.label" in complaint(wrong)
    assert complaint(wrong) == complaint(wrong)
    assert complaint(BUTTON, BUTTON | {"label": "Esci"}) == ""
    assert "components.1.components.0.label" in complaint(BUTTON, wrong)
    assert complaint(BUTTON) == ""


def test_addresses_and_queries(http: HttpJudge) -> None:
    assert "no such call" in http.call("POST", "/channels", {}, None, upload=False)[0]
    hook = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
    assert http.call(*hook, {"wait": "1"}, {"content": "x"}, upload=False) == []
    assert "wait is no boolean" in http.call(*hook, {"wait": "soon"}, {"content": "x"}, upload=False)[0]
    assert "unknown parameter when" in http.call(*hook, {"when": "1"}, {"content": "x"}, upload=False)[0]


def message(world: World) -> dict[str, Any]:
    person = world.dm(world.users[max(world.users)])
    return wire.message(world, Message(world.clock.snowflake(), person, world.bot, world.clock.now(), Content("x")))


@pytest.fixture
def world() -> World:
    world = World()
    world.join(world.maker)
    world.users.pop(world.bot.id)
    return world


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({}, None), ({"id": 5}, "5 is not of type 'string'"), ({"flags": None}, "flags"), ({"author": {}}, "author")],
)
def test_an_answer_and_an_event(
    http: HttpJudge, gateway: GatewayJudge, world: World, change: dict[str, Any], complaint: str | None
) -> None:
    body = message(world) | change
    event = {"op": 0, "t": "MESSAGE_CREATE", "s": 1, "d": body}
    for found in (http.answer(*SEND, 200, body), gateway.frame("out", event)):
        assert complaint in " ".join(found) if complaint else found == []


def test_statuses(http: HttpJudge) -> None:
    assert http.answer(*SEND, 403, {"code": 50013, "message": "Missing Permissions"}) == []
    assert "code" in http.answer(*SEND, 403, {"message": "x"})[0]
    assert "retry_after" in http.answer(*SEND, 429, {"message": "x", "code": 0, "global": False})[0]
    assert "not described" in http.answer(*SEND, 201, {})[0]
    delete = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
    assert http.answer(*delete, 204, None) == []
    assert "has a body" in http.answer(*delete, 204, {})[0]
    assert http.answer(*SEND, 500, None) == []


@pytest.mark.parametrize(
    ("way", "frame", "complaint"),
    [
        ("out", {"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None}, None),
        ("out", {"op": 10, "d": {}, "s": None, "t": None}, "heartbeat_interval"),
        ("in", {"op": 1, "d": 5}, None),
        ("in", {"op": 1, "d": "five"}, "'five'"),
        ("in", {"op": 2, "d": {"token": "x", "properties": {"os": "", "browser": "", "device": ""}}}, "intents"),
        ("in", {"op": 6, "d": {"token": "x"}}, "session_id"),
        ("out", {"op": 9, "d": None}, "boolean"),
        ("out", {"op": 0, "t": "GUILD_DELETE", "s": 3, "d": {"id": "5"}}, None),
        ("out", {"op": 0, "t": "GUILD_DELETE", "d": {"id": "5"}}, "no sequence"),
        ("out", {"op": 0, "t": "GUILD_DELETE", "s": 3, "d": {"id": 5}}, "5 is not of type"),
        ("out", {"op": 0, "t": "GUILD_LOST", "s": 3, "d": {}}, "no such event"),
        ("out", {"op": 2, "d": {}}, "op 2 out"),
        ("in", {"op": 0, "t": "READY", "s": 1, "d": {}}, "op 0 in"),
    ],
)
def test_a_frame(gateway: GatewayJudge, way: str, frame: dict[str, Any], complaint: str | None) -> None:
    found = gateway.frame(way, frame)
    assert complaint in " ".join(found) if complaint else found == []
