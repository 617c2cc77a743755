"""Modules that come several in one file run as they would by themselves: in their order, each once, whole."""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import pytest
from playwright.sync_api import Browser, Route

from bot.adapters.web.bundles import imports_of, in_bundles, scripts_of
from bot.adapters.web.files import File, as_file, in_app, pages

WRITTEN: Final = {
    one.name: one.read_text("utf-8")
    for one in files("bot.adapters.web").joinpath("page").iterdir()
    if one.name.endswith(".js")
}
IMPORT: Final = re.compile(r'^import (?:(.+) from )?"\./([\w-]+\.js)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?:(?:async )?function|const|class) (\w+)", re.MULTILINE)
FACTORY: Final = re.compile(r'^"([\w-]+\.js)": \(\) => \{$(.*?)^\},$', re.MULTILINE | re.DOTALL)
PAGES: Final = {
    "": pages(),
    "discord": in_app(pages(), "discord", "discord_app.js", "discord_beside.js"),
    "telegram": in_app(pages(), "telegram", "telegram_app.js", "telegram_beside.js"),
}


def in_bundle(found: Mapping[str, File]) -> dict[str, str]:
    """What stands in bundles, by module."""
    texts = [file.body.decode() for name, file in found.items() if name.endswith("-bundle.js")]
    return {name: body for text in texts for name, body in FACTORY.findall(text)}


def imports(found: Mapping[str, File], name: str) -> set[str]:
    """What has to be there before a script is."""
    return {other for _, other in IMPORT.findall(found[name].body.decode())}


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_a_module_is_written_so_that_it_can_be_in_a_bundle(name: str) -> None:
    text = WRITTEN[name]
    assert len(re.findall(r"^import ", text, re.MULTILINE)) == len(IMPORT.findall(text))
    assert len(re.findall(r"^export ", text, re.MULTILINE)) == len(EXPORT.findall(text))
    lines = [line for line in text.split("\n") if line and not line.startswith("//")]
    first = next((at for at, line in enumerate(lines) if not line.startswith("import ")), len(lines))
    assert not [line for line in lines[first:] if line.startswith("import ")]
    assert not re.search(r"(?<![.\w])(?:require|define)\b", text)  # names of the bundles' own
    assert not re.search(r"^export const \{|^export const [^=]*,", text, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_all_that_is_imported_is_there(name: str) -> None:
    """In a bundle nobody else says so."""
    for names, module in IMPORT.findall(WRITTEN[name]):
        if names and not names.startswith("* as "):
            names_used = {one.partition(" as ")[0].strip() for one in names.strip("{} ").split(",")}
            assert names_used <= set(EXPORT.findall(WRITTEN[module])), module


@pytest.mark.parametrize("app", list(PAGES))
def test_a_module_is_in_one_bundle_and_what_waits_at_its_top_level_in_none(app: str) -> None:
    found = in_bundles(PAGES[app])
    texts = [file.body.decode() for name, file in found.items() if name.endswith("-bundle.js")]
    modules = [name for text in texts for name, _ in FACTORY.findall(text)]
    assert len(modules) == len(set(modules)) > 40
    for name in modules:
        assert not re.search(r"^(?:const .* = )?await |^export |^import ", in_bundle(found)[name], re.MULTILINE), name


@pytest.mark.parametrize("app", list(PAGES))
def test_what_a_bundle_takes_from_files_takes_nothing_from_bundles(app: str) -> None:
    """Else either would have to be there before the other."""
    found = in_bundles(PAGES[app])
    for name, file in found.items():
        if name.endswith("-bundle.js"):
            first = imports(found, name)
            for other in first - {"shared-bundle.js"}:
                assert imports(found, other) < first, (name, other)
            assert "shared-bundle.js" in {name, *first}
        if file.is_page:
            scripts = imports_of(scripts_of(file.body.decode()), found)
            names_used = {
                one for script in scripts for one in re.findall(r'require\("(.+?)"\)', found[script].body.decode())
            }
            assert names_used - {"remembering.js", "words.js"} <= in_bundle(found).keys()


def test_the_lines_of_a_module_are_in_its_bundle_as_they_are_written() -> None:
    lines = in_bundle(in_bundles(pages()))["fit.js"].split("\n")[1:-2]
    written = pages()["fit.js"].body.decode().split("\n")[:-1]
    assert len(lines) == len(written)
    changed = [line for line, before in zip(lines, written, strict=True) if line != before]
    assert all(re.match(r"const .* = require|(?:async )?function |const ", line) for line in changed)
    assert len(changed) < 12


STYLED: Final = """<html lang="en">
<link rel="stylesheet" href="a.css">
<link rel="stylesheet" href="b.css">
<link rel="stylesheet" href="c.css">
<script type="module" src="main.js"></script>
"""


def page_of(**bodies: str) -> dict[str, File]:
    names = {name.replace("_", "."): body for name, body in bodies.items()}
    return {name: as_file(name, body.encode()) for name, body in names.items()}


def test_styles_after_the_first_one_are_one_file_in_their_order() -> None:
    found = in_bundles(page_of(main_html=STYLED, a_css="a {}", b_css="b {}", c_css="c {}", main_js=""))
    assert found["main-bundle.css"].body.decode() == "b {}\nc {}"
    assert re.findall(r'href="(.*?)"', found["main.html"].body.decode()) == ["a.css", "main-bundle.css"]


MODULES: Final = {
    "main.html": '<html lang="en"><script type="module" src="main.js"></script>',
    "other.html": '<html lang="en"><script type="module" src="other.js"></script>',
    "main.js": 'import "./one.js";\nimport * as two from "./two.js";\nimport { said as heard } from "./said.js";\n'
    'heard.push(two.name);\nconst { late } = await import("./late.js");\nself.heard = [...heard, late()].join(" ");\n',
    "other.js": 'import { said } from "./said.js";\nself.heard = said.length;\n',
    "one.js": 'import { said } from "./said.js";\nimport { name } from "./two.js";\nsaid.push("one after", name);\n',
    "two.js": 'import { said } from "./said.js";\nsaid.push("two");\nexport const name = "second";\n',
    "said.js": 'export const said = ["first"];\n',
    "late.js": 'import { said } from "./said.js";\nimport { name } from "./two.js";\n'
    "export function late() {\n  return `${said.length} ${name}`;\n}\n",
}


@pytest.mark.parametrize("is_bundled", [False, True])
def test_modules_run_in_the_same_order_and_are_the_same_ones_in_bundles(
    one_browser: Browser, *, is_bundled: bool
) -> None:
    found: dict[str, File] = {name: as_file(name, body.encode()) for name, body in MODULES.items()}
    found = in_bundles(found) if is_bundled else found
    assert ("main-bundle.js" in found) is is_bundled
    context = one_browser.new_context()
    page = context.new_page()

    def answer(route: Route) -> None:
        file = found[route.request.url.rpartition("/")[2]]
        route.fulfill(body=file.body, content_type=file.kind)

    context.route("**/*", answer)
    page.goto("http://burraco.example/main.html")
    page.wait_for_function("() => self.heard")
    assert page.evaluate("self.heard") == "first two one after second second 5 second"
    assert page.evaluate("import('./said.js').then(({ said }) => said.length)") == 5
    page.goto("http://burraco.example/other.html")
    page.wait_for_function("() => self.heard")
    assert page.evaluate("self.heard") == 1
    context.close()
