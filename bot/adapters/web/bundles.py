"""The page's modules in a few files: on a line that answers late, fifty files take three times as long as one.

What several pages import is in one bundle, and what one page alone imports in a bundle of that page. A module there is
a function around the very lines that are written: it is called when the module is first imported, so that modules run
in the order in which they would by themselves, and each once. What a page's HTML names, and what comes only when it is
wanted, stays a file. The styles that a page names after its first one, which others share with it, are one file, too.
Modules are written for it: an import is a line of its own at the beginning, nothing that is exported is assigned again,
and only what is a file waits at its top level (`tests/adapters/web/test_bundles.py`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.adapters.web.files import File, as_file

SHARED: Final = "shared"
FEW: Final = 2  # styles after the first one: so many are one file
_BUNDLE: Final = "{}-bundle.js"
_SCRIPT: Final = re.compile(r'<script [^>]*src="([\w-]+\.js)"')
_STYLES: Final = re.compile(r'(?:<link rel="stylesheet" href="(?!app\.css)[\w-]+\.css">\n)+')
"""Those of a page, without the dress of an app."""
_STYLE: Final = re.compile(r'href="([\w-]+\.css)"')
_IMPORT: Final = re.compile(r'^import (?:(.+) from )?"\./([\w-]+\.js)";$', re.MULTILINE)
_AWAITED: Final = re.compile(r'^\s+await import\("\./([\w-]+\.js)"\);$', re.MULTILINE)
"""What a module that does nothing else waits for."""
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_LOADER: Final = """\
const factories = {};
const modules = {};

export function define(more) {
  Object.assign(factories, more);
}

export function require(name) {
  return (modules[name] ??= factories[name]());
}
"""


def scripts_of(page: str) -> list[str]:
    """The scripts that the HTML of a page names."""
    return _SCRIPT.findall(page)


def imports_of(scripts: Sequence[str], files: Mapping[str, File]) -> list[str]:
    """These scripts and all that they import at once, in the order in which they are met."""
    found: dict[str, None] = {}
    left = list(scripts)
    while left:
        name = left.pop(0)
        if name in found or name not in files:
            continue
        found[name] = None
        left += [*_imports(files[name]), *_AWAITED.findall(_text(files[name]))]
    return list(found)


def in_bundles(files: Mapping[str, File]) -> dict[str, File]:
    """The same files and the bundles beside them; each module in one is at its own address as well."""
    bundle_of = _bundles(files)
    scripts = {name: file for name, file in files.items() if name.endswith(".js")}
    modules = {name: files[name] for name in bundle_of}
    outside = sorted({other for file in modules.values() for other in _imports(file)} - modules.keys())
    bundles = {
        bundle: as_file(bundle, _bundle(bundle, outside, [one for one in bundle_of if bundle_of[one] == bundle], files))
        for bundle in sorted({_BUNDLE.format(SHARED), *bundle_of.values()})
    }
    others = {name: _outside(name, file, bundle_of) for name, file in scripts.items() if name not in modules}
    doors = {name: _door(name, file, bundle_of[name]) for name, file in modules.items()}
    return {**files, **others, **doors, **bundles, **_with_few_styles(files)}


def _bundles(files: Mapping[str, File]) -> dict[str, str]:
    """Each module that is in one, with the name of its bundle, in the order in which pages meet them."""
    scripts_by_page = {name: scripts_of(_text(file)) for name, file in files.items() if file.is_page}
    alone = {script for scripts in scripts_by_page.values() for script in scripts}
    users: dict[str, set[str]] = {}
    for page, scripts in scripts_by_page.items():
        needs = imports_of(scripts, files)
        for module in {other for one in needs for other in _imports(files[one])} - alone:
            users.setdefault(module, set()).add(page.removesuffix(".html"))
    return {
        module: _BUNDLE.format(SHARED if len(pages) > 1 else next(iter(pages)))
        for module, pages in sorted(users.items())
    }


def _with_few_styles(files: Mapping[str, File]) -> dict[str, File]:
    """The pages that name many styles, naming two, and those bundles."""
    changes: dict[str, File] = {}
    for page, file in files.items():
        run = _STYLES.search(_text(file)) if file.is_page else None
        first, *rest = _STYLE.findall(run[0]) if run else [""]
        if run is None or len(rest) < FEW:
            continue
        bundle = f"{page.removesuffix('.html')}-bundle.css"
        links = "".join([f'<link rel="stylesheet" href="{one}">\n' for one in (first, bundle)])
        changes[page] = as_file(page, _text(file).replace(run[0], links).encode())
        changes[bundle] = as_file(bundle, "\n".join([_text(files[one]) for one in rest]).encode())
    return changes


def _bundle(bundle: str, outside: Sequence[str], modules: Sequence[str], files: Mapping[str, File]) -> bytes:
    """The shared bundle also knows the files that modules of bundles import."""
    shared = bundle == _BUNDLE.format(SHARED)
    if shared:
        head = "".join([f'import * as outside{at} from "./{name}";\n' for at, name in enumerate(outside)]) + _LOADER
        outer = [f'"{name}": () => outside{at},\n' for at, name in enumerate(outside)]
    else:
        head, outer = f'import {{ define, require }} from "./{_BUNDLE.format(SHARED)}";\n', []
    parts = [f'\n// --- {name}\n"{name}": () => {{\n{_function(files[name])}}},\n' for name in modules]
    return f"{head}\ndefine({{\n{''.join([*outer, *parts])}}});\n".encode()


def _function(module: File) -> str:
    """What a module does, and gives to others."""
    text = _text(module)
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(lambda found: _require_line(found[1], found[2]), text))
    return f"{body}return {{ {', '.join(_exports(text))} }};\n"


def _outside(name: str, file: File, bundle_of: Mapping[str, str]) -> File:
    """A script that is in no bundle, which takes from bundles what is there."""
    text, bundles = _text(file), {bundle_of[one] for one in _imports(file) if one in bundle_of}
    if not bundles:
        return file
    body = _IMPORT.sub(lambda found: _require_line(found[1], found[2]) if found[2] in bundle_of else found[0], text)
    return as_file(name, f"{_taking(bundles)}{body}".encode())


def _door(name: str, file: File, bundle: str) -> File:
    """A module at its own address, for whatever imports it from there: it is the one in the bundle."""
    exports = _exports(_text(file))
    gives = f"export const {{ {', '.join(exports)} }} = " if exports else ""
    return as_file(name, f'{_taking({bundle})}{gives}require("{name}");\n'.encode())


def _taking(bundles: set[str]) -> str:
    """The imports with which `require` knows what is in these bundles."""
    shared = _BUNDLE.format(SHARED)
    others = [f'import "./{one}";\n' for one in sorted(bundles - {shared})]
    return "".join([f'import {{ require }} from "./{shared}";\n', *others])


def _require_line(names: str | None, module: str) -> str:
    """The line that takes of a module in a bundle what an import of these `names` takes."""
    if not names:
        return f'require("{module}");'
    return f'const {names.removeprefix("* as ").replace(" as ", ": ")} = require("{module}");'


def _imports(module: File) -> list[str]:
    return [name for _, name in _IMPORT.findall(_text(module))]


def _exports(text: str) -> list[str]:
    return [name for _, name in _EXPORT.findall(text)]


def _text(file: File) -> str:
    return file.body.decode()
