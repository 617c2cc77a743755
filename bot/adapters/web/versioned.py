"""Scripts, styles and words below a folder named after the bytes of all of them: a browser that has them asks no more.

A page names them there, and first each module that its scripts import, so that all of them come at once: a browser asks
for six at a time, and bundles are the largest. Beside the page a module has an address of its own, too: there it hands
on what the one in the folder has, for there is one of each.
"""

import hashlib
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.adapters.web.bundles import imports_of, in_bundles, scripts_of
from bot.adapters.web.files import TYPES, File, as_file

WORKER: Final = "worker.js"
"""What a browser runs for a page has to lie beside it."""
LANGUAGES: Final = "languages.json"
_FOLDER: Final = re.compile(r"v-[0-9a-f]{16}/")
_NAMED: Final = re.compile(r'(src|href)="([\w-]+\.(?:js|css))"')
_ROOT: Final = re.compile(r"(<html [^>]*)>")
_FIRST: Final = "<script "


@dataclass(frozen=True, slots=True)
class Versioned:
    """Files by their addresses below the page's, and the folder of those that last."""

    files: Mapping[str, File]
    folder: str

    def find(self, address: str) -> File | None:
        """The file at an address. A page that was opened before an update is given what there is now, not for good."""
        older = _FOLDER.match(address)
        if address in self.files or older is None:
            return self.files.get(address or "index.html")
        file = self.files.get(f"{self.folder}{address[older.end() :]}")
        return replace(file, lasts=False) if file is not None else None


def versioned(files: Mapping[str, File]) -> Versioned:
    """The same files; scripts, styles and words at addresses that are others as soon as any of them changes."""
    files = in_bundles(files)
    lasting = {name: file for name, file in files.items() if _can_last(name, file)}
    tags = "".join([f"{name} {lasting[name].tag}\n" for name in sorted(lasting)])
    folder = f"v-{hashlib.sha256(tags.encode()).hexdigest()[:16]}/"
    below = {f"{folder}{name}": replace(file, lasts=True) for name, file in lasting.items()}
    beside = {
        name: as_file(name, f'export * from "./{folder}{name}";\n'.encode()) for name in lasting if _is_script(name)
    }
    html_pages = {
        name: as_file(name, _page(file.body.decode(), folder, files).encode())
        for name, file in files.items()
        if file.is_page
    }
    return Versioned({**files, **below, **beside, **html_pages}, folder)


def _can_last(name: str, file: File) -> bool:
    """Whether pages name it in the folder, or the script there that reads the words of a language."""
    return (file.kind in (TYPES["js"], TYPES["css"]) and name != WORKER) or name.startswith("words.")


def _is_script(name: str) -> bool:
    return name.endswith(".js")


def _page(page: str, folder: str, files: Mapping[str, File]) -> str:
    """A page that names what it loads in the folder, what its scripts import, and the languages there are."""
    scripts = scripts_of(page)
    more = [one for one in imports_of(scripts, files) if one not in scripts]
    links = "".join([f'<link rel="modulepreload" href="{folder}{one}">\n' for one in more])
    found = _NAMED.sub(rf'\1="{folder}\2"', page).replace(_FIRST, f"{links}{_FIRST}", 1)
    languages = html.escape(json.dumps(json.loads(files[LANGUAGES].body), ensure_ascii=False))
    return _ROOT.sub(lambda root: f'{root[1]} data-languages="{languages}">', found, count=1)
