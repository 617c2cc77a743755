"""`burraco bots`: added by a token that nobody sees, listed, removed, and what is refused."""

import asyncio
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli.added_bots import settings_of
from bot.cli.logins import ACCOUNTS
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.sealing import MARK, NotOpened
from bot.store.bot_rows import added_bots
from bot.store.host_lock import only_host
from tests.loopback.discord import Discord
from tests.loopback.discord import serve as discord_server
from tests.loopback.running import specs
from tests.loopback.telegram import serve as telegram_server

TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
RENEWED = "1234567890:AAnewnewnewnewnewnewnewnewnewnewnew"
OTHER = "2234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
DISCORD = "MTE4NjM1NjQ3MTIzNDU2Nzg5MA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ab"
SECRET = "sixteen signs at least"  # noqa: S105  nobody's

Bots = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and nothing set."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bots:
    """Runs the command with this on standard input; the status, and all that was printed, in which no token stands."""

    def run(*arguments: str, line: str = "") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(line))
        status = main(["bots", *arguments])
        output = capsys.readouterr()
        assert not any(token in output.out + output.err for token in (TELEGRAM, RENEWED, OTHER, DISCORD))
        return status, output.out + output.err

    return run


def add(bots: Bots, name: str, token: str, *more: str) -> tuple[int, str]:
    platform = "telegram" if ":" in token else "discord"
    return bots("add", platform, "--name", name, "--offline", *more, line=f"{token}\n")


def listed(bots: Bots) -> list[dict[str, Any]]:
    status, text = bots("list", "--json")
    assert status == 0
    found: list[dict[str, Any]] = json.loads(text)["bots"]
    return found


def test_a_bot_is_added_with_its_language_look_and_administrators(bots: Bots) -> None:
    assert add(bots, "circolo", TELEGRAM, "--language", "it", "--look", "dark", "--administrator", "7") == (
        0,
        "circolo: telegram was added; no host runs with burraco.db now; the next one serves it\n",
    )
    add(bots, "circolo", DISCORD, "--administrator", "discord:8", "--administrator", "9")
    discord, telegram = listed(bots)
    assert telegram["name"] == discord["name"] == "circolo"
    assert (telegram["platform"], telegram["administrators"]) == ("telegram", ["telegram:7"])
    assert (discord["platform"], discord["administrators"]) == ("discord", ["discord:8", "discord:9"])
    assert (telegram["language"], telegram["look"], telegram["runs_on"]) == ("it", "dark", "")
    _, text = bots("list")
    assert text.splitlines()[0].split() == ["name", "platform", "called", "language", "look", "added", "runs", "on"]
    assert "administrators: discord:8, discord:9" in text


def test_how_a_bot_is_served_is_changed_without_its_token(bots: Bots, folder: Path) -> None:
    add(bots, "circolo", DISCORD, "--language", "it", "--shards", "AUTO")
    before = added_bots(folder / "burraco.db")[0]
    assert (listed(bots)[0]["shards"], before.tokens[0].shards) == ("auto", "auto")
    status, text = bots("set", "discord", "--name", "circolo", "--shards", "4", "--look", "dark")
    assert (status, text.startswith("circolo: discord was changed; no host runs")) == (0, True)
    (after,) = added_bots(folder / "burraco.db")
    assert (after.language, after.look, after.tokens[0].shards) == ("it", "dark", "4")
    assert after.tokens[0].token == before.tokens[0].token
    assert settings_of(load(Configuration), after).discord_shards == 4
    assert "shards: 4" in bots("list")[1]
    add(bots, "circolo", DISCORD)
    assert listed(bots)[0]["shards"] == "4"  # what is not given stays
    assert bots("set", "discord", "--name", "circolo", "--shards", "none")[0] == 0
    assert listed(bots)[0]["shards"] == ""


@pytest.mark.parametrize(
    ("platform", "name", "shards", "why"),
    [
        ("discord", "circolo", "17", "from 1 to 16"),
        ("discord", "bar", "2", "there is no bot bar on discord"),
        ("telegram", "circolo", "2", "there is no bot circolo on telegram"),
    ],
)
def test_what_cannot_be_set_is_refused(bots: Bots, platform: str, name: str, shards: str, why: str) -> None:
    add(bots, "circolo", DISCORD)
    status, text = bots("set", platform, "--name", name, "--shards", shards)
    assert (status, why in text) == (2, True)
    assert listed(bots)[0]["shards"] == ""


def test_telegram_has_no_shards(bots: Bots) -> None:
    status, text = add(bots, "circolo", TELEGRAM, "--shards", "2")
    assert (status, "Discord alone has" in text) == (2, True)


def test_bots_are_known_in_a_database_that_a_host_has_yet_to_upgrade(bots: Bots, folder: Path) -> None:
    add(bots, "circolo", DISCORD)
    with closing(sqlite3.connect(folder / "burraco.db")) as connection, connection:
        for column in ("shards", "secret"):
            connection.execute(f"ALTER TABLE tokens DROP COLUMN {column}")
        connection.execute("DELETE FROM migrations WHERE number = 18")
    assert [one.name for one in added_bots(folder / "burraco.db")] == ["circolo"]


def test_nothing_is_listed_where_there_is_nothing(bots: Bots, folder: Path) -> None:
    assert bots("list") == (0, "no bot: `burraco bots add telegram`, or a token in the settings\n")
    assert not (folder / "burraco.db").exists()


def test_the_bot_of_the_settings_is_listed_first(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", OTHER)
    add(bots, "bar", TELEGRAM)
    assert [(one["name"], one["added"] == "settings") for one in listed(bots)] == [("burraco", True), ("bar", False)]


def test_a_removed_bot_loses_its_token_and_may_come_again(bots: Bots, folder: Path) -> None:
    add(bots, "circolo", TELEGRAM, "--language", "it")
    assert bots("remove", "circolo")[0] == 2  # nobody is there to be asked
    status, text = bots("remove", "circolo", "--yes")
    assert (status, text.startswith("circolo: its token is deleted here")) == (0, True)
    assert "added again. Whoever has" in text
    assert TELEGRAM.encode() not in b"".join([file.read_bytes() for file in folder.iterdir()])
    assert [one["runs_on"] for one in listed(bots)] == ["removed"]
    assert bots("remove", "circolo", "--yes")[0] == 2
    assert (
        add(bots, "circolo", RENEWED)[1]
        == "circolo: telegram goes on; no host runs with burraco.db now; the next one serves it\n"
    )
    assert [(one["language"], one["runs_on"]) for one in listed(bots)] == [("it", "")]


def test_only_one_platform_of_a_bot_is_removed(bots: Bots) -> None:
    add(bots, "circolo", TELEGRAM)
    add(bots, "circolo", DISCORD)
    bots("remove", "circolo", "--platform", "discord", "--yes")
    assert [one["runs_on"] for one in listed(bots)] == ["removed", ""]


def test_another_bot_under_the_same_name_is_refused_unless_it_is_meant(bots: Bots) -> None:
    add(bots, "circolo", TELEGRAM)
    status, text = add(bots, "circolo", OTHER, "--instead")
    assert (status, "remove that one first" in text) == (1, True)
    bots("remove", "circolo", "--yes")
    status, text = add(bots, "circolo", OTHER)
    assert (status, "--instead" in text) == (1, True)
    assert add(bots, "circolo", OTHER, "--instead")[0] == 0


def test_another_bot_that_nobody_was_asked_about_is_not_called_as_the_one_before(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ACCOUNTS, "telegram", lambda _settings, token: (token.partition(":")[0], "Circolo"))
    bots("add", "telegram", "--name", "circolo", line=f"{TELEGRAM}\n")
    assert [one["called"] for one in listed(bots)] == ["Circolo"]
    bots("remove", "circolo", "--yes")
    assert add(bots, "circolo", OTHER, "--instead")[0] == 0
    assert [one["called"] for one in listed(bots)] == [""]


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_a_token_in_a_file_that_is_no_utf_8_is_refused_and_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], errors: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TELEGRAM.encode("utf-16")), "utf-8", errors))
    assert main(["bots", "add", "telegram", "--name", "circolo", "--offline"]) == 2
    complaint = capsys.readouterr().err.replace("\\x00", "").replace("\0", "")
    assert "fault" not in complaint
    assert TELEGRAM[:10] not in complaint


def test_a_token_in_a_file_that_windows_has_marked_as_utf_8_is_read(bots: Bots) -> None:
    assert add(bots, "circolo", f"\ufeff{TELEGRAM}\r")[0] == 0
    assert [one["name"] for one in listed(bots)] == ["circolo"]


class Terminal(io.StringIO):
    """One at which somebody presses Ctrl-D."""

    def isatty(self) -> bool:
        return True


def test_who_ends_their_input_at_a_terminal_has_changed_nothing(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ends(_prompt: str) -> str:
        raise EOFError

    add(bots, "circolo", TELEGRAM)
    monkeypatch.setattr("getpass.getpass", ends)
    monkeypatch.setattr("sys.stdin", Terminal())
    assert main(["bots", "remove", "circolo"]) == 2
    assert "nothing was removed" in capsys.readouterr().err
    assert main(["bots", "add", "telegram", "--name", "bar", "--offline"]) == 2
    assert "has no token" in capsys.readouterr().err
    assert [one["runs_on"] for one in listed(bots)] == [""]


def test_the_same_bot_under_two_names_is_refused(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    add(bots, "circolo", TELEGRAM)
    assert add(bots, "bar", RENEWED) == (1, "burraco bots: this bot is served already, as circolo\n")
    monkeypatch.setenv("BURRACO_DISCORD_TOKEN", DISCORD)
    status, text = add(bots, "bar", DISCORD)
    assert (status, "BURRACO_DISCORD_TOKEN" in text) == (1, True)


@pytest.mark.parametrize("line", ["", "\n", "not a token\n", "123\n", f"{TELEGRAM} {TELEGRAM}\n", "è" * 40])
def test_what_is_no_token_is_refused_and_not_repeated(bots: Bots, line: str) -> None:
    status, text = bots("add", "telegram", "--name", "circolo", "--offline", line=line)
    assert status == 2
    assert not line.strip() or line.strip() not in text


@pytest.mark.parametrize("name", ["burraco", "A", "a", "Circolo", "a b", "-x", "x/y", "x" * 33, "circòlo"])
def test_a_name_that_could_be_misread_is_refused(bots: Bots, name: str) -> None:
    assert add(bots, name, TELEGRAM)[0] == 2


def test_a_bot_may_lose_its_administrators(bots: Bots) -> None:
    add(bots, "circolo", TELEGRAM, "--administrator", "7", "--administrator", "8")
    add(bots, "circolo", TELEGRAM)
    assert [one["administrators"] for one in listed(bots)] == [["telegram:7", "telegram:8"]]
    add(bots, "circolo", TELEGRAM, "--administrator", "none")
    assert [one["administrators"] for one in listed(bots)] == [[]]


def test_an_administrator_is_a_number(bots: Bots) -> None:
    status, text = add(bots, "circolo", TELEGRAM, "--administrator", "anna")
    assert (status, "names can change hands" in text) == (2, True)


def test_a_token_is_sealed_where_there_is_a_secret(bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET)
    add(bots, "circolo", TELEGRAM)
    (bot,) = added_bots(folder / "burraco.db")
    assert bot.tokens[0].token.startswith(MARK)
    assert settings_of(load(Configuration), bot).tokens == {"telegram": TELEGRAM}
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET[::-1])
    with pytest.raises(NotOpened):
        settings_of(load(Configuration), bot)


def test_a_token_that_was_sealed_is_not_stored_open_where_the_secret_is_missing(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET)
    add(bots, "circolo", TELEGRAM)
    monkeypatch.delenv("BURRACO_BOTS_SECRET")
    status, text = add(bots, "circolo", TELEGRAM, "--language", "it")
    assert (status, "BURRACO_BOTS_SECRET is not set here" in text) == (2, True)
    (bot,) = added_bots(folder / "burraco.db")
    assert (bot.tokens[0].token.startswith(MARK), bot.language) == (True, "")
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET[::-1])  # the old one is lost
    assert add(bots, "circolo", TELEGRAM)[0] == 0
    monkeypatch.delenv("BURRACO_BOTS_SECRET")
    bots("remove", "circolo", "--yes")
    assert add(bots, "circolo", TELEGRAM)[0] == 0


def test_whoever_adds_a_bot_where_no_host_runs_is_told_so(bots: Bots, folder: Path) -> None:
    assert "no host runs with burraco.db now" in add(bots, "circolo", TELEGRAM)[1]
    with only_host(folder / "burraco.db"):
        assert "a running host serves it within seconds" in add(bots, "circolo", TELEGRAM)[1]


def test_a_secret_of_a_bot_that_was_removed_while_it_was_asked_for_is_not_kept(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    add(bots, "circolo", DISCORD)

    def removed_meanwhile(_prompt: str) -> str:
        assert main(["bots", "remove", "circolo", "--yes"]) == 0
        return "an-applications-own-secret"

    monkeypatch.setattr("bot.cli.bots._read_hidden", removed_meanwhile)
    status, text = bots("set", "discord", "--name", "circolo", "--secret")
    assert (status, "there is no bot circolo on discord" in text) == (2, True)
    assert [one.secret for one in added_bots(folder / "burraco.db")[0].tokens] == [""]


def test_a_short_secret_is_refused(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURRACO_BOTS_SECRET", "short")
    status, text = bots("list")
    assert (status, "BURRACO_BOTS_SECRET: has 16 signs at least" in text) == (2, True)


def test_the_settings_of_an_added_bot_are_its_own(bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    for name, value in {
        "TELEGRAM_TOKEN": OTHER,
        "DISCORD_TOKEN": DISCORD,
        "DISCORD_SECRET": "Zx81QnV7mLp0TbEw",
        "TELEGRAM_WEBHOOK": "https://burraco.example.org/telegram",
    }.items():
        monkeypatch.setenv(f"BURRACO_{name}", value)
    add(bots, "circolo", TELEGRAM, "--language", "it")
    settings = settings_of(load(Configuration), added_bots(folder / "burraco.db")[0])
    assert settings.tokens == {"telegram": TELEGRAM}
    assert (settings.language, settings.discord_secret) == ("it", None)
    assert settings.telegram_webhook == "https://burraco.example.org/telegram/circolo"


def test_the_platform_says_who_it_is(tmp_path: Path, root: Path) -> None:
    async def main_() -> None:
        async with discord_server(specs()) as discord, telegram_server(specs()) as telegram:
            for server in (discord, telegram):
                platform = "discord" if isinstance(server, Discord) else "telegram"
                api = server.api if isinstance(server, Discord) else server.base_url.removesuffix("/bot")
                settings = {f"BURRACO_{platform.upper()}_API": api, "PYTHONPATH": str(root)}
                status, out = await ask_platform(tmp_path, settings, platform, server.token)
                assert (status, "was added" in out) == (0, True), out
                assert (await ask_platform(tmp_path, settings, platform, f"{server.token[:-3]}xyz"))[0] == 1
                settings = {**settings, f"BURRACO_{platform.upper()}_API": "http://127.0.0.1:9"}
                status, out = await ask_platform(tmp_path, settings, platform, server.token)
                assert (status, "--offline" in out) == (2, True)
            found = {one.name: one.tokens for one in added_bots(tmp_path / "burraco.db")}
            (of_discord,), (of_telegram,) = found["burraco-on-discord"], found["burraco-on-telegram"]
            assert of_discord.account == str(discord.bot.id)
            assert (of_telegram.account, of_telegram.called) == (str(telegram.bot.id), f"@{telegram.bot.username}")
            assert discord.violations == telegram.violations == []

    asyncio.run(main_())


async def ask_platform(folder: Path, settings: dict[str, str], platform: str, token: str) -> tuple[int, str]:
    """What `bots add` answers in a process of its own."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("BURRACO_")}
    command = [sys.executable, "-m", "bot", "bots", "add", platform, "--name", f"burraco-on-{platform}"]
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={**others, **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    out, _ = await process.communicate(f"{token}\n".encode())
    assert token not in out.decode()
    assert process.returncode is not None
    return process.returncode, out.decode()


def test_the_page_of_a_bot_is_below_that_of_the_settings(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("BURRACO_PUBLIC", "https://burraco.example.org/club")
    add(bots, "circolo", TELEGRAM)
    own = settings_of(load(Configuration), added_bots(folder / "burraco.db")[0])
    assert own.opens_in_apps
    assert own.public == "https://burraco.example.org/club/bots/circolo"
    assert "page: https://burraco.example.org/club/bots/circolo/" in bots("list")[1]


def test_the_secret_of_an_application_is_kept_as_its_token_is(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setenv("BURRACO_DISCORD_SECRET", "that-of-the-settings")
    application = "kQx2vJ0b7Yt4LmNpRsTuVwXyZ1234567"

    def stored() -> bytes:
        return b"".join([file.read_bytes() for file in folder.iterdir()])

    def secret() -> str:
        found = settings_of(load(Configuration), added_bots(folder / "burraco.db")[0]).discord_secret
        return found.get_secret_value() if found else ""

    add(bots, "circolo", DISCORD)
    assert secret() == ""  # never that of another application
    assert bots("set", "discord", "--name", "circolo", "--secret", line=f"{application}\n")[0] == 0
    assert secret() == application
    add(bots, "circolo", DISCORD, "--language", "it")
    assert secret() == application
    assert application not in bots("list", "--json")[1] + repr(added_bots(folder / "burraco.db"))
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET)
    for line in (f"{DISCORD}\n", f"{application}\n"):
        chore = ["add", "discord", "--offline"] if line.startswith(DISCORD) else ["set", "discord", "--secret"]
        assert bots(*chore, "--name", "circolo", line=line)[0] == 0
    assert application.encode() not in stored()
    assert secret() == application
    monkeypatch.delenv("BURRACO_BOTS_SECRET")
    status, text = bots("set", "discord", "--name", "circolo", "--secret", line=f"{application}\n")
    assert (status, "is stored sealed" in text) == (2, True)
    assert bots("set", "discord", "--name", "circolo", "--secret", line="none\n")[0] == 0
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET)
    assert secret() == ""
    assert bots("set", "discord", "--name", "circolo", "--secret", line="two words\n")[0] == 2
    add(bots, "bar", TELEGRAM)
    assert bots("set", "telegram", "--name", "bar", "--secret", line=f"{application}\n")[0] == 2
    bots("set", "discord", "--name", "circolo", "--secret", line=f"{application}\n")
    bots("remove", "circolo", "--yes")
    assert added_bots(folder / "burraco.db")[1].tokens[0].secret == ""


def test_doctor_looks_at_the_tokens_of_added_bots(
    bots: Bots, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "off")
    monkeypatch.setenv("BURRACO_BOTS_SECRET", SECRET)
    add(bots, "circolo", TELEGRAM)
    assert doctors_words(capsys, 0)["circolo telegram"] == ("the token has the right form", "")
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", RENEWED)
    words, mend = doctors_words(capsys, 1)["circolo telegram"]
    assert (words, "bots remove circolo" in mend) == ("is the bot of the settings, too", True)
    monkeypatch.delenv("BURRACO_TELEGRAM_TOKEN")
    monkeypatch.delenv("BURRACO_BOTS_SECRET")
    words, mend = doctors_words(capsys, 1)["circolo telegram"]
    assert (words, "set the secret" in mend) == ("the token is sealed, and BURRACO_BOTS_SECRET is not set", True)


def doctors_words(capsys: pytest.CaptureFixture[str], status: int) -> dict[str, tuple[str, str]]:
    """What `burraco doctor` says of bots, by what it has looked at; the last word on each."""
    found = main(["doctor", "--json", "--offline"])
    output = capsys.readouterr()
    assert found == status, output.out
    assert not any(token in output.out + output.err for token in (TELEGRAM, RENEWED))
    words = {one["name"]: (one["words"], one["mend"]) for one in json.loads(output.out)["findings"] if not one["mend"]}
    mends = {one["name"]: (one["words"], one["mend"]) for one in json.loads(output.out)["findings"] if one["mend"]}
    return {**words, **mends}
