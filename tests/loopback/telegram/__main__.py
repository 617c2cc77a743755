"""The server as a process of its own."""

from tests.loopback.alone import serve_alone
from tests.loopback.telegram.server import serve

serve_alone("tests.loopback.telegram", serve, judges="every call")
