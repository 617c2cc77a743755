"""Settings as people write them: upper case, blanks, units in both languages, quiet hours, and what is refused."""

import pytest

from bot.durations import MINUTE, SECOND
from bot.gateway.inbound.command_line import Settable, Usage
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.setting_completions import CHANNEL, TABLE, setting_completions
from bot.locales import COMMANDS, read_file
from bot.requests.channels import SetChannel
from bot.requests.openings import Open
from bot.requests.pages import ShowRules
from bot.requests.people import Introduce
from bot.requests.plans import MakePlan
from bot.requests.settings import OF_CHANNEL
from bot.requests.table_commands import Do
from bot.requests.written_settings import as_kept, closed_up, name_as_kept, value_as_kept
from bot.tables.setting import BadSetting, NoSuchSetting, Setting
from bot.tables.settings import AT_TABLE, bad_setting, value_of, with_settings
from bot.tables.table import Settings
from bot.words.command_words import meanings
from bot.words.declined import declined_words
from bot.words.languages import LANGUAGES
from bot.words.setting_words import IN_WORDS, written_name, written_value
from tests.requests.serving import World, run

BAR = "club:bar"


@pytest.mark.parametrize(("written", "stored_form"), [
    ("PING=20", "ping=20"),
    ("ping = 20", "ping=20"),
    ("ping= 20", "ping=20"),
    ("ping =20", "ping=20"),
    ("rules=FITAB", "rules=fitab"),
    ("code=fitab", "rules=fitab"),
    ("Codice = FITAB", "rules=fitab"),
    ("ping=20m", "ping=1200"),
    ("ping=20 min", "ping=1200"),
    ("ping = 1m 30s", "ping=90"),
    ("ping=1m30s pause = 10 s", "ping=90 pause=10"),
    ("ping=2 minuti", "ping=120"),
    ("ping=1 ora", "ping=3600"),
    ("pace=1s", "pace=1000"),
    ("expires=2h", "expires=120"),
    ("expires=2 ore", "expires=120"),
    ("ping_hours=1d", "ping_hours=24"),
    ("days=2d", "days=2"),
    ("days=2 giorni", "days=2"),
    ("days=48h", "days=2"),
    ("match_minutes=1h", "match_minutes=60"),
    ("turn_seconds=1 min", "turn_seconds=60"),
    ("announce=2 giorni", "announce=48"),
    ("late=1h", "late=60"),
    ("quiet=23-7", "quiet=23:00-07:00"),
    ("quiet = 23 - 7", "quiet=23:00-07:00"),
    ("quiet=23:00-7:00", "quiet=23:00-07:00"),
    ("quiet=23.30-7", "quiet=23:30-07:00"),
    ("quiet=NO", "quiet=off"),
    ("quiet=dalle 23 alle 7", "quiet=23:00-07:00"),
    ("silenzio = Dalle 23:30 alle 7.15 ping=20", "quiet=23:30-07:15 ping=20"),
    ("quiet=dall'1 alle 7", "quiet=01:00-07:00"),
    ("Riposo=23-7", "quiet=23:00-07:00"),
    ("quiet=from 23 to 7", "quiet=23:00-07:00"),
    ("quiet=23 until 7", "quiet=23:00-07:00"),
    ("quiet=dalle 23", "quiet=dalle 23"),  # told by whoever refuses it
    ("ping=off", "ping=0"),
    ("ping=No", "ping=0"),
    ("stand_in=none pause = off", "stand_in=0 pause=0"),
    ("expires=off", "expires=off"),  # a table that waits always expires
    ("tables=no", "tables=no"),
    ("hands=no", "hands=no"),
    ("ping=1h30", "ping=5400"),
    ("match_minutes=1h30", "match_minutes=90"),
    ("partita = 1 h 30 ping=20", "match_minutes=90 ping=20"),
    ("ping=1m30", "ping=90"),
    ("ping=1m 30", "ping=90"),
    ("ping=1h30m", "ping=5400"),
    ("ping=1h75", "ping=1h75"),
    ("partita=90 orologio=match", "match_minutes=90 clock=match"),
    ("Promemoria=20 Sostituto=2m smazzate=2 giocatori=2", "ping=20 stand_in=120 hands=2 players=2"),
    ("reminder=20 match=1h", "ping=20 match_minutes=60"),
    ("undo=YES", "undo=on"),
    ("zone=Europe/Rome", "zone=Europe/Rome"),
    ("zone=europe/rome", "zone=Europe/Rome"),
    ("ZONE = EUROPE/ROME players=2", "zone=Europe/Rome players=2"),
    ("zone=utc", "zone=UTC"),
    ("zone=america/new york", "zone=America/New_York"),
    ("zone=America / Port-au-Prince ping=20", "zone=America/Port-au-Prince ping=20"),
    ("zone=Middle/Earth", "zone=Middle/Earth"),
    ("holidays=12-25, 2027-01-02 ,08-15", "holidays=12-25,2027-01-02,08-15"),
    ("holidays = NO ping=20", "holidays=off ping=20"),
    ("hands = 2 rules = FITAB", "hands=2 rules=fitab"),
    ("tables= plans=3 announce=", "tables= plans=3 announce="),
    ("ping=90s pause=1m days=1g", "ping=90 pause=60 days=1"),
    ("ping=90x", "ping=90x"),  # told by whoever refuses it
    ("ping=1h5", "ping=1h5"),
    ("days=5h", "days=5h"),
    ("ping=-1", "ping=-1"),
    ("", ""),
])  # fmt: skip
def test_a_setting_is_kept_in_one_way(written: str, stored_form: str) -> None:
    assert as_kept(written) == stored_form
    assert as_kept(stored_form) == stored_form


@pytest.mark.parametrize(("written", "stored_form"), [
    ("30s", "clock=turn turn_seconds=30"),
    ("1m", "clock=turn turn_seconds=60"),
    ("1m30", "clock=turn turn_seconds=90"),
    ("90 secondi", "clock=turn turn_seconds=90"),
    ("clock=30s", "clock=turn turn_seconds=30"),
    ("Orologio = 30 s", "clock=turn turn_seconds=30"),
    ("clock=4m", "clock=turn turn_seconds=240"),
    ("clock=5m", "clock=match match_minutes=5"),
    ("clock=20m", "clock=match match_minutes=20"),
    ("20 minuti", "clock=match match_minutes=20"),
    ("1h30", "clock=match match_minutes=90"),
    ("2d", "clock=days days=2"),
    ("clock=2d", "clock=days days=2"),
    ("clock = 2 giorni", "clock=days days=2"),
    ("2 giorni", "clock=days days=2"),
    ("48 ore", "clock=days days=2"),
    ("deals=1 2 giorni ping=20 min", "hands=1 clock=days days=2 ping=1200"),
    ("smazzate=1 30s", "hands=1 clock=turn turn_seconds=30"),
    ("smazzata=1", "hands=1"),
    ("3 deals", "hands=3"),
    ("1 smazzata", "hands=1"),
    ("2 smazzate 30s 2 giocatori", "hands=2 clock=turn turn_seconds=30 players=2"),
    ("2 players", "players=2"),
    ("fitab", "rules=fitab"),
    ("Three-Player 1 deal", "rules=three-player hands=1"),
    ("deals=2, players=2", "hands=2 players=2"),
    ("deals=2,players=2;ping=20", "hands=2 players=2 ping=20"),
    ("30s, 2 players, quiet=23-7, pause=10", "clock=turn turn_seconds=30 players=2 quiet=23:00-07:00 pause=10"),
    ("holidays=12-25, 2027-01-02, ping=20", "holidays=12-25,2027-01-02 ping=20"),
    ("level=hard", "level=expert"),
    ("livello=Esperto compagno=principiante", "level=expert partner=beginner"),
    ("clock=turno", "clock=turn"),
    ("orologio=partita", "clock=match"),
    ("frasi=no menzione=30 sotto=12", "phrases=off mention=30 below=12"),
    ("mentions=off", "mention=0"),
    ("deal = 1", "hands=1"),
    ("clock=turn", "clock=turn"),
    ("clock=off", "clock=none"),
    ("orologio=no", "clock=none"),
    ("clock=25h", "clock=25h"),  # whoever refuses it names the clocks that there are
    ("clock=30", "clock=30"),
    ("0s", "0s"),
])  # fmt: skip
def test_a_natural_guess_is_a_setting(written: str, stored_form: str) -> None:
    assert as_kept(written) == stored_form
    assert as_kept(stored_form) == stored_form


@pytest.mark.parametrize(("line", "values"), [
    ("/new fitab 30s", {"turn_seconds": "30", "hands": "4", "clock": "turn"}),
    ("/new online deals=1 20m", {"hands": "1", "match_minutes": "20", "clock": "match"}),
    ("/new smazzate 1 players 2", {"hands": "1", "players": "2", "clock": "none"}),
    ("/new 2 giorni", {"days": "2", "clock": "days"}),
])  # fmt: skip
def test_a_table_is_opened_as_guessed(line: str, values: dict[str, str]) -> None:
    async def test(world: World) -> None:
        request = parse_line(line, BAR, "m1")
        assert isinstance(request, Open)
        answer = await world.done(await world.person("Anna"), request)
        table = await world.service.table(answer.table)
        assert table is not None
        assert {name: value_of(table.settings, AT_TABLE[name]) for name in values} == values

    run(test)


@pytest.mark.parametrize(("line", "meaning"), [
    ("/set PING = 20m code=FIBUR", Do("", "set ping=1200 rules=fibur", "d")),
    ("/imposta ping=20 min", Do("", "set ping=1200", "d")),
    ("/plan domani alle 21 hands = 2", MakePlan("domani alle 21", BAR, "hands=2", delivery="d")),
    ("/plan hands=2 ore 21", MakePlan("ore 21", BAR, "hands=2", delivery="d")),
    ("/new code = FITAB", Open("", channel=BAR, options="code = FITAB", delivery="d")),
    ("/settings language = IT ping = 20 s", SetChannel(BAR, "ping=20s", "it")),
    ("/set", Settable()),
    ("/set ping 20", Do("", "set ping=20", "d")),
    ("/set ping 20 min pause 10", Do("", "set ping=1200 pause=10", "d")),
    ("/imposta promemoria no", Do("", "set ping=0", "d")),
    ("/set clock days days 3 quiet dalle 23 alle 7", Do("", "set clock=days days=3 quiet=23:00-07:00", "d")),
    ("/set deals 3 ping=20", Do("", "set hands=3 ping=20", "d")),
    ("/set ping = 20 deals 3, 30s", Do("", "set ping=20 hands=3 clock=turn turn_seconds=30", "d")),
    ("/set 30s players 2", Do("", "set clock=turn turn_seconds=30 players=2", "d")),
    ("/set 2 giorni silenzio 23-7", Do("", "set clock=days days=2 quiet=23:00-07:00", "d")),
    ("/set 3 deals 30s 2 players", Do("", "set hands=3 clock=turn turn_seconds=30 players=2", "d")),
    ("/set ping", Do("", "set ping", "d")),
    ("/set nothing 20", Do("", "set nothing 20", "d")),
    ("/settings ping 20", SetChannel(BAR, "ping=20", "")),
    ("/impostazioni lingua=inglese tema=scuro", SetChannel(BAR, "tema=scuro", "en")),
    ("/tema alto-contrasto semplici verticale", Introduce(theme="high-contrast", deck="plain", shape="upright")),
    ("/tema chiaro scuro", Usage("theme")),
    ("/nuovo internazionale giocatori=4", Open("international", channel=BAR, options="giocatori=4", delivery="d")),
    ("/regole tre-giocatori", ShowRules(name="three-player")),
])  # fmt: skip
def test_a_line_with_settings_means(line: str, meaning: object) -> None:
    assert parse_line(line, BAR, "d") == meaning


def test_a_time_may_stand_before_or_behind_settings() -> None:
    assert closed_up("domani alle 21 ping = 20 min hands =2") == "domani alle 21 ping=20min hands=2"


def test_settings_are_taken_at_a_table_in_a_channel_and_for_a_plan() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, BAR, "code = FITAB ping=4m clock=days quiet=23-7")
        assert (table.settings.rules, table.settings.ping_after) == ("fitab", 4 * MINUTE)
        assert table.settings.quiet == "23:00-07:00"
        set_ = parse_line("/set PING = 30 stand_in=1 ora", BAR, "s1")
        assert isinstance(set_, Do)
        assert (await world.done(anna, Do(table.label, set_.command, "s1"))).done
        assert (await world.now_of(table)).settings.ping_after == 30 * SECOND
        assert (await world.done(anna, SetChannel(BAR, "Announce = 2 giorni", admin=True))).done
        assert (await world.done(anna, MakePlan("in 3 hours", BAR, "CODE=febur ping=1m"))).done

    run(test)


def test_every_setting_of_a_channel_has_a_place_for_its_names() -> None:
    assert set(meanings("setting").values()) <= set(OF_CHANNEL)
    assert not {name for name in meanings("setting") if name in OF_CHANNEL and meanings("setting")[name] != name}


@pytest.mark.parametrize("setting", OF_CHANNEL.values(), ids=lambda one: one.name)
def test_a_setting_and_each_of_its_named_values_have_a_word_in_italian_by_which_they_are_set(setting: Setting) -> None:
    assert setting.name in [meanings("setting").get(word) for word in words_of("setting", setting.name)]
    assert name_as_kept(written_name("it", setting.name).upper()) == setting.name
    named = () if setting.name == "language" else [one for one in setting.values if not one.isdecimal()]
    for value in named:  # languages are read with the command that sets one
        word = written_value("it", setting.name, value)
        assert value_as_kept(setting.name, word.upper()) == value
        assert setting.type == "bool" or word in words_of(IN_WORDS[setting.name], value)


def words_of(kind: str, value: str) -> list[str]:
    """The words of Italian for one of few things."""
    words: str = read_file("it", COMMANDS)[kind].get(value, "")
    return words.split()


@pytest.mark.parametrize(("typed", "stored_form"), [
    ("tema=alto-contrasto mazzo=semplici forma=verticale", "theme=high-contrast deck=plain shape=upright"),
    ("codice=internazionale stallo=chiedi giri=3", "rules=international stallo=ask stallo_laps=3"),
    ("internazionale sollecito=6 attesa=30", "rules=international ping_hours=6 waits=30"),
    ("cronometro=nascosto scaduto=perde ultimogiro=2", "round_clock=hidden clock_out=loses last_lap_extra=2"),
    ("matta=libera discussioni=spento arbitro=no", "free_wild=floating threads=off arbiter=off"),
    ("orologio=turno livello=esperti compagno=facile", "clock=turn level=expert partner=beginner"),
])  # fmt: skip
def test_settings_and_values_are_written_in_italian(typed: str, stored_form: str) -> None:
    assert as_kept(typed) == stored_form


@pytest.mark.parametrize(("language", "change", "words"), [
    ("it", "tema=rosa", "(tema) vale panno-verde, scuro, chiaro, quattro-colori, indici-grandi, alto-contrasto."),
    ("it", "matta=forse", "(matta) vale libera, fissa."),
    ("it", "frasi=forse", "(frasi) vale sì, no."),
    ("en", "ping=-1", "(ping) takes 0–3600 seconds."),
    ("it", "ping=-1", "(promemoria) vale 0–3600 secondi."),
    ("en", "days=20", "(days) takes 0–14 days."),
    ("it", "days=20", "(giorni) vale 0–14 giorni."),
    ("en", "expires=5", "(expires) takes 10–1440 minutes."),
    ("en", "pace=9999", "(pace) takes 0–5000 milliseconds."),
    ("it", "ping_hours=99", "(sollecito) vale 0–72 ore."),
    ("en", "stand_in=30", "(stand_in) takes 0, 60–3600 seconds. Both can be set at once: ping=60 stand_in=60."),
    ("en", "ping=20 min", "takes 0, 1200–3600 seconds. Both can be set at once: ping=1200 stand_in=1200."),
    ("it", "ping=20 min", "vale 0, 1200–3600 secondi. Si possono impostare insieme: promemoria=1200 sostituto=1200."),
    ("en", "turn_seconds=9999", "(turn_seconds) takes 0–3600 seconds."),
    ("it", "match_minutes=241", "(partita) vale 0–240 minuti."),
    ("en", "announce=99", "Announcement of a match (announce) takes 0–72 hours."),
    ("it", "announce=99", "Annuncio della partita (annuncio) vale 0–72 ore."),
    ("it", "announce=", ""),
    ("en", "late=1", "Late start (late) takes 2–720 minutes."),
    ("en", "tables=99", "Tables at once (tables) takes 1–50."),
    ("en", "theme=pink", "(theme) takes felt, dark, light, four-colour, big-index, high-contrast."),
    ("en", "language=german", "Language (language) takes en, it."),
    ("it", "lingua=tedesco", "Lingua (lingua) vale en, it."),
    ("en", "turn_seconds", "(turn_seconds) takes 0–3600 seconds."),
    ("en", "hands=99", "(hands) takes 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."),
])  # fmt: skip
def test_a_refusal_names_the_range_with_its_unit(language: str, change: str, words: str) -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna", "discord", language)
        answer = await world.do(anna, SetChannel(BAR, change, admin=True))
        assert answer.done is not bool(words)
        assert answer.words.endswith(words)

    run(test)


def test_everything_that_a_channel_sets_is_named_in_words_in_a_refusal() -> None:
    for name in CHANNEL:
        refused = bad_setting(BadSetting(name, "this or that"))
        for language in LANGUAGES:
            assert f" ({written_name(language, name)}) " in declined_words(language, refused)


def test_a_setting_is_named_by_a_word_of_the_reader_by_which_it_is_set() -> None:
    for language in LANGUAGES:
        for name in OF_CHANNEL:
            assert name_as_kept(written_name(language, name)) == name
    unknown = bad_setting(NoSuchSetting("7", ("rules", "players", "hands")))
    assert declined_words("it", unknown).endswith("disponibili: codice, giocatori, smazzate.")
    with pytest.raises(BadSetting) as wrong:
        with_settings(Settings(), {"theme": "dark"})
    assert declined_words("it", bad_setting(wrong.value)).startswith("Aspetto delle immagini (tema) non si imposta")


def test_a_window_s_settings_are_read_as_those_that_are_typed() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna, BAR, "clock=days")
        for number, written in enumerate(
            [
                "holidays=12-25, 2027-01-02",
                "ZONE = america/new york",
                "quiet=23-7",
                "PING=2m",
                "stallo=OFF",
            ]
        ):
            answer = await world.done(anna, Do(table.label, f"set {written}", f"s{number}"))
            assert answer.done, answer.words
        now = (await world.now_of(table)).settings
        assert (now.holidays, now.zone, now.quiet) == ("12-25,2027-01-02", "America/New_York", "23:00-07:00")
        assert (now.ping_after, now.load_rules().stallo) == (2 * MINUTE, "off")

    run(test)


@pytest.mark.parametrize(("typed", "offered"), [
    ("PING=20m", "ping=1200"),
    ("code=FI", "rules=fitab"),
    ("ping = 20", "ping=20"),
    ("Pi", "ping"),
    ("days=2d", "days=2"),
    ("quiet=23", "quiet=23:00-08:00"),
])  # fmt: skip
def test_what_is_being_typed_is_completed_however_it_is_written(typed: str, offered: str) -> None:
    for names in (TABLE, CHANNEL):
        assert offered in [value for _, value in setting_completions("en", {}, typed, names)]
