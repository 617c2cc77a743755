"""The server as a process of its own."""

from tests.loopback.alone import serve_alone
from tests.loopback.discord.server import serve

serve_alone("tests.loopback.discord", serve, judges="every call and frame")
