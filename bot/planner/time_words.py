"""The words people use for times, English and Italian together, without accents; `when` says what they mean."""

from typing import Final

WEEKDAYS: Final = {
    word: number
    for number, words in enumerate(
        (
            "monday mon lunedi lun",
            "tuesday tue tues martedi mar",
            "wednesday wed mercoledi mer",
            "thursday thu thur thurs giovedi gio",
            "friday fri venerdi ven",
            "saturday sat sabato sab",
            "sunday sun domenica dom",
        )
    )
    for word in words.split()
}
PLURALS: Final = {f"{day}s": day for day in WEEKDAYS if day.endswith("day")} | {
    "sabati": "sabato",
    "domeniche": "domenica",
}
MONTHS: Final = {
    word: number
    for number, words in enumerate(
        (
            "january jan gennaio gen",
            "february feb febbraio",
            "march mar marzo",
            "april apr aprile",
            "may maggio mag",
            "june jun giugno giu",
            "july jul luglio lug",
            "august aug agosto ago",
            "september sep sept settembre set",
            "october oct ottobre ott",
            "november nov novembre",
            "december dec dicembre dic",
        ),
        start=1,
    )
    for word in words.split()
}
DAYS_AHEAD: Final = {
    "today": 0,
    "oggi": 0,
    "tomorrow": 1,
    "domani": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "dopodomani": 2,
}
TONIGHT: Final = ("tonight", "this evening", "stasera", "questa sera")
PARTS: Final = {
    word: part
    for part, words in {
        "morning": ("in the morning", "morning", "mornings", "di mattina", "del mattino", "mattina", "mattino"),
        "afternoon": ("in the afternoon", "afternoon", "afternoons", "del pomeriggio", "di pomeriggio", "pomeriggio"),
        "evening": (
            "in the evening",
            "at night",
            "evening",
            "evenings",
            "night",
            "nights",
            "di sera",
            "della sera",
            "sera",
        ),
    }.items()
    for word in words
}
HOURS: Final = {
    word: number
    for number, words in enumerate(
        (
            *("one una", "two due", "three tre", "four quattro", "five cinque", "six sei", "seven sette", "eight otto"),
            *("nine nove", "ten dieci", "eleven undici", "twelve dodici", "tredici", "quattordici", "quindici"),
            *("sedici", "diciassette", "diciotto", "diciannove", "venti", "ventuno", "ventidue", "ventitre"),
        ),
        start=1,
    )
    for word in words.split()
}
WITHIN: Final = ("in", "within", "fra", "tra")
HOUR_WORDS: Final = ("hours", "hour", "h", "ore", "ora")
MINUTE_WORDS: Final = ("minutes", "minute", "min", "minuti", "minuto")
HALF_AN_HOUR: Final = ("half an hour", "mezz'ora", "mezzora")
EVERY: Final = ("every", "each", "ogni", "tutti i", "tutte le", "tutti", "tutte")
DAILY: Final = (
    "day",
    "giorno",
    "giorni",
    "evening",
    "night",
    "sera",
    "sere",
    "morning",
    "mattina",
    "afternoon",
    "pomeriggio",
)
EVERY_OTHER: Final = (
    *("every other week", "every two weeks on", "every two weeks", "every 2 weeks on", "every 2 weeks", "every other"),
    *("ogni due settimane di", "ogni due settimane il", "ogni due settimane", "ogni 2 settimane", "ogni altro"),
)
EVERY_OTHER_DAY: Final = (
    *("every other day", "every two days", "every 2 days", "every second day"),
    *("ogni due giorni", "ogni 2 giorni", "ogni altro giorno", "un giorno si e uno no", "a giorni alterni"),
)
ORDINALS: Final = {
    word: number
    for number, words in enumerate(
        ("first 1st primo prima", "second 2nd secondo seconda", "third 3rd terzo terza", "fourth 4th quarto quarta"),
        start=1,
    )
    for word in words.split()
}
LAST: Final = ("last", "ultimo", "ultima")
OF_THE_MONTH: Final = ("of the month", "del mese")
EVERY_MONTH: Final = (
    *("of each month", "of every month", "each month", "every month"),
    *("di ogni mese", "di tutti i mesi", "ogni mese", "tutti i mesi"),
)
NEXT: Final = ("next", "prossimo", "prossima", "che viene")
NOON: Final = ("noon", "midday", "mezzogiorno")
MIDNIGHT: Final = ("midnight", "mezzanotte", "stanotte")
FILLERS: Final = (
    "at",
    "on",
    "from",
    "this",
    "the",
    "and",
    "alle",
    "ore",
    "dalle",
    "a",
    "e",
    "h",
    "questo",
    "questa",
    "o'clock",
)
