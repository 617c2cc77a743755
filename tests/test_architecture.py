"""Who may import whom: the nearest package above a module decides; a new top folder without a row imports nothing."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

STDLIB = {name for name in sys.stdlib_module_names if not name.startswith("_")} | {"__future__"}
UNPREDICTABLE = set("asyncio concurrent multiprocessing random sched secrets tempfile threading time uuid".split())
MACHINE = set("ctypes glob io locale nt os pathlib platform posix shutil signal subprocess".split())
SQL = set("aiosqlite asyncpg dbm psycopg sqlite3".split())
NETWORK = set("http selectors smtplib socket socketserver ssl urllib".split())

PLAIN = {
    "bot.bounded",
    "bot.departures",
    "bot.durations",
    "bot.fair_share",
    "bot.keyed_lock",
    "bot.locales",
    "bot.settings_text",
    "bot.shield",
}  # know nothing of the game
SEEN = {"bot.words", "bot.messages", "bot.requests", "bot.gateway"}  # what a platform hears and says
SEEN |= {"bot.host.delivery_errors", "bot.host.notes", "bot.host.ports.StoreError"}

PURE = STDLIB - UNPREDICTABLE - MACHINE - SQL - NETWORK
TABLES = (
    STDLIB - SQL - NETWORK | PLAIN | {"engine", "bot.tables", "bot.planner", "bot.tournaments", "bot.series", "babel"}
)
SHELL = TABLES | {"bot.host", "bot.boards", "renderers.papers", "renderers.scenes"}

MAY_IMPORT = {
    "engine": PURE - {"importlib"} | {"engine", "importlib.resources"},
    "engine.words": PURE | {"mypy_extensions.i64"},  # for mypyc, which alone reads it
    "renderers": STDLIB - UNPREDICTABLE - SQL - NETWORK - {"locale"}
    | {"engine", "renderers", "PIL", "anyascii", "fpdf", "zlib_ng"},
    "docs": STDLIB - SQL - NETWORK | {"engine", "docs"},
    "docs.commands": STDLIB - SQL - NETWORK
    | {"docs", "bot.gateway.inbound", "bot.requests.settings", "bot.tables", "bot.words"},
    "bot": STDLIB - SQL | {"engine", "renderers", "bot"},
    "bot.config": STDLIB - SQL
    | {"bot.config", "bot.database_address", "bot.locales", "bot.logs", "dotenv", "pydantic", "pydantic_settings"},
    "bot.bounded": STDLIB - SQL - NETWORK,
    "bot.shield": STDLIB - SQL - NETWORK,
    "bot.departures": STDLIB - SQL - NETWORK | {"bot.durations"},
    "bot.durations": PURE,
    "bot.database_address": STDLIB - SQL,
    "bot.sealing": STDLIB - SQL | {"cryptography"},
    "bot.fair_share": STDLIB - SQL - NETWORK,
    "bot.keyed_lock": STDLIB - SQL - NETWORK,
    "bot.locales": STDLIB - SQL - NETWORK,
    "bot.settings_text": STDLIB - SQL - NETWORK,
    "bot.metrics": STDLIB - SQL | {"bot.host", "bot.tables", "prometheus_client"},
    "bot.tables": PURE | {"engine", "bot.durations", "bot.tables"},
    "bot.host": STDLIB - SQL | PLAIN | {"engine", "bot.tables", "bot.host"},
    "bot.words": TABLES | {"bot.words"},
    "bot.views": TABLES | {"renderers.scenes.Look", "bot.words", "bot.views"},
    "bot.messages": TABLES
    | {"bot.boards", "renderers.papers", "renderers.scenes", "bot.words", "bot.views", "bot.messages"},
    "bot.requests": SHELL | {"bot.words", "bot.views", "bot.messages", "bot.requests"},
    "bot.requests.tournaments.backend": SHELL
    | {"renderers.pdf", "bot.words", "bot.views", "bot.messages", "bot.requests"},
    "bot.gateway": SHELL | {"bot.words", "bot.views", "bot.messages", "bot.requests", "bot.gateway"},
    "bot.boards": STDLIB - SQL - NETWORK
    | PLAIN
    | {"engine", "bot.host.ports", "bot.tables.log", "bot.tables.who", "bot.boards", "openskill"}
    | {"bot.tournaments.club_tournament", "bot.tournaments.outcome"},
    "bot.planner": STDLIB - SQL - NETWORK
    | PLAIN
    | {"bot.tables", "bot.planner", "dateutil"}
    | {"bot.host.due_loop", "bot.host.notes", "bot.host.ports", "bot.host.retry", "bot.host.subjects"},
    "bot.tournaments": PURE
    | {"engine", "bot.durations", "bot.tables", "bot.tournaments", "bot.host.ports", "bot.host.subjects"},
    "bot.tournaments.tournaments": PURE
    | {
        "bot.durations",
        "bot.host.due_loop",
        "bot.host.ports",
        "bot.host.retry",
        "bot.host.standing_messages",
        "bot.host.subjects",
        "bot.tables",
        "bot.tournaments",
    },
    "bot.series": PURE
    | {"engine", "bot.durations", "bot.tables", "bot.tournaments", "bot.planner.calendar", "bot.series"}
    | {"bot.host.ports", "bot.host.subjects"},
    "bot.series.keeper": PURE
    | {
        "bot.durations",
        "bot.host.due_loop",
        "bot.host.ports",
        "bot.host.retry",
        "bot.host.standing_messages",
        "bot.host.subjects",
        "bot.tables",
        "bot.tournaments",
        "bot.series",
    },
    "bot.store": STDLIB
    | SQL
    | {"engine", "bot.host.archiving", "bot.host.notes", "bot.host.ports", "bot.tables.log", "bot.tables.timers"}
    | {"bot.host.hosted_bots", "bot.boards.ports", "bot.database_address", "bot.durations", "bot.shield", "bot.store"},
    "bot.adapters": STDLIB - SQL,
    "bot.adapters.push": STDLIB - SQL | PLAIN | SEEN | {"bot.adapters.push", "aiohttp", "cryptography", "yarl"},
    "bot.adapters.web": STDLIB - SQL | PLAIN | SEEN | {"bot.adapters.web", "aiohttp"},
    "bot.adapters.discord": STDLIB - SQL
    | PLAIN
    | SEEN
    | {"bot.adapters.discord", "discord", "aiohttp", "cryptography", "yarl"},
    "bot.adapters.telegram": STDLIB - SQL | PLAIN | SEEN | {"bot.adapters.telegram", "telegram", "aiohttp"},
    "bench": STDLIB - SQL | {"engine", "renderers", "bot", "bench"},
    "bench.processes": STDLIB - SQL | {"bot", "aiohttp"},
    "bench.plain_picture": STDLIB - SQL | {"engine", "renderers", "PIL"},
}


def imports(source: str) -> Iterator[str]:
    """Every imported name, dotted in full; a relative import keeps its dots, which no row allows."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ("." * node.level + f"{node.module or ''}.{alias.name}" for alias in node.names)


def violations(module: str, source: str) -> list[str]:
    rows = [row for row in MAY_IMPORT if f"{module}.".startswith(f"{row}.")]
    allowed = MAY_IMPORT[max(rows, key=len)] if rows else set[str]()
    fine = tuple(f"{name}." for name in allowed)
    return [f"{module} imports {name}" for name in imports(source) if not f"{name}.".startswith(fine)]


def test_every_import_is_allowed(root: Path) -> None:
    folders = [folder for folder in root.iterdir() if folder.name != "tests" and any(folder.glob("*.py"))]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    assert {"engine", "bot", "renderers"} <= {folder.name for folder in folders}
    modules = {".".join(file.relative_to(root).with_suffix("").parts): file.read_text("utf-8") for file in files}
    assert [found for module, source in modules.items() for found in violations(module, source)] == []


RINGS = "tables planner tournaments words views messages requests gateway adapters cli".split()
"""The rooms from the inside out: one imports only what stands before it, and the ports of the shell."""


def test_no_two_rooms_import_each_other(root: Path) -> None:
    rooms = {folder.name for folder in (root / "bot").iterdir() if any(folder.glob("*.py"))}
    assert set(RINGS) <= rooms
    arrows = {
        (room, name.split(".")[1])
        for room in rooms
        for file in (root / "bot" / room).rglob("*.py")
        for name in imports(file.read_text("utf-8"))
        if name.startswith("bot.") and name.split(".")[1] in rooms
    }
    assert [(one, other) for one, other in sorted(arrows) if one < other and (other, one) in arrows] == []
    inward = [(RINGS.index(one), RINGS.index(other)) for one, other in arrows if {one, other} <= set(RINGS)]
    assert [(RINGS[one], RINGS[other]) for one, other in inward if other > one] == []


BEHIND_THE_ENTRANCE = tuple(f"bot.requests.{one}." for one in ("service", "dispatch", "parts", "backend"))
PARTS = {"service", "backend"}


def round_the_entrance(module: str, source: str) -> list[str]:
    """Where an adapter reaches what the entrance works with, instead of asking it."""
    found = [f"{module} imports {name}" for name in imports(source) if f"{name}.".startswith(BEHIND_THE_ENTRANCE)]
    for one in [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]:
        of_entrance = ast.unparse(one.value).rpartition(".")[2].lstrip("_") in ("inbound", "presence")
        if one.attr.lstrip("_") in PARTS or (of_entrance and one.attr in ("reach", "delivery")):
            found.append(f"{module} uses {ast.unparse(one)}")
        elif of_entrance and one.attr.startswith("_"):
            found.append(f"{module} looks into {ast.unparse(one)}")
    return found


def test_an_adapter_asks_the_entrance_and_nothing_behind_it(root: Path) -> None:
    files = {file: file.read_text("utf-8") for file in (root / "bot" / "adapters").rglob("*.py")}
    assert len(files) > 40
    assert [one for file, source in files.items() for one in round_the_entrance(file.name, source)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from bot.requests.service import Service",
        "from bot.requests import service",
        "import bot.requests.backend",
        "inbound.service.clock()",
        "self._inbound.reach.is_open(person)",
        "self._service = inbound",
        "inbound.presence.backend",
        "inbound._delivery.draw(message)",
    ],
)
def test_a_way_round_the_entrance_is_found(line: str) -> None:
    assert round_the_entrance("m", line) != []


MODULE = re.compile(r'^import (?:.* from )?"\./([a-z]+\.js)";$', re.MULTILINE)


def circles(arrows: dict[str, set[str]]) -> list[str]:
    """What is in a circle of imports, or leads to one: what is left when what imports nothing else is taken away."""
    left = dict(arrows)
    while free := [module for module, others in left.items() if not others & left.keys()]:
        for module in free:
            del left[module]
    return sorted(left)


def test_the_modules_of_the_page_form_no_circle(root: Path) -> None:
    files = list((root / "bot" / "adapters" / "web" / "page").glob("*.js"))
    arrows = {file.name: set(MODULE.findall(file.read_text("utf-8"))) for file in files}
    assert set().union(*arrows.values()) <= arrows.keys()
    assert circles(arrows) == []
    assert [name for name, others in arrows.items() if "table.js" in others] == []  # the page itself is at the end
    assert arrows["state.js"] == set()


def test_a_planted_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def reexports(modules: dict[str, str]) -> list[str]:
    """Names that a module takes from another one of ours which has only imported them itself."""
    trees = {module.removesuffix(".__init__"): ast.parse(source) for module, source in modules.items()}
    imported = {
        module: {
            alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
        }
        for module, tree in trees.items()
    }
    return [
        f"{module} imports {node.module}.{alias.name}, which is from elsewhere"
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in trees
        for alias in node.names
        if alias.name in imported[node.module] and f"{node.module}.{alias.name}" not in trees
    ]


def test_every_name_is_imported_from_where_it_is_made(root: Path) -> None:
    files = [
        file for folder in ("bench", "bot", "docs", "engine", "renderers") for file in (root / folder).rglob("*.py")
    ]
    modules = {".".join(file.relative_to(root).with_suffix("").parts): file.read_text("utf-8") for file in files}
    assert reexports(modules) == []


def test_a_planted_reexport_is_caught() -> None:
    planted = {
        "bot.tables.table": "LOBBY = 1",
        "bot.gateway": "from bot.tables.table import LOBBY",
        "bot.adapters.web.page": "from bot.gateway import LOBBY",
    }
    assert len(reexports(planted)) == 1


def hung_on(module: str, source: str) -> list[str]:
    """What may be a callable, and is set on another object than oneself: that was made without it."""
    tree = ast.parse(source)
    local = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]:
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs += zip(target.elts, node.value.elts, strict=True)
            else:
                pairs.append((target, node.value))
    return [
        f"{module} sets {ast.unparse(target)}"
        for target, value in pairs
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) not in ("self", "cls")
        if isinstance(value, ast.Lambda | ast.Attribute) or ast.unparse(value) in local
    ]


READING = ("bot.planner.when", "bot.words.typed")  # fill what they read into a record, a word at a time
LIBRARIES = ["bot.logs sets threading.excepthook"]


def test_what_an_object_calls_it_is_given_when_it_is_made(root: Path) -> None:
    files = [*(root / "bot").rglob("*.py"), *(root / "bench").rglob("*.py")]
    modules = {".".join(file.relative_to(root).with_suffix("").parts): file.read_text("utf-8") for file in files}
    found = [one for name, source in modules.items() if name not in READING for one in hung_on(name, source)]
    assert found == LIBRARIES


@pytest.mark.parametrize(
    "line", ["a.b = lambda: 1", "a.b = self.c", "a.b, a.c = d.e, d.f", "def e(): ...\na.b = e", "self.a.b = c.d"]
)
def test_a_callable_that_is_hung_on_is_found(line: str) -> None:
    assert hung_on("m", line) != []


PLANTED = """
engine.deal                 import random
engine.deal                 from os import path
engine.players.far          import asyncio.events
engine.deal                 from importlib import import_module
engine.deal                 import bot.host
engine.deal                 from renderers import table
engine.deal                 from . import cards
renderers.table             import urllib.request
renderers.table             import bot
bot.cli.bench               import rlcard
bench.render            import PIL
bot.cli.run                 import aiohttp
bot.config.given            from bot.host import door
bot.metrics                 import aiohttp
bot.words.table_words       import urllib.request
bot.requests.service    from bot.store import sqlite
bot.gateway.outbound.delivery      from renderers.paint import draw
bot.words.table_words       from bot.views import feed
bot.messages.message   from bot.requests import backend
bot.cli.bench               from tests import golden
bot.host.door               from discord import Client
bot.host.door               import sqlite3
bot.host.door               from bot import store
bot.host.door               from bot.adapters.discord import gateway
bot.store.sqlite            from bot.host import door
bot.store.sqlite            import PIL
bot.store.board_rows        from bot.boards import ledger
bot.boards.ledger           from bot.host import door
bot.planner.plan            from bot.words import words
bot.adapters.web.server     from bot.host import door
bot.adapters.web.window     from bot.tables.table import LOBBY
bot.bounded                  import engine
bot.adapters.web.server     from engine import cards
bot.adapters.discord.hand   import telegram
bot.adapters.discord        from bot.adapters import telegram
bot.adapters.telegram.hand  from engine import cards
bot.adapters.matrix         import nio
unheard.of                  import engine
"""


@pytest.mark.parametrize("line", PLANTED.strip().splitlines())
def test_a_planted_import_is_caught(line: str) -> None:
    module, source = line.split(maxsplit=1)
    assert violations(module, f"if True:\n    {source}\n") != []


def test_a_package_may_import_itself_and_what_its_row_says() -> None:
    assert (
        violations(
            "engine.players.far", "from engine.cards import Card\nfrom importlib.resources import files\nimport re"
        )
        == []
    )
    assert (
        violations(
            "bot.adapters.telegram.hand", "from telegram.ext import Application\nfrom bot.requests import intents"
        )
        == []
    )
