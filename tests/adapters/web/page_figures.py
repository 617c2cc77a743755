"""The figures of `burraco bench page`, which runs this as a program of its own, as JSON: the page in a real browser.

It needs a checkout with the packages of the tests and Debian's chromium. The first load is counted as it comes over the
wire, compressed, until the first hand stands, and without a worker, for what comes through one is told as nothing. The
sheet of drawn faces, which comes beside it once for good, is counted apart. `slow_first_screen_wall_ms` is the time
until a telephone shows the first page that is four times slower than this machine, on a line of 400 kbit/s that answers
after 400 ms, and `slow_second_screen_wall_ms` the same once it has all that lasts. The hard table has twelve melds a
side, thirty cards in hand and twenty-five on the pile; it is drawn anew many times. `hard_frame_ms` is the page's own
CPU time for one of them, with script, style, layout and painting: so long the next picture takes where nothing else is
running. Then a card is drawn there, the pile picked up, a meld laid and a card discarded, with all that flies.
`longest_frame_ms` is the most CPU time that the page's main thread takes from one picture to the next meanwhile, by
Chromium's own tracing. `longest_frame_wall_ms` is the longest time between two: 17 where none is late, and it grows
with whatever else the machine does. `shift` is what Chromium calls layout shift, over all deals watched.
"""

import json
import sys
from bisect import bisect_left
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.adapters.web.conftest import chromium
from tests.adapters.web.hosting import Process, process
from tests.adapters.web.laid import HARD, Beside, beside
from tests.adapters.web.seeing import SHIFT
from tests.adapters.web.test_sizes import begin, laid

DEALS: Final = 10
DRAWINGS: Final = 40
WARM: Final = 3  # drawings before it is measured
PATIENCE: Final = 120_000  # milliseconds; a machine may be busy
_SHEET: Final = "/faces-"
_PHONE: Final = {"width": 390, "height": 844}
_SLOW_LINE: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds, and bytes a second."""
_SLOWER: Final = 4  # times than this machine

_READY: Final = "() => performance.now()"
_FACED: Final = "() => document.documentElement.classList.contains('faces')"
"""The sheet of faces has come: it may still be drawn when the first hand stands."""
_DRAW: Final = """async ([view, times]) => {
  const [{ wire }, { app }] = await Promise.all([import("./requests.js"), import("./state.js")]);
  for (let time = 0; time < times; time += 1) {
    wire.heard({ type: "view", ...view, time: app.view.time, table: { ...view.table, stage: view.table.stage + time },
      pile: time % 2 ? view.pile : view.pile.slice(1) });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}"""
_MOVES: Final = {
    "draw": "melds and pile",
    "pickup": "melds and pile",
    "lay": "melds and hand",
    "discard": "melds and hand",
}
"""What is done at the hard table, and the position it is done in."""
_DO: Final = """async (what) => {
  const [{ command }, { app }] = await Promise.all([import("./requests.js"), import("./state.js")]);
  const { suggestions, discards } = app.view.controls;
  const play = { draw: "d", pickup: "p", lay: suggestions[0]?.action, discard: `x:${discards.at(-1)}` }[what];
  let [last, longest, over] = [performance.now(), 0, false];
  const follow = (now) => {
    [last, longest] = [now, Math.max(longest, now - last)];
    if (!over) requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
  const answer = await command(`play ${play}`, { sure: true });
  if (!answer?.done) throw new Error(`${what}: ${play}`);
  await new Promise((done) => setTimeout(done, 600)); // all that flies has arrived
  over = true;
  return longest;
}"""
_TRACED: Final = ("devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel")
_PARTS: Final = {
    "TaskDuration": "",
    "ScriptDuration": "_script",
    "RecalcStyleDuration": "_style",
    "LayoutDuration": "_layout",
}

Figures = dict[str, float]


def measure(deals: int = DEALS, drawings: int = DRAWINGS) -> Figures:
    """All figures, each with its unit in its name."""
    with TemporaryDirectory() as folder, chromium() as browser:
        (Path(folder) / "host").mkdir()
        with process(Path(folder) / "host") as host:
            figures = _first_load(browser, host) | _slow_loads(browser, host) | _evening(browser, host, deals)
            host.stop()
        return figures | _hard(browser, Path(folder) / "hard", drawings)


def _window(browser: Browser) -> tuple[Page, CDPSession]:
    context = browser.new_context(viewport=_PHONE, locale="en-GB", service_workers="block")  # type: ignore[arg-type]  # the library has its own type for a size
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    return page, context.new_cdp_session(page)


def _first_load(browser: Browser, host: Process) -> Figures:
    page, wire = _window(browser)
    sizes: dict[str, float] = {}
    address: dict[str, str] = {}
    wire.send("Network.enable")
    wire.on(
        "Network.responseReceived", lambda message: address.update({message["requestId"]: message["response"]["url"]})
    )
    wire.on(
        "Network.loadingFinished", lambda message: sizes.update({message["requestId"]: message["encodedDataLength"]})
    )
    page.goto(host.start())
    expect(page.locator("#play")).to_be_visible()
    ready = page.evaluate(_READY)
    page.locator("#pace").select_option("300")
    begun = page.evaluate(_READY)
    page.locator("#play").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    hand = page.evaluate(_READY) - begun
    page.wait_for_function(_FACED)
    counted = dict(sizes)  # what comes from now on, also while the window closes, is not part of it
    page.context.close()
    sheet = sum([size for name, size in counted.items() if _SHEET in address.get(name, "")])
    return {
        "first_load_kb": round((sum(counted.values()) - sheet) / 1000, 1),
        "first_load_files": len(counted) - bool(sheet),
        "faces_kb": round(sheet / 1000, 1),
        "first_screen_wall_ms": round(ready),
        "first_hand_wall_ms": round(hand),
    }


def _slow_loads(browser: Browser, host: Process) -> Figures:
    page, _ = _window(browser)
    figures = {f"slow_{which}_screen_wall_ms": _slow_load(page.context, host) for which in ("first", "second")}
    page.context.close()
    return figures


def _slow_load(context: BrowserContext, host: Process) -> float:
    """In a window of its own, so that the browser keeps nothing but what it would keep on a disk."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.emulateNetworkConditions", dict(_SLOW_LINE))
    wire.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    page.goto(host.url, wait_until="commit")
    expect(page.locator("#play")).to_be_visible()
    ready = float(page.evaluate(_READY))
    page.close()
    return round(ready)


def _evening(browser: Browser, host: Process, deals: int) -> Figures:
    """Deals of four computer players, watched one after the other in the same window."""
    page, wire = _window(browser)
    page.goto(host.url)
    page.locator("#pace").select_option("0")
    page.locator("#watch").click()
    heaps: list[float] = []
    page.evaluate(SHIFT)
    for deal in range(deals):
        expect(page.locator("dialog.score")).to_be_visible(timeout=PATIENCE)
        heaps.append(_heap(wire))
        if deal < deals - 1:
            page.locator("#again").click()
            expect(page.locator("dialog.score")).to_be_hidden()
    shift = page.evaluate("() => window.shift")
    page.context.close()
    return {"heap_after_one_mb": heaps[0], f"heap_after_{deals}_mb": heaps[-1], "shift": round(shift, 4)}


def _heap(wire: CDPSession) -> float:
    wire.send("HeapProfiler.collectGarbage")
    used: dict[str, Any] = wire.send("Runtime.getHeapUsage")
    return round(float(used["usedSize"]) / 1e6, 2)


def _hard(browser: Browser, folder: Path, drawings: int) -> Figures:
    folder.mkdir()
    with beside(folder) as host:
        page, wire = _window(browser)
        page.goto(host.url)
        label = begin(page)
        view = host.hard(label, "en")
        expect(page.locator(".meld")).to_have_count(7)  # what was laid last has arrived
        wire.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(_DRAW, [view, WARM])
        before = _durations(wire)
        page.evaluate(_DRAW, [view, drawings])
        after = _durations(wire)
        figures = _moves(browser, page, host, label)
        page.context.close()
    return figures | {
        f"hard_frame{part}_ms": round((after[name] - before[name]) * 1000 / drawings, 1)
        for name, part in _PARTS.items()
    }


def _moves(browser: Browser, page: Page, host: Beside, label: str) -> Figures:
    busy, late = [], []
    for what, text in _MOVES.items():
        host.lay(label, HARD[text])
        laid(page, host, label)
        browser.start_tracing(page=page, categories=[*_TRACED])
        late.append(float(page.evaluate(_DO, what)))
        busy.append(_longest(json.loads(browser.stop_tracing())["traceEvents"]))
    return {"longest_frame_ms": round(max(busy), 1), "longest_frame_wall_ms": round(max(late))}


def _longest(events: list[dict[str, Any]]) -> float:
    """The most CPU time of the page's main thread, in milliseconds, from the end of one picture to that of the next."""
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    own = [one for one in events if (one["pid"], one["tid"]) in threads and "ts" in one]
    pictures = sorted([one["ts"] for one in own if one["name"] == "Commit"])
    frames = [0.0] * (len(pictures) + 1)
    for one in own:
        if one["name"] == "RunTask":
            frames[bisect_left(pictures, one["ts"])] += one.get("tdur", 0) / 1000
    return max(frames)


def _durations(wire: CDPSession) -> Figures:
    return {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()))
