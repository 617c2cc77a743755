"""What somebody sees of the page and can reach there, measured in the browser: boxes, points, the lines of words."""

from typing import Any, Final

from playwright.sync_api import Locator, Page

DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Evaluated, it waits until what has changed is laid out and drawn."""
SHIFT: Final = """() => { window.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.shift += one.value; }))
    .observe({ type: "layout-shift" }); }"""
"""From now on `window.shift` is what Chromium calls layout shift."""

_TOOLS: Final = """
  const boxOf = (one) => one.getBoundingClientRect();
  const VISIBLE = { visibilityProperty: true, opacityProperty: true };
  const shown = (one) => one.checkVisibility(VISIBLE) && one.offsetWidth > 0;
  const at = (x, y) => document.elementFromPoint(x, y);
  const name = (one) => one.id || `${one.className} ${one.dataset.number ?? ""} ${one.textContent.slice(0, 30)}`.trim();
  const within = (a, b, from, to) => b[from] >= a[from] - 1 && b[to] <= a[to] + 1; // a pixel is lost by rounding
  const contains = (a, b) => within(a, b, "left", "right") && within(a, b, "top", "bottom");
  const inside = (box) => contains({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, box);
  const hits = (one, x, y) => { const found = at(x, y); return Boolean(found) && one.contains(found); };
  // Where points of it are that are told from its own corner, also where it is turned.
  const pointsOf = (one) => {
    const style = getComputedStyle(one);
    const turned = ((parseFloat(style.rotate) || 0) * Math.PI) / 180;
    const box = boxOf(one);
    if (!turned) return (x, y) => [box.left + x, box.top + y];
    const [wide, high] = [parseFloat(style.width), parseFloat(style.height)];
    const [sin, cos] = [Math.sin(turned), Math.cos(turned)];
    const [left, top] = middle(one);
    return (x, y) => {
      const [across, down] = [x - wide / 2, y - high / 2];
      return [left + across * cos - down * sin, top + across * sin + down * cos];
    };
  };
  const middle = (one) => { const b = boxOf(one); return [(b.left + b.right) / 2, (b.top + b.bottom) / 2]; };
"""

_REACHED: Final = f"""([selector, corner]) => {{ {_TOOLS}
  const missed = [];
  for (const one of document.querySelectorAll(selector)) {{
    one.scrollIntoView({{ block: "nearest", inline: "nearest" }});
    const [x, y] = corner ? pointsOf(one)(corner, corner) : middle(one);
    if (!hits(one, x, y)) missed.push([name(one), x, y, at(x, y) && name(at(x, y))]);
  }}
  scrollTo(0, 0);
  return missed;
}}"""

_VISIBLE: Final = f"""(selector) => {{ {_TOOLS}
  return [...document.querySelectorAll(selector)].filter((one) => !inside(boxOf(one)) || !hits(one, ...middle(one)))
    .map((one) => [name(one), boxOf(one).toJSON()]);
}}"""

_CUT: Final = f"""(selector) => {{ {_TOOLS}
  const faults = [];
  for (const one of document.querySelectorAll(selector)) {{
    if (!shown(one)) continue;
    const box = boxOf(one);
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {{
      if (!shown(text.parentElement) || getComputedStyle(text.parentElement).position === "absolute") continue;
      for (const word of text.data.matchAll(/\\S+/g)) {{
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
        const part = boxOf(range);
        const {{ left, top, right, bottom }} = box;
        const out = !contains({{ left, top: top - 3, right, bottom: bottom + 3 }}, part);
        const clipped = getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1;
        if (lines.size > 1 || out || clipped) faults.push([name(one), word[0], lines.size > 1 ? "broken" : "cut"]);
      }}
    }}
    const beside = box.left < -1 || box.right > innerWidth + 1;
    if (beside && !one.closest("#suggestions, .melds, .wide, .slides")) faults.push([name(one), "beside the page"]);
  }}
  return faults;
}}"""

_OVERLAPS: Final = f"""(selector) => {{ {_TOOLS}
  const all = [...document.querySelectorAll(selector)].filter(shown);
  const along = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const over = (a, b) => along(a, b, "left", "right") && along(a, b, "top", "bottom");
  const before = (one, place) => all.slice(0, place).filter((other) => over(boxOf(one), boxOf(other)));
  return all.flatMap((one, place) => before(one, place).map((other) => [name(one), name(other)]));
}}"""

_SPILT: Final = f"""(selector) => {{ {_TOOLS}
  const ends = (one) => getComputedStyle(one).textOverflow === "ellipsis";
  const narrow = (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && !ends(one);
  const found = [...document.querySelectorAll(`${{selector}}, :is(${{selector}}) *`)].filter((one) => shown(one));
  return found.filter(narrow).map((one) => [name(one), one.scrollWidth, one.clientWidth]);
}}"""

_PIECES: Final = f"""([selector, enoughAcross, enoughDown]) => {{ {_TOOLS}
  const along = (most, enough, sees) => {{
    let at = 2;
    for (const step of [4, 1]) {{ // nothing that lies over a card is narrower
      while (at + 1 < enough && at + step < most && sees(at + step)) at += step;
    }}
    return at + 1;
  }};
  const piece = (one) => {{
    one.scrollIntoView({{ block: "nearest", inline: "nearest" }});
    const [wide, high, point] = [one.offsetWidth, one.offsetHeight, pointsOf(one)];
    const sees = (across, down) => hits(one, ...point(across, down));
    if (!sees(2, 2)) return [0, 0];
    return [along(wide, enoughAcross, (x) => sees(x, 2)), along(high, enoughDown, (y) => sees(2, y))];
  }};
  return [...document.querySelectorAll(selector)].map(piece);
}}"""

_SMALL: Final = f"""([selector, least]) => {{ {_TOOLS}
  const little = (one) => shown(one) && Math.min(one.offsetWidth, one.offsetHeight) < least;
  const found = [...document.querySelectorAll(selector)].filter(little);
  return found.map((one) => [name(one), one.offsetWidth, one.offsetHeight]);
}}"""

_SCROLLED: Final = """() => {
  // Not of innerWidth: on a telephone it grows with what is too wide.
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
}"""


_POINT: Final = f"""(one, [x, y]) => {{ {_TOOLS}
  return one.isConnected ? pointsOf(one)(x, Math.min(y, one.offsetHeight / 2)) : null; }}"""


def point_of(place: Locator, x: float, y: float) -> tuple[float, float]:
    """Where a point of its upper half is in the window, told from its own corner, also where it is turned."""
    while (found := place.evaluate(_POINT, [x, y])) is None:  # it was drawn anew since it was found
        pass
    left, top = found
    return left, top


def unreached(page: Page, selector: str, corner: int = 0) -> list[Any]:
    """What cannot be pressed when all that scrolls is scrolled to it: in its middle, or so near its corner."""
    return list(page.evaluate(_REACHED, [selector, corner]))


def unseen(page: Page, selector: str) -> list[Any]:
    """What is not wholly in the window, or is covered."""
    return list(page.evaluate(_VISIBLE, selector))


def cut(page: Page, selector: str) -> list[Any]:
    """Words that go beyond their button or heading, end in dots, or are broken over two lines."""
    return list(page.evaluate(_CUT, selector))


def overlaps(page: Page, selector: str) -> list[Any]:
    return list(page.evaluate(_OVERLAPS, selector))


def spilt(page: Page, selector: str) -> list[Any]:
    """What of these, or within them, is too narrow for what stands in it, and does not end it in dots."""
    return list(page.evaluate(_SPILT, selector))


def pieces(page: Page, selector: str, across: float, down: float) -> list[tuple[float, float]]:
    """How wide and how high a piece of each can be seen and pressed, from its corner on, when it is scrolled to.

    Where it is so wide (`across`) or so high (`down`), in pixels, it is not looked any further: to ask the browser what
    lies at a point was a third of the work of judging a table.
    """
    return [(wide, high) for wide, high in page.evaluate(_PIECES, [selector, across, down])]


def scrolled(page: Page) -> tuple[int, int]:
    """How many pixels the page is wider and higher than its window."""
    wide, high = page.evaluate(_SCROLLED)
    return int(wide), int(high)


def small(page: Page, selector: str, least: float) -> list[Any]:
    """What is too narrow or too low for a finger, of what is shown."""
    return list(page.evaluate(_SMALL, [selector, least]))
