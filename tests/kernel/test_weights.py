"""Weights in a file: what is broken, changed or of another version is refused."""

import io
import zipfile
from pathlib import Path

import numpy
import pytest

from klaverjas.bots import LEVELS
from klaverjas.errors import KlaverjasError
from klaverjas.kernel.network import network_in
from klaverjas.kernel.weights import VERSION, load_weights, save_weights

MOST_MEGABYTES = 8


def some_weights(file: Path) -> Path:
    arrays = {"player.0.weight": numpy.ones((3, 2)), "player.0.bias": numpy.zeros(2)}
    save_weights(file, arrays, {"rounds": 5})
    return file


def test_weights_come_back_in_single_precision_and_in_order(tmp_path: Path) -> None:
    weights = load_weights(some_weights(tmp_path / "some.npz"))
    [(matrix, bias)] = weights.network("player")
    assert matrix.dtype == numpy.float32
    assert matrix.tolist() == [[1, 1]] * 3
    assert bias.tolist() == [0, 0]
    assert weights.about["rounds"] == 5
    assert weights.about["version"] == VERSION


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


@pytest.mark.parametrize(
    ("part", "text", "why"),
    [
        ("player.0.bias.npy", as_npy(numpy.ones(2, numpy.float16)), "sha256"),
        ("about.npy", as_npy(numpy.frombuffer(b'{"version": 99, "sha256": ""}', numpy.uint8)), "version 99"),
        ("about.npy", as_npy(numpy.frombuffer(b"[]", numpy.uint8)), "TypeError"),
        ("about.npy", b"nonsense", "AttributeError"),
    ],
)
def test_other_weights_than_were_written_are_refused(
    tmp_path: Path, part: str, text: bytes, why: str
) -> None:
    file = changed(some_weights(tmp_path / "some.npz"), part, text)
    with pytest.raises(KlaverjasError) as caught:
        load_weights(file)
    assert caught.value.code == "bad-weights"
    assert why in caught.value.sentence("en")


@pytest.mark.parametrize("text", [b"", b"PK\3\4", b"x" * 1000])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "none.npz"
    file.write_bytes(text)
    with pytest.raises(KlaverjasError):
        load_weights(file)
    with pytest.raises(KlaverjasError):
        load_weights(tmp_path / "missing.npz")


def test_the_package_brings_its_networks_in_eight_megabytes() -> None:
    import klaverjas.kernel

    kept = {file.stem: file for file in Path(str(klaverjas.kernel.__file__)).parent.glob("*.npz")}
    assert set(kept) == set(LEVELS)
    assert sum(file.stat().st_size for file in kept.values()) <= MOST_MEGABYTES * 1_000_000
    for name in kept:
        assert network_in(name).about["version"] == VERSION
