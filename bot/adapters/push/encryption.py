"""A message encrypted for one browser (RFC 8291, in one record of RFC 8188): who carries it sees its length alone."""

import secrets
import struct
from base64 import urlsafe_b64decode
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096  # bytes; a message is shorter
LAST: Final = b"\x02"  # ends the last record
SALT: Final = 16  # bytes


def encrypt(message: bytes, key: str, auth: str) -> bytes:
    """The body of a request, for the browser with this public key and secret, both in base64.

    Raises `ValueError` where they are none.
    """
    return encrypted(message, decoded(key), decoded(auth), ec.generate_private_key(CURVE), secrets.token_bytes(SALT))


def encrypted(message: bytes, key: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The same with a key of one's own and a salt that nobody may use twice."""
    theirs, ours = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key), point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, auth, b"WebPush: info\0" + key + ours, 32)
    cipher = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD, len(ours)) + ours
    return head + cipher.encrypt(nonce, message + LAST, None)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decoded(text: str) -> bytes:
    """Base64 for addresses, without its padding. Raises `ValueError`."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
