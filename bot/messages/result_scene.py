"""The result of a deal or a match as a scene: who won, by what, the turn that decided most, the longest burraco.

Everything in it is open to everybody, for the deal is over; of one that goes on nothing is read. Where points decided
nothing, because somebody gave the match up or the deal does not count, none are shown and no turning point is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.messages.moviola import turning_point
from bot.tables.table import Table
from bot.views.about_view import ended_deal
from bot.views.deal_view import side_order
from bot.views.display_names import AS_NOW, NamesThen, names_at_the_end, names_then, side_name
from bot.views.score_view import on_time_at, winners
from bot.views.table_view import Json, TableView
from bot.words import table_words
from bot.words.languages import Language, say
from bot.words.scene_words import scene_words
from engine.deal import ANNULLO, CHIUSURA
from engine.match import Match
from engine.melds import Meld
from engine.replay import replay_deals
from engine.table import Game
from renderers.scenes import ResultScene


@dataclass(frozen=True)
class Ending:
    """What a result is made of: the match up to the deal that ended last, and that deal as it was played.

    `names` are by seat, `then` those of each turn, `order` is that of the sides, `deal` the number of the deal, from 1.
    `is_match`: the match is over. `game` is None where that deal cannot be looked at any more. `ended` says how the
    deal ended; `on_time`: somebody's clock has lost the match. `note`: what else is to be told of it, "" for nothing.
    """

    language: Language
    match: Match
    game: Game | None
    names: Mapping[str, str]
    order: Sequence[int]
    title: str
    deal: int
    is_match: bool
    ended: str
    on_time: bool = False
    note: str = ""
    then: NamesThen = field(default_factory=dict)

    def side(self, number: int) -> str:
        """Who plays on a side."""
        return side_name(self.match.code, number, self.names)

    @property
    def is_decided_by_points(self) -> bool:
        """Whether the points of the deal that ended last have decided anything: it counts, and nobody gave up."""
        return self.match.given_up_by < 0 and self.match.deals[-1].termination != ANNULLO


def ending_of(view: TableView, page: Json, title: str) -> Ending:
    """The end of the deal that has ended last, or of the match; `page` is its score sheet."""
    match, records = view.table.match, view.table.records
    names = names_at_the_end(view.table, view.language)
    assert match is not None
    return Ending(
        language=view.language,
        match=match,
        game=_game_of_last(view.table),
        names=names,
        order=side_order(match.code, view.seat),
        title=title,
        deal=ended_deal(view.table),
        is_match=match.is_over,
        ended=page["deals"][-1]["ended"],
        on_time=on_time_at(view.table),
        note=page["note"],
        then=names_then(records[-1], names, view.language) if records else AS_NOW,
    )


def _game_of_last(table: Table) -> Game | None:
    """The deal that has ended last; where the next one lies on the table, as its record plays it again."""
    if table.game is not None and table.game.deal.is_over:
        return table.game
    try:
        return replay_deals(table.records[-1:]).deals[-1].game
    except (ValueError, IndexError):  # of a code as it was in an earlier release
        return None


def who_won(ending: Ending) -> str:
    """Who has won the deal, or the match, in a sentence."""
    return _headline(ending, _first(ending))


def result_scene(ending: Ending) -> ResultScene:
    """The result for whoever reads the sides in this order."""
    match, order, language = ending.match, ending.order, ending.language
    first = _first(ending)
    vp, ranking = (match.vp, match.ranking_points) if ending.is_match else (None, None)
    return ResultScene(
        sides=tuple(tuple(ending.names[seat] for seat in match.code.sides[side]) for side in order),
        headline=_headline(ending, first).removesuffix("."),
        totals=tuple(match.totals[side] for side in order),
        score=tuple(match.deals[-1].scores[side] for side in order) if ending.is_decided_by_points else (),
        deal=ending.deal,
        is_match=ending.is_match,
        winners=tuple(order.index(side) for side in first),
        vp=tuple(str(vp[side]) for side in order) if vp else (),
        ranking=tuple(table_words.share(language, ranking[side]) for side in order) if ranking else (),
        title=ending.title,
        ended=how_it_ended(ending),
        notes=tuple(_notes(ending)),
        words=scene_words(language),
    )


def _first(ending: Ending) -> tuple[int, ...]:
    return winners(ending.match) if ending.is_match else _deal_winners(ending)


def _deal_winners(ending: Ending) -> tuple[int, ...]:
    """The side with most points of the deal that ended last; none where several have as many, or they count nothing."""
    points = [side.total for side in ending.match.deals[-1].scores]
    best = max(points)
    return (points.index(best),) if points.count(best) == 1 and ending.is_decided_by_points else ()


# --- sentences --------------------------------------------------------------------------------------------------------


def _headline(ending: Ending, first: tuple[int, ...]) -> str:
    """Who has won the match, or the deal."""
    language, match = ending.language, ending.match
    if ending.is_match:
        if match.winner is None:
            return say(language, "result.match-drawn")
        count = len(match.code.members[match.winner])
        return say(language, "result.match-won", side=ending.side(match.winner), count=count)
    if match.deals[-1].termination == ANNULLO:
        return say(language, "result.deal-void", deal=ending.deal)
    if not first:
        return say(language, "result.deal-level", deal=ending.deal)
    count = len(match.code.members[first[0]])
    return say(language, "result.deal-won", side=ending.side(first[0]), deal=ending.deal, count=count)


def how_it_ended(ending: Ending) -> str:
    """How the deal ended, with the name of who ended it."""
    language, match = ending.language, ending.match
    last = match.deals[-1]
    if match.given_up_by >= 0:
        if ending.on_time:
            return say(language, "result.on-time", side=ending.side(match.given_up_by))
        return say(language, "result.given-up", side=ending.side(match.given_up_by))
    if last.termination == CHIUSURA and last.closed_by >= 0:
        names = ending.then.get(max(ending.then, default=0), ending.names)
        return say(language, "result.closed", name=names[match.code.seats[last.closed_by]])
    return ending.ended


def _notes(ending: Ending) -> Iterator[str]:
    if ending.note:
        yield ending.note
    if ending.is_decided_by_points:
        yield from _turned(ending)
        yield from _longest(ending)


def _turned(ending: Ending) -> Iterator[str]:
    """The turn that decided most, and whose it was."""
    if ending.game is None:
        return
    found = turning_point(ending.game)
    if found is not None:
        yield say(
            ending.language,
            "result.turned",
            count=len(found.before.code.members[found.side]),
            turn=found.turn,
            name=ending.then.get(found.turn, ending.names)[found.before.seat],
            side=ending.side(found.side),
            points=found.gain,
        )


def _longest(ending: Ending) -> Iterator[str]:
    """The burraco of most cards; none where two sides have as good a one."""
    scores = enumerate(ending.match.deals[-1].scores)
    found = [(_worth(meld), side, meld) for side, score in scores for meld in score.melds if meld.burraco]
    if not found:
        return
    best, side, meld = max(found, key=lambda one: one[0])
    if {other for worth, other, _ in found if worth == best} == {side}:
        laid = table_words.meld(ending.language, meld)
        yield say(ending.language, "result.longest", side=ending.side(side), length=len(meld.cards), meld=laid)


def _worth(meld: Meld) -> tuple[int, int, int]:
    """By what one burraco goes before another."""
    return len(meld.cards), meld.bonus, meld.points
