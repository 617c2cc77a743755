"""At every size of window all that is needed is seen or reached, and nothing is cut, covered or too small to press."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.adapters.web.hosting import PATIENCE
from tests.adapters.web.laid import HARD, OWN, REST, TWELVE, Beside, beside
from tests.adapters.web.seeing import DRAWN, cut, overlaps, pieces, point_of, scrolled, small, unreached, unseen
from tests.adapters.web.test_browser import HERE, UNDRAWN, until

SIZES: Final = ((360, 640), (390, 844), (640, 360), (667, 375), (844, 390), (853, 533), (1280, 633), (1280, 800))
ZOOMS: Final = (1, 1.5, 2)
EVERY: Final = [(size, zoom) for size in SIZES for zoom in ZOOMS]
NOT_ENLARGED: Final = [(size, 1) for size in SIZES]
WIDEST_TELEPHONE: Final = 853  # nobody has a mouse there; how it looks with one is seen all the same
ROOMY: Final = 200_000  # square pixels of the page's own; on less, such as a telephone's page enlarged, the pile slides
FINGER: Final = 40  # pixels
TARGET: Final = 24  # pixels of the page's own, however much it is enlarged: WCAG 2.2, 2.5.8

ALWAYS: Final = ", ".join(
    (
        *("#stock", "#pileroom", ".side.mine .melds", ".others .melds", "#status", "#controls .row button:enabled"),
        *("#room", "#menu", "#feedbutton"),
    )
)
TOP: Final = "#fan .card:last-child"  # of the pile
BUTTONS: Final = "#screen button:not(.card)"
TEXTS: Final = "button:not(.card), h1, h2, h3, legend, summary, th, header .deal, #status"
AREAS: Final = "#table > header, .banner, #seats, .side, #middle > *, #words, #controls > *, #hand, #feed"
SHOW: Final = f"""async (view) => {{
  const {{ wire, app }} = await {HERE};
  wire.heard({{ type: "view", ...view, time: app.view.time }});
}}"""
RESIZED: Final = f"""async ([wide, high, patience]) => {{
  const root = document.documentElement; // not innerWidth: a telephone's window grows with what is too wide
  for (const since = performance.now(); root.clientWidth !== wide || root.clientHeight !== high;) {{
    if (performance.now() > since + patience) throw new Error(`${{root.clientWidth}} by ${{root.clientHeight}}`);
    await new Promise(requestAnimationFrame);
  }}
  await {DRAWN};
}}"""
SIGN: Final = 5  # pixels
SPILT: Final = """() => [...document.querySelectorAll(".meld .sign")].filter((sign) => {
  const [inner, outer] = [sign, sign.closest(".meld")].map((one) => one.getBoundingClientRect());
  return inner.right > outer.right + 1 || inner.left < outer.left - 1 || inner.bottom > outer.bottom + 1;
}).map((sign) => sign.closest(".meld").getAttribute("aria-label"))"""
SESSIONS: Final[WeakKeyDictionary[Page, CDPSession]] = WeakKeyDictionary()
"""With each page that is resized; another one each time would make every later step slower."""
NAMES: Final = {"en": "en-GB", "it": "it-IT"}
EASY: Final = "N/play ? 5c7dKs 3h4h5h6hAd4dTdJcQcKcJk/?11/?11/?11 ?11,?11 {melds}"
GROWING: Final = (
    "-|-",
    "7s8s9s+KdKcKs|3d4d5d6d7d",
    "7s8s9s+KdKcKs+8h9hThJh|3d4d5d6d7d+9c9h9s+TcThTs",
    "7s8s9s+KdKcKs+8h9hThJh+3c4c5c6c7cJk9cTc|3d4d5d6d7d8d9dTd+9c9h9s+TcThTs+6s6c6d+AhAsAc2c",
)  # melds of both sides, more and more


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("sizes")) as running:
        yield running


@contextmanager
def window(
    browser: Browser, host: Beside, *, touch: bool = False, language: str = "en", drawn: bool = False
) -> Iterator[Page]:
    """A page that must not complain, with a finger or a mouse; what is not `drawn` is laid out all the same."""
    context = browser.new_context(
        locale=NAMES[language], has_touch=touch, is_mobile=touch, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE * 1000)
    if not drawn:
        context.add_init_script(UNDRAWN)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(host.url)
    try:
        yield page
        assert faults == []
    finally:
        context.close()


class OpenWindows:
    """Windows that stay open from one test to the next, each at a table of its own."""

    def __init__(self, browser: Browser, host: Beside, stack: ExitStack) -> None:
        self._browser, self._host, self._stack = browser, host, stack
        self._crowded: dict[bool, tuple[Page, dict[str, Any]]] = {}
        self._playing: tuple[Page, str] | None = None

    def crowded(self, *, touch: bool) -> tuple[Page, dict[str, Any]]:
        """Where most lies on the table, in Italian for a finger; and what is to be shown there."""
        if touch not in self._crowded:
            language = "it" if touch else "en"
            page = self._stack.enter_context(window(self._browser, self._host, touch=touch, language=language))
            self._crowded[touch] = page, crowd(page, self._host, language)
        return self._crowded[touch]

    def playing(self) -> tuple[Page, str]:
        """A table where any position may be laid, and its short name."""
        if self._playing is None:
            page = self._stack.enter_context(window(self._browser, self._host, touch=True))
            self._playing = page, begin(page)
        return self._playing


@pytest.fixture(scope="module")
def open_windows(one_browser: Browser, host: Beside) -> Iterator[OpenWindows]:
    with ExitStack() as stack:
        yield OpenWindows(one_browser, host, stack)


def crowd(page: Page, host: Beside, language: str) -> dict[str, Any]:
    """What is to be shown where most lies on the table; nothing more comes from the host of itself."""
    view = host.hard(begin(page), "it" if language == "it" else "en")
    expect(page.locator(".meld")).to_have_count(7)  # what was laid last has arrived
    return view


def begin(page: Page) -> str:
    """A hand, against computers that take their time; the short name of the table."""
    page.locator("#pace").select_option("1600")
    page.locator("#play").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    return page.locator("header .label").inner_text()


def resize(page: Page, size: tuple[int, int], zoom: float = 1, *, touch: bool = False) -> bool:
    """The window has this size, and the page is enlarged in it; whether everything should have its place there."""
    wide, high = round(size[0] / zoom), round(size[1] / zoom)
    metrics = {"width": wide, "height": high, "deviceScaleFactor": zoom, "mobile": touch}
    if page not in SESSIONS:
        SESSIONS[page] = page.context.new_cdp_session(page)
    SESSIONS[page].send("Emulation.setDeviceMetricsOverride", metrics)
    page.evaluate(RESIZED, [wide, high, PATIENCE * 1000])
    return wide * high >= ROOMY


def show(page: Page, view: dict[str, Any]) -> None:
    page.evaluate(SHOW, view)
    expect(page.locator("#fan .card")).to_have_count(len(view["pile"]))


def judge(page: Page, *, roomy: bool, piece: float = TARGET) -> None:
    """What holds at every size, whatever lies on the table. `piece`: pixels that are seen of each card of the hand."""
    assert max(scrolled(page)) <= 0
    assert unseen(page, f"{ALWAYS}, {TOP}") == []
    assert overlaps(page, AREAS) == []
    assert cut(page, TEXTS) == []
    assert small(page, BUTTONS, TARGET) == []
    assert unreached(page, f".meld, {BUTTONS}:enabled:not(#pile)") == []  # whose cards are pressed, see below
    assert unreached(page, "#hand .card, #fan .card", 5) == []
    judge_hand(page, piece)
    wide = page.locator("#fan .card").first.evaluate("card => card.offsetWidth")
    for across, down in pieces(page, "#fan .card", 0.35 * wide, 1.2 * wide):  # its rank and its suit
        assert across >= 0.35 * wide
        assert down >= 1.2 * wide
    if roomy:  # at once, without sliding it
        assert unseen(page, "#pile, #controls .row button") == []
        assert unreached(page, BUTTONS) == []
        assert page.locator(".slides").count() == 0


def judge_hand(page: Page, piece: float) -> None:
    """Of each of its cards a piece so wide and so high is seen and pressed."""
    assert all(min(seen) >= piece for seen in pieces(page, "#hand .card", piece, piece))


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_seen_and_reached_where_most_lies_on_the_table(
    open_windows: OpenWindows, size: tuple[int, int], touch: bool
) -> None:
    page, view = open_windows.crowded(touch=touch)
    melds = [len(side["melds"]) for side in view["sides"]]
    assert (len(view["hand"]), len(view["pile"]), melds) == (30, 25, [12, 12])
    for zoom in ZOOMS if touch or size[0] > WIDEST_TELEPHONE else ZOOMS[:1]:
        roomy = resize(page, size, zoom, touch=touch)
        show(page, view)
        page.evaluate(DRAWN)
        least = 36 if touch else 30  # of a hand of thirty; the screen allows no more
        judge(page, roomy=roomy, piece=least if zoom == 1 else TARGET)
        if zoom == 1:
            assert small(page, BUTTONS, FINGER) == []


@pytest.mark.parametrize("name", HARD)
def test_what_one_pack_allows_is_seen_at_every_size(open_windows: OpenWindows, host: Beside, name: str) -> None:
    page, label = open_windows.playing()
    host.lay(label, HARD[name])
    laid(page, host, label)
    for size in SIZES:  # enlarged, as what is harder still is shown above
        judge(page, roomy=resize(page, size, touch=True))
        assert small(page, BUTTONS, FINGER) == []


def laid(page: Page, host: Beside, label: str) -> None:
    """Until the page shows the table as it is now."""
    until(page, what=f"app.view.table.stage >= {host.table(label).stage}")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_are_as_large_as_there_is_room_and_stay_so_while_they_are_ticked(
    open_windows: OpenWindows, host: Beside, size: tuple[int, int]
) -> None:
    page, label = open_windows.playing()
    page.keyboard.press("Escape")  # nothing is ticked
    seen = []
    for melds in GROWING:
        host.lay(label, EASY.format(melds=melds))
        laid(page, host, label)
        expect(page.locator(".meld")).to_have_count(melds.replace("-", "").count("+") + 2 * (melds != "-|-"))
        judge(page, roomy=resize(page, size, touch=True), piece=FINGER)
        seen.append(widths(page))
    melded = [wide for wide, _, _ in seen[1:]]
    assert melded == sorted(melded, reverse=True)
    assert len({one[1:] for one in seen}) == 1  # the hand and the stock are no smaller for it
    assert max(melded) <= seen[0][1] + 1
    page.keyboard.press("Escape")
    expect(page.locator("#hand .card.ticked")).to_have_count(0)
    page.mouse.click(*point_of(page.locator("#hand .card").first, 8, 8))  # the next row may lie over its middle
    expect(page.locator("#hand .card.ticked")).to_have_count(1)
    assert widths(page) == seen[-1]
    host.lay(label, EASY.format(melds=GROWING[1]))
    laid(page, host, label)
    expect(page.locator(".meld")).to_have_count(3)
    assert widths(page) == seen[1]  # the room comes back


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
def test_large_letters_leave_the_cards_of_a_hand_their_size_on_a_telephone(
    one_browser: Browser, host: Beside, size: tuple[int, int]
) -> None:
    with window(one_browser, host, touch=True) as page:
        label = begin(page)
        host.lay(label, EASY.format(melds=GROWING[1]))
        laid(page, host, label)
        resize(page, size, touch=True)
        usual = widths(page)
        for letters in (18, 20, 24):  # pixels, as the settings of a browser have them
            SESSIONS[page].send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
            page.reload()
            until(page, what=f"app.view.table.stage >= {host.table(label).stage}")
            expect(page.locator("#hand .card")).to_have_count(11)
            page.evaluate(DRAWN)
            judge(page, roomy=False, piece=30)
            assert all(wide >= before - 5 for wide, before in zip(widths(page)[:2], usual, strict=False))


TELEPHONES: Final = ((360, 640), (390, 844), (640, 360), (844, 390))
BETWEEN: Final = ((393, 727), (360, 740), (360, 800), (412, 800))  # a telephone's page below the bars of its browser
FIVE: Final = (
    "7s8s9s+KdKcKs+8h9hThJh+3c4c5c6c7c+9cTcJc|3d4d5d6d7d+9c9h9s+TcThTs+6s6c6d+AhAsAc",
    "7s8s9sTsJsQsKs+KdKcKhJk+9c9h9s9d+3h4h5h6h7h|3d4d5d6d7d8d9d+QcQhQs+TcThTs+AsAcAh2c",
)  # as many melds as a side usually has, or fewer and a burraco
HIDDEN: Final = """() => [...document.querySelectorAll("#felt .melds")]
  .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
  .map((one) => one.dataset.side)"""


@pytest.mark.parametrize("size", [*TELEPHONES, *BETWEEN], ids=str)
def test_as_many_melds_as_a_side_usually_has_are_seen_at_once_on_a_telephone(
    open_windows: OpenWindows, host: Beside, size: tuple[int, int]
) -> None:
    page, label = open_windows.playing()
    resize(page, size, touch=True)
    for melds in FIVE:
        host.lay(label, EASY.format(melds=melds))
        laid(page, host, label)
        expect(page.locator(".meld")).to_have_count(melds.count("+") + 2)
        page.evaluate(DRAWN)
        judge(page, roomy=True)
        assert page.evaluate(HIDDEN) == []


TEN_LETTERS: Final = ("Margherita", "Bartolomeo", "Alessandra", "Giuseppina")


@pytest.mark.parametrize("size", TELEPHONES, ids=str)
def test_a_name_of_ten_letters_is_read_whole_on_a_telephone(open_windows: OpenWindows, size: tuple[int, int]) -> None:
    page, view = open_windows.crowded(touch=True)
    resize(page, size, touch=True)
    people = [
        seat | {"name": name, "person": "p", "computer": "", "dealer": True}
        for seat, name in zip(view["seats"], TEN_LETTERS, strict=True)
    ]
    show(page, view | {"seats": people})
    page.evaluate(DRAWN)
    expect(page.locator("#seats .name")).to_have_count(3)
    assert cut(page, "#seats .name") == []
    expect(page.locator(".seat .dealer:visible")).to_have_count(4)


COVERED: Final = """() => [...document.querySelectorAll(".seat:has(.dealer) .portrait")].map((one) => {
  const letters = document.createRange();
  letters.selectNodeContents(one);
  const { left, right, bottom } = letters.getBoundingClientRect();
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(one).font;
  const { fontBoundingBoxDescent: below, actualBoundingBoxAscent: high } = pen.measureText(one.textContent);
  const disc = one.parentElement.querySelector(".dealer").getBoundingClientRect();
  const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
  const within = (least, most, at) => Math.min(Math.max(at, least), most);
  const away = Math.hypot(x - within(left, right, x), y - within(bottom - below - high, bottom - below, y));
  return disc.width / 2 - away;
})"""
"""How far each dealer's disc reaches into the letters beside it: the letters themselves, not the line they stand in."""


@pytest.mark.parametrize("size", TELEPHONES, ids=str)
def test_the_disc_of_who_deals_covers_no_letter_of_their_initials(
    open_windows: OpenWindows, size: tuple[int, int]
) -> None:
    page, view = open_windows.crowded(touch=True)
    resize(page, size, touch=True)
    show(
        page,
        view | {"seats": [seat | {"name": "Maria Antonia", "person": "p", "dealer": True} for seat in view["seats"]]},
    )
    page.evaluate(DRAWN)
    reach = page.evaluate(COVERED)
    assert len(reach) == 4
    assert max(reach) <= 0


HINTS: Final = f"""async () => {{
  const {{ say }} = await {HERE};
  await say("set hints=on hands=1");
}}"""


@pytest.mark.parametrize("language", NAMES)
def test_where_hints_are_allowed_their_button_has_its_place_on_a_telephone(
    one_browser: Browser, host: Beside, language: str
) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        page.locator("#pace").select_option("1600")
        page.locator("#name").fill("Anna")
        page.locator("#open").click()
        page.locator("#openhere").click()
        expect(page.locator("#lobby")).to_be_visible()
        page.evaluate(HINTS)
        expect(page.locator("#hintsallowed")).to_be_visible()
        page.locator("#start").click()
        page.locator("#yes").click()  # computers take the other seats
        expect(page.locator("#hand .card").first).to_be_visible()
        label = page.locator("header .label").inner_text()
        for position in (EASY, EASY.replace("/play", "/draw")):
            host.lay(label, position.format(melds=FIVE[0]))
            laid(page, host, label)
            for size in TELEPHONES:
                resize(page, size, touch=True)
                page.evaluate(DRAWN)
                expect(page.locator("#hint")).to_be_visible()
                judge(page, roomy=True)
                assert small(page, BUTTONS, FINGER) == []


LONG_HAND: Final = "N/play ? 5c7dKs 3h4h5h6hAd4dTdJcQcKcJk3s4s5s6s7s8s9s/?11/?11/?11 ?11,?11 -|-"
FAN: Final = """() => {
  const rows = Map.groupBy(document.querySelectorAll("#hand .card"), ({ dataset: { place } }) =>
    Math.floor(place / getComputedStyle(document.querySelector("#hand")).getPropertyValue("--columns")));
  const turn = (one) => parseFloat(getComputedStyle(one).rotate) || 0;
  const height = (one) => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; };
  return [...rows.values()].map((row) => [row.map(turn), row.map(height)]);
}"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1280, 800)], ids=str)
def test_a_long_hand_is_held_as_a_fan_in_which_every_card_shows_its_corner(
    open_windows: OpenWindows, host: Beside, size: tuple[int, int]
) -> None:
    page, label = open_windows.playing()
    host.lay(label, LONG_HAND)
    laid(page, host, label)
    page.keyboard.press("Escape")
    expect(page.locator("#hand .card.ticked")).to_have_count(0)
    resize(page, size, touch=True)
    page.evaluate(DRAWN)
    for turns, heights in page.evaluate(FAN):
        assert turns == sorted(turns)
        assert turns[-1] == pytest.approx(-turns[0])
        assert turns[-1] >= 2
        middle = len(turns) // 2
        assert heights[:middle] == sorted(heights[:middle], reverse=True)
        assert heights[middle:] == sorted(heights[middle:])
    assert max(scrolled(page)) <= 0
    assert unseen(page, "#hand") == []
    judge_hand(page, FINGER)


WIDTHS: Final = """() => ["#felt .meld .card", "#hand .card", "#stock .card"]
  .map((one) => document.querySelector(one)?.offsetWidth ?? 0)"""


def widths(page: Page) -> tuple[int, int, int]:
    """A card of a meld, of the hand, and of the stock."""
    page.evaluate(DRAWN)
    melded, hand, stock = page.evaluate(WIDTHS)
    return melded, hand, stock


@pytest.mark.parametrize("language", NAMES)
def test_three_sides_have_their_place(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        page.locator("#rules").select_option("three-player")
        label = begin(page)
        hand = "/".join(["".join(REST[20:34]), "?5", "?5"])
        host.lay(
            label,
            f"{OWN}/play ? {''.join(REST[:20])} {hand} - !{TWELVE}|!3h4h5h+6d7d8d|!9cTcJc+6c7c8c+6h7h8h",
            "three-player",
        )
        expect(page.locator(".side")).to_have_count(3)
        for size, zoom in EVERY if language == "it" else NOT_ENLARGED:  # whose words are the longer ones
            judge(page, roomy=resize(page, size, zoom, touch=True) and zoom == 1)


@pytest.mark.parametrize("language", NAMES)
def test_a_crowded_burraco_tells_what_it_is_by_its_sign(one_browser: Browser, host: Beside, language: str) -> None:
    with window(one_browser, host, touch=True, language=language) as page:
        host.lay(begin(page), HARD["long melds"])
        burrachi = page.locator(".side .meld .sign")
        expect(burrachi).to_have_text(["●", "●", "●", "○"])
        for size in SIZES:
            resize(page, size, touch=True)
            assert unseen(page, ".side.mine .meld:first-child .sign") == []
            assert small(page, ".meld .sign", SIGN) == []
            assert page.evaluate(SPILT) == []


def test_who_looks_on_sees_the_table(one_browser: Browser, host: Beside) -> None:
    with window(one_browser, host) as page:
        label = begin(page)
        host.lay(label, HARD["long melds"])
        with window(one_browser, host, touch=True) as other:
            other.locator("#code").fill(label)
            other.locator(".join button").click()
            expect(other.locator(".meld")).to_have_count(7)
            for size, zoom in EVERY:
                resize(other, size, zoom, touch=True)
                assert scrolled(other) == (0, 0)
                assert overlaps(other, AREAS) == []
                assert unseen(other, f"#stock, #pileroom, {TOP}, .melds, #status, #menu") == []
                assert unreached(other, "#fan .card", 5) == []
                assert unreached(other, ".meld", 5 if zoom == 1 else 0) == []
