"""By what a push service knows this host (VAPID, RFC 8292): a key of its own, and a signed word for each service."""

import json
from base64 import urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from bot.adapters.push.encryption import CURVE, decoded, point

HOURS: Final = 12  # that a word is good for; services take at most a day
SIZE: Final = 32  # bytes of a private key, and of each half of a signature


def new_key() -> str:
    """A private key, in base64; whoever has it can write to the browsers that subscribed to it."""
    return encoded(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(SIZE, "big"))


class VapidKey:
    """That of one host. `contact`: whom a service can turn to, an address of a page or of mail."""

    def __init__(self, key: str, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(decoded(key), "big"), CURVE)
        self._contact = contact
        self.public_key = encoded(point(self._key.public_key()))

    def header(self, service: str, now: int) -> str:
        """What authorizes a message to a service, `https://host`; `now` in seconds."""
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": service, "exp": now + HOURS * 3600, "sub": self._contact}
        text = ".".join([encoded(json.dumps(part).encode()) for part in (head, claims)])
        halves = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = b"".join([half.to_bytes(SIZE, "big") for half in halves])
        return f"vapid t={text}.{encoded(signature)}, k={self.public_key}"


def encoded(content: bytes) -> str:
    """Base64 for addresses, without its padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()
