"""compose.scale.yaml, as far as it can be read without Docker: what it starts, what it opens, what it keeps secret."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config.configuration import Configuration, variables
from bot.config.given import load
from bot.database_address import ServerDatabase

HOSTS = ("first-host", "second-host")
DATABASES = ("first-database", "second-database")


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "compose.scale.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def compose(text: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def test_it_starts_two_hosts_two_databases_and_a_balancer(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {*HOSTS, *DATABASES, "balancer"}
    assert compose["services"][HOSTS[0]] == compose["services"][HOSTS[1]]


def test_only_the_balancer_is_reached_and_only_by_its_own_machine(compose: dict[str, Any]) -> None:
    ports = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert ports == {"balancer": ["127.0.0.1:8765:8765"]}


def test_hosts_know_their_settings_and_both_databases(
    compose: dict[str, Any], text: str, monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    assert set(re.findall(r"BURRACO_[A-Z_]+", text)) <= set(variables())
    for name, value in compose["services"][HOSTS[0]]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = load(Configuration)
    assert isinstance(settings.database, ServerDatabase)
    assert str(settings.database) == f"postgresql://burraco@{','.join(DATABASES)}/burraco"
    assert settings.web is not None
    (subnet,) = [one["subnet"] for one in compose["networks"]["default"]["ipam"]["config"]]
    assert [str(one) for one in settings.trusted or ()] == [subnet]
    assert f"trusted_proxies static {subnet}" in compose["configs"]["both-hosts"]["content"]
    for host in HOSTS:
        assert f"{host}:{settings.web.port}" in compose["configs"]["both-hosts"]["content"]


def test_nothing_is_posted_to_them(
    compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch, clean_settings: None
) -> None:
    """One host alone takes posts; the other answers 503, which Caddy passes on."""
    monkeypatch.setenv("BURRACO_TELEGRAM_WEBHOOK", "https://burraco.example.org/telegram/b2f1")
    monkeypatch.setenv("BURRACO_DISCORD_INTERACTIONS", "https://burraco.example.org/discord/b2f1")
    for name, value in compose["services"][HOSTS[0]]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = load(Configuration)
    assert (settings.telegram_webhook, settings.discord_interactions) == (None, None)


def test_no_password_is_written_in_it(compose: dict[str, Any], text: str) -> None:
    found = [
        value
        for service in compose["services"].values()
        for name, value in service.get("environment", {}).items()
        if "PASSWORD" in name
    ]
    assert len(found) == len(HOSTS) + len(DATABASES)
    assert all(value.startswith("${PGPASSWORD:?") for value in found)
    assert "://burraco:" not in text


def test_everything_is_looked_after(compose: dict[str, Any], root: Path) -> None:
    services = compose["services"]
    assert all(services[name]["restart"] == "unless-stopped" for name in services)
    assert all("healthcheck" in services[name] for name in (*DATABASES, "balancer"))
    assert "HEALTHCHECK" in (root / "Dockerfile").read_text("utf-8")  # the hosts'
    assert all(services[name]["logging"] == {"driver": "local"} for name in services)  # or logs grow for ever
    for host in HOSTS:
        assert services[host]["depends_on"] == {name: {"condition": "service_healthy"} for name in DATABASES}


def test_what_it_names_is_there(compose: dict[str, Any]) -> None:
    used = [one for service in compose["services"].values() for one in service.get("configs", ())]
    assert {one["source"] for one in used} == set(compose["configs"])
    volumes = [one for service in compose["services"].values() for one in service.get("volumes", ())]
    assert {one.partition(":")[0] for one in volumes} == set(compose["volumes"])
