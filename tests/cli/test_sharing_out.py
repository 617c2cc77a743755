"""Simulations in several processes: whoever ends them, all of it has ended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bot.cli.output import Unusable
from bot.cli.sharing_out import shared_out

SIMULATE = "simulate fibur --deals 900000 --seed 1 --pairs greedy,random --jobs 2 --records"
PATIENCE = 60.0  # seconds; the deals would take an hour


def ten_times(number: int) -> int:
    return 10 * number


@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_what_comes_of_work_comes_in_order(count: int) -> None:
    assert list(shared_out(ten_times, count, 3)) == [10 * number for number in range(count)]


def test_not_much_is_done_ahead_of_who_takes_it() -> None:
    found = shared_out(ten_times, 10**9, 2)
    assert [next(found) for _ in range(30)] == [10 * number for number in range(30)]
    found.close()


def test_a_process_that_has_ended_is_told() -> None:
    with pytest.raises(Unusable, match="before its time"):
        list(shared_out(os._exit, 10, 2))


def hears() -> None:
    """What a shell starts in the background is born deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def simulating(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """The program, in the midst of its deals, in a group of its own."""
    line = [sys.executable, "-m", "bot", *SIMULATE.split(), str(folder)]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=hears) as running:  # noqa: PLW1509  it has no threads yet
        try:
            wait_for(lambda: (folder / "000001.brn").exists() or running.poll() is not None)
            yield running
        finally:
            if is_alive(running.pid):
                os.killpg(running.pid, signal.SIGKILL)


def wait_for(true: Callable[[], bool]) -> None:
    """Other processes bring it about, so it is looked for again and again."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def is_alive(group: int) -> bool:
    """Whether any process of this group is; one that has ended and nobody has asked about is not."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended just now
            state, _, its_group, *_ = file.read_text().rpartition(")")[2].split()
            if int(its_group) == group and state not in "ZX":
                return True
    return False


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)])
def test_its_processes_end_with_the_program(tmp_path: Path, how: signal.Signals, status: int) -> None:
    with simulating(tmp_path) as running:
        running.send_signal(how)
        assert running.wait(PATIENCE) == status
        wait_for(lambda: not is_alive(running.pid))


def test_ctrl_c_reaches_all_of_them_and_they_end(tmp_path: Path) -> None:
    with simulating(tmp_path) as running:
        os.killpg(running.pid, signal.SIGINT)
        _, complaint = running.communicate(timeout=PATIENCE)
        assert (running.returncode, complaint) == (130, "")
        wait_for(lambda: not is_alive(running.pid))


def test_where_a_record_cannot_be_written_nobody_plays_on(tmp_path: Path) -> None:
    (tmp_path / "000003.brn").mkdir()
    with simulating(tmp_path) as running:
        _, complaint = running.communicate(timeout=PATIENCE)
        assert (running.returncode, complaint.count("\n")) == (2, 1)
        assert "000003.brn: Is a directory" in complaint
