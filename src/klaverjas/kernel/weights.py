"""The weights of networks in a file: half precision, with what they are and a checksum.

The file is a zip of arrays as numpy writes it. ``about`` is JSON: the version of what is told to the networks, how they
were trained, and the SHA-256 of all weights, without which the file is refused. A matrix has a row for each input.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.machine import the_arrays
from klaverjas.kernel.outputs import ANSWERS, HIDDEN_HANDS, TOLD

VERSION = 3  # of what is told, and of the answers; another one needs other weights
ABOUT = "about"
MOST_BYTES = 64 << 20
# How many numbers go into each network, and come out.
ENDS = {"player": (TOLD, ANSWERS), "judge": (TOLD + HIDDEN_HANDS, 1)}


@dataclass(frozen=True)
class Weights:
    """Weights by name, such as 'player.0.weight', and what is known about them."""

    arrays: Mapping[str, Any]
    about: Mapping[str, Any]

    def network(self, name: str) -> list[tuple[Any, Any]]:
        """The layers of one network, from first to last: matrix and bias, in single precision."""
        numpy = the_arrays()
        layers = sorted(
            (key for key in self.arrays if key.startswith(f"{name}.") and key.endswith(".weight")),
            key=lambda key: int(key.split(".")[1]),
        )
        return [
            (
                numpy.ascontiguousarray(self.arrays[key], numpy.float32),
                self.arrays[key.replace("weight", "bias")].astype(numpy.float32),
            )
            for key in layers
        ]


def checksum(arrays: Mapping[str, Any]) -> str:
    """The SHA-256 of names, shapes and values."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        hashed.update(f"{name} {arrays[name].shape} {arrays[name].dtype}\n".encode())
        hashed.update(arrays[name].tobytes())
    return hashed.hexdigest()


def save_weights(file: Path, arrays: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Write weights in half precision; the file is there whole, or not at all."""
    numpy = the_arrays()
    halves = {name: numpy.ascontiguousarray(array, numpy.float16) for name, array in arrays.items()}
    told = dict(about, version=VERSION, sha256=checksum(halves))
    text = numpy.frombuffer(json.dumps(told, sort_keys=True).encode(), numpy.uint8)
    beside = file.with_name(file.name + ".part")
    with beside.open("wb") as out:
        numpy.savez_compressed(out, **halves, **{ABOUT: text})
    beside.replace(file)


def load_weights(file: Path) -> Weights:
    """Read weights; whatever is wrong with the file is a refusal."""
    numpy = the_arrays()
    try:
        with zipfile.ZipFile(file) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
    except OSError as error:
        raise KlaverjasError("no-weights", file=file.name, why=error.strerror or str(error)) from error
    except Exception as error:
        raise KlaverjasError("bad-weights", file=file.name) from error
    if unpacked > MOST_BYTES:
        raise KlaverjasError("bad-weights", file=file.name)
    try:
        with numpy.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        about = json.loads(arrays.pop(ABOUT).tobytes())
        version, wanted = about["version"], about["sha256"]
        fits = version == VERSION and checksum(arrays) == wanted and all_fit(arrays)
    except Exception as error:  # whatever a zip and numpy make of what somebody else has written
        raise KlaverjasError("bad-weights", file=file.name) from error
    if version != VERSION:
        raise KlaverjasError("older-weights", file=file.name, version=f"{version!r:.20}", wanted=VERSION)
    if not fits:
        raise KlaverjasError("bad-weights", file=file.name)
    return Weights(arrays, about)


def all_fit(arrays: Mapping[str, Any]) -> bool:
    """Whether these are a player, and perhaps a judge, whose layers fit each other: what is compiled trusts in that."""
    numpy = the_arrays()
    expected = set()
    for network, (told, answers) in ENDS.items():
        number = sum(name.startswith(f"{network}.") for name in arrays) // 2
        if network == "judge" and number == 0:
            continue
        if number < 3:  # the first, one between, the last
            return False
        names = [(f"{network}.{layer}.weight", f"{network}.{layer}.bias") for layer in range(number)]
        if any(name not in arrays for pair in names for name in pair):
            return False
        expected |= {name for pair in names for name in pair}
        width = arrays[f"{network}.0.weight"].shape[-1]
        sizes = [told, *[width] * (number - 1), answers]
        for (weight, bias), (into, out) in zip(names, pairwise(sizes), strict=True):
            if arrays[weight].shape != (into, out) or arrays[bias].shape != (out,):
                return False
    return expected == arrays.keys() and all(
        array.dtype == numpy.float16 and bool(numpy.isfinite(array).all()) for array in arrays.values()
    )
