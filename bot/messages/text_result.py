"""The result of a deal or a match in words: all that its picture shows, in the same order."""

from collections import Counter
from collections.abc import Iterator

from bot.words import table_words
from bot.words.languages import Language, join_parts, say
from engine.score import SideScore
from renderers.scenes import ResultScene


def result_text(language: Language, scene: ResultScene) -> str:
    """Everything that the picture shows beside its title."""
    return "\n".join(_lines(language, scene))


def result_brief(language: Language, scene: ResultScene) -> str:
    """The same without what the deal's points are made of."""
    return "\n".join(_lines(language, scene, brief=True))


def _lines(language: Language, scene: ResultScene, brief: bool = False) -> Iterator[str]:
    yield f"{scene.headline}."
    if scene.ended:
        yield scene.ended
    for side in range(len(scene.sides)):
        points = _points(language, scene, side)
        items = [_items(language, scene.score[side])] if scene.score and not brief else []
        yield join_parts(" ", [points, *items])
    yield from scene.notes


def _points(language: Language, scene: ResultScene, side: int) -> str:
    return say(
        language,
        "result.side",
        side=" + ".join(scene.sides[side]),
        deal=table_words.figure(scene.score[side].total) if scene.score else "",
        points=table_words.figure(scene.totals[side]),
        vp=scene.vp[side] if scene.vp else "",
        ranking=scene.ranking[side] if scene.ranking else "",
    )


def _items(language: Language, score: SideScore) -> str:
    """What the points of a side's deal are made of."""
    return say(
        language,
        "result.items",
        cards=table_words.figure(score.cards),
        burrachi=table_words.figure(score.burrachi) if score.burrachi else "",
        kinds=_kinds(language, score),
        closing=score.closing or "",
        hand=table_words.figure(score.hand) if score.hand else "",
        pozzetto=table_words.figure(score.pozzetto) if score.pozzetto else "",
    )


def _kinds(language: Language, score: SideScore) -> str:
    """The burrachi by kind, the dearest first."""
    found = Counter([meld.burraco for meld in score.melds])
    kinds = [(table_words.kind(language, kind), found[kind]) for kind in reversed(table_words.KINDS) if found[kind]]
    return join_parts(", ", [f"{kind} ×{count}" if count > 1 else kind for kind, count in kinds])
