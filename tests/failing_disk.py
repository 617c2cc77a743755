"""A disk that fails for real: the kernel refuses a thread's calls, or lets no file grow, and everybody else goes on."""

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

SYNCS: Final = {"x86_64": (74, 75), "aarch64": (82, 83)}.get(platform.machine(), ())  # fsync, fdatasync
NO_NEW_PRIVILEGES: Final = 38
SECCOMP: Final = 22
FILTER: Final = 2
LOAD: Final = 0x20  # BPF: the number of the system call
IF_EQUAL: Final = 0x15
RETURN: Final = 0x06
ALLOW: Final = 0x7FFF0000
REFUSE: Final = 0x00050000

needs_a_filter: Final = pytest.mark.skipif(
    sys.platform != "linux" or not SYNCS, reason="only Linux on x86_64 or aarch64 lets a thread refuse its own calls"
)


def fail_to_sync() -> None:
    """From now on every fsync of this thread fails with EIO, after what was written before it is in the file."""
    program = [(LOAD, 0, 0, 0)]
    program += [(IF_EQUAL, len(SYNCS) - place, 0, number) for place, number in enumerate(SYNCS)]
    program += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE | errno.EIO)]
    code = ctypes.create_string_buffer(b"".join([struct.pack("HBBI", *one) for one in program]))
    head = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program), ctypes.addressof(code)))
    system = ctypes.CDLL(None, use_errno=True)
    for option, argument in ((NO_NEW_PRIVILEGES, 1), (SECCOMP, FILTER)):
        if system.prctl(option, argument, head if option == SECCOMP else 0, 0, 0):
            raise OSError(ctypes.get_errno(), "the thread may not refuse its own calls")


@contextmanager
def no_file_grows(beyond: int) -> Iterator[None]:
    """No file of this process grows beyond so many bytes."""
    import resource  # noqa: PLC0415  not everywhere

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (beyond, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
