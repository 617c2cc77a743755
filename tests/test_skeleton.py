"""The project's own files agree with each other: locks, chores, what is shipped, the changelog."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

LOCKS = ["run", "postgres", "dev", "bench"]


def lock(root: Path, name: str) -> str:
    return (root / "requirements" / f"{name}.lock").read_text(encoding="utf-8")


def pins(root: Path, name: str) -> set[str]:
    """The pins of a lock, `name==version`."""
    return set(re.findall(r"^([a-z0-9-]+==[^ ]+)", lock(root, name), re.MULTILINE))


def required(project: dict[str, Any], group: str) -> set[str]:
    """The names that a group of dependencies asks for, with the groups it includes."""
    names: set[str] = set()
    for entry in project["dependency-groups"][group]:
        names |= required(project, entry["include-group"]) if isinstance(entry, dict) else named([entry])
    return names


def named(requirements: list[str]) -> set[str]:
    names = [re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower() for requirement in requirements]
    return {name.replace("_", "-").replace(".", "-") for name in names}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_a_hash_for_every_pin_and_no_address(root: Path, name: str) -> None:
    text = lock(root, name)
    assert not re.search(r"://|^-", text, re.MULTILINE)
    for pin in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]:
        assert re.match(r"\S+==\S+( ; .+)? \\\n +--hash=sha256:[0-9a-f]{64}\b", pin), pin


@pytest.mark.parametrize(
    ("name", "group"), [("run", "build"), ("postgres", "build"), ("dev", "dev"), ("bench", "bench")]
)
def test_a_lock_covers_what_the_project_asks_for(root: Path, name: str, group: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    requirements = (
        named(project["project"]["dependencies"])
        | named(project["build-system"]["requires"])
        | required(project, group)
    )
    assert requirements <= {pin.split("==")[0] for pin in pins(root, name)}


@pytest.mark.parametrize(("name", "has_driver"), [("run", False), ("postgres", True), ("dev", True)])
def test_only_those_who_ask_for_a_server_get_its_driver(root: Path, name: str, has_driver: bool) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    (driver,) = named(project["project"]["optional-dependencies"]["postgres"])
    assert bool(re.search(rf"^{driver}==", lock(root, name), re.MULTILINE)) == has_driver


@pytest.mark.parametrize("name", ["postgres", "dev", "bench"])
def test_the_locks_agree(root: Path, name: str) -> None:
    assert pins(root, "run") <= pins(root, name)


def test_an_installed_copy_carries_every_file_it_needs(root: Path, tmp_path: Path) -> None:
    packages = ["bot", "engine", "migrations", "renderers"]
    for name in packages:
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ["pyproject.toml", "LICENSE"]:
        shutil.copy(root / name, tmp_path)
    (tmp_path / "migrations" / "0000_planted.sql").write_text("SELECT 1;\n", encoding="utf-8")
    build = "import setuptools.build_meta as b; b.build_wheel('dist')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    files = (
        file for name in packages for file in (tmp_path / name).rglob("*") if file.is_file() and file.suffix != ".md"
    )
    assert {file.relative_to(tmp_path).as_posix() for file in files} <= set(zipfile.ZipFile(wheel).namelist())


def test_every_chore_is_listed_by_make_help(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    (chores,) = re.findall(r"^\.PHONY: (help .+)$", makefile, re.MULTILINE)
    assert re.findall(r"^([a-z]+):.* ## ", makefile, re.MULTILINE) == chores.split()


def test_continuous_integration_can_start(root: Path) -> None:
    assert os.access(root / ".ci" / "run", os.X_OK)


def test_the_changelog_says_what_is_coming(root: Path) -> None:
    assert "\n## [Unreleased]\n" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_program_says_how_it_is_used() -> None:
    output = subprocess.run([sys.executable, "-m", "bot", "--help"], capture_output=True, text=True, check=True).stdout
    assert output.startswith("usage: burraco ")
