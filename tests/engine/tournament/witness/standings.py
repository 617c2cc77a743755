"""The standings after the last closed round."""

from tests.engine.tournament.witness import knockout, ranking
from tests.engine.tournament.witness.story import Story


def standings(story: Story) -> list[ranking.Row]:
    return ranking.ordered(story, ranking.rows(story), knockout.stages(story))


def still_in(story: Story) -> list[str]:
    """Those who are in, the best first."""
    return [row["entry"] for row in standings(story) if not row["withdrawn"]]
