"""Every statement of the store, in SQL that SQLite and PostgreSQL share; parameters are named, `:name`.

Columns stand in the order of the fields they are read into (`bot.host.ports`). A write that may find its work done, or
impossible, says whether it happened: with RETURNING, or by the number of rows it changed. No clock, no default, no
function of a database but `sha256_hex(text)`, which `bot.store.digests` gives it. What has to be written otherwise for
PostgreSQL is in `bot.store.postgres_dialect`.
"""

from typing import Final

# --- one change of a table -------------------------------------------------------------------------------------------

COME_TO_COUNT: Final = """
INSERT INTO openings (bot, opened, digest)
VALUES (:bot, 0, '')
ON CONFLICT (bot) DO UPDATE SET opened = openings.opened
"""
"""Changes nothing; but of two who open a table at once, the other waits here until the number of this one is known."""

CREATE_TABLE: Final = """
INSERT INTO tables (bot, table_id, kind, code, channel, phase, revision, snapshot, updated_at, digest, number)
SELECT :bot, :table, :subject, :code, :channel, :phase, :revision, :snapshot, :at, :digest, (
    SELECT coalesce(max(number), 0) + 1 FROM (
        SELECT max(number) AS number FROM tables WHERE bot = :bot AND number <> 0
        UNION ALL SELECT opened FROM openings WHERE bot = :bot
    ) AS known
)
WHERE true
ON CONFLICT DO NOTHING
"""

COUNT_TABLE: Final = """
INSERT INTO openings (bot, opened, digest)
VALUES (:bot, 1, sha256_hex(:opening))
ON CONFLICT (bot) DO UPDATE SET opened = openings.opened + 1, digest = sha256_hex(openings.digest || :opening)
"""

MOVE_TABLE: Final = """
UPDATE tables
SET code = :code, channel = :channel, phase = :phase, revision = :revision, snapshot = :snapshot, updated_at = :at,
    digest = :digest
WHERE bot = :bot AND table_id = :table AND revision = :expected
AND NOT EXISTS (
    SELECT 1 FROM tables AS other
    WHERE other.bot = :bot AND other.code = :code AND other.code <> '' AND other.table_id <> :table
)
AND NOT EXISTS (SELECT 1 FROM archives WHERE archives.bot = :bot AND archives.table_id = :table)
"""

ADD_LOG: Final = """
INSERT INTO log (bot, table_id, seq, action_id, actor, entry, logged_at, digest)
VALUES (:bot, :table, :revision, :action_id, :actor, :entry, :at, sha256_hex(coalesce((
    SELECT digest FROM log AS before
    WHERE before.bot = :bot AND before.table_id = :table AND before.seq = :expected
), '') || :text))
ON CONFLICT DO NOTHING
"""

ADD_COMMITMENT: Final = """
INSERT INTO commitments (bot, table_id, seq, commitment)
VALUES (:bot, :table, :revision, :commitment)
"""

STANDING: Final = """
SELECT tables.revision, log.seq, archives.content
FROM tables LEFT JOIN log ON log.bot = tables.bot AND log.table_id = tables.table_id AND log.action_id = :action_id
LEFT JOIN archives ON archives.bot = tables.bot AND archives.table_id = tables.table_id
WHERE tables.bot = :bot AND tables.table_id = :table
"""

CLEAR_DUE: Final = "DELETE FROM due WHERE bot = :bot AND table_id = :table"

ADD_DUE: Final = """
INSERT INTO due (bot, table_id, kind, due_at, digest)
VALUES (:bot, :table, :kind, :at, :digest)
"""

ADD_LETTER: Final = """
INSERT INTO outbox (
    bot, table_id, viewer, kind, revision, settled, place, queued_at,
    attempts, not_before, last_error, reference, sent_at
)
VALUES (:bot, :table, :viewer, :kind, :revision, 0, :place, :at, 0, 0, '', '', 0)
ON CONFLICT (bot, table_id, viewer, kind) DO UPDATE
SET queued_at = CASE WHEN outbox.settled < outbox.revision THEN outbox.queued_at ELSE excluded.queued_at END,
    revision = excluded.revision, place = excluded.place
"""

WANT_LETTER: Final = """
INSERT INTO outbox (
    bot, table_id, viewer, kind, revision, settled, place, queued_at,
    attempts, not_before, last_error, reference, sent_at
)
SELECT :bot, :table, :viewer, :kind, revision, 0, :place, :at, 0, 0, '', '', 0
FROM tables WHERE bot = :bot AND table_id = :table
ON CONFLICT (bot, table_id, viewer, kind) DO UPDATE
SET queued_at = CASE WHEN outbox.settled < outbox.revision THEN outbox.queued_at ELSE excluded.queued_at END,
    revision = excluded.revision, place = excluded.place
"""
"""The same of how the table stands already; no row where there is none."""

ADD_RESULT: Final = """
INSERT INTO results (bot, table_id, revision, place, kind, number, record, totals, players)
VALUES (:bot, :table, :revision, :place, :kind, :number, :record, :totals, :players)
"""

# --- tables ----------------------------------------------------------------------------------------------------------

_TABLES: Final = "SELECT bot, kind, table_id, code, channel, phase, revision, snapshot, updated_at FROM tables"
TABLE: Final = f"{_TABLES} WHERE bot = :bot AND table_id = :table"
TABLE_OF_CODE: Final = f"{_TABLES} WHERE bot = :bot AND code = :code AND code <> ''"
LIVE_TABLES: Final = f"{_TABLES} WHERE bot = :bot AND phase <> 'closed' AND kind = 'table' ORDER BY table_id"
LIVE_OTHERS: Final = f"""{_TABLES}
WHERE bot = :bot AND phase <> 'closed' AND kind <> 'table' AND kind = :kind ORDER BY table_id
"""
LIVE_OTHERS_IN: Final = f"""{_TABLES}
WHERE bot = :bot AND phase <> 'closed' AND kind <> 'table' AND kind = :kind AND channel = :channel ORDER BY table_id
"""
ENDED_OTHERS: Final = f"""{_TABLES}
WHERE bot = :bot AND phase = 'closed' AND kind <> 'table' AND kind = :kind AND (:channel = '' OR channel = :channel)
ORDER BY updated_at, table_id
"""
COUNT_ENDED: Final = """
SELECT count(*), coalesce(sum(revision), 0) FROM tables
WHERE bot = :bot AND phase = 'closed' AND kind <> 'table' AND kind = :kind
"""

LOG: Final = """
SELECT seq, action_id, actor, entry, logged_at, NULL AS content FROM log
WHERE bot = :bot AND table_id = :table AND seq > :since
UNION ALL SELECT 0, '', '', '', 0, content FROM archives WHERE bot = :bot AND table_id = :table
ORDER BY seq
"""
"""What stands in the log, and its archive, where there is one: `bot.store.packing.whole_log` makes one of both."""

RESULTS: Final = """
SELECT results.revision, log.logged_at, results.kind, results.number, results.record, results.totals, results.players
FROM results JOIN log ON log.bot = results.bot AND log.table_id = results.table_id AND log.seq = results.revision
WHERE results.bot = :bot AND results.table_id = :table ORDER BY results.revision, results.place
"""

# --- due times and the outbox ----------------------------------------------------------------------------------------

DUE: Final = """
SELECT :subject AS subject, table_id, kind, due_at, (
    SELECT tables.channel FROM tables WHERE tables.bot = due.bot AND tables.table_id = due.table_id
) AS channel
FROM due
WHERE bot = :bot AND due_at <= :until AND (
    SELECT tables.kind FROM tables WHERE tables.bot = due.bot AND tables.table_id = due.table_id
) = :subject
ORDER BY due_at, table_id, kind LIMIT :limit
"""
NEXT_DUE: Final = """
SELECT (
    SELECT due_at FROM due
    WHERE bot = :bot AND due_at > :after AND due_at < :never AND (
        SELECT tables.kind FROM tables WHERE tables.bot = due.bot AND tables.table_id = due.table_id
    ) = :subject
    ORDER BY due_at LIMIT 1
)
"""  # the first of its kind, found by the index
PUT_OFF: Final = """
UPDATE due SET due_at = :until, digest = :digest
WHERE bot = :bot AND table_id = :table AND kind = :kind AND due_at = :at
"""  # the row stays: one that is missing is one that somebody took away

_LETTERS: Final = """
SELECT bot, (
    SELECT tables.kind FROM tables WHERE tables.bot = outbox.bot AND tables.table_id = outbox.table_id
) AS subject, table_id, viewer, kind, revision, settled, queued_at, attempts, not_before, last_error, reference, sent_at
FROM outbox
"""

LETTERS: Final = f"{_LETTERS} WHERE bot = :bot AND table_id = :table ORDER BY viewer, kind"
CHANNEL_LETTERS: Final = f"""{_LETTERS}
WHERE bot = :bot AND table_id = :table AND viewer >= :first AND viewer < :end ORDER BY viewer, kind
"""
OUTBOX: Final = f"""{_LETTERS}
WHERE bot = :bot AND settled < revision AND not_before <= :now
ORDER BY queued_at, table_id, place, viewer, kind LIMIT :limit
"""
WAITING_LETTERS: Final = f"""{_LETTERS}
WHERE bot = :bot AND table_id IN (SELECT value FROM json_each(:tables)) AND +settled < revision AND +not_before <= :now
ORDER BY queued_at, table_id, place, viewer, kind
"""  # noqa: S608  the words are this file's own
"""By the tables' own key, as the signs say: the index of all that waits would go through the letters of every table."""
NEXT_LETTER: Final = """
SELECT min(not_before) FROM outbox WHERE bot = :bot AND settled < revision AND not_before > :after
"""

WANT_AGAIN: Final = """
UPDATE outbox SET settled = revision - 1
WHERE bot = :bot AND table_id = :table AND viewer = :viewer AND kind = :kind AND settled >= revision
"""
BRING_AGAIN: Final = """
UPDATE outbox SET settled = revision - 1, queued_at = :at
WHERE bot = :bot AND table_id = :table AND viewer = :viewer AND kind = :kind AND settled >= revision
"""
"""Of a letter that is still there: whoever has their data deleted is sent nothing more."""
BRING_ALL_AGAIN: Final = """
UPDATE outbox SET settled = revision - 1
WHERE settled >= revision AND reference <> '' AND EXISTS (
    SELECT 1 FROM tables WHERE tables.bot = outbox.bot AND tables.table_id = outbox.table_id
        AND tables.kind = 'table' AND tables.phase <> 'closed'
)
"""
"""Every message of the tables that are not closed, of all bots."""

MARK_SENT: Final = """
UPDATE outbox
SET settled = CASE WHEN :again = 1 THEN revision - 1 ELSE :revision END, reference = :reference, sent_at = :at,
    attempts = 0, not_before = 0, last_error = ''
WHERE bot = :bot AND table_id = :table AND viewer = :viewer AND kind = :kind AND settled <= :revision
"""
MARK_FAILED: Final = """
UPDATE outbox SET attempts = attempts + 1, not_before = :not_before, last_error = :error
WHERE bot = :bot AND table_id = :table AND viewer = :viewer AND kind = :kind AND settled < revision
"""
TRY_NOW: Final = "UPDATE outbox SET not_before = 0 WHERE bot = :bot AND settled < revision AND not_before > :now"
DROP_LETTER: Final = """
UPDATE outbox SET settled = :revision, attempts = 0, not_before = 0, last_error = :error
WHERE bot = :bot AND table_id = :table AND viewer = :viewer AND kind = :kind AND settled < :revision
"""

# --- drafts, people, channels ----------------------------------------------------------------------------------------

DRAFT: Final = "SELECT revision, draft FROM drafts WHERE bot = :bot AND table_id = :table AND person = :person"
PUT_DRAFT: Final = """
INSERT INTO drafts (bot, table_id, person, revision, draft)
VALUES (:bot, :table, :person, :revision, :text)
ON CONFLICT (bot, table_id, person) DO UPDATE SET revision = excluded.revision, draft = excluded.draft
"""

PEOPLE_WITH: Final = "SELECT person, name, language, settings FROM people WHERE bot = :bot AND settings LIKE :part"
PERSON: Final = "SELECT person, name, language, settings FROM people WHERE bot = :bot AND person = :person"
PLAYERS: Final = """
SELECT person, name, language, settings FROM people
WHERE bot = :bot AND person IN (:first, :second, :third, :fourth) ORDER BY +person
"""
PUT_PERSON: Final = """
INSERT INTO people (bot, person, name, language, settings)
VALUES (:bot, :person, :name, :language, :settings)
ON CONFLICT (bot, person) DO UPDATE
SET name = excluded.name, language = excluded.language, settings = excluded.settings
"""

CHANGE_PERSON: Final = """
UPDATE people SET name = :name, language = :language, settings = :settings WHERE bot = :bot AND person = :person
"""

PERSON_OF: Final = """
SELECT people.person, people.name, people.language, people.settings
FROM accounts JOIN people ON people.bot = accounts.bot AND people.person = accounts.person
WHERE accounts.bot = :bot AND accounts.platform = :platform AND accounts.account = :account
"""
ACCOUNTS: Final = """
SELECT platform, account FROM accounts WHERE bot = :bot AND person = :person ORDER BY +platform, +account
"""
"""Sorted behind the index of persons: by the key, which is sorted already, all accounts would be looked through."""
ADDRESSEE: Final = """
SELECT people.person, people.name, people.language, people.settings,
    accounts.platform, accounts.account, drafts.revision, drafts.draft
FROM people
LEFT JOIN accounts ON accounts.bot = people.bot AND accounts.person = people.person
LEFT JOIN drafts ON drafts.bot = people.bot AND drafts.person = people.person AND drafts.table_id = :table
WHERE people.bot = :bot AND people.person = :person
ORDER BY +accounts.platform, +accounts.account
"""
"""What the message of a person's hand asks of them; a row for each of their accounts, or one without."""
PUT_ACCOUNT: Final = """
INSERT INTO accounts (bot, platform, account, person)
VALUES (:bot, :platform, :account, :person)
ON CONFLICT (bot, platform, account) DO UPDATE SET person = excluded.person
"""
MOVE_ACCOUNTS: Final = """
UPDATE accounts SET person = :new WHERE bot = :bot AND person = :old
RETURNING platform, account
"""
DROP_OTHER_ACCOUNTS: Final = """
DELETE FROM accounts WHERE bot = :bot AND person = :person AND platform = :platform AND account <> :account
RETURNING account
"""
NAME_IF_NAMELESS: Final = "UPDATE people SET name = :name WHERE bot = :bot AND person = :person AND name = ''"

DROP_LINK_CODES: Final = "DELETE FROM link_codes WHERE bot = :bot AND (person = :person OR expires_at <= :now)"
ADD_LINK_CODE: Final = """
INSERT INTO link_codes (bot, code, person, expires_at)
VALUES (:bot, :code, :person, :expires)
ON CONFLICT DO NOTHING
RETURNING code
"""
LINK_CODE: Final = "SELECT person FROM link_codes WHERE bot = :bot AND code = :code AND expires_at > :now"
USE_LINK_CODE: Final = """
DELETE FROM link_codes WHERE bot = :bot AND code = :code AND expires_at > :now
RETURNING person
"""

DROP_INVITATIONS: Final = """
DELETE FROM invitations WHERE bot = :bot AND table_id = :table AND (
    expires_at <= :now OR invitation IN (
        SELECT invitation FROM invitations WHERE bot = :bot AND table_id = :table
        ORDER BY expires_at DESC, invitation LIMIT 1000 OFFSET :kept
    )
)
"""
ADD_INVITATION: Final = """
INSERT INTO invitations (bot, table_id, invitation, seat, expires_at)
VALUES (:bot, :table, :invitation, :seat, :expires)
"""
INVITATION: Final = """
SELECT table_id, seat FROM invitations WHERE bot = :bot AND invitation = :invitation AND expires_at > :now
"""

CHANNEL: Final = "SELECT channel, language, settings FROM channels WHERE bot = :bot AND channel = :channel"
CHANNELS_WITH: Final = """
SELECT channel, language, settings FROM channels WHERE bot = :bot AND instr(settings, :word) > 0 ORDER BY channel
"""
PUT_CHANNEL: Final = """
INSERT INTO channels (bot, channel, language, settings)
VALUES (:bot, :channel, :language, :settings)
ON CONFLICT (bot, channel) DO UPDATE SET language = excluded.language, settings = excluded.settings
"""

# --- the host, and upkeep --------------------------------------------------------------------------------------------

TAKE_PLACE: Final = """
INSERT INTO hosts (bot, instance, alive_at)
VALUES (:bot, :instance, 0)
ON CONFLICT (bot) DO UPDATE SET instance = excluded.instance
RETURNING alive_at
"""
KEEP_PLACE: Final = """
UPDATE hosts SET alive_at = :now WHERE bot = :bot AND instance = :instance
RETURNING alive_at
"""


def _drop_of_closed(name: str) -> str:
    """Delete the rows of what closed long ago, of so many subjects at most."""
    return f"""
DELETE FROM {name} WHERE bot = :bot AND table_id IN (
    SELECT table_id FROM tables
    WHERE bot = :bot AND phase = 'closed' AND updated_at <= :before
    AND EXISTS (SELECT 1 FROM {name} AS kept WHERE kept.bot = :bot AND kept.table_id = tables.table_id)
    LIMIT :limit
)
RETURNING 1
"""  # noqa: S608  the names of tables are this file's own


UPKEEP: Final = (
    *[_drop_of_closed(name) for name in ("outbox", "drafts", "invitations", "due")],
    """
DELETE FROM link_codes WHERE bot = :bot AND code IN (
    SELECT code FROM link_codes WHERE bot = :bot AND expires_at <= :before LIMIT :limit
)
RETURNING 1
""",
    """
DELETE FROM notes WHERE bot = :bot AND note IN (
    SELECT note FROM notes WHERE bot = :bot AND expires_at <= :before LIMIT :limit
)
RETURNING 1
""",
)

QUICK: Final = (
    *(TABLE, STANDING, DUE, NEXT_DUE, OUTBOX, LETTERS, CHANNEL_LETTERS, WAITING_LETTERS, NEXT_LETTER),
    *(DRAFT, PERSON, PLAYERS, PERSON_OF, ACCOUNTS, ADDRESSEE, CHANNEL),
)
"""What finds a few rows by a key, and is asked at every press or letter: it is read without waking a thread."""
