"""What a server owner sets: the environment variables `BURRACO_…`, or the same lines in `.env`.

`load()` gives all of them, or raises `Misconfigured` with every error at once. A variable of the environment wins over
the file; an empty one counts as not set. A new variable is a field here and a row in docs/hosting.md.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from dotenv.parser import Binding, Original, parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from bot.database_address import ServerDatabase, parse_database
from bot.locales import DEFAULT, offered_languages
from bot.logs import SHORTEST, keep_secret

PREFIX: Final = "BURRACO_"
FILE: Final = ".env"
ENCODING: Final = "utf-8-sig"
OFF: Final = "off"
AUTO: Final = "auto"
BOTS: Final = "bots"  # below it are the pages of bots that were added
MOST_SHARDS: Final = 16  # each has some of the fifty calls a second that the whole bot has
SEALS: Final = 16  # signs of a secret that seals tokens

Source: TypeAlias = Literal["default", "environment", ".env"]
Problem: TypeAlias = tuple[str, str]  # the variable, the reason

_CALLED: Final = (443, 80, 88, 8443)  # the ports that Telegram posts to
_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_OWN_PATH: Final = re.compile(
    r"/(discord|telegram|healthz|metrics|ws|replay|faces-.*|[^/]*\.(css|html|js|json|png|svg|txt|webmanifest))|"
    rf"(/.*)?/{BOTS}(/.*)?"
)
"""Where the program answers itself: a page below it would hide that from a web server that leaves its path away."""
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")


class Misconfigured(Exception):
    """Settings that cannot be used; one line for each, without its value, which may be a secret."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join([f"{name}: {reason}" for name, reason in problems]))
        self.problems = problems


# --- one setting ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens. Port 0 takes a free one."""

    host: str
    port: int

    @property
    def loopback(self) -> bool:
        """Whether nobody but this machine can reach it."""
        ip = _ip(self.host)
        return self.host == "localhost" if ip is None else ip.is_loopback

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


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]
Http: TypeAlias = Annotated[str, AfterValidator(_http)]
WebSocket: TypeAlias = Annotated[str, AfterValidator(_websocket)]


# --- all of them ------------------------------------------------------------------------------------------------------


class DatabaseSettings(BaseSettings):
    """What a command needs that only works on the database."""

    model_config = SettingsConfigDict(
        env_file=FILE,
        env_file_encoding=ENCODING,
        env_ignore_empty=True,
        enable_decoding=False,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
        validate_default=False,
    )

    database: Annotated[Path | ServerDatabase, BeforeValidator(parse_database)] = Field(
        default=Path("burraco.db"), validation_alias="BURRACO_DATABASE"
    )


class ArchiveSettings(DatabaseSettings):
    """The same, and after how many days the logs of closed tables are archived."""

    archive_days: Annotated[int | None, BeforeValidator(_days)] = Field(
        default=7, validation_alias="BURRACO_ARCHIVE_DAYS"
    )


class Configuration(ArchiveSettings):
    """Everything that can be set. None: off, or the platform's own."""

    discord_token: Token | None = Field(default=None, validation_alias="BURRACO_DISCORD_TOKEN")
    discord_secret: Token | None = Field(default=None, validation_alias="BURRACO_DISCORD_SECRET")
    discord_api: Http | None = Field(default=None, validation_alias="BURRACO_DISCORD_API")
    discord_gateway: WebSocket | None = Field(default=None, validation_alias="BURRACO_DISCORD_GATEWAY")
    discord_interactions: Annotated[Http | None, BeforeValidator(_unless_off)] = Field(
        default=None, validation_alias="BURRACO_DISCORD_INTERACTIONS"
    )
    discord_shards: Annotated[Shards | None, BeforeValidator(_shards)] = Field(
        default=None, validation_alias="BURRACO_DISCORD_SHARDS"
    )
    telegram_token: Token | None = Field(default=None, validation_alias="BURRACO_TELEGRAM_TOKEN")
    telegram_api: Http | None = Field(default=None, validation_alias="BURRACO_TELEGRAM_API")
    telegram_webhook: Annotated[Http | None, BeforeValidator(_unless_off)] = Field(
        default=None, validation_alias="BURRACO_TELEGRAM_WEBHOOK"
    )
    bots_secret: Annotated[SecretStr, AfterValidator(_long_enough)] | None = Field(
        default=None, validation_alias="BURRACO_BOTS_SECRET"
    )
    web: Annotated[Address | None, BeforeValidator(parse_address)] = Field(
        default=Address("127.0.0.1", 8765), validation_alias="BURRACO_WEB"
    )
    public: Annotated[str, AfterValidator(_public_page)] | None = Field(default=None, validation_alias="BURRACO_PUBLIC")
    trusted: Annotated[tuple[Network, ...] | None, BeforeValidator(_networks)] = Field(
        default=None, validation_alias="BURRACO_TRUSTED"
    )
    language: Annotated[str, AfterValidator(_offered_language)] = Field(
        default=DEFAULT, validation_alias="BURRACO_LANGUAGE"
    )
    log: Literal["debug", "info", "warning", "error"] = Field(default="info", validation_alias="BURRACO_LOG")
    log_format: Literal["text", "json"] = Field(default="text", validation_alias="BURRACO_LOG_FORMAT")

    @property
    def tokens(self) -> dict[str, str]:
        """By platform, of those that have one: each platform's is the field `PLATFORM_token`."""
        found = {platform: getattr(self, f"{platform}_token") for platform in chat_platforms()}
        return {platform: token.get_secret_value() for platform, token in found.items() if token is not None}

    @property
    def opens_in_apps(self) -> bool:
        """Whether the page can be opened inside platforms, which take encrypted addresses only."""
        return self.web is not None and (self.public or "").startswith("https://")

    def of_bot(
        self,
        name: str,
        tokens: Mapping[str, str],
        language: str = "",
        shards: Shards | None = None,
        secret: str = "",
    ) -> "Configuration":
        """The same for a bot that was added under this name, by its own tokens by platform.

        What platforms post comes below a path of its own, and so does its page. `secret`: of its Discord application.
        """
        own: dict[str, object] = {
            f"{platform}_token": SecretStr(tokens[platform]) if platform in tokens else None
            for platform in chat_platforms()
        }
        for field in ("discord_interactions", "telegram_webhook"):
            address = getattr(self, field)
            own[field] = f"{address}/{name}" if address else None
        own |= {
            "language": language or self.language,
            "discord_shards": shards,
            "discord_secret": SecretStr(secret) if secret else None,
            "public": f"{self.public}/{BOTS}/{name}" if self.public else None,
        }
        return self.model_copy(update=own)

    @field_validator("language", "log", "log_format", mode="before")
    @classmethod
    def _any_case(cls, text: str) -> str:
        return text.strip().lower()

    @field_validator("discord_interactions", mode="after")
    @classmethod
    def _encrypted(cls, address: str | None, info: ValidationInfo) -> str | None:
        """Discord itself calls encrypted addresses only."""
        if address and address.startswith("http:") and info.data.get("discord_api") is None:
            raise ValueError("Discord calls addresses with https:// only")
        return address

    @field_validator("telegram_webhook", mode="after")
    @classmethod
    def _public(cls, address: str | None, info: ValidationInfo) -> str | None:
        """The platform itself calls encrypted addresses at some ports only, a server of one's own any."""
        other = info.data.get("discord_interactions")
        if address and other and urlsplit(address).path == urlsplit(other).path:
            raise ValueError("has the path of BURRACO_DISCORD_INTERACTIONS; each platform needs one of its own")
        if address and info.data.get("telegram_api") is None:
            if address.startswith("http:"):
                raise ValueError("Telegram calls addresses with https:// only")
            if urlsplit(address).port not in (None, *_CALLED):
                raise ValueError(f"Telegram calls the ports {', '.join(map(str, _CALLED))} only")
        return address


S = TypeVar("S", bound=DatabaseSettings)


def load(kind: type[S]) -> S:
    """The settings of this process: `load(Configuration)`. Raises `Misconfigured`.

    From now on no secret among them, usable or not, appears in a log line or a complaint.
    """
    for name, (text, _) in given_variables().items():
        if is_secret(name):
            keep_secret(text)
        if name == "BURRACO_DATABASE":
            with suppress(ValueError):
                database = parse_database(text.strip())
                keep_secret(database.password if isinstance(database, ServerDatabase) else "")
    try:
        return kind()
    except ValidationError as error:
        raise Misconfigured(tuple(_problem(dict(found)) for found in error.errors(include_url=False))) from None


def is_secret(name: str) -> bool:
    """Whether what this variable holds is nobody's business."""
    return name.endswith(("_TOKEN", "_SECRET"))


def _problem(found: Mapping[str, Any]) -> Problem:
    name = str(found["loc"][0])
    if found["type"] == "literal_error":
        return name, f"is one of {found['ctx']['expected']}".replace("'", "").replace(" or ", ", ")
    return name, str(found["msg"]).removeprefix("Value error, ")


def chat_platforms() -> tuple[str, ...]:
    """Every platform that may have a token."""
    return tuple(name.removesuffix("_token") for name in Configuration.model_fields if name.endswith("_token"))


# --- where each comes from --------------------------------------------------------------------------------------------


def variables() -> dict[str, str]:
    """Every variable with the name of its field."""
    return {str(field.validation_alias): name for name, field in Configuration.model_fields.items()}


def given_variables() -> dict[str, tuple[str, Source]]:
    """The variables that are set, with their texts and where. Raises `Misconfigured` for an unreadable `.env`."""
    found: dict[str, tuple[str, Source]] = {}
    for place, source in _sources().items():
        found |= {name: (str(text), place) for name, text in source().items() if name in variables()}
    return found


def unknown() -> tuple[str, ...]:
    """Variables with the program's prefix that it does not know: misspelt, or of another version."""
    names = {name.upper() for source in _sources().values() for name in source.env_vars}
    return tuple(sorted(name for name in names - variables().keys() if name.startswith(PREFIX)))


def repeated() -> dict[str, tuple[int, ...]]:
    """The program's variables that stand in `.env` more than once, of which the last counts; with their lines."""
    found: dict[str, list[int]] = {}
    for one in _bindings(Path(FILE)):
        name = (one.key or "").upper()
        if name.startswith(PREFIX):
            found.setdefault(name, []).append(_line(one.original))
    return {name: tuple(lines) for name, lines in found.items() if len(lines) > 1}


def _sources() -> dict[Source, EnvSettingsSource]:
    """The later one wins."""
    try:
        _require_readable(Path(FILE))
        return {".env": DotEnvSettingsSource(Configuration), "environment": EnvSettingsSource(Configuration)}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8 text"
        raise Misconfigured(((FILE, str(reason)),)) from None


def _require_readable(file: Path) -> None:
    """What reads the settings passes over a line that it cannot read: a token in it would not count.

    Raises `Misconfigured`, with the numbers of such lines and nothing of what stands there.
    """
    if file.is_dir():
        raise Misconfigured(((FILE, "is a folder; remove it, or put the settings into a file of that name"),))
    if file.is_symlink() and not file.exists():
        raise Misconfigured(((FILE, "is a link to a file that is not there"),))
    if not file.exists():
        return
    numbers = [_line(found.original) for found in _bindings(file) if found.error or _sets_nothing(found)]
    if numbers:
        words = f"{lines_named(numbers)} cannot be read; a line is NAME=VALUE, with no quote left open"
        raise Misconfigured(((FILE, words),))


def _bindings(file: Path) -> list[Binding]:
    """What stands in the file, as what reads the settings takes it; nothing where there is none."""
    if not file.is_file():
        return []
    with file.open(encoding=ENCODING) as lines:
        return list(parse_stream(lines))


def lines_named(numbers: Sequence[int]) -> str:
    """These lines of a file in words."""
    *others, last = map(str, numbers)
    return f"lines {', '.join(others)} and {last}" if others else f"line {last}"


def _line(found: Original) -> int:
    """The number of the line, of which the reader counts empty ones before it, too."""
    text = found.string
    return found.line + text[: len(text) - len(text.lstrip())].count("\n")


def _sets_nothing(found: Binding) -> bool:
    """Whether a setting of the program stands there without a value."""
    return found.value is None and (found.key or "").upper().startswith(PREFIX)
