"""Weights in a file: what is broken, changed or of another version is refused."""

import io
import json
import random
import time
import warnings
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

from klaverjas.actions import Collect
from klaverjas.bots import LEVELS, bot_from
from klaverjas.errors import KlaverjasError
from klaverjas.fair import deal, seeded_deck
from klaverjas.kernel.nn.features import INPUTS
from klaverjas.kernel.nn.inference import Prediction, network_in
from klaverjas.kernel.nn.outputs import ANSWERS, TOLD
from klaverjas.kernel.nn.weights import ENDS, VERSION, Layer, checksum, load_weights, save_weights
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import ROTTERDAM_BOND
from klaverjas.seats import Seat
from klaverjas.view import view_round

MOST_MEGABYTES = 8


Arrays = dict[str, Any]


def some_networks(width: int = 2) -> dict[str, list[tuple[Any, Any]]]:
    """A player and a judge with one layer between the first and the last."""
    return {
        network: [
            (numpy.full((into, out), layer + 1.0), numpy.full(out, -1.0))
            for layer, (into, out) in enumerate(pairwise((told, width, width, answers)))
        ]
        for network, (told, answers) in ENDS.items()
    }


def some_weights(file: Path) -> Path:
    save_weights(file, some_networks(), {"rounds": 5})
    return file


def written(file: Path, arrays: Arrays) -> Path:
    """A file of any arrays, with a checksum that is right."""
    about = {"version": VERSION, "sha256": checksum(arrays)}
    text = numpy.frombuffer(json.dumps(about).encode(), numpy.uint8)
    numpy.savez(file, **arrays, about=text)
    return file


def refused(file: Path) -> str:
    with pytest.raises(KlaverjasError) as caught:
        load_weights(file)
    assert file.name in caught.value.sentence("nl")
    return caught.value.code


def test_weights_come_back_in_order(tmp_path: Path) -> None:
    weights = load_weights(some_weights(tmp_path / "some.npz"))
    layers = weights.network("player")
    assert [layer.weight.shape for layer in layers] == [(TOLD, 2), (2, 2), (2, ANSWERS)]
    assert [float(layer.matrix[0, 0]) for layer in layers] == pytest.approx([1, 2, 3])
    assert all(layer.matrix.dtype == numpy.float32 for layer in layers)
    assert layers[1].bias.tolist() == [-1, -1]
    assert weights.about["rounds"] == 5
    assert weights.about["version"] == VERSION


def test_a_weight_is_off_by_half_a_step_of_its_column_at_most() -> None:
    matrix = numpy.random.default_rng(3).normal(size=(50, 9)) * numpy.logspace(-6, 3, 9)
    matrix[:, 4] = 0
    layer = Layer.of(matrix, numpy.zeros(9))
    assert layer.weight.dtype == numpy.int8
    assert (abs(layer.matrix - matrix) <= abs(matrix).max(axis=0) / 254 * 1.001).all()
    again = Layer.of(layer.matrix, layer.bias)
    assert (again.weight == layer.weight).all()  # what was read and is written again stays as it is


def test_a_pupil_has_no_judge(tmp_path: Path) -> None:
    file = tmp_path / "pupil.npz"
    save_weights(file, {"player": some_networks()["player"]}, {})
    assert load_weights(file).network("judge") == []


def changed(file: Path, name: str, text: bytes) -> Path:
    """The same zip with another part."""
    with zipfile.ZipFile(file) as before:
        parts = {part: before.read(part) for part in before.namelist()}
    with zipfile.ZipFile(file, "w") as after:
        for part, old in parts.items():
            after.writestr(part, text if part == name else old)
    return file


def as_npy(array: object) -> bytes:
    out = io.BytesIO()
    numpy.save(out, numpy.asarray(array))
    return out.getvalue()


def claiming(shape: str) -> bytes:
    """An array that says of itself that it has another shape than it has."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


@pytest.mark.parametrize(
    ("part", "text", "code"),
    [
        ("player.0.bias.npy", as_npy(numpy.ones(2, numpy.float32)), "bad-weights"),
        ("player.0.bias.npy", claiming("(1000000000000,)"), "bad-weights"),
        ("player.0.bias.npy", claiming("(-5,)"), "bad-weights"),
        ("player.0.bias.npy", claiming("(1,"), "bad-weights"),
        (
            "about.npy",
            as_npy(numpy.frombuffer(b'{"version": 99, "sha256": ""}', numpy.uint8)),
            "older-weights",
        ),
        ("about.npy", as_npy(numpy.frombuffer(b"[]", numpy.uint8)), "bad-weights"),
        ("about.npy", as_npy(numpy.frombuffer(b"[" * 100_000, numpy.uint8)), "bad-weights"),
        ("about.npy", as_npy(5), "bad-weights"),
        ("about.npy", b"nonsense", "bad-weights"),
    ],
)
def test_other_weights_than_were_written_are_refused(
    tmp_path: Path, part: str, text: bytes, code: str
) -> None:
    assert refused(changed(some_weights(tmp_path / "some.npz"), part, text)) == code


def without(name: str) -> Callable[[Arrays], Arrays]:
    return lambda arrays: {key: array for key, array in arrays.items() if not key.startswith(name)}


def other(name: str, array: Any) -> Callable[[Arrays], Arrays]:
    return lambda arrays: arrays | {name: array}


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: {},
        without("player"),
        without("player.1."),
        without("player.2.bias"),
        without("judge.0.weight"),
        without("player.1.scale"),
        other("player.0.weight", numpy.zeros((100, 2), numpy.int8)),
        other("player.0.weight", numpy.zeros(TOLD, numpy.int8)),
        other("player.0.weight", numpy.zeros((TOLD, 2), numpy.float32)),
        other("player.0.bias", numpy.zeros(100_000, numpy.float32)),
        other("player.0.bias", numpy.zeros((2, 2), numpy.float32)),
        other("player.0.bias", numpy.zeros(2)),
        other("player.0.scale", numpy.zeros(3, numpy.float32)),
        other("player.1.weight", numpy.zeros((2, 3), numpy.int8)),
        other("player.2.weight", numpy.zeros((2, ANSWERS - 1), numpy.int8)),
        other("judge.2.bias", numpy.zeros(2, numpy.float32)),
        other("player.1.scale", numpy.full(2, numpy.nan, numpy.float32)),
        other("player.1.bias", numpy.full(2, numpy.inf, numpy.float32)),
        other("player.1.scale", numpy.full(2, 3e38, numpy.float32)),
        lambda arrays: {
            name: array[..., :0] if name.startswith("player.0.") else array for name, array in arrays.items()
        },
        other("player.x.weight", numpy.zeros((2, 2), numpy.int8)),
        other("player.3.weight", numpy.zeros((2, 2), numpy.int8)),
        other("guest.0.weight", numpy.zeros((2, 2), numpy.int8)),
    ],
)
def test_layers_that_do_not_fit_are_refused(tmp_path: Path, change: Callable[[Arrays], Arrays]) -> None:
    """What is compiled trusts in their sizes."""
    arrays = dict(load_weights(some_weights(tmp_path / "some.npz")).arrays)
    assert load_weights(written(tmp_path / "same.npz", arrays)).arrays.keys() == arrays.keys()
    assert refused(written(tmp_path / "other.npz", change(arrays))) == "bad-weights"


def test_a_player_without_a_single_unit_is_refused(tmp_path: Path) -> None:
    arrays = dict(load_weights(some_weights(tmp_path / "some.npz")).arrays)
    for layer, (into, out) in enumerate(pairwise((TOLD, 0, 0, ANSWERS))):
        empty = Layer(
            numpy.zeros((into, out), numpy.int8), *(numpy.zeros(out, numpy.float32) for _ in range(2))
        )
        arrays |= {f"player.{layer}.{field}": array for field, array in empty._asdict().items()}
    assert refused(written(tmp_path / "none.npz", arrays)) == "bad-weights"


def test_numbers_are_the_same_in_whatever_order_a_file_has_them(tmp_path: Path) -> None:
    arrays = dict(load_weights(some_weights(tmp_path / "some.npz")).arrays)
    turned = {name: numpy.asfortranarray(array) for name, array in arrays.items()}
    again = load_weights(written(tmp_path / "turned.npz", turned)).arrays
    assert all(array.flags.c_contiguous and (array == arrays[name]).all() for name, array in again.items())


def test_a_player_of_enormous_numbers_still_likes_something(tmp_path: Path) -> None:
    arrays = dict(load_weights(some_weights(tmp_path / "some.npz")).arrays)
    for name in arrays:
        if name.endswith("scale"):
            arrays[name] = numpy.full_like(arrays[name], 65_504)
    file = written(tmp_path / "enormous.npz", arrays)
    round = Round.begin(ROTTERDAM_BOND, Seat.SOUTH, deal(seeded_deck(1), Seat.SOUTH))
    bot = bot_from(f"net:{file}", time.thread_time)
    with warnings.catch_warnings(action="error"):
        while round.turn is not None:
            action = bot.act(view_round(round, round.turn), random.Random(1))
            assert action is not None
            round, _ = round.apply(action)
            if round.phase is Phase.TRICK_END:
                round, _ = round.apply(Collect())
    assert round.phase is Phase.DONE


@pytest.mark.parametrize("number", [numpy.nan, numpy.inf, -numpy.inf, 1e30, -1e30])
def test_whatever_a_network_answers_it_is_chances(number: float) -> None:
    answers = numpy.full(ANSWERS, number, numpy.float32)
    answers[:2] = numpy.inf, -numpy.inf
    answer = Prediction(answers, numpy.zeros(INPUTS, numpy.int64))
    with warnings.catch_warnings(action="error"):
        assert sum(answer.likes(range(8)).values()) == pytest.approx(1)
        assert 0 <= answer.nat <= 1
        assert all(sum(chances) == pytest.approx(1) for chances in answer.belief)


def test_a_file_that_unpacks_to_more_than_any_weights_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "bomb.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("player.0.weight.npy", claiming("(50000000,)") + bytes(100_000_000))
    assert refused(file) == "bad-weights"


@pytest.mark.parametrize("text", [b"", b"PK\3\4", b"x" * 1000])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "none.npz"
    file.write_bytes(text)
    assert refused(file) == "bad-weights"


def test_what_is_not_there_or_no_file_cannot_be_read(tmp_path: Path) -> None:
    assert refused(tmp_path / "missing.npz") == "no-weights"
    assert refused(tmp_path) == "no-weights"


def test_a_file_whose_parts_are_locked_or_packed_oddly_is_refused(tmp_path: Path) -> None:
    data = some_weights(tmp_path / "some.npz").read_bytes()
    at = data.find(b"PK\x01\x02")
    for place, value in ((at + 8, data[at + 8] | 1), (at + 10, 99)):
        file = tmp_path / "odd.npz"
        file.write_bytes(data[:place] + bytes([value]) + data[place + 1 :])
        assert refused(file) == "bad-weights"


def test_the_package_brings_its_networks_in_eight_megabytes() -> None:
    import klaverjas.kernel.nn

    models = Path(str(klaverjas.kernel.nn.__file__)).parent / "models"
    kept = {file.stem: file for file in models.glob("*.npz")}
    assert set(kept) == set(LEVELS)
    assert sum(file.stat().st_size for file in kept.values()) <= MOST_MEGABYTES * 1_000_000
    for name in kept:
        assert network_in(name).about["version"] == VERSION
