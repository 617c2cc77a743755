"""What a code gives a side for which there was no play: it rests, or the others gave the match up (FITAB, FEBUR).

| code                                   | Victory Points         | Match Points                   |
| -------------------------------------- | ---------------------- | ------------------------------ |
| febur (art. 25)                        | 13                     | 450, whatever the row says     |
| fitab (art. 37), and those that follow | 14, or 12 in long ones | the first of that row          |
| three-player (silent)                  | 10/3 ranking points    |                                |
"""

from engine.rules import Rules
from engine.victory import Table, row_floor

SHORT = 3  # deals; from one more on, to a target and for teams a match is a long one


def award_of(rules: Rules, table: Table) -> tuple[int, int]:
    """Victory Points and Match Points of who is left, by the code and the table of the match."""
    long = rules.teams or bool(rules.target) or rules.hands > SHORT
    vp = rules.award_vp_long if long else rules.award_vp
    return vp, rules.award_mp or row_floor(table, vp)


def ranking_award(rules: Rules) -> int:
    """Ranking points of who is left, in sixths."""
    return rules.award_sixths
