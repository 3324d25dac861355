"""`klaverjas arena`, run as a person runs it: on one core and on two, stopped early, interrupted, killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from command_line import PLAIN, answered, refused
from klaverjas.arena.conduct import ALL_PLAYED, Arena, ArenaPlan, PairingProgress, begin
from klaverjas.arena.crews import Players, carry_out, workers
from klaverjas.arena.duplicate import ArenaRow
from klaverjas.arena.estimates import LEAST, Enough
from klaverjas.arena.files import read
from klaverjas.arena.outside import EngineLimits
from klaverjas.arena.picture import drawn_all
from klaverjas.arena.players import Partnership
from klaverjas.arena.report import reports
from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.journal import journal_of
from klaverjas.record import read as read_records
from klaverjas.rules.named import NAMED

ASKED = (
    "regels",
    "willekeurig",
    "regels+willekeurig",
    "--deals",
    "12",
    "--seed",
    "5",
    "--rules",
    "rotterdam-bond,lugus",
)
PATIENCE = 60.0


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command line answers, in this process."""
    return answered("arena", *words)


def played(out: Path, *words: str, workers: int = 1) -> list[ArenaRow]:
    done = asked(*words, "--workers", str(workers), "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # where nobody looks, no bar is drawn
    return without_times(read(out))


def without_times(rows: Iterator[ArenaRow]) -> list[ArenaRow]:
    """What is the same on every machine."""
    return [row._replace(first_times="", second_times="") for row in rows]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An arena that nobody interrupted."""
    out = tmp_path_factory.mktemp("arena") / "arena.csv"
    played(out, *ASKED)
    assert [file.name for file in out.parent.iterdir()] == ["arena.csv"]
    return out


# --- what is in it -------------------------------------------------------------------------------


def test_a_row_for_each_deal_of_each_pairing_under_each_rule_set(whole: Path) -> None:
    rows = list(read(whole))
    pairs = [
        ("regels", "willekeurig"),
        ("regels", "regels+willekeurig"),
        ("willekeurig", "regels+willekeurig"),
    ]
    assert [(row.rules, row.first, row.second, row.deal) for row in rows] == [
        (rules, *pair, deal)
        for rules in ("rotterdam-bond/2", "lugus/2")
        for pair in pairs
        for deal in range(5, 17)
    ]
    assert [row.deal for row in rows if row.stopped == ALL_PLAYED] == [16] * 6
    assert {row.first_faults for row in rows} == {"0 0 0 0"}
    assert {len(row.first_times.split()) for row in rows if row.rules == "rotterdam-bond/2"} == {33}


def test_all_rule_sets(tmp_path: Path) -> None:
    rows = played(tmp_path / "arena.csv", "regels", "willekeurig", "--deals", "2", "--rules", ",".join(NAMED))
    assert [row.rules for row in rows[::2]] == [f"{name}/2" for name in NAMED]


def test_two_workers_give_the_same(whole: Path, tmp_path: Path) -> None:
    assert played(tmp_path / "arena.csv", *ASKED, workers=2) == without_times(read(whole))


def test_the_three_kinds_of_file_have_the_same_contents(whole: Path, tmp_path: Path) -> None:
    rows = without_times(read(whole))
    for name in ("arena.parquet", "arena.json"):
        assert played(tmp_path / name, *ASKED) == rows
    table = json.loads((tmp_path / "arena.json").read_text())
    assert [row["difference"] for row in table] == [row.difference for row in rows]


def test_records_of_all_rounds(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    out = tmp_path / "arena.csv"
    rows = played(out, "regels", "willekeurig", "ziener", "--deals", "3", "--records", str(folder))
    assert sorted(file.name for file in folder.iterdir()) == ["1.kj", "2.kj", "3.kj"]
    records = read_records((folder / "1.kj").read_text())
    assert [record.tag("Seed") for record in records] == [1, 1, 2, 2, 3, 3]
    assert records[0].tag("South") == records[1].tag("West") == "regels"
    result = records[0].game.rounds[0].result
    assert result is not None
    assert result.score == (rows[0].first_ns, rows[0].second_we)


# --- what is told --------------------------------------------------------------------------------


def test_the_tables(whole: Path) -> None:
    shown = asked("show", str(whole))
    assert shown.returncode == 0
    for part in (
        "Row minus column",
        "regels+willekeurig",
        "Deals won",
        "Time per move",
        "rounds were passed out",
    ):
        assert part in shown.stdout
    assert "incorrect cards" not in shown.stdout
    assert "Rij min kolom" in asked("show", str(whole), "--lang", "nl").stdout


def test_the_answer_for_programs(whole: Path) -> None:
    told = json.loads(asked("show", str(whole), "--json").stdout)
    rows = [row for row in read(whole) if row.rules == "lugus/2"]
    lugus = told["lugus/2"]
    differences = [row.difference for row in rows if (row.first, row.second) == ("regels", "willekeurig")]
    assert lugus["pairings"][0]["mean"] == pytest.approx(sum(differences) / 12)
    assert lugus["pairings"][0]["won"] == sum(difference > 0 for difference in differences)
    assert sum(pair["passed_out"] for pair in lugus["pairings"]) == sum(row.passed_out for row in rows)
    assert lugus["players"][0] == {
        "player": "regels",
        "rating": 0.0,
        "error": 0.0,
        "win_share": pytest.approx(lugus["players"][0]["win_share"]),
    }
    assert sum(player["win_share"] for player in lugus["players"]) == pytest.approx(1.5)
    assert set(lugus["times"]) == {"regels", "willekeurig"}
    assert lugus["faults"]["regels"] == {"refused": 0, "incorrect": 0, "false_calls": 0, "accusations": 0}


def test_faults_are_told_by_name(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "arena.csv"
    text = whole.read_text().replace("0 0 0 0", "0 3 0 1", 1)
    out.write_text(text)
    shown = asked("show", str(out)).stdout
    assert "regels: 3 incorrect cards, 1 failed accusations" in shown


def test_against_itself(tmp_path: Path) -> None:
    rows = played(
        tmp_path / "arena.csv", "willekeurig", "willekeurig", "--deals", "4", "--rules", "rotterdam"
    )
    assert {row.difference for row in rows} == {0}
    assert "+0.0 ± 0.0" in asked("show", str(tmp_path / "arena.csv")).stdout


def test_one_deal_has_no_error(tmp_path: Path) -> None:
    done = asked(
        "regels", "willekeurig", "--deals", "1", "--workers", "1", "--plot", str(tmp_path / "a.svg"), "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rotterdam-bond/2"]["pairings"][0]["error"] is None
    ElementTree.parse(tmp_path / "a.svg")


def test_pictures(whole: Path, tmp_path: Path) -> None:
    assert asked("show", str(whole), "--plot", str(tmp_path / "a.svg")).returncode == 0
    drawn = ElementTree.parse(tmp_path / "a.svg")
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"rotterdam-bond/2", "lugus/2", "regels", "willekeurig", "regels+willekeurig"} <= set(texts)
    mean = next(iter(reports(read(whole)).values())).matches["regels", "willekeurig"].tally.mean
    assert texts.count(f"{mean:+.1f}") == texts.count(f"{-mean:+.1f}") == 1
    assert asked("show", str(whole), "--plot", str(tmp_path / "a.png")).returncode == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    refused(asked("show", str(whole), "--plot", str(tmp_path / "a.gif")), ".svg, .png")


def test_names_in_a_picture_are_only_names() -> None:
    row = ArenaRow(
        "x/1", "exec:a<b>&c", "regels", 1, "S", 1, 2, "", 3, 4, "", 5.0, 0, "0 0 0 0", "0 0 0 0", "1", "2", ""
    )
    drawn = drawn_all(reports([row, row._replace(deal=2, difference=-3.0)]), "nl")
    assert "exec:a<b>&c" in [element.text for element in ElementTree.fromstring(drawn).iter()]


def test_in_a_log_it_says_in_lines_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered("arena", "willekeurig", "regels", "--deals", "4", "--workers", "1").stderr == ""
    monkeypatch.setattr("klaverjas.commands.progress.SECONDS_BETWEEN_LINES", 0.0)
    lines = answered(
        "arena", "willekeurig", "regels", "--deals", "4", "--workers", "1", "--lang", "nl"
    ).stderr.splitlines()
    assert [line.partition(", ")[0] for line in lines] == [
        f"klaverjas: Spelen: {deal} van 4" for deal in range(1, 5)
    ]
    assert all(line.endswith(" giften/s") for line in lines)


# --- enough --------------------------------------------------------------------------------------


def test_a_test_stops_at_the_same_deal_whoever_plays(tmp_path: Path) -> None:
    words = (
        "regels",
        "willekeurig",
        "regels+willekeurig",
        "--sprt",
        "0,60",
        "--half-width",
        "14",
        "--deals",
        "300",
    )
    one = played(tmp_path / "one.csv", *words)
    assert played(tmp_path / "two.csv", *words, workers=2) == one
    last = {(row.first, row.second): (row.deal, row.stopped) for row in one if row.stopped}
    assert last["regels", "willekeurig"][1] == "sprt 60"
    assert all(LEAST <= deal < 300 for deal, _ in last.values())
    shown = asked("show", str(tmp_path / "one.csv")).stdout
    assert f"the test chose a difference of 60 after {last['regels', 'willekeurig'][0]} deals" in shown


@pytest.mark.parametrize("seed", range(20))
def test_the_order_in_which_deals_are_played_makes_no_difference(seed: int) -> None:
    chance = Random(seed)
    differences = [chance.gauss(8, 40) for _ in range(400)]
    enough = Enough(half_width=chance.uniform(3, 12), sprt=(0, chance.uniform(5, 20)))
    in_order, shuffled = PairingProgress(400, enough), PairingProgress(400, enough)
    for index, difference in enumerate(differences):
        in_order.add(index, difference)
    order = list(range(400))
    for start in range(0, 400, 16):  # as far apart as workers can get
        part = order[start : start + 16]
        chance.shuffle(part)
        order[start : start + 16] = part
    for index in order:
        shuffled.add(index, differences[index])
    assert (in_order.tally, in_order.stopped) == (shuffled.tally, shuffled.stopped)
    assert in_order.stopped


# --- interrupted ---------------------------------------------------------------------------------


def size(out: Path) -> int:
    journal = journal_of(out)
    return sum(
        file.stat().st_size for file in (journal, journal.with_name(f"{journal.name}-wal")) if file.exists()
    )


@contextmanager
def under_way(out: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """An arena that has kept some deals."""
    before = size(out)
    process = subprocess.Popen(
        [sys.executable, "-m", "klaverjas", "arena", *words, "--out", str(out)],
        env=os.environ | PLAIN,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        end = time.monotonic() + PATIENCE
        while size(out) < before + 30_000:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.005)
        yield process
    finally:
        process.kill()
        process.communicate()


def children_of(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(child) for child in found.split()]


def is_alive(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_killed_and_interrupted_it_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ("regels", "willekeurig", "--deals", "300", "--half-width", "12", "--rules", "rotterdam")
    out = tmp_path / "arena.csv"
    with under_way(out, *words, "--workers", "2") as process:
        helpers = children_of(process.pid)
        process.kill()
    assert not out.exists()
    with under_way(out, *words, "--workers", "1") as process:
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaint.startswith("klaverjas: Stopped after ")
    assert complaint.endswith(" of 300 deals. Run the same command to resume.\n")
    rows = played(out, *words)
    assert rows == played(tmp_path / "whole.csv", *words)
    assert LEAST <= len(rows) < 300
    assert rows[-1].stopped == "half-width 12"
    assert not journal_of(out).exists()
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, helpers)):  # they end with who started them
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("seed", range(3))
def test_stopped_anywhere_any_number_of_times(whole: Path, tmp_path: Path, seed: int) -> None:
    """Deals that were played in any order, and then the rest."""
    chance = Random(seed)
    plan = plan_of(*ASKED[:3])
    out = tmp_path / "arena.csv"
    with begin(plan, out) as journal:
        tasks = list(Arena(plan, journal)._tasks())
        for key, task in chance.sample(tasks, 25):
            journal.keep([(key, carry_out(task))])
    with begin(plan, out) as journal, workers(1) as crew:
        arena = Arena(plan, journal)
        arena.play_rest(crew, lambda: None)
        assert without_times(arena.rows()) == without_times(read(whole))


def plan_of(*players: str) -> ArenaPlan:
    return ArenaPlan(
        partnerships=tuple(map(Partnership.parse, players)),
        tables=(NAMED["rotterdam-bond"], NAMED["lugus"]),
        first_seed=5,
        deals=12,
    )


def test_an_arena_has_one_process_and_one_plan(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "arena.csv"
    plan = plan_of(*ASKED[:3])
    with begin(plan, out) as journal:
        key, task = next(Arena(plan, journal)._tasks())
        journal.keep([(key, carry_out(task))])
        refused(asked(*ASKED, "--out", str(out)), "Another process is working on this arena")
    for other in (
        ("willekeurig", "regels", *ASKED[2:]),
        (*ASKED, "--half-width", "2"),
        (*ASKED, "--sprt", "0,5"),
        (*ASKED, "--records", str(tmp_path)),
        (*ASKED[:4], "13", *ASKED[5:]),
        (*ASKED[:6], "6", *ASKED[7:]),
        (*ASKED[:8], "lugus,rotterdam-bond"),
    ):
        refused(asked(*other, "--out", str(out)), "belongs to another, unfinished arena")
    assert "Een andere arena naar" in asked(*ASKED, "--ms", "5", "--out", str(out), "--lang", "nl").stderr
    assert played(out, *ASKED) == without_times(read(whole))
    refused(asked(*ASKED, "--out", str(out)), "already exists and is complete")


def test_a_journal_of_something_else(tmp_path: Path) -> None:
    out = tmp_path / "arena.csv"
    journal_of(out).write_text("no journal" * 1000)
    refused(asked(*ASKED, "--out", str(out)), "is not an arena progress file")


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((), "at least two partnerships"),
        (("regels",), "at least two partnerships"),
        (("regels", "willekeurig", "regels"), "'regels' appears twice"),
        (("regels", "nobody"), "Unknown player 'nobody'"),
        (("regels", "regels+"), "Unknown player ''"),
        (("regels", "exec:/nowhere"), "Cannot start the engine"),
        (("regels", "willekeurig", "--rules", "lugus", "--troef", "random"), "does not work with an auction"),
        (("regels", "willekeurig", "--sprt", "5"), "LOW,HIGH"),
        (("regels", "willekeurig", "--sprt", "5,0"), "LOW,HIGH"),
        (("regels", "willekeurig", "--sprt", "0,nan"), "LOW,HIGH"),
        (("regels", "willekeurig", "--half-width", "-1"), "--half-width must be"),
        (("regels", "willekeurig", "--deals", "0"), "--deals must be"),
        (("regels", "willekeurig", "--workers", "0"), "--workers must be"),
        (("regels", "willekeurig", "--out", "arena.xls"), ".csv, .parquet, .json"),
        (("regels", "willekeurig", "--plot", "arena.gif"), ".svg, .png"),
        (("regels", "willekeurig", "--rules", "nowhere"), "nowhere"),
        (("show", "/nowhere/arena.csv"), "Cannot read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: tuple[str, ...], part: str) -> None:
    refused(asked(*words), part)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "deal,rules\n1,2\n"),
        ("a.csv", ""),
        ("a.json", "{}"),
        ("a.json", "[{}]"),
        ("a.json", "[1]"),
        ("a.json", "["),
        ("a.parquet", "PAR1"),
    ],
)
def test_files_that_are_no_arenas(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    refused(asked("show", str(tmp_path / name)), "is not an arena")


def test_an_engine_that_fails_in_another_process_is_one_sentence(tmp_path: Path) -> None:
    engine = f"exec:{sys.executable} -c \"import sys; input(); sys.exit('no more cards')\"#regels"
    done = asked("regels", engine, "--workers", "2", "--deals", "4", "--lang", "nl")
    refused(done, "is opgehouden: no more cards")


def test_a_worker_that_ends_is_one_sentence() -> None:
    with pytest.raises(KlaverjasError, match="ended unexpectedly"), workers(2) as crew:
        crew.executor.submit(os._exit, 1).result()


def test_a_player_is_made_once() -> None:
    players = Players()
    assert players.named("regels", EngineLimits()) is players.named("regels", EngineLimits())
    players.close()


def test_options_may_come_first_and_differences_may_be_negative(tmp_path: Path) -> None:
    rows = played(
        tmp_path / "arena.csv", "--rules", "valet", "--sprt", "-5,5", "--deals", "60", "regels", "willekeurig"
    )
    assert {(row.rules, row.first, row.second) for row in rows} == {("valet/2", "regels", "willekeurig")}
    assert rows[-1].stopped == "sprt 5"


def test_chance_names_the_troef_for_all(tmp_path: Path) -> None:
    rows = played(tmp_path / "arena.csv", "regels", "willekeurig", "--deals", "5", "--troef", "random")
    assert all(row.round_ns.split()[:2] == row.round_we.split()[:2] for row in rows)
