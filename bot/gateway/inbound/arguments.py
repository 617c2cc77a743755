"""What the words behind each command mean, in any language: a request, or None for words that mean nothing there.

A function a command, of those that take words; which command has which stands in `bot.gateway.inbound.commands`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.gateway.inbound.command_line import Arguments, Help, Lesson, Meaning, Settable, Show, Tell
from bot.messages.buttons import Verb
from bot.requests.board_answers import History, Stats
from bot.requests.board_words import CSV
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Sort
from bot.requests.hints import Explain, Hint
from bot.requests.linking import Link, UseLink
from bot.requests.match_records import ShowReplay, Verify
from bot.requests.opening_news import Notify
from bot.requests.openings import Open, Play, Watch
from bot.requests.own_data import Csv
from bot.requests.own_link import NewLink
from bot.requests.pages import ShowRules, Why
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.plans import ChangePlan, MakePlan, Plans
from bot.requests.seating import Join, Replace
from bot.requests.settings import DECK, SHAPE, THEME
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import AskTournament
from bot.requests.written_settings import as_kept, closed_up, code_named, with_equals
from bot.tables.setting import OFF, ON
from bot.words.command_words import meanings, words_for, words_meaning
from bot.words.languages import LANGUAGES
from bot.words.phrases import KIND
from bot.words.typed import NOWHERE, Unclear, parse_typed
from engine.actions import Action, format_action
from engine.cards import format_cards
from renderers.scenes import DECKS, SHAPES, THEMES

_SIDES: Final = re.compile(r"[NESW]{1,2}")
_SEAT: Final = re.compile(r"[NESW]")
_SCORE: Final = re.compile(r"[NESW]{1,2} -?\d{1,5}", re.IGNORECASE)


def open_table(arguments: Arguments) -> Open:
    code = code_named(arguments.first)
    options = with_equals(" ".join(arguments.words[1:] if code else arguments.words))
    return Open(code, channel=arguments.channel, options=options, delivery=arguments.delivery)


def play_now(arguments: Arguments) -> Play | None:
    code = code_named(arguments.first)
    if arguments.words and not code:
        return None
    return Play(code, channel=arguments.channel, delivery=arguments.delivery)


def watch(arguments: Arguments) -> Watch | None:
    code = code_named(arguments.first)
    if arguments.words and not code:
        return None
    return Watch(code, channel=arguments.channel, delivery=arguments.delivery)


def join(arguments: Arguments) -> Join | None:
    """`join TABLE`, `join TABLE SEAT`; in a channel the table need not be named: `join`, `join SEAT`."""
    label, seat = [" ".join(arguments.value(name).upper().split()[:1]) for name in ("table", "seat")]
    if arguments.channel and _SIDES.fullmatch(label):
        label, seat = "", label
    if not (label or arguments.channel) or (seat and not _SIDES.fullmatch(seat)):
        return None
    return Join(label, arguments.channel, seat, arguments.delivery)


def do(command: str, most: int = 0, least: int = 0) -> Callable[[Arguments], Do | None]:
    """A command of the table, with so many words."""
    return lambda arguments: _do(command, arguments.words, arguments) if least <= len(arguments.words) <= most else None


def _do(command: str, words: Sequence[str], arguments: Arguments) -> Do:
    return Do("", " ".join([command, *words]), arguments.delivery)


def set_table(arguments: Arguments) -> Do | Settable | None:
    """Settings of a table before it begins, as they are kept."""
    words = as_kept(with_equals(arguments.text)).split()
    if not words:
        return Settable()
    return _do("set", words, arguments) if 1 <= len(words) <= 20 else None


def propose(arguments: Arguments) -> Do | None:
    if not 1 <= len(arguments.words) <= 2:
        return None
    what = arguments.first.lower()
    return _do("propose", (meanings("proposal").get(what, what), *arguments.words[1:]), arguments)


def replace_seat(arguments: Arguments) -> Replace | None:
    """The one who has waited longest takes a seat; `replace SEAT yes WORD` and `replace SEAT no` answer."""
    seat, rest = arguments.first.upper(), [word.lower() for word in arguments.words[1:]]
    if len(seat) != 1 or (rest and rest[0] not in words_meaning("yes") and rest != ["no"]) or len(rest) > 2:
        return None
    sure, word = bool(rest) and rest[0] in words_meaning("yes"), "".join(rest[1:])
    return Replace("", seat, delivery=arguments.delivery, sure=sure, word=word, stays=rest == ["no"])


def seat(command: str) -> Callable[[Arguments], Do]:
    return lambda arguments: _do(command, [arguments.text.upper()] if arguments.words else [], arguments)


def show(what: Verb) -> Callable[[Arguments], Show]:
    return lambda arguments: Show(what, label=arguments.first.upper())


def look(arguments: Arguments) -> Show:
    return Show(Verb.LOOK, 0, arguments.first.upper())


def rules(arguments: Arguments) -> ShowRules | Show | None:
    if not arguments.words:
        return Show(Verb.RULES)
    code = code_named(arguments.first)
    return ShowRules(name=code) if code else None


def typed_play(verb: str) -> Callable[[Arguments], Meaning | None]:
    """A play whose words were written apart: nobody knows at which sign of the line they stood."""

    def make(arguments: Arguments) -> Do | Tell:
        found = play(f"{verb} {arguments.text}", arguments.delivery)
        return _without_place(found) if isinstance(found, Tell) else found

    return make


def play(text: str, delivery: str) -> Do | Tell:
    """A typed play; the sentence where it is not clear."""
    found = parse_typed(text)
    return Tell(found) if isinstance(found, Unclear) else _play(found, delivery)


def _without_place(step: Tell) -> Tell:
    return Tell(replace(step.what, at=NOWHERE)) if isinstance(step.what, Unclear) else step


def _play(action: Action, delivery: str) -> Do:
    return Do("", f"play {format_action(action)}", delivery)


def why(arguments: Arguments) -> Why | Tell:
    if not arguments.words:
        return Why("")
    found = parse_typed(arguments.text if len(arguments.words) > 1 else f"- {arguments.text}")
    if isinstance(found, Unclear):
        return _without_place(Tell(found))
    cards = getattr(found, "cards", None) or [card for card in [getattr(found, "card", None)] if card is not None]
    return Why("", format_cards(cards))


def hint(arguments: Arguments) -> Hint | None:
    return None if arguments.words else Hint("", arguments.delivery)


def explain(arguments: Arguments) -> Explain | None:
    """`explain`, `explain E`: the computer at that seat."""
    seat = arguments.text.upper()
    return Explain("", seat) if seat == "" or _SEAT.fullmatch(seat) else None


def sort(arguments: Arguments) -> Sort | None:
    by = meanings("order").get(arguments.first.lower())
    return Sort("", by) if by else None


def settings(arguments: Arguments) -> ShowChannel | SetChannel | None:
    if not arguments.words:
        return ShowChannel(arguments.channel)
    words = closed_up(with_equals(arguments.text)).split()
    keys = tuple(f"{word}=" for language in LANGUAGES for word in ("language", *words_for(language, "language")))
    values = [word.partition("=")[2] for word in words if word.lower().startswith(keys)]
    others = " ".join([word for word in words if not word.lower().startswith(keys)])
    language = meanings("language").get(values[-1].lower(), "") if values else ""
    if values and not language:  # whoever refuses it says which there are
        return SetChannel(arguments.channel, " ".join(words))
    return SetChannel(arguments.channel, others, language)


def language(arguments: Arguments) -> Introduce | None:
    languages = meanings("language")
    language = languages.get(arguments.text.lower(), "") or languages.get(arguments.first.lower(), "")
    return Introduce(language=language) if language else None


def own_name(arguments: Arguments) -> Introduce | None:
    return Introduce(name=arguments.text) if arguments.words else None


def link(arguments: Arguments) -> Link | UseLink:
    return UseLink(arguments.text) if arguments.words else Link()


def new_link(_arguments: Arguments) -> NewLink:
    return NewLink()


def theme(arguments: Arguments) -> Introduce | None:
    """A theme of the pictures, a deck, a shape, or several of them, by their names."""
    named = {name.replace("-", ""): name for name in (*THEMES, *DECKS, *SHAPES)}
    kinds = {word: name for kind in (THEME, DECK, SHAPE) for word, name in meanings(kind.name).items()}
    named |= {word.replace("-", ""): name for word, name in kinds.items()}
    found = [named.get(word.lower().replace("-", ""), "") for word in arguments.words]
    themes, decks, shapes = [[name for name in found if name in names] for names in (THEMES, DECKS, SHAPES)]
    if not found or "" in found or max(len(themes), len(decks), len(shapes)) > 1:
        return None
    return Introduce(theme="".join(themes), deck="".join(decks), shape="".join(shapes))


def hands(arguments: Arguments) -> Introduce | None:
    """Where their cards come to, or whether the table stands above them."""
    where = meanings("place").get(arguments.first.lower(), "")
    if not where or len(arguments.words) != 1:
        return None
    return Introduce(together=_TOGETHER[where]) if where in _TOGETHER else Introduce(hands=where)


def mentions(arguments: Arguments) -> Introduce | None:
    switch = meanings("switch").get(arguments.first.lower(), "")
    return Introduce(mentions=switch) if switch and len(arguments.words) == 1 else None


def lesson(arguments: Arguments) -> Lesson | None:
    """`lesson`, `lesson 2`, and by its buttons `lesson 2 1`."""
    numbers = [int(word) for word in arguments.words if _NUMBER.fullmatch(word)]
    return Lesson(*numbers) if len(numbers) == len(arguments.words) <= 2 else None


def say_phrase(arguments: Arguments) -> SayPhrase | Introduce | None:
    """`say well-played`; `say off`: they want to read none of it."""
    words = "-".join(arguments.words).lower()
    switch = meanings("switch").get(words, "")
    if switch:
        return Introduce(phrases=switch)
    return SayPhrase("", meanings(KIND).get(words, ""))


def notify(arguments: Arguments) -> Notify | None:
    """`notify`, `notify on`, `notify off`, `notify quiet=23-8`, or a switch and quiet hours."""
    switch = quiet = ""
    for word in as_kept(arguments.text).split():
        name, equals, value = word.partition("=")
        if name == "quiet" and equals and value and not quiet:
            quiet = value
        elif not equals and not switch and name.lower() in meanings("switch"):
            switch = meanings("switch")[name.lower()]
        else:
            return None
    return Notify(arguments.channel, switch, quiet)


def stats(arguments: Arguments) -> Stats:
    csv = [word.lower() for word in arguments.words[-1:]] == [CSV]
    return Stats(" ".join(arguments.words[:-1] if csv else arguments.words), arguments.channel, csv)


def history(arguments: Arguments) -> History | None:
    if arguments.words and not _NUMBER.fullmatch(arguments.first):
        return None
    return History(int(arguments.first) if arguments.words else 1, arguments.channel)


def of_match(make: Callable[[str, str], ShowReplay | Verify]) -> Callable[[Arguments], ShowReplay | Verify | None]:
    return lambda arguments: make(arguments.first, arguments.channel) if len(arguments.words) == 1 else None


def correct(arguments: Arguments) -> Correct | None:
    """`correct MATCH`, `correct MATCH NS 455 EW 310 reason`, `correct MATCH annul reason`, `correct yes WORD`."""
    match, rest = arguments.first, arguments.words[1:]
    if len(rest) == 1 and match.lower() in words_meaning("yes"):
        return Correct(word=rest[0], channel=arguments.channel)
    if not rest:
        return Correct(match, channel=arguments.channel) if match else None
    totals, reason = _result(rest)
    return Correct(match, totals, " ".join(reason), channel=arguments.channel) if totals and reason else None


def _result(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The result that stands first, "" for none, and the words behind it."""
    whole = meanings("result").get(words[0].lower(), "")
    if whole:
        return whole, words[1:]
    scored = 0
    while _SCORE.fullmatch(" ".join(words[scored : scored + 2])):
        scored += 2
    return " ".join(words[:scored]).upper(), words[scored:]


def csv(arguments: Arguments) -> Csv | None:
    own = arguments.first.lower() in words_meaning("mine")
    return Csv(arguments.channel, own) if own or not arguments.words else None


_TOGETHER: Final = {"together": ON, "apart": OFF}  # of the meanings of `place`
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}")
_BY_BUTTON: Final = re.compile(r"plan[0-9a-f]{10,16} [1-9]\d{0,14}")  # a plan's id, and one of its starts


def plan(arguments: Arguments) -> MakePlan | Plans | ChangePlan | None:
    """`plan TIME [settings]`, `plan now`, `plan cancel N`, `plan join N`; nothing behind it lists what is planned."""
    if not arguments.words:
        return Plans(arguments.channel)
    change = meanings("plan").get(arguments.first.lower())
    if change and _BY_BUTTON.fullmatch(" ".join(arguments.words[1:])):
        _, plan_id, starts = arguments.words
        return ChangePlan(change, 0, arguments.channel, plan=plan_id, starts=int(starts), delivery=arguments.delivery)
    if change:
        number = arguments.words[1] if len(arguments.words) > 1 else "0"
        if len(arguments.words) > 2 or (number != "0" and not _NUMBER.fullmatch(number)):
            return None
        return ChangePlan(change, int(number), arguments.channel, delivery=arguments.delivery)
    words = closed_up(arguments.text).split()
    time = " ".join([word for word in words if "=" not in word])
    options = " ".join([word for word in words if "=" in word])
    soon = time.lower() in words_meaning("soon")
    return MakePlan("" if soon else time, arguments.channel, options, delivery=arguments.delivery) if time else None


_TOURNAMENT: Final = re.compile(r"(?:tour|seri)[0-9a-f]{16}")


def tournament(arguments: Arguments) -> AskTournament | None:
    """`tournament`, `tournament new NAME key=value`, `tournament sheet 720-505 335-640`; by buttons with an id."""
    if not arguments.words:
        return AskTournament(channel=arguments.channel)
    what, words = meanings("tournament").get(arguments.first.lower()), list(arguments.words[1:])
    if what is None:
        return None
    id_ = words.pop(0) if words and _TOURNAMENT.fullmatch(words[0]) else ""
    what, words = _behind(what, words)
    return AskTournament(what, " ".join(words), arguments.channel, id_, delivery=arguments.delivery)


def _behind(what: str, words: list[str]) -> tuple[str, list[str]]:
    """What stands behind another action, for the list of actions on Discord is full.

    `standings season`, `cancel series`, `cancel series skip`, `change series best=6`, `finish reopen WHY`, `cancel
    restore`. A reason may begin as it likes.
    """
    first, second = [*[meanings("series").get(word.lower(), "") for word in words], "", ""][:2]
    action = meanings("tournament").get(words[0].lower()) if words else None
    match what:
        case "standings" if first:
            return "series", words
        case "cancel" if first == "list" and (len(words) == 1 or second in ("skip", "pause", "resume", "end")):
            return "series", words[1:] or ["end"]
        case "cancel" if action == "restore" and len(words) == 1:
            return "restore", []
        case "change" if first == "list":
            return "series", ["change", *words[1:]]
        case "finish" if action == "reopen":
            return "reopen", words[1:]
        case _:
            return what, words


def help_page(arguments: Arguments) -> Help:
    page = arguments.first
    return Help(int(page) if page.isascii() and page.isdecimal() and len(page) < 3 else 1)
