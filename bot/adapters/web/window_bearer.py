"""Who sits before a window, by what it shows: their link of the browser, or a session inside an app of a platform.

What they do is counted for what they are known by, and for where they come from.
"""

from dataclasses import dataclass
from typing import Final

from bot.adapters.web.app_door import AppDoor
from bot.requests.own_link import account_of, new_token
from bot.requests.request_context import RequestContext
from bot.words.languages import DEFAULT, Language, guess

PLATFORM: Final = "web"


@dataclass(slots=True)
class Bearer:
    """Nobody yet, from an address. `door`: of the app that the window is in; `person`: as whom they are known."""

    address: str
    door: AppDoor | None = None
    token: str = ""
    account: str = ""
    person: str = ""
    language_asked: str = ""  # as their browser says it

    @property
    def language(self) -> Language:
        """In which they read as long as nobody knows them."""
        return guess(self.language_asked, DEFAULT)

    @property
    def whose(self) -> str:
        """Whom a window of theirs counts for among all: "" where nobody has said who it is."""
        if self.door is not None:
            return self.name if self.account else ""
        return f"a{self.address}" if self.token else ""

    @property
    def takes_turns_with(self) -> str:
        """Whose windows go on one after the other, also those that have not said who they are."""
        return self.whose or f"a{self.address}"

    @property
    def name(self) -> str:
        """Whose deeds are counted: in an app an account may have many sessions."""
        return self.token if self.door is None else f"{self.door.name}:{self.account}"

    @property
    def counted_address(self) -> str:
        """Whose deeds are counted together; in an app everybody may come by one address, and each is known to us."""
        return self.address if self.door is None else ""

    def shows(self, token: str, language: str) -> bool:
        """They are whoever bears this; False for a session inside an app that is over, which is nobody's."""
        self.person, self.token, self.language_asked = "", token, language
        self.account = account_of(token) if self.door is None else self.door.account(token)
        if self.door is not None and not self.account:
            self.token = ""
            return False
        return True

    def becomes(self, person: str) -> None:
        """They are known as this person from now on, "" for nobody."""
        self.person = person

    def begins(self) -> None:
        """Somebody new in a browser, whose link this is from now on."""
        self.has_link(new_token())

    def has_link(self, token: str) -> None:
        """Their link in a browser is this from now on."""
        self.token, self.account = token, account_of(token)

    def leaves(self) -> None:
        """Their link is no longer good."""
        self.person, self.token = "", ""

    def context(self) -> RequestContext:
        """A request of theirs."""
        platform = self.door.name if self.door is not None else PLATFORM
        return RequestContext(platform, self.account, known_as=self.person)
