"""What the words behind each command mean, in any language: a request, or None for words that mean nothing there.

A function a command, of those that take words; which command has which stands in `bot.gateway.inbound.commands`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.gateway.inbound.command_line import Heard, Help, Said, Show, Tell
from bot.messages.buttons import Verb
from bot.requests.about import Csv, History, Replay, Stats, Verify
from bot.requests.board_words import CSV
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Sort
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open, Play, Watch
from bot.requests.pages import Rules, Why
from bot.requests.people import Introduce
from bot.requests.plans import ChangePlan, MakePlan, Plans
from bot.requests.seating import Join, Replace
from bot.requests.table_commands import Do
from bot.requests.written_settings import as_kept, closed_up
from bot.words.command_words import meanings, words_for, words_meaning
from bot.words.languages import LANGUAGES
from bot.words.typed import NOWHERE, Unclear, typed
from engine.actions import Action, format_action
from engine.cards import format_cards
from engine.rules import RULE_SETS
from renderers.scenes import DECKS, SHAPES, THEMES

_SIDES: Final = re.compile(r"[NESW]{1,2}")
_SCORE: Final = re.compile(r"[NESW]{1,2} -?\d{1,5}", re.IGNORECASE)


def open_table(said: Said) -> Open:
    code = said.first.lower() if said.first.lower() in RULE_SETS else ""
    options = " ".join(said.words[1:] if code else said.words)
    return Open(code, channel=said.channel, options=options, delivery=said.delivery)


def play_now(said: Said) -> Play | None:
    if said.words and said.first.lower() not in RULE_SETS:
        return None
    return Play(said.first.lower(), channel=said.channel, delivery=said.delivery)


def watch(said: Said) -> Watch | None:
    if said.words and said.first.lower() not in RULE_SETS:
        return None
    return Watch(said.first.lower(), channel=said.channel, delivery=said.delivery)


def join(said: Said) -> Join | None:
    """`join TABLE`, `join TABLE SEAT`; in a channel the table need not be named: `join`, `join SEAT`."""
    label, seat = [" ".join(said.value(name).upper().split()[:1]) for name in ("table", "seat")]
    if said.channel and _SIDES.fullmatch(label):
        label, seat = "", label
    if not (label or said.channel) or (seat and not _SIDES.fullmatch(seat)):
        return None
    return Join(label, said.channel, seat, said.delivery)


def do(command: str, most: int = 0, least: int = 0) -> Callable[[Said], Do | None]:
    """A command of the table, with so many words."""
    return lambda said: _do(command, said.words, said) if least <= len(said.words) <= most else None


def _do(command: str, words: Sequence[str], said: Said) -> Do:
    return Do("", " ".join([command, *words]), said.delivery)


def set_table(said: Said) -> Do | None:
    """Settings of a table before it begins, as they are kept."""
    words = as_kept(said.text).split()
    return _do("set", words, said) if 1 <= len(words) <= 20 else None


def propose(said: Said) -> Do | None:
    if not 1 <= len(said.words) <= 2:
        return None
    what = said.first.lower()
    return _do("propose", (meanings("proposal").get(what, what), *said.words[1:]), said)


def replace_seat(said: Said) -> Replace | None:
    """The one who has waited longest takes a seat; `replace SEAT yes WORD` and `replace SEAT no` answer."""
    seat, rest = said.first.upper(), [word.lower() for word in said.words[1:]]
    if len(seat) != 1 or (rest and rest[0] not in words_meaning("yes") and rest != ["no"]) or len(rest) > 2:
        return None
    sure, word = bool(rest) and rest[0] in words_meaning("yes"), "".join(rest[1:])
    return Replace("", seat, delivery=said.delivery, sure=sure, word=word, kept=rest == ["no"])


def seat(command: str) -> Callable[[Said], Do]:
    return lambda said: _do(command, [said.text.upper()] if said.words else [], said)


def show(what: Verb) -> Callable[[Said], Show]:
    return lambda said: Show(what, label=said.first.upper())


def rules(said: Said) -> Rules | Show | None:
    if not said.words:
        return Show(Verb.RULES)
    return Rules(name=said.first.lower()) if said.first.lower() in RULE_SETS else None


def typed_play(verb: str) -> Callable[[Said], Heard | None]:
    """A play whose words were written apart: nobody knows at which sign of the line they stood."""

    def make(said: Said) -> Do | Tell:
        found = play(f"{verb} {said.text}", said.delivery)
        return _without_place(found) if isinstance(found, Tell) else found

    return make


def play(text: str, delivery: str) -> Do | Tell:
    """A typed play; the sentence where it is not clear."""
    found = typed(text)
    return Tell(found) if isinstance(found, Unclear) else _played(found, delivery)


def _without_place(told: Tell) -> Tell:
    return Tell(replace(told.what, at=NOWHERE)) if isinstance(told.what, Unclear) else told


def _played(action: Action, delivery: str) -> Do:
    return Do("", f"play {format_action(action)}", delivery)


def why(said: Said) -> Why | Tell:
    if not said.words:
        return Why("")
    found = typed(said.text if len(said.words) > 1 else f"- {said.text}")
    if isinstance(found, Unclear):
        return _without_place(Tell(found))
    cards = getattr(found, "cards", None) or [card for card in [getattr(found, "card", None)] if card is not None]
    return Why("", format_cards(cards))


def sort(said: Said) -> Sort | None:
    by = meanings("order").get(said.first.lower())
    return Sort("", by) if by else None


def settings(said: Said) -> ShowChannel | SetChannel | None:
    if not said.words:
        return ShowChannel(said.channel)
    words = closed_up(said.text).split()
    keys = tuple([f"{word}=" for language in LANGUAGES for word in ("language", *words_for(language, "language"))])
    spoken = [word.partition("=")[2] for word in words if word.lower().startswith(keys)]
    others = " ".join([word for word in words if not word.lower().startswith(keys)])
    language = meanings("language").get(spoken[-1].lower(), "") if spoken else ""
    if spoken and not language:
        return None
    return SetChannel(said.channel, others, language)


def language(said: Said) -> Introduce | None:
    language = meanings("language").get(said.first.lower(), "")
    return Introduce(language=language) if language else None


def own_name(said: Said) -> Introduce | None:
    return Introduce(name=said.text) if said.words else None


def link(said: Said) -> Link | UseLink:
    return UseLink(said.text) if said.words else Link()


def theme(said: Said) -> Introduce | None:
    """A theme of the pictures, a deck, a shape, or several of them, by their names."""
    named = {name.replace("-", ""): name for name in (*THEMES, *DECKS, *SHAPES)}
    found = [named.get(word.lower().replace("-", "").replace("color", "colour"), "") for word in said.words]
    themes, decks, shapes = [[name for name in found if name in known] for known in (THEMES, DECKS, SHAPES)]
    if not found or "" in found or max(len(themes), len(decks), len(shapes)) > 1:
        return None
    return Introduce(theme="".join(themes), deck="".join(decks), shape="".join(shapes))


def hands(said: Said) -> Introduce | None:
    where = meanings("place").get(said.first.lower(), "")
    return Introduce(hands=where) if where and len(said.words) == 1 else None


def stats(said: Said) -> Stats:
    csv = [word.lower() for word in said.words[-1:]] == [CSV]
    return Stats(" ".join(said.words[:-1] if csv else said.words), said.channel, csv)


def history(said: Said) -> History | None:
    if said.words and not _NUMBER.fullmatch(said.first):
        return None
    return History(int(said.first) if said.words else 1, said.channel)


def of_match(make: Callable[[str, str], Replay | Verify]) -> Callable[[Said], Replay | Verify | None]:
    return lambda said: make(said.first, said.channel) if len(said.words) == 1 else None


def correct(said: Said) -> Correct | None:
    """`correct MATCH`, `correct MATCH NS 455 EW 310 reason`, `correct MATCH annul reason`, `correct yes WORD`."""
    match, rest = said.first, said.words[1:]
    if len(rest) == 1 and match.lower() in words_meaning("yes"):
        return Correct(word=rest[0], channel=said.channel)
    if not rest:
        return Correct(match, channel=said.channel) if match else None
    totals, reason = _result(rest)
    return Correct(match, totals, " ".join(reason), channel=said.channel) if totals and reason else None


def _result(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The result that stands first, "" for none, and the words behind it."""
    whole = meanings("result").get(words[0].lower(), "")
    if whole:
        return whole, words[1:]
    scored = 0
    while _SCORE.fullmatch(" ".join(words[scored : scored + 2])):
        scored += 2
    return " ".join(words[:scored]).upper(), words[scored:]


def csv(said: Said) -> Csv | None:
    own = said.first.lower() in words_meaning("mine")
    return Csv(said.channel, own) if own or not said.words else None


_NUMBER: Final = re.compile(r"[1-9]\d{0,2}")
_BY_BUTTON: Final = re.compile(r"plan[0-9a-f]{10,16} [1-9]\d{0,14}")  # a plan's id, and one of its starts


def plan(said: Said) -> MakePlan | Plans | ChangePlan | None:
    """`plan TIME [settings]`, `plan now`, `plan cancel N`, `plan join N`; nothing behind it lists what is planned."""
    if not said.words:
        return Plans(said.channel)
    change = meanings("plan").get(said.first.lower())
    if change and _BY_BUTTON.fullmatch(" ".join(said.words[1:])):
        _, plan_id, starts = said.words
        return ChangePlan(change, 0, said.channel, plan=plan_id, starts=int(starts), delivery=said.delivery)
    if change:
        number = said.words[1] if len(said.words) > 1 else "0"
        if len(said.words) > 2 or (number != "0" and not _NUMBER.fullmatch(number)):
            return None
        return ChangePlan(change, int(number), said.channel, delivery=said.delivery)
    words = closed_up(said.text).split()
    time = " ".join([word for word in words if "=" not in word])
    options = " ".join([word for word in words if "=" in word])
    soon = time.lower() in words_meaning("soon")
    return MakePlan("" if soon else time, said.channel, options, delivery=said.delivery) if time else None


def help_page(said: Said) -> Help:
    return Help(int(said.first) if said.first.isascii() and said.first.isdecimal() and len(said.first) < 3 else 1)
