"""Settings: what they may be, all errors at once, and no secret in any of them."""

from pathlib import Path
from typing import Any

import pytest

from bot.adapters.web.files import pages
from bot.config.configuration import Configuration, DatabaseSettings, chat_platforms, variables
from bot.config.given import Misconfigured, given_variables, load, repeated, unknown
from bot.config.values import Address, parse_address
from bot.locales import offered_languages

TOKEN = "MTE4NjM1NjQ3MTIzNDU2Nzg5MA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ab"  # noqa: S105  nobody's


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and nothing set."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def set_to(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(f"BURRACO_{name}", value)


def problems() -> dict[str, str]:
    with pytest.raises(Misconfigured) as caught:
        load(Configuration)
    assert str(caught.value) == "\n".join([f"{name}: {reason}" for name, reason in caught.value.problems])
    return dict(caught.value.problems)


def test_with_nothing_set_there_is_a_browser_table_on_loopback() -> None:
    settings = load(Configuration)
    assert settings.web == Address("127.0.0.1", 8765)
    assert settings.database == Path("burraco.db")
    assert (settings.language, settings.log, settings.log_format) == ("en", "info", "text")
    assert (settings.discord_token, settings.telegram_token, settings.telegram_webhook) == (None, None, None)
    assert given_variables() == {}


def test_the_environment_wins_over_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# mine\nBURRACO_LANGUAGE=it\nexport BURRACO_LOG='debug'\nBURRACO_WEB=off\nOTHER=1\n"
    (folder / ".env").write_text(text, encoding="utf-8")
    set_to(monkeypatch, WEB="[::1]:0")
    settings = load(Configuration)
    assert (settings.language, settings.log, settings.web) == ("it", "debug", Address("::1", 0))
    assert given_variables() == {
        "BURRACO_LANGUAGE": ("it", ".env"),
        "BURRACO_LOG": ("debug", ".env"),
        "BURRACO_WEB": ("[::1]:0", "environment"),
    }


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, WEB="", DATABASE="", DISCORD_TOKEN="")
    assert load(Configuration).web == Address("127.0.0.1", 8765)
    assert given_variables() == {}


def test_all_errors_are_told_at_once_and_none_shows_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "DATABASE": "mysql://ada:hunter2@db/burraco",
        "DISCORD_TOKEN": "Bot hunter2",
        "DISCORD_SECRET": "a secret: hunter2",
        "DISCORD_API": "ftp://hunter2",
        "DISCORD_GATEWAY": "http://hunter2",
        "DISCORD_INTERACTIONS": "http://hunter2.example.org",
        "DISCORD_SHARDS": "hunter2",
        "TELEGRAM_TOKEN": "hunter2\x07",
        "TELEGRAM_API": "http://127.0.0.1:hunter2",
        "TELEGRAM_WEBHOOK": "http://hunter2.example.org",
        "WEB": "hunter2",
        "PUBLIC": "hunter2.example.org",
        "LANGUAGE": "hunter2",
        "LOG": "hunter2",
        "LOG_FORMAT": "hunter2",
        "ARCHIVE_DAYS": "hunter2 days",
        "TRUSTED": "hunter2.example.org",
        "BOTS_SECRET": "hunter2",
    }
    set_to(monkeypatch, **wrong)
    found = problems()
    assert set(found) == {f"BURRACO_{name}" for name in wrong} == set(variables())
    assert "hunter2" not in str(found)
    assert found["BURRACO_DATABASE"].startswith("is an address of something else; name a file")
    assert found["BURRACO_LANGUAGE"] == f"is one of {', '.join(offered_languages())}"
    assert found["BURRACO_LOG"] == "is one of debug, info, warning, error"
    assert not any("\n" in reason for reason in found.values())


@pytest.mark.parametrize("text", ["0", "17", "-2", "2.0", "100"])
def test_shards_are_a_number_that_the_limits_can_be_shared_by(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    set_to(monkeypatch, DISCORD_SHARDS=text)
    assert problems() == {
        "BURRACO_DISCORD_SHARDS": "is a number of shards from 1 to 16, or auto: as many as Discord asks for"
    }
    set_to(monkeypatch, DISCORD_SHARDS="16")
    assert load(Configuration).discord_shards == 16
    set_to(monkeypatch, DISCORD_SHARDS=" Auto")
    assert load(Configuration).discord_shards == "auto"


def test_a_secret_is_hidden_in_whatever_shows_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, DISCORD_TOKEN=f" {TOKEN}\n", TELEGRAM_TOKEN="4321:own-server")  # noqa: S106  nobody's
    settings = load(Configuration)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    for text in (repr(settings), str(settings), settings.model_dump_json(), str(vars(settings))):
        assert TOKEN not in text
        assert "own-server" not in text


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8765", Address("127.0.0.1", 8765)),
        (" 0.0.0.0:0 ", Address("0.0.0.0", 0)),  # noqa: S104  nothing listens
        ("localhost:65535", Address("localhost", 65535)),
        ("my-host.example.org:80", Address("my-host.example.org", 80)),
        ("[::]:8765", Address("::", 8765)),
        ("OFF", None),
    ],
)
def test_an_address_is_host_and_port(text: str, address: Address | None) -> None:
    assert parse_address(text) == address
    if address is not None:
        assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        *["", "8765", ":8765", "127.0.0.1", "127.0.0.1:", "h:65536", "h:-1", "h:8_0", "h:٣", "no", "a b:80", "a/b:80"],
        *["http://127.0.0.1:80", "-a:80", "::1:80", "[x]:80", "[]:80", "[127.0.0.1]:80"],
    ],
)
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_address(text)


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.1.2.3", "127.1.2.3"),
        ("localhost", "localhost"),
        ("::1", "::1"),
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104  nothing listens
        ("::", "::1"),
        ("192.168.1.20", "192.168.1.20"),
        ("my-host", "my-host"),
    ],
)
def test_by_which_host_this_machine_itself_reaches_an_address(host: str, own: str) -> None:
    assert Address(host, 8765).own_host == own


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("DISCORD_API", "http://127.0.0.1:9000/api/v10/", "http://127.0.0.1:9000/api/v10"),
        ("DISCORD_GATEWAY", "ws://127.0.0.1:9000", "ws://127.0.0.1:9000/"),
        ("DISCORD_GATEWAY", "wss://gateway.example.org/", "wss://gateway.example.org/"),
        ("TELEGRAM_API", "http://127.0.0.1:8081", "http://127.0.0.1:8081"),
        ("TELEGRAM_WEBHOOK", "https://example.org/telegram", "https://example.org/telegram"),
        ("TELEGRAM_WEBHOOK", "https://example.org:8443/telegram/", "https://example.org:8443/telegram"),
        ("TELEGRAM_WEBHOOK", "off", None),
        ("LANGUAGE", " IT ", "it"),
        ("ARCHIVE_DAYS", " 90 ", 90),
        ("ARCHIVE_DAYS", "0", 0),
        ("ARCHIVE_DAYS", "OFF", None),
        ("PUBLIC", "https://burraco.example.org/", "https://burraco.example.org"),
        ("PUBLIC", "HTTPS://Burraco.Example.ORG:443/club/", "https://burraco.example.org/club"),
        ("PUBLIC", "http://192.168.1.20:8765", "http://192.168.1.20:8765"),
        ("PUBLIC", "https://[2001:DB8::7]:8443", "https://[2001:db8::7]:8443"),
    ],
)
def test_what_is_written_in_several_ways_means_the_same(
    name: str, text: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(monkeypatch, **{name: text})
    assert getattr(load(Configuration), name.lower()) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TELEGRAM_API", "http://127.0.0.1:8081?x=1"),
        ("TELEGRAM_API", "http://"),
        ("TELEGRAM_API", "127.0.0.1:8081"),
        ("DISCORD_GATEWAY", "ws://127.0.0.1:0"),
        ("DATABASE", "mysql://example.org/x"),
        ("TELEGRAM_WEBHOOK", "http://example.org/hook"),
        ("TELEGRAM_WEBHOOK", "https://example.org:9000/hook"),
        ("TELEGRAM_TOKEN", "abc"),
        ("ARCHIVE_DAYS", "-1"),
        ("ARCHIVE_DAYS", "1.5"),
        ("ARCHIVE_DAYS", "1000000"),
        ("TELEGRAM_TOKEN", "zażółć-gęślą"),
    ],
)
def test_what_cannot_be_used_is_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, **{name: text})
    assert set(problems()) == {f"BURRACO_{name}"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("burraco.example.org", "is the whole address"),
        ("ftp://burraco.example.org", "is the whole address"),
        ("https://", "is an address such as"),
        ("https://burraco.example.org:0", "is an address such as"),
        ("https://zażółć.example.org", "is the whole address"),
        ("https://*.example.org", "is the whole address"),
        ("https://0.0.0.0:8765", "nobody finds"),
        ("https://[::]", "nobody finds"),
        ("https://anna:secret@burraco.example.org", "no name and no password"),
        ("https://burraco.example.org/?a=b", "has no ?"),
        ("https://burraco.example.org/#here", "has no ?"),
        ("https://burraco.example.org/?", "has no ?"),
        ("https://burraco.example.org/a/../b", "plain letters"),
        ("https://burraco.example.org/a{b}", "plain letters"),
        ("https://burraco.example.org//club", "plain letters"),
        ("https://burraco.example.org/telegram", "needs itself"),
        ("https://burraco.example.org/discord/", "needs itself"),
        ("https://burraco.example.org/healthz", "needs itself"),
        ("https://burraco.example.org/table.js", "needs itself"),
        ("https://burraco.example.org/bots/", "such as /bots-table"),
        ("https://burraco.example.org/club/bots/sala", "such as /club/bots-table/sala"),
    ],
)
def test_a_wrong_public_address_is_refused_in_one_sentence(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(monkeypatch, PUBLIC=text)
    (sentence,) = problems().values()
    assert reason in sentence
    assert "\n" not in sentence


def test_a_path_of_the_program_s_own_is_refused_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    for own in (*pages(), *chat_platforms(), "healthz", "metrics", "ws", "replay"):
        set_to(monkeypatch, PUBLIC=f"https://burraco.example.org/{own}")
        assert "needs itself" in "".join(problems().values()), own
    for other in ("telegrams", "club/telegram", "telegram/club", "rewatch", "club.d", "bots-table/sala", "robots"):
        set_to(monkeypatch, PUBLIC=f"https://burraco.example.org/{other}")
        assert load(Configuration).public == f"https://burraco.example.org/{other}"


def test_a_server_of_ones_own_may_call_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, TELEGRAM_API="http://127.0.0.1:8081", TELEGRAM_WEBHOOK="http://127.0.0.1:9001/hook")
    assert load(Configuration).telegram_webhook == "http://127.0.0.1:9001/hook"


def test_discord_posts_to_encrypted_addresses_at_a_path_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://burraco.example.org/hook"
    set_to(monkeypatch, DISCORD_INTERACTIONS=address)
    assert load(Configuration).discord_interactions == address
    set_to(monkeypatch, DISCORD_INTERACTIONS="off")
    assert load(Configuration).discord_interactions is None
    set_to(monkeypatch, DISCORD_INTERACTIONS="http://burraco.example.org/hook")
    with pytest.raises(Misconfigured, match="https:// only"):
        load(Configuration)
    set_to(monkeypatch, DISCORD_INTERACTIONS=address, TELEGRAM_WEBHOOK=address)
    with pytest.raises(Misconfigured, match="the path"):
        load(Configuration)


def test_a_command_of_the_database_needs_no_other_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, DATABASE="mine.db", WEB="nonsense")
    assert load(DatabaseSettings).database == Path("mine.db")


def test_a_misspelt_variable_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("BURRACO_PORT=1\nBURRACO_LOG=info\n", encoding="utf-8")
    set_to(monkeypatch, DISCORD_TOKE="x")
    assert unknown() == ("BURRACO_DISCORD_TOKE", "BURRACO_PORT")


def test_a_variable_that_stands_in_the_file_more_than_once_is_noticed_with_its_lines(folder: Path) -> None:
    assert repeated() == {}
    lines = ["BURRACO_LOG=debug", "# BURRACO_LOG=error", "", "export BURRACO_LOG='info'", "OTHER=1", "OTHER=2"]
    (folder / ".env").write_text("\n".join([*lines, "BURRACO_WEB=off", "burraco_log ="]), encoding="utf-8")
    assert repeated() == {"BURRACO_LOG": (1, 4, 8)}


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / ".env").write_bytes(b"BURRACO_LANGUAGE=\xff\n")
    assert problems() == {".env": "is not UTF-8 text"}


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (['BURRACO_TELEGRAM_TOKEN="1234:hunter2-hunter2'], "line 1"),
        (["BURRACO_LANGUAGE: it", "BURRACO_LOG=debug"], "line 1"),
        (["BURRACO_LOG=debug", "", "BURRACO_LANGUAGE it", "set BURRACO_WEB=off"], "lines 3 and 4"),
        (["# mine", "BURRACO_LANGUAGE"], "line 2"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_that_sets_nothing_is_named_by_its_number_alone(
    lines: list[str], numbers: str, end: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text("".join([line + end for line in lines]), encoding="utf-8", newline="")
    assert problems() == {".env": f"{numbers} cannot be read; a line is NAME=VALUE, with no quote left open"}
    assert capfd.readouterr() == ("", "")


def test_lines_that_another_program_reads_there_are_no_fault(folder: Path) -> None:
    text = "export PATH_OF_MINE\r\nPGPASSWORD='a b'\r\n\r\n  BURRACO_LANGUAGE = it  # italiano\r\nBURRACO_LOG=\r\n"
    (folder / ".env").write_text(text, encoding="utf-8", newline="")
    assert (load(Configuration).language, load(Configuration).log) == ("it", "info")


def test_a_folder_or_a_link_to_nothing_in_place_of_the_file_is_named(folder: Path) -> None:
    (folder / ".env").mkdir()
    assert problems() == {".env": "is a folder; remove it, or put the settings into a file of that name"}
    (folder / ".env").rmdir()
    (folder / ".env").symlink_to("nowhere")
    assert problems() == {".env": "is a link to a file that is not there"}


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_name_in_brackets_stands_for_its_variable_and_a_dollar_for_itself(
    quote: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB", "circolo")
    (folder / ".env").write_text(f"BURRACO_DATABASE={quote}${{CLUB}}-${{NOWHERE}}$CLUB.db{quote}\n", encoding="utf-8")
    assert load(Configuration).database == Path("circolo-$CLUB.db")


def test_the_name_of_the_database_is_what_stands_there_without_spaces_and_line_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for text in ("mine.db\r", " mine.db ", "mine.db\n"):
        set_to(monkeypatch, DATABASE=text)
        assert load(DatabaseSettings).database == Path("mine.db")


@pytest.mark.parametrize("text", ["~/mine.db", "~anna/mine.db", "$HOME/mine.db", "${HOME}/mine.db"])
def test_what_only_a_shell_reads_is_no_folder_of_the_database(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell reads `.env`, nor the settings of a service or a container."""
    set_to(monkeypatch, DATABASE=text)
    (sentence,) = problems().values()
    assert sentence == "begins with ~ or $, which only a shell reads; write out the folder, as /home/anna/burraco.db"


@pytest.mark.parametrize("text", ["~mine.db", "club/~/mine.db", "$mine.db", "club$/mine.db"])
def test_a_tilde_and_a_dollar_may_stand_in_a_name(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, DATABASE=text)
    assert load(DatabaseSettings).database == Path(text)


@pytest.mark.parametrize("text", ["  ", "\r", '"mine.db"', "'mine.db'", "x" * 256, "a/" * 2100 + "b", "a\nb"])
def test_what_is_the_name_of_no_file_is_no_database(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, DATABASE=text)
    (sentence,) = problems().values()
    assert sentence.startswith(("is no name of a file", "has quotes around it"))


def test_the_balancers_are_addresses_and_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(Configuration).trusted is None
    set_to(monkeypatch, TRUSTED="10.0.0.7, 172.30.0.0/16,fd00::/8")
    assert [str(one) for one in load(Configuration).trusted or ()] == ["10.0.0.7/32", "172.30.0.0/16", "fd00::/8"]


@pytest.mark.parametrize("text", ["balancer", "10.0.0.7/8", "10.0.0.7,", "10.0.0.0/33", "0.0.0.0/0"])
def test_a_balancer_that_cannot_be_meant_is_refused_in_a_sentence(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, TRUSTED=text)
    (sentence,) = problems().values()
    assert sentence.startswith(("is addresses or networks", "names everybody"))
