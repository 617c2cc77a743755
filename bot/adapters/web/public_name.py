"""The name under which browsers elsewhere find the page: what `BURRACO_PUBLIC` says, in parts."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class PublicName:
    """`https://burraco.example.org:8443/club` in parts; all are "" where the host has no public name."""

    origin: str = ""  # scheme, name and port, as a browser writes it
    netloc: str = ""  # name and port
    host: str = ""
    path: str = ""  # where the page lies there: "/club", "" at the top

    @property
    def address(self) -> str:
        """The page, a slash at the end."""
        return f"{self.origin}{self.path}/" if self.origin else ""

    @property
    def is_encrypted(self) -> bool:
        """Whether what is sent there can be read by nobody in between."""
        return self.origin.startswith("https://")


NO_NAME: Final = PublicName()


def public_name(address: str) -> PublicName:
    """The parts of an address that the settings have found good; "" has none."""
    if not address:
        return NO_NAME
    parts = urlsplit(address)
    return PublicName(f"{parts.scheme}://{parts.netloc}", parts.netloc, parts.hostname or "", parts.path.rstrip("/"))
