"""Weights in a file: what is broken, changed or of another version is refused."""

import io
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

from klaverjas.bots import LEVELS
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.network import network_in
from klaverjas.kernel.outputs import ANSWERS, TOLD
from klaverjas.kernel.weights import ENDS, VERSION, load_weights, save_weights

MOST_MEGABYTES = 8


Arrays = dict[str, Any]


def some_arrays(width: int = 2) -> Arrays:
    """A player and a judge with one layer between the first and the last."""
    arrays: Arrays = {}
    for network, (told, answers) in ENDS.items():
        sizes = (told, width, width, answers)
        for layer, (into, out) in enumerate(pairwise(sizes)):
            arrays[f"{network}.{layer}.weight"] = numpy.full((into, out), layer + 1.0)
            arrays[f"{network}.{layer}.bias"] = numpy.full(out, -1.0)
    return arrays


def some_weights(file: Path, arrays: Arrays | None = None) -> Path:
    save_weights(file, some_arrays() if arrays is None else arrays, {"rounds": 5})
    return file


def refused(file: Path) -> str:
    with pytest.raises(KlaverjasError) as caught:
        load_weights(file)
    assert file.name in caught.value.sentence("nl")
    return caught.value.code


def test_weights_come_back_in_single_precision_and_in_order(tmp_path: Path) -> None:
    weights = load_weights(some_weights(tmp_path / "some.npz"))
    layers = weights.network("player")
    assert [matrix.shape for matrix, _ in layers] == [(TOLD, 2), (2, 2), (2, ANSWERS)]
    assert [float(matrix[0, 0]) for matrix, _ in layers] == [1, 2, 3]
    assert all(part.dtype == numpy.float32 for layer in layers for part in layer)
    assert layers[1][1].tolist() == [-1, -1]
    assert weights.about["rounds"] == 5
    assert weights.about["version"] == VERSION


def test_a_pupil_has_no_judge(tmp_path: Path) -> None:
    player = {name: array for name, array in some_arrays().items() if name.startswith("player")}
    assert load_weights(some_weights(tmp_path / "pupil.npz", player)).network("judge") == []


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
    header = f"{{'descr': '<f2', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


@pytest.mark.parametrize(
    ("part", "text", "code"),
    [
        ("player.0.bias.npy", as_npy(numpy.ones(2, numpy.float16)), "bad-weights"),
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
        other("player.0.weight", numpy.zeros((100, 2))),
        other("player.0.weight", numpy.zeros(TOLD)),
        other("player.0.bias", numpy.zeros(100_000)),
        other("player.0.bias", numpy.zeros((2, 2))),
        other("player.1.weight", numpy.zeros((2, 3))),
        other("player.2.weight", numpy.zeros((2, ANSWERS - 1))),
        other("judge.2.bias", numpy.zeros(2)),
        other("player.1.weight", numpy.full((2, 2), numpy.nan)),
        other("player.1.weight", numpy.full((2, 2), numpy.inf)),
        other("player.x.weight", numpy.zeros((2, 2))),
        other("player.3.weight", numpy.zeros((2, 2))),
        other("guest.0.weight", numpy.zeros((2, 2))),
    ],
)
def test_layers_that_do_not_fit_are_refused(tmp_path: Path, change: Callable[[Arrays], Arrays]) -> None:
    """What is compiled trusts in their sizes."""
    assert refused(some_weights(tmp_path / "other.npz", change(some_arrays()))) == "bad-weights"


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
    import klaverjas.kernel

    kept = {file.stem: file for file in Path(str(klaverjas.kernel.__file__)).parent.glob("*.npz")}
    assert set(kept) == set(LEVELS)
    assert sum(file.stat().st_size for file in kept.values()) <= MOST_MEGABYTES * 1_000_000
    for name in kept:
        assert network_in(name).about["version"] == VERSION
