"""`python -m …` of this project in a process of its own, forked from one that has loaded the program already.

To load it takes a second, more than most tests that start it. Nothing of it has been called then, except that its
sentences were read, and what is forked goes on as a process of its own, ends as an interpreter does, and is stopped or
killed as any other. That the program also starts by itself is shown by the tests of the command line, of the guide for
hosts, and of one host beside another.
"""

import asyncio
import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from bot.words.languages import LANGUAGES, say

ROOT: Final = Path(__file__).parent.parent
LOADED: Final = (
    "aiosqlite bot.cli.run bot.adapters.discord.platform bot.adapters.telegram.platform bot.cli.cohosting "
    "bot.store.postgres bot.store.postgres_feed bot.store.postgres_host bot.store.postgres_leases "
    "bot.store.postgres_upgrade engine.players renderers"
)
LARGEST: Final = 1 << 20  # bytes of a request: its words and its environment


class Forked:
    """A program that was started; what `subprocess.Popen` offers, and its end in a loop, too."""

    def __init__(self, pid: int, status: socket.socket) -> None:
        self.pid = pid
        self._status = status
        weakref.finalize(self, status.close)

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        """How it has ended, -N by signal N; None as long as it runs."""
        with suppress(TimeoutError):
            return self.wait(0)
        return None

    def wait(self, timeout: float) -> int:
        """How it has ended, within so many seconds. Raises `TimeoutError`."""
        if not select.select([self._status], [], [], timeout)[0]:
            raise TimeoutError(f"process {self.pid} runs on")
        report = self._status.recv(LARGEST, socket.MSG_PEEK)  # it can be asked for again
        assert report, "what starts programs has ended"
        return int(report)

    async def ended(self) -> int:
        """How it has ended, as soon as it has."""
        readable = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._status, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._status)
        return self.wait(0)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(words: Sequence[str], folder: Path, environment: Mapping[str, str], stdout: int, stderr: int) -> Forked:
    """`python -m WORDS`, in this folder and environment, with these descriptors."""
    report, ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with report:
        request = json.dumps([list(words), str(folder), dict(environment)]).encode()
        socket.send_fds(_starter(), [request], [report.fileno(), stdout, stderr])
    return Forked(int(ours.recv(LARGEST)), ours)


@cache
def _starter() -> socket.socket:
    """Asks the process that starts programs for this one, and ends with it."""
    there, here = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        command = [sys.executable, "-m", "tests.forked", str(there.fileno())]
        starter = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()])

    def end() -> None:
        here.close()
        starter.wait()

    atexit.register(end)
    return here


# --- the process that starts them -------------------------------------------------------------------------------------


def serve(control: socket.socket) -> list[str]:
    """Start what is asked for, until nobody can ask any more; in the process that was started: its words."""
    running: dict[int, socket.socket] = {}
    awakes, waker = socket.socketpair()
    waker.setblocking(False)
    awakes.setblocking(False)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    while True:
        ready, _, _ = select.select([control, awakes], [], [])
        if awakes in ready:
            awakes.recv(LARGEST)
            _tell_ended(running)
        if control not in ready:
            continue
        request, descriptors, _, _ = socket.recv_fds(control, LARGEST, 3)
        if not request:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        words, folder, environment = json.loads(request)
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for one in (control, awakes, waker, *running.values()):
                one.close()
            _become(folder, environment, descriptors)
            return [str(word) for word in words]
        running[pid] = socket.socket(fileno=descriptors[0])
        running[pid].send(str(pid).encode())
        for descriptor in descriptors[1:]:
            os.close(descriptor)


def _tell_ended(running: dict[int, socket.socket]) -> None:
    for pid in list(running):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with running.pop(pid) as report, suppress(OSError):  # nobody may wait any more
                report.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(folder: str, environment: Mapping[str, str], descriptors: Sequence[int]) -> None:
    """What a new process is given."""
    status, stdout, stderr = descriptors
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    sys.stdout = os.fdopen(1, "w", closefd=False)  # as an interpreter begins with them
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    for one in {status, stdout, stderr} - {1, 2}:
        os.close(one)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()


def main() -> None:
    for name in LOADED.split():
        import_module(name)
    for language in LANGUAGES:
        say(language, "list.and")
    words = serve(socket.socket(fileno=int(sys.argv[1])))
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
