"""Where messages may go: what a browser gives us is a stranger's word, and must not lead into our own network."""

import ipaddress
import socket
from typing import Final

from aiohttp import ThreadedResolver
from aiohttp.abc import AbstractResolver, ResolveResult

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

    A connection goes to what was found here: no second look-up can give another address.
    """

    def __init__(self) -> None:
        self._inner = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        if not all(is_public(one["host"]) for one in found):
            raise OSError("the name leads to an address that is not public")
        return found

    async def close(self) -> None:
        await self._inner.close()
