"""When Discord gave something its number."""

from datetime import UTC

from discord.utils import snowflake_time
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord.calls import _created_at


@given(st.integers(0, 2**63 - 1))
def test_the_time_in_a_number_is_the_librarys(number: int) -> None:
    expected = snowflake_time(number).astimezone(UTC)
    assert abs(_created_at(number) - expected.timestamp() * 1000) < 0.01
