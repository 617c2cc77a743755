"""Tokens sealed with a secret of the owner's, so that the database alone, or a backup of it, lets nobody log in.

A sealed text is `sealed1:` and, in base64, 16 bytes of salt, 12 of nonce, and what AES-256-GCM makes of the token. The
key is scrypt of the secret (N 2^14, r 8, p 1). What the token is for is authenticated with it, so that one cannot be
put in another's place.
"""

import os
from base64 import b64decode, b64encode
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MARK: Final = "sealed1:"
SALT: Final = 16  # bytes
NONCE: Final = 12


class NotOpened(Exception):
    """The sealed text cannot be read: why, in words that hold nothing of it."""


def sealed(token: str, secret: str, about: str) -> str:
    """The token as it is stored; as it is where there is no secret. `about`: whose it is, and where."""
    if not secret:
        return token
    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    content = AESGCM(_key(secret, salt)).encrypt(nonce, token.encode(), about.encode())
    return MARK + b64encode(salt + nonce + content).decode()


def is_sealed(text: str) -> bool:
    return text.startswith(MARK)


def opened(text: str, secret: str, about: str) -> str:
    """The token of what is stored. Raises `NotOpened`."""
    if not is_sealed(text):
        return text
    if not secret:
        raise NotOpened("is sealed, and BURRACO_BOTS_SECRET is not set")
    try:
        content = b64decode(text.removeprefix(MARK), validate=True)
        salt, nonce = content[:SALT], content[SALT : SALT + NONCE]
        return AESGCM(_key(secret, salt)).decrypt(nonce, content[SALT + NONCE :], about.encode()).decode()
    except (InvalidTag, ValueError):
        raise NotOpened("is sealed with another secret than BURRACO_BOTS_SECRET is now") from None


def _key(secret: str, salt: bytes) -> bytes:
    return Scrypt(salt, length=32, n=2**14, r=8, p=1).derive(secret.encode())
