"""Names: in one form, visible, and told apart by eye."""

import random
import sqlite3
from pathlib import Path

import pytest

from accounts import account, log_in, unique
from klaverjas.errors import Refusal
from klaverjas.server.naming import look_alike, proper_name, skeleton
from table_client import Client, run
from table_server import TableServer


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna   Bas ", "Anna Bas"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}nna", "Anna"),
        ("\N{MATHEMATICAL BOLD CAPITAL A}nna", "Anna"),
        ("Ren\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}", "Ren\N{LATIN SMALL LETTER E WITH ACUTE}"),
        ("An\N{NO-BREAK SPACE}na", "An na"),
        ("An\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", "An\N{HEAVY BLACK HEART}"),
        ("\N{CYRILLIC CAPITAL LETTER O}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER SOFT SIGN}",) * 2,
        ("\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{CJK UNIFIED IDEOGRAPH-6587}\N{CJK UNIFIED IDEOGRAPH-540D}",) * 2,
        ("X" * 50, "X" * 50),
        ("\u0930\u093e\u092e",) * 2,  # Ram, in Devanagari: the vowel is a mark
    ],
)
def test_a_name_is_kept_in_normal_form(typed: str, kept: str) -> None:
    assert proper_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "An",
        "X" * 51,
        "   ",
        "Anna\x1b[31m",
        "Anna\x00",
        "Anna\x7f",
        "Anna\x9b31m",
        "Anna\N{ZERO WIDTH SPACE}",
        "An\N{ZERO WIDTH JOINER}na",
        "Anna\N{SOFT HYPHEN}",
        "Anna\N{RIGHT-TO-LEFT OVERRIDE}",
        "\N{LEFT-TO-RIGHT ISOLATE}Anna",
        "Anna\N{ZERO WIDTH NO-BREAK SPACE}",
        "\N{HANGUL FILLER}" * 4,
        "\N{HALFWIDTH HANGUL FILLER}" * 4,
        "\N{HANGUL JUNGSEONG FILLER}" * 4,
        "\N{BRAILLE PATTERN BLANK}" * 4,
        "\N{COMBINING ACUTE ACCENT}" * 4,
        "\N{COMBINING ACUTE ACCENT}Anna",
        "Anna" + "\N{COMBINING ACUTE ACCENT}" * 5,
        "Ann\N{COMBINING GRAPHEME JOINER}a",
        "Anna\N{MONGOLIAN VOWEL SEPARATOR}",
        "Anna\N{TAG LATIN SMALL LETTER A}",
        "Anna\N{OBJECT REPLACEMENT CHARACTER}",
        "Anna\ue000",
        "Anna\N{LINE SEPARATOR}x\u0378",
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 3,  # 54 characters in normal form
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        proper_name(typed)
    assert refused.value.code == "bad-name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nn\N{CYRILLIC SMALL LETTER A}"),
        ("Peter", "\N{GREEK CAPITAL LETTER RHO}eter"),
        ("Ren\N{LATIN SMALL LETTER E WITH ACUTE}", "Rene"),
        ("Jan Piet", "JanPiet"),
        ("Jan-Piet", "Jan Piet."),
        ("Ian", "lan"),
        ("Wil", "Wi1"),
        ("Otto", "0tto"),
        ("Amo", "Arno"),
        ("Wim", "VVim"),
        ("S\N{LATIN SMALL LETTER O WITH STROKE}ren", "Soren"),
        ("ABBA", "\N{LISU LETTER A}\N{LISU LETTER BA}\N{LISU LETTER BA}\N{LISU LETTER A}"),
        ("Lotte", "\N{LATIN SMALL LETTER TURNED L}otte"),
        ("Anna", "\N{LATIN LETTER SMALL CAPITAL A}nna"),
        ("Bert", "\N{LATIN SMALL LETTER TONE SIX}ert"),
        ("Eva", "\N{LATIN SMALL LETTER REVERSED E}va"),
        ("Eva", "\N{ESTIMATED SYMBOL}va"),
        ("ina", "\N{INVERTED EXCLAMATION MARK}na"),
        ("Anna", "Anna\N{MODIFIER LETTER PRIME}"),
        ("Billy", "Bi\N{LATIN LETTER DENTAL CLICK}ly"),
        ("Billy", "Bill\N{CYRILLIC SMALL LETTER STRAIGHT U}"),
        ("Anna", "\N{CANADIAN SYLLABICS CARRIER GHO}nna"),
        ("Karel", "\N{LATIN SMALL LETTER K WITH HOOK}arel"),
        ("...", "..."),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Lia", "Ila"),
        ("Zus", "Zoe"),
        ("Jan", "Jan 2"),
        ("...", "???"),
        ("Clara", "Dara"),
        ("\u0930\u093e\u092e", "\u0930\u092e\u093e"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)
    assert skeleton(one) != skeleton(other)


def test_two_who_look_alike_do_not_come_to_one_table(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Peter Bas")
        code = await zus.open_table()
        for name, why in (
            ("peter bas", "name-taken"),
            ("P\N{CYRILLIC SMALL LETTER IE}ter Bas", "name-alike"),
            ("PeterBas", "name-alike"),
            ("Peter\N{ZERO WIDTH SPACE} Bas", "bad-name"),
        ):
            answer = await Client(server.url, name).join(code)
            assert answer.json()["code"] == why, name
            assert answer.status_code == (400 if why == "bad-name" else 409)
        assert (await Client(server.url, "Piet Bas").join(code)).status_code == 200

    run(visit())


def test_two_accounts_do_not_look_alike(server: TableServer) -> None:
    async def visit() -> None:
        name = unique("Peter")
        assert (await account(Client(server.url, "Een"), name)).status_code == 201
        twin = name.replace("e", "\N{CYRILLIC SMALL LETTER IE}")
        answer = await account(Client(server.url, "Twee"), twin)
        assert (answer.status_code, answer.json()["code"]) == (409, "account-taken")
        assert (await log_in(Client(server.url, "Drie"), twin)).status_code == 401
        # However it is typed, in normal form it is the name.
        wide = name.replace("P", "\N{FULLWIDTH LATIN CAPITAL LETTER P}")
        assert (await log_in(Client(server.url, "Vier"), wide)).status_code == 200

    run(visit())


def test_an_account_of_before_names_were_normalised_can_still_be_entered(tmp_path: Path) -> None:
    with TableServer(tmp_path) as server:

        async def visit() -> None:
            name, old = unique("Peter"), "\N{FULLWIDTH LATIN CAPITAL LETTER P}eter\N{VARIATION SELECTOR-16}"
            assert (await account(Client(server.url, "Een"), name)).status_code == 201
            with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
                connection.execute("UPDATE players SET account = ?, name = ?", (old.casefold(), old))
            connection.close()
            assert (await log_in(Client(server.url, "Twee"), old)).status_code == 200

        run(visit())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_name_that_no_account_can_have_is_a_wrong_password(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def visit(url: str) -> None:
        for name in ("Anna\x00", "An\x1bna", "\N{ZERO WIDTH SPACE}" * 4, "\N{HANGUL SYLLABLE GAG}" * 60):
            answer = await log_in(Client(url, "Zus"), name)
            assert (answer.status_code, answer.json()["code"]) == (401, "wrong-password"), name
        hangul = "".join(chr(random.randrange(0xAC01, 0xAC1C)) for _ in range(50))  # 150 letters, taken apart
        assert (await account(Client(url, "Zus"), hangul)).status_code == 201
        assert (await log_in(Client(url, "Zus"), hangul)).status_code == 200

    database = None if kind == "sqlite" else request.getfixturevalue("postgres_url")
    with TableServer(tmp_path, database) as server:
        run(visit(server.url))
