"""Everything that can be set, a field each. A new one is a field here and a row in docs/hosting.md."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.config.values import (
    BOTS,
    Address,
    DaysOrOff,
    Http,
    HttpOrOff,
    ListensAt,
    Networks,
    OfferedLanguage,
    PublicPage,
    Secret,
    Shards,
    ShardsOrNone,
    Token,
    WebSocket,
    WhichDatabase,
)
from bot.locales import DEFAULT

FILE: Final = ".env"
ENCODING: Final = "utf-8-sig"
_CALLED: Final = (443, 80, 88, 8443)  # the ports that Telegram posts to


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

    database: WhichDatabase = Field(default=Path("burraco.db"), validation_alias="BURRACO_DATABASE")


class ArchiveSettings(DatabaseSettings):
    """The same, and after how many days the logs of closed tables are archived."""

    archive_days: DaysOrOff = Field(default=7, validation_alias="BURRACO_ARCHIVE_DAYS")


class Configuration(ArchiveSettings):
    """Everything that can be set. None: off, or the platform's own."""

    discord_token: Token | None = Field(default=None, validation_alias="BURRACO_DISCORD_TOKEN")
    discord_secret: Token | None = Field(default=None, validation_alias="BURRACO_DISCORD_SECRET")
    discord_api: Http | None = Field(default=None, validation_alias="BURRACO_DISCORD_API")
    discord_gateway: WebSocket | None = Field(default=None, validation_alias="BURRACO_DISCORD_GATEWAY")
    discord_interactions: HttpOrOff = Field(default=None, validation_alias="BURRACO_DISCORD_INTERACTIONS")
    discord_shards: ShardsOrNone = Field(default=None, validation_alias="BURRACO_DISCORD_SHARDS")
    telegram_token: Token | None = Field(default=None, validation_alias="BURRACO_TELEGRAM_TOKEN")
    telegram_api: Http | None = Field(default=None, validation_alias="BURRACO_TELEGRAM_API")
    telegram_webhook: HttpOrOff = Field(default=None, validation_alias="BURRACO_TELEGRAM_WEBHOOK")
    bots_secret: Secret | None = Field(default=None, validation_alias="BURRACO_BOTS_SECRET")
    web: ListensAt = Field(default=Address("127.0.0.1", 8765), validation_alias="BURRACO_WEB")
    public: PublicPage | None = Field(default=None, validation_alias="BURRACO_PUBLIC")
    trusted: Networks = Field(default=None, validation_alias="BURRACO_TRUSTED")
    language: OfferedLanguage = Field(default=DEFAULT, validation_alias="BURRACO_LANGUAGE")
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


def chat_platforms() -> tuple[str, ...]:
    """Every platform that may have a token."""
    return tuple(name.removesuffix("_token") for name in Configuration.model_fields if name.endswith("_token"))


def variables() -> dict[str, str]:
    """Every variable with the name of its field."""
    return {str(field.validation_alias): name for name, field in Configuration.model_fields.items()}
