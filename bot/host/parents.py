"""No process outlives the one that has begun it, and that one alone decides when it ends."""

import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """For a process that another has begun: Ctrl-C reaches the whole group, and is not meant for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
