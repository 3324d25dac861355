"""The weights of networks in a file: half precision, with what they are and a checksum.

The file is a zip of arrays as numpy writes it. ``about`` is JSON: the version of what is told to the networks, how they
were trained, and the SHA-256 of all weights, without which the file is refused. A matrix has a row for each input.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.machine import the_arrays

VERSION = 3  # of what is told, and of the answers; another one needs other weights
ABOUT = "about"
MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class Weights:
    """Weights by name, such as 'player.first', and what is known about them."""

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
        if file.stat().st_size > MOST_BYTES:
            raise KlaverjasError("bad-weights", file=file.name, why="size")
        with file.open("rb") as opened, numpy.load(opened, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        about = json.loads(arrays.pop(ABOUT).tobytes())
        version, wanted = about["version"], about["sha256"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise KlaverjasError("bad-weights", file=file.name, why=type(error).__name__) from error
    if version != VERSION:
        raise KlaverjasError("bad-weights", file=file.name, why=f"version {version!r:.20}")
    if checksum(arrays) != wanted:
        raise KlaverjasError("bad-weights", file=file.name, why="sha256")
    return Weights(arrays, about)
