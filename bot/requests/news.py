"""What somebody is told who has not asked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class News:
    """What a person is told who has not asked, on every account of theirs that can be reached.

    `table`: where they are to be shown now, in place of `instead`. Without words: look again who they are. `agrees` is
    the command by which they agree to what is asked of them, `refuses` that by which they do not, and `match` the match
    that it is about. Accounts `answered`, as `telegram:123`, need not be told: they have just read it. `is_letter`: a
    letter of the outbox brings the same to their chats, so this is for browser windows alone. `rings`: they wanted to
    hear of it, or it waits for them, so that their device rings for it in a chat, but while they have the table
    `seen_at` before their eyes, where they see the same.
    """

    person: str
    words: str
    table: str = ""
    instead: str = ""
    agrees: str = ""
    refuses: str = ""
    match: str = ""
    answered: tuple[str, ...] = ()
    is_letter: bool = False
    rings: bool = False
    seen_at: str = ""
