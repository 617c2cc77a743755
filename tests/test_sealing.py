"""Sealed tokens: only the secret opens them, and only where they were put."""

import pytest

from bot.sealing import MARK, NotOpened, opened, sealed

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's


def test_a_sealed_token_is_opened_by_its_secret_alone() -> None:
    text = sealed(TOKEN, "a secret", "circolo telegram")
    assert text.startswith(MARK)
    assert TOKEN not in text
    assert opened(text, "a secret", "circolo telegram") == TOKEN
    assert sealed(TOKEN, "a secret", "circolo telegram") != text


@pytest.mark.parametrize(
    ("secret", "about"), [("another", "circolo telegram"), ("a secret", "bar telegram"), ("", "circolo telegram")]
)
def test_nothing_else_opens_it(secret: str, about: str) -> None:
    with pytest.raises(NotOpened) as raised:
        opened(sealed(TOKEN, "a secret", "circolo telegram"), secret, about)
    assert TOKEN not in str(raised.value)


@pytest.mark.parametrize("spoilt", [MARK, MARK + "AAAA", MARK + "no base64!", MARK + "A" * 80])
def test_what_is_no_sealed_text_is_not_opened(spoilt: str) -> None:
    with pytest.raises(NotOpened):
        opened(spoilt, "a secret", "circolo telegram")


def test_without_a_secret_a_token_is_stored_as_it_is() -> None:
    assert sealed(TOKEN, "", "circolo telegram") == TOKEN
    assert opened(TOKEN, "", "circolo telegram") == opened(TOKEN, "a secret", "circolo telegram") == TOKEN
