"""What one setting of the program may be: read from its text, or refused with a sentence that says what it is.

The types at the end are those of the fields of `bot.config.configuration`; `parse_…` reads the same for a command.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr

from bot.database_address import ServerDatabase, parse_database
from bot.locales import offered_languages
from bot.logs import SHORTEST

OFF: Final = "off"
AUTO: Final = "auto"
BOTS: Final = "bots"  # below it are the pages of bots that were added
MOST_SHARDS: Final = 16  # each has some of the fifty calls a second that the whole bot has
SEALS: Final = 16  # signs of a secret that seals tokens

_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_OWN_PATH: Final = re.compile(
    r"/(discord|telegram|healthz|metrics|ws|replay|faces-.*|[^/]*\.(css|html|js|json|png|svg|txt|webmanifest))|"
    rf"(/.*)?/{BOTS}(/.*)?"
)
"""Where the program answers itself: a page below it would hide that from a web server that leaves its path away."""
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens. Port 0 takes a free one."""

    host: str
    port: int

    @property
    def own_host(self) -> str:
        """The host under which this machine itself reaches it."""
        ip = _ip(self.host)
        if ip is None or not ip.is_unspecified:
            return self.host
        return "127.0.0.1" if ip.version == 4 else "::1"

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def parse_address(text: str) -> Address | None:
    """The address of `HOST:PORT` or `[IPV6]:PORT`; None for `off`. Raises `ValueError`."""
    if text.strip().lower() == OFF:
        return None
    host, colon, port = text.strip().rpartition(":")
    bracketed = re.fullmatch(r"\[(.*)\]", host)
    if not colon or not re.fullmatch(r"[0-9]{1,5}", port) or not host:
        raise ValueError("is HOST:PORT such as 127.0.0.1:8765, or off")
    if int(port) > 65535:
        raise ValueError("a port is a number up to 65535; 0 takes a free one")
    if (":" in host or bracketed) and not (bracketed and isinstance(_ip(bracketed[1]), IPv6Address)):
        raise ValueError("an IPv6 address stands in brackets, such as [::1]:8765; an address has no http:// before it")
    if not bracketed and not _HOST.fullmatch(host):
        raise ValueError("the host is a name or an IP address")
    return Address(bracketed[1] if bracketed else host, int(port))


def _url(text: str, schemes: tuple[str, ...]) -> str:
    """An address without what the program itself adds: no query, no slash at the end."""
    example = f"is an address such as {schemes[0]}://127.0.0.1:9000"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(example) from None
    if parts.scheme not in schemes or not parts.hostname or port == 0 or re.search(r"[\s\x00-\x1f]", text):
        raise ValueError(example)
    if "?" in text or "#" in text:
        raise ValueError("has no ? and no #: the program adds the rest")
    return text.rstrip("/")


def _http(text: str) -> str:
    return _url(text, ("http", "https"))


def _public_page(text: str) -> str:
    """Where browsers find the page, as they write it: without a usual port, without a slash at the end."""
    example = "is the whole address at which browsers find the page, such as https://burraco.example.org"
    scheme, _, rest = text.partition("://")
    if scheme.lower() not in ("http", "https"):
        raise ValueError(example)
    parts = urlsplit(_url(f"{scheme.lower()}://{rest}", ("https", "http")))
    host, ip = parts.hostname or "", _ip(parts.hostname or "")
    if "@" in parts.netloc:
        raise ValueError("has no name and no password before the @: everybody who is invited would read them")
    if ip is None and not _HOST.fullmatch(host):
        raise ValueError(example)
    if ip is not None and ip.is_unspecified:
        raise ValueError("is where others find the page, which nobody finds at 0.0.0.0: that is for BURRACO_WEB")
    if not _PATH.fullmatch(parts.path) or ".." in parts.path:
        raise ValueError("has a path of plain letters, figures and - . _ ~ only, such as /burraco")
    if _OWN_PATH.fullmatch(parts.path):
        other = parts.path.replace(f"/{BOTS}", f"/{BOTS}-table") if f"/{BOTS}" in parts.path else f"{parts.path}-table"
        raise ValueError(f"has a path that the program needs itself; any other will do, such as {other}")
    name = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, {"http": 80, "https": 443}[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{name}{port}{parts.path}"


Network: TypeAlias = IPv4Network | IPv6Network


def parse_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks with commas between them. Raises `ValueError`."""
    found: list[Network] = []
    for part in text.split(","):
        try:
            found.append(ip_network(part.strip()))
        except ValueError:
            raise ValueError(
                "is addresses or networks with commas between them, such as 10.0.0.7,172.16.0.0/12; the address of a "
                "network has no bits behind its length"
            ) from None
        if not found[-1].prefixlen:
            raise ValueError("names everybody, whom nobody should believe; name the web server in front")
    return tuple(found)


def _networks(text: object) -> object:
    return parse_networks(text) if isinstance(text, str) else text


def _websocket(text: str) -> str:
    return _url(text, ("ws", "wss")) + "/"


def _unless_off(text: object) -> object:
    return None if isinstance(text, str) and text.lower() == OFF else text


def _days(text: object) -> object:
    """A number of days, or None for `off`; others have been read before."""
    found = _unless_off(text.strip() if isinstance(text, str) else text)
    try:
        return parse_days(found) if isinstance(found, str) else found
    except ValueError as error:
        raise ValueError(f"{error}, or off") from None


def parse_days(text: str) -> int:
    """Raises `ValueError`."""
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise ValueError("is a number of days such as 7")
    return int(text)


Shards: TypeAlias = int | Literal["auto"]


def _shards(text: object) -> object:
    """Read before, or written by somebody."""
    return parse_shards(text) if isinstance(text, str) else text


def parse_shards(text: str) -> Shards:
    """A number of shards, or `auto` for as many as Discord asks for. Raises `ValueError`."""
    if text.strip().lower() == AUTO:
        return "auto"
    if not re.fullmatch(r"[0-9]{1,2}", text.strip()) or not 1 <= int(text) <= MOST_SHARDS:
        raise ValueError(f"is a number of shards from 1 to {MOST_SHARDS}, or auto: as many as Discord asks for")
    return int(text)


def _offered_language(language: str) -> str:
    if language not in offered_languages():
        raise ValueError(f"is one of {', '.join(offered_languages())}")
    return language


def _token(token: SecretStr) -> SecretStr:
    """Every form is accepted, for other servers give others; `burraco doctor` says what looks wrong."""
    text = token.get_secret_value()
    if len(text) < SHORTEST or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("is no token; copy the token alone, without spaces and without a word before it")
    return token


def _long_enough(secret: SecretStr) -> SecretStr:
    """Whoever has a copy of the database can try words at leisure."""
    if len(secret.get_secret_value()) < SEALS:
        raise ValueError(f"has {SEALS} signs at least; `openssl rand -base64 24` gives such a secret")
    return secret


# --- each as the type of a setting ------------------------------------------------------------------------------------

Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]
Secret: TypeAlias = Annotated[SecretStr, AfterValidator(_long_enough)]
Http: TypeAlias = Annotated[str, AfterValidator(_http)]
HttpOrOff: TypeAlias = Annotated[Http | None, BeforeValidator(_unless_off)]
WebSocket: TypeAlias = Annotated[str, AfterValidator(_websocket)]
PublicPage: TypeAlias = Annotated[str, AfterValidator(_public_page)]
ListensAt: TypeAlias = Annotated[Address | None, BeforeValidator(parse_address)]
Networks: TypeAlias = Annotated[tuple[Network, ...] | None, BeforeValidator(_networks)]
DaysOrOff: TypeAlias = Annotated[int | None, BeforeValidator(_days)]
ShardsOrNone: TypeAlias = Annotated[Shards | None, BeforeValidator(_shards)]
OfferedLanguage: TypeAlias = Annotated[str, AfterValidator(_offered_language)]
WhichDatabase: TypeAlias = Annotated[Path | ServerDatabase, BeforeValidator(parse_database)]
