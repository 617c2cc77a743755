"""A push service and a browser behind it: it takes what is posted, as a real one does, and reads it by its own key."""

import asyncio
import json
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC

from bot.adapters.push.encryption import CURVE, point
from bot.adapters.push.signature import encoded
from tests.loopback.serving import listening

PATIENCE: Final = 90.0  # seconds
AUTH: Final = b"sixteen bytes of"


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushService:
    """One browser's: what arrived, decrypted, with its headers. `statuses` are answered in turn, and then 201."""

    url: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    statuses: list[int] = field(default_factory=list)
    posts: list[Mapping[str, str]] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    posted: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def subscription(self) -> dict[str, str]:
        """As a browser gives it to its page."""
        return {
            "endpoint": f"{self.url}/send/abc",
            "key": encoded(point(self.key.public_key())),
            "auth": encoded(AUTH),
        }

    async def until(self, so: Callable[[], bool]) -> None:
        """Until it is so, looked at after each post and now and then."""
        async with asyncio.timeout(PATIENCE):
            while not so():
                self.posted.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.posted.wait(), 0.05)

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.posts.append(request.headers)
        self.bodies.append(body)
        status = self.statuses.pop(0) if self.statuses else 201
        if status == 201:
            self.messages.append(json.loads(decrypted(body, self.key, AUTH)))
        self.posted.set()
        return web.Response(status=status, headers={"Location": "http://127.0.0.1:1/", "Retry-After": "0"})


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    found = PushService()
    app = web.Application()
    app.router.add_post("/send/abc", found.answer)
    async with listening(app, 0) as url:
        found.url = url
        yield found


# --- as a browser does it (RFC 8291, RFC 8292), step by step and by nothing of ours -----------------------------------


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    salt, length = body[:16], body[20]
    theirs, text = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    info = b"WebPush: info\0" + point(key.public_key()) + theirs + b"\1"
    pseudo = _hmac(salt, _hmac(_hmac(auth, shared), info))
    cipher = _hmac(pseudo, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(pseudo, b"Content-Encoding: nonce\0\1")[:12]
    padded = AESGCM(cipher).decrypt(nonce, text, None)
    message, _, padding = padded.rpartition(b"\2")
    assert not padding.strip(b"\0")
    return message


def claims(authorization: str) -> tuple[dict[str, Any], str]:
    """What was signed, and by which public key. Raises `InvalidSignature` where that is not so."""
    scheme, facts = authorization.split(" ", 1)
    assert scheme == "vapid"
    named = dict(fact.strip().split("=", 1) for fact in facts.split(","))
    head, body, signature = named["t"].split(".")
    assert json.loads(raw(head))["alg"] == "ES256"
    halves = [int.from_bytes(part, "big") for part in (raw(signature)[:32], raw(signature)[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw(named["k"]))
    key.verify(encode_dss_signature(*halves), f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
    return json.loads(raw(body)), named["k"]


def _hmac(key: bytes, message: bytes) -> bytes:
    found = HMAC(key, SHA256())
    found.update(message)
    return found.finalize()
