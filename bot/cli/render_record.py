"""Scenes of `burraco render` from a record: result and score sheet of its match, the moviola of a deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.cli.output import BreaksRule, Unusable
from bot.cli.reading import read_file, whole_number
from bot.cli.records import at_record, file_label, refusal_words
from bot.messages.moviola import moviola_scene
from bot.messages.result_scene import Ending, result_scene
from bot.views.score_view import result_words, winners
from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.refusals import code_name
from bot.words.scene_words import scene_words
from engine.cards import shorten
from engine.record import lost_on_time
from engine.replay import Replay, ReplayedDeal, replay
from engine.score import score
from renderers.scenes import MoviolaScene, ResultScene, ScoreScene

LONGEST_NAME: Final = 60  # signs; sentences name people, too


def score_of(file: str, deal: str, language: Language) -> ScoreScene:
    """The score sheet of a record as it stood after a deal, from "1"; "" is the last one that has ended."""
    found, ended = _replay_ended_deals(file)
    number = _number(file, deal, ended)
    match = replace(found.match, deals=found.match.deals[:number])
    return score_scene(replace(found, match=match), ended[:number], language)


def result_of(file: str, deal: str, language: Language) -> ResultScene:
    """The result of a record as it stood after a deal, from "1"; "" is the last one that has ended."""
    found, ended = _replay_ended_deals(file)
    number = _number(file, deal, ended)
    match = replace(found.match, deals=found.match.deals[:number])
    last = ended[number - 1]
    on_time = lost_on_time(last.record.lines)
    return result_scene(
        Ending(
            language=language,
            match=match,
            game=last.game,
            names=_names(last, language),
            order=range(len(match.code.sides)),
            title=_title(last, language),
            deal=number,
            is_match=_is_told(replace(found, match=match)),
            ended=table_words.last_termination(language, last.game.deal.termination, broken_off=False, on_time=on_time),
            on_time=on_time,
        )
    )


def moviola_of(file: str, deal: str, language: Language) -> MoviolaScene:
    """The moviola of a deal, from "1"; "" is the last one that has ended."""
    _, ended = _replay_ended_deals(file)
    number = _number(file, deal, ended)
    chosen = ended[number - 1]
    title = say(language, "moviola.title", table=_title(chosen, language), deal=number)
    return moviola_scene(chosen.game, chosen.record, _names(chosen, language), title, language)


def score_scene(found: Replay, ended: list[ReplayedDeal], language: Language) -> ScoreScene:
    """The score sheet of a record's deals that have ended."""
    match, last = found.match, ended[-1]
    names, on_time = _names(last, language), lost_on_time(last.record.lines)
    return ScoreScene(
        sides=tuple(tuple(names[seat] for seat in side) for side in match.code.sides),
        deals=tuple(score(deal.game.deal) for deal in ended),
        totals=match.totals,
        vp=tuple(str(points) for points in match.vp or ()),
        title=_title(last, language),
        result=result_words(language, match, names, on_time) if _is_told(found) else "",
        words=scene_words(language),
        ended=table_words.last_termination(language, last.game.deal.termination, broken_off=False, on_time=on_time),
        names=names,
        ranking=tuple(f"{share:g}" for share in match.ranking_points or ()),
        uncounted=tuple(at for at, deal in enumerate(ended) if deal.result is not None and not deal.result.counts),
        winners=winners(match) if _is_told(found) else (),
    )


def _number(file: str, deal: str, ended: list[ReplayedDeal]) -> int:
    """Which deal is meant, from 1."""
    number = whole_number(deal, "--deal") if deal else len(ended)
    if not 0 <= number <= len(ended):
        raise Unusable(f"--deal {number}: {file_label(file)} has {len(ended)} that have ended")
    return number or len(ended)


def _replay_ended_deals(file: str) -> tuple[Replay, list[ReplayedDeal]]:
    """A record, and its deals that have ended."""
    text = read_file(file)
    with at_record(file):
        found = replay(text)
    if found.refusal is not None:
        raise BreaksRule(refusal_words(file, found.refusal))
    ended = [deal for deal in found.deals if deal.result is not None]
    if not ended:
        raise Unusable(f"{file_label(file)}: no deal of this record has ended")
    return found, ended


def _names(deal: ReplayedDeal, language: Language) -> Mapping[str, str]:
    tags = deal.record.tags
    return {
        seat: shorten(tags.get(seat, "").strip() or table_words.seat(language, seat), LONGEST_NAME)
        for seat in deal.game.deal.code.seats
    }


def _title(deal: ReplayedDeal, language: Language) -> str:
    tags = deal.record.tags
    return tags.get("Event") or tags.get("Table") or code_name(language, deal.game.deal.code.rules.name)


def _is_told(found: Replay) -> bool:
    """Whether the match is over, and the record says how long it was to be, or that it was given up."""
    match = found.match
    long = {"Hands", "Target"} & found.deals[0].record.tags.keys()
    return match.is_over and (match.given_up_by >= 0 or bool(long))
