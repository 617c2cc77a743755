"""A balancer before several hosts: HAProxy as Debian has it, in a folder of its own.

It asks each host whether it is well, and gives what one did not take to another one: a host that has not the platform
answers what that posts with 503.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp

from tests.hosts.several import HostProcess

PROGRAM: Final = "haproxy"
PATIENCE: Final = 60.0  # seconds
BEFORE: Final = """
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    retries 5
    option redispatch 1
    retry-on conn-failure empty-response 503

frontend people
    bind 127.0.0.1:{port}
    default_backend hosts

backend hosts
    balance roundrobin
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host 127.0.0.1:{port}
    default-server check inter 200ms fall 1 rise 1
"""


@dataclass(frozen=True)
class Front:
    """What people reach; it is always there."""

    url: str
    is_up: bool = True


@asynccontextmanager
async def balancer(program: str, folder: Path, port: int, hosts: Sequence[HostProcess]) -> AsyncIterator[Front]:
    """Before these hosts, which have begun, at this port."""
    servers = [f"    server host{number} {urlsplit(one.url).netloc}\n" for number, one in enumerate(hosts)]
    settings = folder / "haproxy.cfg"
    settings.write_text(BEFORE.format(port=port) + "".join(servers), "ascii")
    process = await asyncio.create_subprocess_exec(program, "-db", "-f", str(settings))
    try:
        front = Front(f"http://127.0.0.1:{port}/")
        await _until_it_leads_on(front)
        yield front
    finally:
        process.kill()
        await process.wait()


async def _until_it_leads_on(front: Front) -> None:
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        while True:
            try:
                async with session.get(f"{front.url}healthz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.05)
