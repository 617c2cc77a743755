"""How the parts of something are spread over hosts: evenly, with few that move, and never by two rules at once."""

from collections import Counter
from collections.abc import Collection, Mapping

import pytest

from bot.host.parts import Division, division_of, part_of, rivals_of, spread, wanted, with_wholes

FOUR = Division("discord", 4).parts


def settled(
    names: dict[int, tuple[str, ...]], holders: dict[str, int], beats: int = 20, *, at_once: bool = False
) -> dict[str, int]:
    """Which host has which part, after so many beats of each of these hosts, in this order.

    `at_once`: each decides by what was there before all of them.
    """
    holders = {lease: host for lease, host in holders.items() if host in names}
    for _ in range(beats):
        before = dict(holders)
        for host, could in names.items():
            wants = wanted(could, host, before if at_once else holders)
            holders = {lease: one for lease, one in holders.items() if one != host or lease in wants}
            holders |= {lease: host for lease in wants if lease not in holders}
    return {lease: host for lease, host in holders.items() if "@" not in lease}


def test_one_host_has_all_parts() -> None:
    assert settled({7: FOUR}, {}) == dict.fromkeys(FOUR, 7)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("hosts", [2, 3, 4, 5, 7])
def test_hosts_have_as_many_as_each_other(hosts: int, at_once: bool) -> None:
    parts = Division("discord", 6).parts
    counts = Counter(settled(dict.fromkeys(range(hosts), parts), {}, at_once=at_once).values())
    assert sum(counts.values()) == 6
    assert max(counts.values()) - min(counts[host] for host in range(hosts)) <= 1


def test_who_comes_later_is_given_its_share_and_the_rest_stays() -> None:
    before = settled({1: FOUR}, {})
    after = settled({1: FOUR, 2: FOUR}, before)
    assert Counter(after.values()) == {1: 2, 2: 2}
    assert after[FOUR[0]] == 1


def test_the_parts_of_who_is_gone_are_shared_by_the_others() -> None:
    before = settled({1: FOUR, 2: FOUR, 3: FOUR}, {})
    after = settled({2: FOUR, 3: FOUR}, before)
    assert Counter(after.values()) == {2: 2, 3: 2}
    assert all(after[part] == host for part, host in before.items() if host != 1)


def test_a_host_that_does_not_do_it_is_not_waited_for() -> None:
    names = {1: FOUR, 2: ("clubs",)}
    assert settled(names, {}) == {**dict.fromkeys(FOUR, 1), "clubs": 2}


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("other", [("discord",), Division("discord", 2).parts])
def test_of_two_hosts_that_divide_it_otherwise_one_does_nothing(
    first: int, other: tuple[str, ...], at_once: bool
) -> None:
    names = {1: FOUR, 2: other}
    order = {first: names[first], 3 - first: names[3 - first]}
    assert len(set(settled(order, {}, at_once=at_once).values())) == 1


def test_a_rival_that_has_some_of_it_already_keeps_it() -> None:
    had = settled({2: ("discord",)}, {})
    assert settled({1: FOUR, 2: ("discord",)}, had) == {"discord": 2}
    assert rivals_of(Division("discord", 4), 1, had) == {2}


BOTS = ("a/telegram", "b/telegram", "c/telegram", "d/telegram")


def spread_out(names: Mapping[int, Collection[str]], had: Mapping[str, int]) -> dict[str, int]:
    """Who has which bot once nothing changes any more; each host in turn gives away and takes what is free."""
    holders = dict(had)
    for _ in range(60):
        before = dict(holders)
        for host, its_names in names.items():
            found = spread("telegram", its_names, host, holders)
            holders = {
                lease: one for lease, one in holders.items() if one != host or lease in found or lease == "telegram"
            }
            holders |= {lease: host for lease in found if lease not in holders}
        if holders == before:
            return {lease: host for lease, host in holders.items() if "@" not in lease}
    raise AssertionError("they go to and fro")


def test_bots_are_spread_so_that_each_host_has_about_as_many() -> None:
    alone = spread_out({1: BOTS}, {})
    assert alone == dict.fromkeys(BOTS, 1)
    assert Counter(spread_out({1: BOTS, 2: BOTS}, alone).values()) == {1: 2, 2: 2}
    assert Counter(spread_out({1: BOTS, 2: BOTS, 3: BOTS}, alone).values()) == {1: 2, 2: 1, 3: 1}
    assert spread_out({1: BOTS[:1], 2: BOTS[:1]}, {BOTS[0]: 1}) == {BOTS[0]: 1}  # one bot stays where it is


def test_the_bot_of_the_settings_counts_and_stays() -> None:
    assert spread_out({1: BOTS[:1], 2: BOTS[:1]}, {"telegram": 1, BOTS[0]: 1}) == {"telegram": 1, BOTS[0]: 2}


def test_a_host_that_knows_other_bots_or_has_left_one_for_a_while_is_given_none_and_nobody_waits_for_it() -> None:
    assert spread_out({1: BOTS, 2: BOTS[:3]}, dict.fromkeys(BOTS, 1)) == dict.fromkeys(BOTS, 1)
    found = spread_out({1: BOTS[1:], 2: BOTS}, {})
    assert set(found) == set(BOTS)
    assert found[BOTS[0]] == 2


def test_a_lease_says_what_it_is_a_part_of() -> None:
    assert part_of("circolo/discord", 3, 4) == "circolo/discord:3/4"
    assert division_of("circolo/discord:3/4") == division_of("circolo/discord:17@4") == Division("circolo/discord", 4)
    assert division_of("clubs") == Division("clubs", 1)
    assert part_of("discord", 0, 1) == "discord"
    assert with_wholes(["discord:3/4", "discord:17@4", "clubs"]) == {"discord:3/4", "discord", "clubs"}
