"""Engines of others in the arena: a good one plays as it would here, a bad one is told from its first fault."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from klaverjas.arena.duplicate import ArenaRow, Pairing, play_deal
from klaverjas.arena.outside import EngineLimits
from klaverjas.arena.players import ArenaPlayer, Partnership, player_named
from klaverjas.errors import KlaverjasError
from klaverjas.rules.named import AMSTERDAM, LUGUS, ROTTERDAM
from klaverjas.rules.ruleset import RuleSet

OWN = f"exec:{sys.executable} -m klaverjas engine"
ANSWER = "import json,sys\nfor line in sys.stdin:\n asked=json.loads(line)\n"
SAY = " print(json.dumps({'id':asked['id'],'ok':True,'action':%s}),flush=True)"


@contextmanager
def players(patience: float = 20.0) -> Iterator[dict[str, ArenaPlayer]]:
    """Each is started once, and closed."""

    class Started(dict[str, ArenaPlayer]):
        def __missing__(self, name: str) -> ArenaPlayer:
            self[name] = player_named(name, EngineLimits(ms=100, patience=patience))
            return self[name]

    started = Started()
    try:
        yield started
    finally:
        for player in started.values():
            player.close()


def rows(first: str, second: str, rules: RuleSet, deals: int) -> list[ArenaRow]:
    pairing = Pairing(rules, Partnership.parse(first), Partnership.parse(second))
    with players() as known:
        return [play_deal(pairing, number, known.__getitem__).row for number in range(deals)]


def what_counts(row: ArenaRow) -> ArenaRow:
    return row._replace(first="", second="", first_times="", second_times="")


@pytest.mark.parametrize("rules", [ROTTERDAM, LUGUS, AMSTERDAM], ids=["rotterdam", "lugus", "amsterdam"])
def test_our_own_engine_plays_as_its_bot_does_here(rules: RuleSet) -> None:
    outside = rows(f"{OWN}#regels", f"regels+{OWN}#regels", rules, 2)
    here = rows("regels", "regels+regels", rules, 2)
    assert [what_counts(row)._replace(second_faults="") for row in outside] == [
        what_counts(row)._replace(second_faults="") for row in here
    ]
    assert {row.second_faults for row in outside} == {"0 0 0 0 | 0 0 0 0"}


def test_without_a_name_it_is_the_first_bot_of_the_engine() -> None:
    with players() as known:
        player = known[OWN]
        pairing = Pairing(AMSTERDAM, Partnership.parse(OWN), Partnership.parse("willekeurig"))
        row = play_deal(pairing, 1, known.__getitem__).row
        assert player.name == OWN
        assert row.first_faults == "0 0 0 0"


@pytest.mark.parametrize(
    ("script", "code", "part"),
    [
        ("raise SystemExit('out of memory')", "engine-died", "out of memory"),
        ("import os,signal; os.kill(os.getpid(), signal.SIGKILL)", "engine-died", "code -9"),
        ("import sys; input(); sys.exit(3)", "engine-died", "code 3"),
        ("import time; time.sleep(60)", "engine-late", "within 0.7 seconds"),
        ("import subprocess; subprocess.run(['sleep', '60'])", "engine-late", "within 0.7 seconds"),
        (ANSWER + " print('I pass', flush=True)", "engine-nonsense", "does not follow the engine protocol"),
        (
            ANSWER + " print('[' * 100000, flush=True)",
            "engine-nonsense",
            "does not follow the engine protocol",
        ),
        (ANSWER + " print('x' * 2000000, flush=True)", "engine-nonsense", "a line is too long"),
        (ANSWER + " print('\\\\xff', flush=True)", "engine-nonsense", "does not follow the engine protocol"),
        (ANSWER + " print('{}', flush=True)", "engine-nonsense", "the reply does not match the request"),
        (
            ANSWER + " print(json.dumps({'id':asked['id'],'ok':True}), flush=True)",
            "engine-nonsense",
            "no action",
        ),
        (
            ANSWER + " print(json.dumps({'id':asked['id'],'ok':False,'error':{'code':'no'}}), flush=True)",
            "engine-error",
            '{"code": "no"}',
        ),
        (ANSWER + SAY % "{'seat':'W','play':'XX'}", "engine-nonsense", "'XX' is not a card"),
        (ANSWER + SAY % "[]", "engine-nonsense", "not an object"),
        (ANSWER + SAY % "None", "engine-refused", "null: West did not move"),
        (ANSWER + SAY % "{'seat':'W','play':'SA'}", "engine-refused", "Trump has not been chosen"),
        (ANSWER + SAY % "{'seat':'N','troef':'S'}", "engine-refused", "did not move"),
    ],
)
def test_a_bad_engine_is_one_sentence_with_a_code(script: str, code: str, part: str) -> None:
    name = f'exec:{sys.executable} -c "{script.replace(chr(34), chr(92) + chr(34))}"#regels'
    pairing = Pairing(AMSTERDAM, Partnership.parse("willekeurig"), Partnership.parse(name))
    patience = 0.7 if code == "engine-late" else 20.0
    with players(patience) as known, pytest.raises(KlaverjasError) as caught:
        play_deal(pairing, 1, known.__getitem__)
    with pytest.raises(KlaverjasError) as again:  # another deal in the same process
        play_deal(pairing, 2, known.__getitem__)
    assert again.value.code == caught.value.code == code
    assert part in caught.value.sentence("en")
    assert name[:40] in caught.value.sentence("nl")


@pytest.mark.parametrize(
    "name", ["exec:", "exec: #regels", "exec:/nowhere/engine", "exec:'half", "exec:/tmp", "exec:a\0b"]
)
def test_what_cannot_be_started_is_told(name: str) -> None:
    with pytest.raises(KlaverjasError) as caught:
        player_named(name)
    assert caught.value.code == "engine-no-start"


def test_a_bot_that_the_engine_does_not_have_is_told() -> None:
    pairing = Pairing(AMSTERDAM, Partnership.parse(f"{OWN}#nobody"), Partnership.parse("willekeurig"))
    with players() as known, pytest.raises(KlaverjasError, match="unknown-bot") as caught:
        play_deal(pairing, 1, known.__getitem__)
    assert caught.value.code == "engine-error"


def test_an_engine_without_bots_is_none() -> None:
    script = ANSWER + " print(json.dumps({'id':asked['id'],'ok':True,'bots':[]}),flush=True)"
    with pytest.raises(KlaverjasError, match="it lists no bots"):
        player_named(f'exec:{sys.executable} -c "{script}"')
