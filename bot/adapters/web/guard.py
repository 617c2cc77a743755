"""Who may speak to the browser table: the names it answers to, the pages that may connect, what a page may load."""

import ipaddress
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from bot.adapters.web.public_name import NO_NAME, PublicName

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""On every answer: nothing from elsewhere, nothing inline, no frame around it."""


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(host: str) -> bool:
    """Whether every address of this machine is meant."""
    return _is_address(host) and ipaddress.ip_address(host).is_unspecified


def answers_to(header: str, bound: str, public: PublicName = NO_NAME) -> bool:
    """Whether a Host header names us: another name could be a page of somebody else that points here.

    On loopback only its own names; bound wider any address in figures, and the names of this machine; always the
    public one.
    """
    name = host_name(header)
    if is_loopback(name) or (name and name == public.host):
        return True
    if is_loopback(bound):
        return False
    return _is_address(name) or name in _names(bound)


def host_name(header: str) -> str:
    """The host of a Host header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.rpartition(":")[0].lower() if ":" in header else header.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _names(bound: str) -> tuple[str, ...]:
    own = socket.gethostname().lower()
    return (bound.lower(), own, f"{own.partition('.')[0]}.local")


def near_address() -> str:
    """This machine's address in its network, "" where it has none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(("192.0.2.1", 9))
        return str(asking.getsockname()[0])
    return ""


def is_own_page(origin: str, header: str, public: PublicName = NO_NAME) -> bool:
    """Whether a connection comes from a page that we served ourselves, under the same name.

    Under the public one it is a page of that very address: another scheme or port of it is not ours. A web server in
    front need not pass that name on.
    """
    if public.origin and origin == public.origin:
        return True
    return host_name(header) != public.host and origin in (f"http://{header}", f"https://{header}")
