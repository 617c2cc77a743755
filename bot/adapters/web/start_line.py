"""How a host that only its own machine reaches is started so that the network reaches it: as it was started before.

Whoever has no checkout has no `make`, and in a container the door is a port of the container.
"""

from pathlib import Path
from typing import Final

CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))  # the marks of Docker and of Podman
PROGRAM: Final = Path(__file__).parents[3]  # a checkout, or where it was installed


def is_checkout(program: Path = PROGRAM) -> bool:
    """Whether the program runs in the project's own folder, where `make` is."""
    return (program / "Makefile").is_file()


def is_image(program: Path = PROGRAM) -> bool:
    """Whether this is the container of the image: what it calls its own address is known to nobody outside."""
    return not is_checkout(program) and any(mark.exists() for mark in CONTAINERS)


def start_line(port: int, *, checkout: bool, image: bool) -> str:
    """What is to be typed, or written where it says; of a container for either way in which it may be started."""
    if image:
        return f'docker run -p {port}:{port} …\ncompose.yaml:  ports: ["{port}:{port}"]'
    return f"BURRACO_WEB=0.0.0.0:{port} {'make run' if checkout else 'burraco run'}"
