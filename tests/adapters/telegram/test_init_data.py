"""Who opens the Mini App: what Telegram has signed lately, and nothing else."""

import importlib
import json
from urllib.parse import urlencode

import pytest

from bot.adapters.telegram.init_data import AHEAD, OLDEST, Opened, key_of, read_init_data, sign
from bot.adapters.telegram.mini_app import app_address, app_link
from bot.messages.pages import table_in
from tests.loopback.telegram.running import need_aiogram

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's
KEY = key_of(TOKEN)
NOW = 1_700_000_000
ANNA = {"id": 77, "first_name": "Anna", "last_name": "Bianchi", "username": "anna", "language_code": "it"}


def fields(**others: str) -> dict[str, str]:
    user = json.dumps(ANNA, separators=(",", ":"))
    return {"query_id": "AAH", "user": user, "auth_date": str(NOW), "signature": "x_-", **others}


def signed(found: dict[str, str], key: bytes = KEY) -> str:
    return urlencode({**found, "hash": sign(found, key)})


def test_whom_telegram_vouches_for_is_read_with_their_names_and_what_led_there() -> None:
    opened = Opened("77", "Anna Bianchi", "anna", "it", "KQRB")
    assert read_init_data(signed(fields(start_param="KQRB")), KEY, NOW) == opened


def test_another_implementation_takes_the_same_for_telegram_s_own() -> None:
    """The library that is beside ours in the tests of the loopback server: it judges by the same bytes."""
    need_aiogram()
    check_webapp_signature = importlib.import_module("aiogram.utils.web_app").check_webapp_signature
    whole = signed(fields(start_param="KQRB"))
    assert check_webapp_signature(TOKEN, whole)
    assert not check_webapp_signature(TOKEN, whole.replace("77", "78"))
    assert not check_webapp_signature(TOKEN, whole.replace("&signature=x_-", ""))


@pytest.mark.parametrize(
    "text",
    [
        signed(fields()).replace("77", "78"),
        signed(fields()).replace("anna", "bruno"),
        signed(fields()) + "&start_param=KQRB",
        signed(fields()) + "&user=%7B%22id%22%3A78%7D",
        signed(fields()).replace("&signature=x_-", ""),
        signed(fields(), key_of("1234567890:BBHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX")),
        signed(fields(), b"WebAppData"),
        urlencode(fields()),
        urlencode({**fields(), "hash": ""}),
        urlencode({**fields(), "hash": "ä" * 64}),
        "",
        "hash=",
        "&" * 100,
        "%ff=%ff",
        "a=\ud800&hash=x",
        "a=b&hash=\ud800",
    ],
)
def test_what_was_altered_or_signed_by_another_lets_nobody_in(text: str) -> None:
    assert read_init_data(text, KEY, NOW) is None


@pytest.mark.parametrize(
    ("late", "good"), [(0, True), (OLDEST, True), (OLDEST + 1, False), (-AHEAD, True), (-AHEAD - 1, False)]
)
def test_it_is_good_for_an_hour_and_not_before_its_time(late: int, good: bool) -> None:
    assert (read_init_data(signed(fields()), KEY, NOW + late) is not None) is good


@pytest.mark.parametrize(
    "others",
    [
        {"auth_date": ""},
        {"auth_date": "-1"},
        {"auth_date": "x"},
        {"user": ""},
        {"user": "[]"},
        {"auth_date": str(NOW).translate({48 + digit: 0x660 + digit for digit in range(10)})},
        {"user": '{"id": "77"}'},
        {"user": '{"id": true}'},
        {"user": '{"id": 78, "is_bot": true}'},
    ],
)
def test_what_names_nobody_lets_nobody_in_though_it_is_signed(others: dict[str, str]) -> None:
    assert read_init_data(signed(fields(**others)), KEY, NOW) is None


def test_a_link_leads_to_a_table_or_to_none() -> None:
    assert [table_in(text) for text in ("KQRB", "kqrb", "0", "", "KQRB&x=1", "A" * 9)] == ["KQRB", "", "", "", "", ""]
    assert app_address("https://burraco.example.org/", "KQRB") == "https://burraco.example.org/telegram/?table=KQRB"
    assert app_address("https://burraco.example.org/club/", "") == "https://burraco.example.org/club/telegram/"
    assert app_link("burraco_bot", "KQRB") == "https://t.me/burraco_bot?startapp=KQRB"
