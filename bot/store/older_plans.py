"""Planned matches from before they were subjects: each becomes one, with a log whose only row says how it stands.

What they had not said yet is said by a letter; until when somebody needs to hear it is due.
"""

import json
import sqlite3
from typing import Final

from bot.durations import DAY
from bot.store.digests import chain_digest, due_digest, log_text, subject_digest, text_of

PLAN: Final = "plan"
OWN: Final = "web:here"  # begins the place of a plan that belongs to no channel, and sends no letter
_PLANS: Final = "SELECT bot, plan, channel, state, content FROM plans ORDER BY bot, plan"
_DUES: Final = "SELECT kind, due_at FROM plan_due WHERE bot = :bot AND plan = :plan ORDER BY kind"
_TABLE: Final = """
INSERT INTO tables (bot, table_id, kind, code, channel, phase, revision, snapshot, updated_at, digest, number)
VALUES (:bot, :plan, 'plan', '', :channel, :phase, 1, :snapshot, :at, :digest, :number)
"""
_OPENED: Final = "SELECT opened, digest FROM openings WHERE bot = :bot"
_COUNT: Final = """
INSERT INTO openings (bot, opened, digest) VALUES (:bot, :number, :opening)
ON CONFLICT (bot) DO UPDATE SET opened = excluded.opened, digest = excluded.digest
"""
_LOG: Final = """
INSERT INTO log (bot, table_id, seq, action_id, actor, entry, logged_at, digest)
VALUES (:bot, :plan, 1, :action_id, :actor, :entry, :at, :digest)
"""
_DUE: Final = """
INSERT INTO due (bot, table_id, kind, due_at, digest) VALUES (:bot, :plan, :kind, :due_at, :digest)
"""
_LETTER: Final = """
INSERT INTO outbox (
    bot, table_id, viewer, kind, revision, settled, place, queued_at,
    attempts, not_before, last_error, reference, sent_at
)
VALUES (:bot, :plan, '#' || :channel, 'word', 1, 0, 0, :at, 0, 0, '', '', 0)
"""


def move_plans(connection: sqlite3.Connection, at: int) -> None:
    """Make a subject of each; `at` is when that is."""
    for bot, plan, channel, state, content in connection.execute(_PLANS).fetchall():
        key = {"bot": bot, "plan": plan}
        plan_row = json.loads(content)
        dues = [(kind, due_at) for kind, due_at in connection.execute(_DUES, key).fetchall() if kind != "tell"]
        if plan_row.get("unsaid"):
            dues.append(("tell", plan_row["unsaid_since"] + DAY))
        moved = {**plan_row, "id": plan, "channel": channel, "state": state, "dues": dues}
        snapshot = json.dumps(moved, sort_keys=True)
        phase, entry = "closed" if state == "ended" and not dues else state, f"moved {snapshot}"
        digest = subject_digest(PLAN, bot, plan, "", channel, phase, 1, snapshot, at)
        row = {**key, "channel": channel, "phase": phase, "snapshot": snapshot, "at": at, "digest": digest}
        opened, before = connection.execute(_OPENED, key).fetchone() or (0, "")
        number = {"number": opened + 1, "opening": chain_digest(before, text_of("opening", bot, plan))}
        connection.execute(_TABLE, {**row, **number})
        connection.execute(_COUNT, {**key, **number})
        facts = {"action_id": "moved", "actor": str(moved["author"]), "entry": entry, "at": at}
        text = log_text(bot, plan, 1, *facts.values(), results=[])
        connection.execute(_LOG, {**key, **facts, "digest": chain_digest("", text)})
        if plan_row.get("unsaid") and not channel.startswith(OWN):
            connection.execute(_LETTER, {**key, "channel": channel, "at": at})
        for kind, due_at in dues:
            connection.execute(
                _DUE, {**key, "kind": kind, "due_at": due_at, "digest": due_digest(bot, plan, kind, due_at)}
            )
