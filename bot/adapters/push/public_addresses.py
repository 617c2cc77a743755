"""Where messages may go: what a browser gives us is a stranger's word, and must not lead into our own network."""

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from aiohttp.abc import AbstractResolver, ResolveResult

THREADS: Final = 16
NUMERIC: Final = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
CARRYING_IPV4: Final = [
    ipaddress.ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
]


def is_public(address: str) -> bool:
    """Whether an address is one of the whole internet, and hides none that is not."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in network for network in CARRYING_IPV4):
            return False
    return ip.is_global and not ip.is_multicast


class PublicResolver(AbstractResolver):
    """Names as the machine resolves them, but for those that lead anywhere else than to public addresses.

    A connection goes to what was found here: no second look-up can give another address. Names are looked up in
    threads of their own: one whose servers do not answer keeps its thread for long, and nothing else of the host.
    """

    def __init__(self, look_up: Callable[..., list[Any]] = socket.getaddrinfo) -> None:
        self._look_up = look_up
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        how = (host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
        infos = await loop.run_in_executor(self._threads, self._look_up, *how)
        found = [_result(host, *info) for info in infos]
        if not found or not all(is_public(one["host"]) for one in found):
            raise OSError("the name leads to an address that is not public")
        return found

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _result(
    name: str, family: int, _kind: int, protocol: int, _canonical: str, address: tuple[Any, ...]
) -> ResolveResult:
    host, port, *_ = address
    return ResolveResult(hostname=name, host=host, port=port, family=family, proto=protocol, flags=NUMERIC)
