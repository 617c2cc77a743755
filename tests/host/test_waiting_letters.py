"""The letters that wait, in memory: the most urgent that may go is found as if all were looked at each time."""

import pytest

from bot.host.ports import OutboxRow, Subject
from bot.host.under_way import Key, key_of
from bot.host.waiting_letters import DueLetter, WaitingLetters
from tests.chance import chance

KINDS = ("hand", "table", "call", "score")


def letter(
    subject: str, viewer: str, kind: str, queued_at: int, pressed_at: float = 0.0, revision: int = 1
) -> DueLetter:
    row = OutboxRow("b", Subject("table", subject), viewer, kind, revision, 0, queued_at, 0, 0, "", "", 0)
    return DueLetter(row, f"fake:{viewer}", "fake", pressed_at)


def taken(waiting: WaitingLetters, only_pressed: bool = False) -> list[Key]:
    """All that stand in line, in their order."""
    found = []
    while (one := waiting.take("fake", only_pressed=only_pressed)) is not None:
        found.append(one)
    for one in found:
        waiting.give_back(one)
    return [key_of(one.row) for one in found]


class Outbox:
    """What waits, and where it is, looked through from its beginning to its end each time."""

    def __init__(self, seed: int) -> None:
        self.rng = chance(seed)
        self.now = 1_000
        self.letters: dict[Key, DueLetter] = {}
        self.aside: dict[Key, int] = {}
        self.behind: set[Key] = set()
        self.waiting = WaitingLetters()

    def change(self) -> None:
        """A subject has other letters than before."""
        subject = f"t{self.rng.randrange(4)}"
        for key in [key for key in self.letters if key[0] == subject]:
            self.forget(key)
        some = [
            letter(subject, viewer, kind, self.now - self.rng.randrange(20_000), self.rng.choice((0.0, 0.0, self.now)))
            for viewer in ("a", "b", "c")
            for kind in self.rng.sample(KINDS, 2)
        ]
        self.letters |= {key_of(one.row): one for one in some}
        if self.rng.random() < 0.5:
            self.waiting.replace(subject, some)
        else:
            self.waiting.replace_all([*self.letters.values()], {subject})

    def forget(self, key: Key) -> None:
        del self.letters[key]
        self.aside.pop(key, None)
        self.behind.discard(key)

    def in_line(self, only_pressed: bool) -> list[DueLetter]:
        return sorted(
            [
                one
                for key, one in self.letters.items()
                if key not in self.aside and key not in self.behind and (one.pressed_at or not only_pressed)
            ],
            key=lambda one: one.urgency,
        )

    def look(self) -> None:
        """The line is gone through, and each letter is sent, or waits for a time or for its chat."""
        only_pressed = self.rng.random() < 0.3
        expected = self.in_line(only_pressed)
        for _ in range(self.rng.randrange(12)):
            one = self.waiting.take("fake", only_pressed=only_pressed)
            assert one is None or one in expected
            assert (one.urgency if one else None) == (expected[0].urgency if expected else None)
            if one is None:
                return
            expected.remove(one)
            key = key_of(one.row)
            match self.rng.randrange(3):
                case 0:
                    self.waiting.send_off(one)
                    self.forget(key)
                case 1:
                    self.aside[key] = self.now + self.rng.randrange(1, 3_000)
                    self.waiting.set_aside(one, self.aside[key])
                case _:
                    self.waiting.put_behind(one)
                    self.behind.add(key)

    def go_on(self) -> None:
        """Time passes, and what was being sent to a chat is sent."""
        self.now += self.rng.randrange(2_000)
        self.aside = {key: until for key, until in self.aside.items() if until > self.now}
        self.waiting.bring_back(self.now)
        viewer = self.rng.choice("abc")
        self.aside = {key: until for key, until in self.aside.items() if key[1] != viewer}
        self.behind = {key for key in self.behind if key[1] != viewer}
        self.waiting.bring_back_of(f"fake:{viewer}")
        assert self.waiting.next_at() == min(self.aside.values(), default=None)
        assert len(self.waiting) == len(self.letters)


@pytest.mark.parametrize("seed", range(60))
def test_the_most_urgent_that_may_go_is_found_whatever_happens(seed: int) -> None:
    outbox = Outbox(seed)
    for _ in range(80):
        outbox.change()
        outbox.look()
        outbox.go_on()


def test_what_is_as_it_was_stays_aside_unless_its_subject_has_changed() -> None:
    waiting = WaitingLetters()
    first, second = letter("t1", "a", "hand", 5), letter("t2", "b", "hand", 6)
    waiting.replace_all([first, second], ())
    for one in (first, second):
        waiting.take("fake", only_pressed=False)
        waiting.set_aside(one, 900)
    waiting.replace_all([first, second], ())
    assert taken(waiting) == []
    waiting.replace_all([first, second], {"t2"})  # nobody waited for it, and now somebody does
    assert taken(waiting) == [("t2", "b", "hand")]
    waiting.replace_all([letter("t1", "a", "hand", 5, revision=2), second], ())
    assert taken(waiting) == [("t1", "a", "hand"), ("t2", "b", "hand")]
    waiting.replace("t1", [])
    assert (taken(waiting), len(waiting)) == ([("t2", "b", "hand")], 1)


def test_what_is_changed_through_a_press_is_found_without_the_others() -> None:
    waiting = WaitingLetters()
    waiting.replace_all(
        [letter("t1", "a", "hand", 1), letter("t1", "b", "hand", 9, 20.0), letter("t1", "c", "table", 2, 30.0)], ()
    )
    assert taken(waiting, only_pressed=True) == [("t1", "b", "hand"), ("t1", "c", "table")]
    assert taken(waiting) == [("t1", "b", "hand"), ("t1", "a", "hand"), ("t1", "c", "table")]
    assert waiting.platforms == ["fake"]
    waiting.clear()
    assert (taken(waiting), len(waiting), waiting.next_at()) == ([], 0, None)
