"""The moviola: a deal that is over, opened at the turn that decided most of it, for everybody at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.messages.analysis_words import analysis_lines
from bot.messages.message import Message
from bot.messages.table_lines import last_deal
from bot.messages.text_moviola import moviola_brief, moviola_text
from bot.views.deal_view import side_order
from bot.views.display_names import AS_NOW, NamesThen, names_at_the_end, names_then, side_name
from bot.views.table_view import TableView
from bot.words import table_words, turns
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from engine.actions import Written
from engine.deal import Deal
from engine.record import DealRecord, Turn, lost_on_time
from engine.score import totals
from engine.table import Game
from engine.view import ARBITER, view
from renderers.scenes import MoviolaScene


def moviola_message(view: TableView) -> Message | None:
    """None while a deal is played, also at another table, and before the first one: what lies hidden stays hidden."""
    table = view.table
    if table.sealed or table.game is None or not table.game.deal.is_over or not table.records:
        return None
    title = say(view.language, "title.moviola", table=table.label, deal=len(table.records))
    game, record = table.game, table.records[-1]
    names = names_at_the_end(table, view.language)
    then = names_then(record, names, view.language)
    scene = moviola_scene(game, record, names, title, view.language, view.seat, _found(view, names, then), then)
    return Message(
        language=view.language,
        title=title,
        lines=scene.lines,
        picture=scene,
        look=view.viewer.look,
        alt=moviola_text(view.language, scene),
        brief=moviola_brief(view.language, scene),
        anew=f"{last_deal(table)}.moviola",
    )


def _found(view: TableView, names: Mapping[str, str], then: NamesThen) -> list[str]:
    """What the computer players think of the deal, or why nothing is said of it."""
    found = view.viewer.analysis
    if isinstance(found, str):
        return [found] if found else []
    return analysis_lines(view.language, view.table.code, names, found, view.seat, then)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn, from 1: the deal before it and after it, which side gained most by it, and how many points."""

    turn: int
    before: Deal
    after: Deal
    side: int
    gain: int


def turning_point(game: Game) -> TurningPoint | None:
    """The turn after which the sides stood most differently from before, each scored as the table stood.

    What a side gained is counted against the best of the others. None where no turn gained anything.
    """
    deals = [*game.turns, game.deal]
    found: TurningPoint | None = None
    for number in range(1, len(deals)):
        before, after = _leads(deals[number - 1]), _leads(deals[number])
        gains = [new - old for old, new in zip(before, after, strict=True)]
        gain = max(gains)
        if gain > (found.gain if found else 0):
            found = TurningPoint(number, deals[number - 1], deals[number], gains.index(gain), gain)
    return found


def _leads(deal: Deal) -> list[int]:
    """What each side is ahead of the best of the others."""
    points = totals(deal)
    return [own - max([*points[:side], *points[side + 1 :]]) for side, own in enumerate(points)]


def moviola_scene(
    game: Game,
    record: DealRecord,
    names: Mapping[str, str],
    title: str,
    language: Language,
    mine: str = "",
    judgement: Sequence[str] = (),
    then: NamesThen = AS_NOW,
) -> MoviolaScene:
    """The picture of a deal that is over, for a seat, or "" for everybody; `names` by seat.

    `judgement`: what is said of it beside what happened, in lines. `then`: who had which name in a turn.

    Raises `ValueError` for a deal that is still played.
    """
    if not game.deal.is_over:
        raise ValueError("the deal is not over: its cards stay hidden")
    found = turning_point(game)
    seen = view(found.before if found else game.deal, ARBITER)
    nothing = say(language, "moviola.level") if game.turns else say(language, "moviola.nothing")
    lines = _turn_lines(found, record, names, language, mine, then) if found else [nothing]
    on_time, ruled = lost_on_time(record.lines), "Event" in record.tags
    ended = table_words.last_termination(
        language, game.deal.termination, broken_off=False, on_time=on_time, ruled=ruled
    )
    lines += [ended, *judgement]
    return MoviolaScene(seen, names, title, tuple(lines), scene_words(language), mine)


def _turn_lines(
    found: TurningPoint, record: DealRecord, names: Mapping[str, str], language: Language, mine: str, then: NamesThen
) -> list[str]:
    code = found.before.code
    seat = found.before.seat
    actions = _turn_actions(record, found.turn)
    played = turns.turn(language, then.get(found.turn, names)[seat], actions)  # its melds by the numbers of the picture
    turned = say(
        language,
        "moviola.turned",
        count=len(code.members[found.side]),
        turn=found.turn,
        side=side_name(code, found.side, names),
        points=found.gain,
    )
    return [
        *[line for line in (turned, played) if line],
        say(language, "moviola.before", scores=_scores(found.before, names, mine)),
        say(language, "moviola.after", scores=_scores(found.after, names, mine)),
    ]


def _scores(deal: Deal, names: Mapping[str, str], mine: str) -> str:
    points = [table_words.figure(total) for total in totals(deal)]
    return ", ".join([f"{side_name(deal.code, side, names)} {points[side]}" for side in side_order(deal.code, mine)])


def _turn_actions(record: DealRecord, number: int) -> tuple[Written, ...]:
    """What was done in a turn; of one that was taken back and played again, the last."""
    played = [line.actions for line in record.lines if isinstance(line, Turn) and line.number == number]
    return played[-1] if played else ()
