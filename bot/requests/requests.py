"""What people want, whatever they press or write, on no platform: the kinds of requests, each a class of its topic.

A request stands beside the function that carries it out; `requests.service` takes it there. Texts in a request
are claims of somebody outside: the service and the door behind it judge them. Only `admin` and `channel` are the
platform's word: an adapter fills them in from what the platform says of the update, never from what somebody wrote.

A `table` is an id or a short name; "" where none was named, and the service finds out which is meant. A `delivery`
names this very request, so that it is done once however often it arrives; "" for one that cannot come again.
"""

from typing import TypeAlias

from bot.requests.about import About
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.chat import Mute, Write
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.hints import Explain, Hint
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.opening_news import Notify
from bot.requests.openings import Open, Play, Watch
from bot.requests.own_link import NewLink
from bot.requests.pages import Record, ShowRules, Tables, Which, Why
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.plans import Planning
from bot.requests.pushes import Subscribe, Unsubscribe
from bot.requests.seating import Find, Join, NextTable, Replace
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import AskTournament
from bot.requests.tournaments.web_form import FillForm

OfTheTableShown: TypeAlias = (
    Invite | Write | Mute | Arrange | Tick | Clear | Aim | Unfold
)  # made where one is shown, and names it
OfATable: TypeAlias = Do | NextTable | Replace | Sort | Why | Hint | Explain | ShowRules | Record | SayPhrase
"""These may leave it to the service to find out which: `line` is the command that says it, for a table named behind."""
AtTable: TypeAlias = OfATable | OfTheTableShown
Arriving: TypeAlias = Play | Watch | Open | Find | Join | Accept
Pushing: TypeAlias = Subscribe | Unsubscribe
Elsewhere: TypeAlias = (
    Arriving | Tables | Which | Introduce | Link | UseLink | NewLink | ShowChannel | SetChannel | Notify
)
Request: TypeAlias = AtTable | Elsewhere | Pushing | About | Planning | AskTournament | FillForm
