"""Names of people: written in one way, with letters that can be seen, and told apart by eye."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from klaverjas.errors import Refusal

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 50
LONGEST_SKELETON: Final = 100  # a syllable of Hangul becomes three letters
MOST_MARKS: Final = 3  # accents and the like on one letter; more of them cover the lines above and below

# Controls, format signs, surrogates, private use, unassigned, separators of lines and of paragraphs.
_REFUSED_CATEGORIES: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_MARKS: Final = frozenset(("Mn", "Mc", "Me"))
# Letters, marks and signs that show nothing: Unicode's Default_Ignorable_Code_Point, and the blanks outside it.
_BLANK_RANGES: Final = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC),
    (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_EMOJI_STYLE: Final = "\N{VARIATION SELECTOR-16}"  # keyboards add it to a heart; without it the heart stays


def proper_name(text: str) -> str:
    """*text* as a name: in normal form (NFKC), trimmed, 3 to 50 characters that can be seen; refuses any other.

    >>> proper_name("  \N{FULLWIDTH LATIN CAPITAL LETTER A}nna   B ")
    'Anna B'
    """
    name = " ".join(unicodedata.normalize("NFKC", text.replace(_EMOJI_STYLE, "")).split())
    if len(name) > LONGEST_NAME or any(_is_hidden(sign) for sign in name):
        raise Refusal("bad-name")
    marks = seen = 0
    for sign in name:
        category = unicodedata.category(sign)
        marks = marks + 1 if category in _MARKS else 0
        if marks > MOST_MARKS or (marks and not seen):
            raise Refusal("bad-name")
        seen += not marks or category == "Mc"  # a vowel of Devanagari takes a place of its own
    if seen < SHORTEST_NAME:
        raise Refusal("bad-name")
    return name


def spellings(text: str) -> tuple[str, ...]:
    """How an account may stand in the database that somebody names so: as typed, and in normal form.

    Accounts of before names were normalised have whatever was typed then. None has ever had a sign that cannot be
    printed; a database might not even take it in a question.
    """
    typed = " ".join(text.split()).casefold()
    normal = " ".join(unicodedata.normalize("NFKC", text).split()).casefold()
    return tuple(dict.fromkeys(name for name in (typed, normal) if name.isprintable()))


def _is_hidden(sign: str) -> bool:
    if unicodedata.category(sign) in _REFUSED_CATEGORIES:
        return True
    point = ord(sign)
    return any(first <= point <= last for first, last in _BLANK_RANGES)


# Letters that look like Latin ones, as they are written: each sign of the first row looks like the one below it.
_ALIKE: Final = (
    # Cyrillic
    ("АВЕЅІЈКМНОРСТУХԀԌԚԜҺӀ", "ABESIJKMHOPCTYXDGQWhI"),
    ("аеѕіјорсухԁһԛԝӏгвкмнтпьбиӕ", "aesijopcyxdhqwlrbkmhtnb6uæ"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αβγεηικνορτυχωϲ", "aBye" + "nikvoptuxwc"),
    # Armenian, Cherokee, Lisu
    ("ՕՍՏՈօոսհցզյլ", "OUSnonuhgqjl"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᏔᎩᏃ", "ABCDEGHJKLMPRSTVWYZ"),
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    # What has the shape of another letter, under a name of its own
    ("ɑɩƅ℮¡ǀ׀үҮᗅ𐊠", "aibeillyYAA"),
)  # fmt: skip
_PAIRS: Final = {ord(one): other for row, below in _ALIKE for one, other in zip(row, below, strict=True)}
# By its Unicode name: a Latin letter with a hook or a stroke, a small capital, one that is turned or reversed.
_KIN: Final = re.compile(
    r"LATIN (?:CAPITAL LETTER|SMALL LETTER|LETTER) (?:SMALL CAPITAL |REVERSED |TURNED |DOTLESS |SCRIPT |OPEN )*([A-Z])"
    r"(?: WITH .+)?"
)
_MODIFIERS: Final = range(0x02B0, 0x0300)  # primes, ticks and the like that count as letters
# Case matters here: a capital I looks like an l, a small i does not.
_SAME_SHAPE: Final = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o"})


@lru_cache(maxsize=4096)  # a newcomer is compared with everybody at the table
def skeleton(name: str) -> str:
    """What is left of a name for the eye: two names with the same skeleton look alike.

    Case, accents, spaces and punctuation are ignored, and letters of other scripts count as the Latin ones that they
    resemble.

    >>> skeleton("P\N{CYRILLIC SMALL LETTER IE}t\N{LATIN SMALL LETTER E WITH ACUTE}r") == skeleton("Peter")
    True
    >>> skeleton("Ian") == skeleton("lan"), skeleton("Lia") == skeleton("Ila")
    (True, False)
    """
    letters = "".join(map(_kin, _without_marks(name).translate(_PAIRS)))
    bare = _without_marks(letters.translate(_SAME_SHAPE).casefold())
    kept = "".join(filter(_is_read, bare)).replace("rn", "m").replace("vv", "w")
    return (kept or name.casefold())[:LONGEST_SKELETON]


def _is_read(sign: str) -> bool:
    return (sign.isalnum() and ord(sign) not in _MODIFIERS) or unicodedata.category(sign) in _MARKS


def _kin(sign: str) -> str:
    """The plain Latin letter that a sign is a variant of; any other sign itself."""
    if sign.isascii() or not (found := _KIN.fullmatch(unicodedata.name(sign, ""))):
        return sign
    return found[1] if "CAPITAL LETTER" in found[0] else found[1].lower()


def _without_marks(text: str) -> str:
    """The text without accents. Vowels that are written as marks remain: they have no combining class."""
    return "".join(
        sign
        for sign in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(sign) and unicodedata.category(sign) != "Me"
    )


def look_alike(one: str, other: str) -> bool:
    """Whether people would take one name for the other."""
    return one.casefold() == other.casefold() or skeleton(one) == skeleton(other)
