"""How often garbage is looked for, where one thinks."""

import gc

from bot.host.garbage import THINKING, collections_seldom


def test_whoever_has_thought_leaves_the_interpreter_as_it_was() -> None:
    before = gc.get_threshold()
    with collections_seldom():
        assert gc.isenabled()  # what does make rings is found in the end
        assert gc.get_threshold() == THINKING
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
