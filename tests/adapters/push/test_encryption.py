"""The words of the standards themselves, and addresses that lead into a network of one's own."""

import asyncio
import threading
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from bot.adapters.push.encryption import CURVE, decoded, encrypted, point
from bot.adapters.push.public_addresses import THREADS, PublicResolver, is_public
from bot.adapters.push.signature import VapidKey, encoded, new_key
from bot.requests.pushes import is_endpoint
from tests.loopback.push import claims, decrypted

WATERMELON = b"When I grow up, I want to be a watermelon"
OURS, THEIRS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, section 5."""


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def test_the_example_of_the_standard() -> None:
    key, auth = private(THEIRS), decoded(AUTH)
    body = encrypted(WATERMELON, point(key.public_key()), auth, private(OURS), decoded(SALT))
    assert encoded(body) == BODY
    assert decrypted(body, key, auth) == WATERMELON


def test_a_service_can_tell_who_signed_what_and_until_when() -> None:
    signature = VapidKey(new_key(), "https://burraco.example")
    found, key = claims(signature.header("https://push.example", 1_000))
    assert found == {"aud": "https://push.example", "exp": 1_000 + 12 * 3600, "sub": "https://burraco.example"}
    assert key == signature.public_key


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    "127.0.0.1 10.1.2.3 192.168.0.9 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ::1 fe80::1%eth0 fd00::1 "
    "::ffff:10.0.0.1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 ff02::1".split(),
)
def test_addresses_of_networks_of_ones_own(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "text",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d",
    ],
)
def test_addresses_of_push_services_are_taken(text: str) -> None:
    assert is_endpoint(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://localhost/a",
        "https://push.example",
        "https://push.example:8443/a",
        "https://somebody@push.example/a",
        "https://push.example/a b",
        "https://push.example/a\r\nX: y",
        "file:///etc/passwd",
    ],
)
def test_other_addresses_are_not(text: str) -> None:
    assert not is_endpoint(text)


def test_names_that_nobody_answers_for_take_no_thread_of_anybody_else() -> None:
    async def main() -> None:
        silent = threading.Event()

        def look_up(*_: object) -> list[Any]:
            silent.wait()
            return []

        resolver = PublicResolver(look_up)
        tasks = [asyncio.create_task(resolver.resolve(f"n{number}.example")) for number in range(2 * THREADS)]
        assert await asyncio.to_thread(lambda: "at once") == "at once"
        silent.set()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(one, OSError) for one in outcomes)
        await resolver.close()

    asyncio.run(main())
