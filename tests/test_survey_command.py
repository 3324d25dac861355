"""`klaverjas survey`, run as a person runs it: interrupted, killed, on a cluster, with files that are no deals."""

import csv
import json
import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pyarrow.parquet
import pytest
from dask import config

from command_line import PLAIN, answered, klaverjas, refused
from klaverjas.cards import Suit
from klaverjas.errors import TextError
from klaverjas.hands import parse_hands, written
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import solve, value
from klaverjas.rules.named import NAMED, named
from klaverjas.rules.trick import Trick, pot, troef_number
from klaverjas.seats import SEATS, Seat
from klaverjas.survey.conduct import SurveyPlan, begin
from klaverjas.survey.deals import LONGEST_LINE, Lines, Seeds, SurveyDeal
from klaverjas.survey.files import read, write
from klaverjas.survey.rows import SurveyRow, rows_of
from klaverjas.survey.shares import Share, shares
from services import HOST

DEALS = 10
ASKED = ("--deals", str(DEALS), "--seed", "7", "--rules", "rotterdam,lugus")
PATIENCE = 60.0
A_DEAL = 18_000  # bytes by which a journal grows to hold its tables and a deal, or some more deals
DEAL = written(SurveyDeal(5).at(NAMED["rotterdam"], Seat.SOUTH))


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command line answers, in this process: the solver is ready here."""
    return answered("survey", *words)


def survey(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return asked(*words, "--out", str(out))


def wait_until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)


def size(*files: Path) -> int:
    return sum(file.stat().st_size for file in files if file.exists())


def progress_of(out: Path) -> Path:
    return out.with_name(f"{out.name}.progress")


def journal_of(out: Path) -> tuple[Path, Path]:
    return progress_of(out), out.with_name(f"{out.name}.progress-wal")


@contextmanager
def stopped_midway(out: Path) -> Iterator[subprocess.Popen[str]]:
    """A survey that has saved a deal or two, to be stopped in the block."""
    before = size(*journal_of(out))
    command = [sys.executable, "-m", "klaverjas", "survey", *ASKED, "--workers", "1", "--out", str(out)]
    process = subprocess.Popen(
        command, env=os.environ | PLAIN, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        wait_until(lambda: size(*journal_of(out)) > before + A_DEAL)
        assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.communicate()


def solved_in(out: Path) -> dict[int, str]:
    """What a survey that was stopped has kept, by deal."""
    database = sqlite3.connect(progress_of(out))
    try:
        return dict(database.execute("SELECT deal, rows FROM solved"))
    finally:
        database.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey that nobody interrupted."""
    out = tmp_path_factory.mktemp("survey") / "deals.csv"
    done = survey(out, *ASKED)
    assert done.returncode == 0, done.stderr
    assert "rotterdam/2" in done.stdout
    assert done.stderr == ""  # where nobody looks, no bar is drawn
    assert [file.name for file in out.parent.iterdir()] == ["deals.csv"]
    return out


# --- what is in it -------------------------------------------------------------------------------


def test_a_row_for_each_deal_rule_set_and_troef(whole: Path) -> None:
    rows = list(read(whole))
    expected = [
        (deal, rules, troef)
        for deal in range(7, 7 + DEALS)
        for rules, troefs in (("rotterdam/2", "SHCD"), ("lugus/2", ("S", "H", "C", "D", "sans")))
        for troef in troefs
    ]
    assert [(row.deal, row.rules, row.troef) for row in rows] == expected
    assert {(row.dealer, row.leader) for row in rows} == {("S", "W")}


def test_values_best_cards_and_contracts_are_those_of_the_solver(whole: Path) -> None:
    for row in list(read(whole))[:9]:
        rules = named(row.rules)
        troef = None if row.troef == "sans" else Suit.parse(row.troef)
        hands = parse_hands(row.hands)
        assert hands == SurveyDeal(row.deal).at(rules, Seat.SOUTH)
        position = Position(hands, Trick(Seat.WEST, (), troef))
        solution = solve(position, rules)
        assert row.value == solution.value
        assert row.best in {str(card) for card, worth in solution.cards.items() if worth == row.value}
        if rules.contract == "half":
            assert (row.contract, row.makes) == ("half", row.value > 0)
        else:
            # Rules 7.6: card points alone must reach the lowest bid.
            points = (pot(troef_number(troef)) + value(position, rules, roem=False)) // 2
            assert row.contract == ("70" if troef is None else "80")
            assert row.makes == (points >= int(row.contract))


def test_who_has_no_contract_must_reach_half_of_all_points() -> None:
    rows = rows_of(SurveyDeal(2), [NAMED["valet"]], Seat.SOUTH)  # Rules 7.8
    assert {row.contract for row in rows} == {"half"}
    assert all(row.makes == (row.value > 0) for row in rows)
    assert {row.makes for row in rows} == {True, False}


def test_any_dealer_and_a_rule_set_of_ones_own(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    own = '{"base": "amsterdam", "pit": 50}'
    done = survey(out, "--deals", "1", "--dealer", "N", "--rules", own, "--rules", "amsterdam,amsterdam/2")
    assert done.returncode == 0, done.stderr
    rows = list(read(out))
    assert {(row.dealer, row.leader) for row in rows} == {("N", "E")}
    assert list(dict.fromkeys(row.rules for row in rows)) == [
        '{"base": "amsterdam/2", "pit": 50}',
        "amsterdam/2",
    ]
    assert [row.value for row in rows[:4]] == [row.value for row in rows[4:]]


def test_csv_and_parquet_have_the_same_contents(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "deals.parquet"
    done = survey(out, *ASKED, "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert list(read(out)) == list(read(whole))
    # And as others read them.
    with whole.open(newline="") as opened:
        lines = list(csv.DictReader(opened))
    table = pyarrow.parquet.read_table(out).to_pylist()
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == [
        line | {"makes": line["makes"].capitalize()} for line in lines
    ]


def test_a_file_of_deals(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    hands = parse_hands(DEAL)
    dutch = " ".join(f"{seat.letter_in('nl')}:{','.join(map(str, hands[seat]))}" for seat in reversed(SEATS))
    file.write_text(f"\ufeff# two deals\n\n{DEAL}\n{dutch}")
    out = tmp_path / "deals.csv"
    done = survey(out, "--from", str(file), "--rules", "amsterdam")
    assert done.returncode == 0, done.stderr
    rows = list(read(out))
    assert [row.deal for row in rows] == [3] * 4 + [4] * 4
    assert {row.hands for row in rows} == {DEAL}
    assert [row[4:] for row in rows[:4]] == [row[4:] for row in rows[4:]]


# --- the table -----------------------------------------------------------------------------------


def test_the_table_tells_how_often_it_is_made(whole: Path) -> None:
    shown = asked("show", str(whole))
    assert shown.returncode == 0, shown.stderr
    assert "95 % interval" in shown.stdout
    told = json.loads(asked("show", str(whole), "--json").stdout)
    rows = [row for row in read(whole) if row.rules == "rotterdam/2"]
    best = [max(row.value for row in rows if row.deal == deal) for deal in range(7, 7 + DEALS)]
    assert told["rotterdam/2"]["deals"] == DEALS
    assert told["rotterdam/2"]["made"] == sum(worth > 0 for worth in best)
    assert told["rotterdam/2"]["value"] == sum(best) / DEALS
    assert "Haalt het" in asked("show", str(whole), "--lang", "nl").stdout


@pytest.mark.parametrize(
    ("made", "deals", "low", "high"),
    # By Newcombe (1998), table I, the score method without correction.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_the_interval_is_wilsons(made: int, deals: int, low: float, high: float) -> None:
    assert Share(deals=deals, made=made).interval == pytest.approx((low, high), abs=0.00006)


def test_the_best_troef_is_one_that_makes_it() -> None:
    row = SurveyRow(1, "lugus/2", "S", "W", "S", "", 30, "SA", "80", makes=True)
    richer = row._replace(troef="H", value=90, makes=False)  # by roem, which does not help to reach a bid
    assert shares([row, richer]) == {"lugus/2": Share(deals=1, made=1, worth=30)}


# --- interrupted ---------------------------------------------------------------------------------


def test_killed_at_any_moment_it_goes_on_where_it_was(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    kept: dict[int, str] = {}
    for _ in range(2):
        with stopped_midway(out) as process:
            process.kill()
        assert not out.exists()
        before, kept = kept, solved_in(out)
        assert before.items() <= kept.items()
        assert len(before) < len(kept) < DEALS
    done = survey(out, *ASKED)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == whole.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["deals.csv"]


def test_interrupted_it_says_so_and_solves_nothing_again(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    with stopped_midway(out) as process:
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE)
    kept = solved_in(out)
    assert process.returncode == 130
    assert complaint == (
        f"klaverjas: Stopped after {len(kept)} of {DEALS} deals. Run the same command to resume.\n"
    )
    # Whatever was kept is used as it is.
    marked = min(kept)
    with sqlite3.connect(progress_of(out)) as database:
        rows = [SurveyRow(*row)._replace(value=999) for row in json.loads(kept[marked])]
        database.execute("UPDATE solved SET rows = ? WHERE deal = ?", (json.dumps(rows), marked))
    database.close()
    assert survey(out, *ASKED).returncode == 0
    assert list(read(out)) == [row._replace(value=999) if row.deal == marked else row for row in read(whole)]


def test_a_survey_has_one_process_and_one_plan(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    plan = SurveyPlan(Seeds(7, DEALS), (NAMED["rotterdam"], NAMED["lugus"]), Seat.SOUTH)
    with begin(plan, out) as journal:
        journal.save([rows_of(SurveyDeal(7), plan.tables, plan.dealer)])
        refused(survey(out, *ASKED), "Another process is working on this survey")
    for other in (
        ("--deals", "9", "--seed", "7", "--rules", "rotterdam,lugus"),
        (*ASKED[:3], "8", *ASKED[4:]),
        (*ASKED, "--dealer", "W"),
        (*ASKED[:5], "lugus,rotterdam"),
        (*ASKED[:5], "rotterdam,lugus,amsterdam"),
    ):
        refused(survey(out, *other), "belongs to another, unfinished survey")
    assert "Een ander onderzoek naar" in survey(out, *ASKED, "--dealer", "W", "--lang", "nl").stderr
    assert list(solved_in(out)) == [7]


def test_what_is_finished_is_left_alone(whole: Path) -> None:
    before = whole.read_bytes()
    refused(survey(whole, *ASKED), "already exists and is complete")
    refused(survey(whole, "--deals", "1"), "already exists and is complete")
    assert whole.read_bytes() == before


def test_a_journal_without_a_deal_may_become_that_of_another_survey(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    refused(survey(out, "--deals", "5", "--dask", "nowhere"), "tcp://host:port")
    assert progress_of(out).exists()
    assert survey(out, "--deals", "1").returncode == 0


def test_a_survey_that_was_stopped_while_it_was_written_is_written_again(tmp_path: Path) -> None:
    """Killed after its file got its name, before the journal was removed."""
    out = tmp_path / "deals.csv"
    assert survey(out, "--deals", "1").returncode == 0
    finished = out.read_bytes()
    out.unlink()
    plan = SurveyPlan(Seeds(1, 1), (NAMED["rotterdam-bond"],), Seat.SOUTH)
    with begin(plan, out) as journal:
        journal.save([rows_of(SurveyDeal(1), plan.tables, plan.dealer)])
    out.write_bytes(finished)
    (tmp_path / "deals.csv.new").write_text("half of a f")
    assert survey(out, "--deals", "1").returncode == 0
    assert out.read_bytes() == finished
    assert [file.name for file in tmp_path.iterdir()] == ["deals.csv"]


# --- a cluster -----------------------------------------------------------------------------------


@contextmanager
def dask(part: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *words, "--host", HOST, "--no-dashboard"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_dask_cluster_gives_the_same_and_may_fail_midway(whole: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "scheduler.json")
    out = tmp_path / "deals.csv"

    def kill_midway() -> None:
        wait_until(lambda: size(*journal_of(out)) > A_DEAL)
        scheduler.kill()

    with (
        dask("scheduler", "--port", "0", "--scheduler-file", file) as scheduler,
        dask("worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny"),
    ):
        wait_until(lambda: size(Path(file)) > 0)
        address = json.loads(Path(file).read_text())["address"]
        few = tmp_path / "few.csv"
        done = survey(few, "--deals", "3", *ASKED[2:], "--dask", address)
        assert done.returncode == 0, done.stderr
        assert list(read(few)) == list(read(whole))[:27]
        with ThreadPoolExecutor(1) as aside, config.set({"distributed.comm.timeouts.connect": "1s"}):
            aside.submit(kill_midway)
            done = survey(out, *ASKED, "--dask", address)
    refused(done, f"The Dask cluster at {address} failed: ")
    for talker in ("distributed.batched", "distributed.client", "distributed.comm.tcp"):
        # Which of them sees the end of a connection first is chance; none may print its traceback.
        assert not logging.getLogger(talker).isEnabledFor(logging.ERROR), talker
    assert not out.exists()
    assert survey(out, *ASKED).returncode == 0  # on this machine
    assert out.read_bytes() == whole.read_bytes()


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((), "Choose the deals"),
        (("--deals", "1", "--from", "deals.txt"), "Choose the deals"),
        (("--deals", "0"), "--deals must be between 1 and"),
        (("--deals", "1", "--seed", str(1 << 63)), "--seed must be between"),
        (("--deals", "1", "--workers", "0"), "--workers must be between 1 and"),
        (("--deals", "1", "--workers", "1", "--dask", "tcp://127.0.0.1:1"), "not both"),
        (("--deals", "1", "--rules", "rotterdam,nowhere"), "Unknown rule set 'nowhere'"),
        (("--deals", "1", "--dealer", "X"), "'X' is not a seat"),
        (("--deals", "1", "--dask", "10.0.0.1"), "an address looks like tcp://host:port"),
        (("--from", "nowhere.txt"), "Cannot read nowhere.txt"),
    ],
)
def test_what_cannot_be_surveyed_is_told_in_a_sentence(
    words: tuple[str, ...], part: str, tmp_path: Path
) -> None:
    refused(survey(tmp_path / "deals.csv", *words), part)


def test_a_file_that_cannot_be_made_is_told_before_anything_is_solved(tmp_path: Path) -> None:
    refused(survey(tmp_path / "deals.txt", "--deals", "1"), "one of .csv, .parquet")
    refused(survey(tmp_path / "nowhere" / "deals.csv", "--deals", "1"), "Cannot write")
    progress_of(tmp_path / "deals.csv").write_text(
        "something else of the user's, long enough to be a file" * 10
    )
    refused(survey(tmp_path / "deals.csv", "--deals", "1"), "is not a survey progress file")


@pytest.mark.parametrize(
    ("package", "words", "extra"),
    [
        ("pyarrow", ("--out", "deals.parquet"), "survey"),
        ("distributed", ("--out", "deals.csv", "--dask", "tcp://127.0.0.1:1"), "cluster"),
    ],
)
def test_what_is_not_installed_is_named_and_csv_needs_neither(
    package: str, words: tuple[str, ...], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    refused(asked("--deals", "1", *words), f"pip install 'klaverjas[{extra}]'")
    assert survey(tmp_path / "deals.csv", "--deals", "1").returncode == 0


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (DEAL.replace("S:", "", 1), "is not a hand"),
        (DEAL.replace("S:", "X:", 1), "'X' is not a seat"),
        (DEAL.replace("W:", "S:", 1), "four hands of eight"),
        (DEAL.split(" E:")[0], "four hands of eight"),
        (DEAL.replace(DEAL[2:4], DEAL[5:7]), "appears twice"),
        (DEAL.replace(DEAL[2:5], "", 1), "four hands of eight"),
        (DEAL.replace(DEAL[2:4], "S1"), "is not a card"),
        ("S:HA,HT W:HK,H7 N:S7,S8 E:D7,D8", "four hands of eight"),
        ("\x1b[2J\x00", "is not a hand"),
        ("x" * 10_000_000, f"at most {LONGEST_LINE} characters"),
        (b"\xff\xfe".decode("latin-1"), "not UTF-8"),
        ('{"S": "SA SK"}', "is not a hand"),
    ],
    ids=range(12),
)
def test_a_line_that_is_no_deal_is_named(line: str, part: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_bytes(f"# deals\n{DEAL}\n{line}\n{DEAL}\n".encode("latin-1"))
    with pytest.raises(TextError) as caught:
        Lines.of(file)
    assert caught.value.code == "deal-line"
    assert f"{file}, line 3: " in caught.value.sentence("en")
    assert f"{file}, regel 3: " in caught.value.sentence("nl")
    assert part in caught.value.sentence("en")


def test_a_bad_line_is_one_sentence_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_bytes(DEAL.encode() + b"\nS:\x1b[2J\n")
    done = survey(tmp_path / "deals.csv", "--from", str(file))
    refused(done, "deals.txt, line 2: ")
    assert "\x1b" not in done.stderr
    file.write_text("# none\n\n")
    refused(survey(tmp_path / "deals.csv", "--from", str(file)), "contains no deals")
    assert [left.name for left in tmp_path.iterdir()] == ["deals.txt"]


def test_a_file_that_changed_is_another_survey(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"{DEAL}\n")
    before = Lines.of(file)
    file.write_text(f"{DEAL}  \n# only a remark\n")
    assert Lines.of(file) == before
    file.write_text(f"\n{DEAL}\n")
    assert Lines.of(file) != before


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("contents", [b"", b"deal,rules\n1,2\n", b"\xff\x00", b"PAR1 and no more PAR1"])
def test_a_file_that_is_no_survey_has_no_table(ending: str, contents: bytes, tmp_path: Path) -> None:
    file = tmp_path / f"deals.{ending}"
    file.write_bytes(contents)
    with pytest.raises(TextError, match="is not a survey"):
        list(read(file))


def test_many_rows_are_written_in_parts(tmp_path: Path) -> None:
    row = SurveyRow(1, "lugus/2", "S", "W", "S", DEAL, 30, "SA", "80", makes=True)
    file = tmp_path / "deals.parquet"
    write(file, (row._replace(deal=deal) for deal in range(120_000)))
    assert pyarrow.parquet.ParquetFile(file).num_row_groups == 3
    assert [one.deal for one in read(file)] == list(range(120_000))


def test_help_shows_how_to_begin() -> None:
    shown = klaverjas("survey", "--help")
    assert shown.returncode == 0
    for part in ("--deals", "--from", "--rules", "--out", "--workers", "--dask", "survey show", "kill -9"):
        assert part in shown.stdout
