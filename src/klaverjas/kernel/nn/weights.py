"""The weights of networks in a file: eight bits each, with what they are and a checksum.

The file is a zip of arrays as numpy writes it. A matrix has a row for each input, and holds whole numbers; each of its
columns has a scale by which they are multiplied. ``about`` is JSON: the version of all this and of what is told to the
networks, how they were trained, and the SHA-256 of all weights, without which the file is refused.
"""

import hashlib
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from klaverjas.errors import KlaverjasError
from klaverjas.kernel.compile.compiler import the_arrays
from klaverjas.kernel.nn.outputs import ANSWERS, HIDDEN_HANDS, TOLD

VERSION = 4  # of the file, of what is told, and of the answers; another one needs other weights
LARGEST = 127  # of eight bits
MOST_REAL = 65_504.0  # no scale and no bias is larger
ABOUT = "about"
SUFFIX = ".npz"  # of such a file
MOST_BYTES = 64 << 20
# How many numbers go into each network, and come out.
ENDS = {"player": (TOLD, ANSWERS), "judge": (TOLD + HIDDEN_HANDS, 1)}


class Layer(NamedTuple):
    """Whole numbers with a row for each input; for each column a scale, and what is added."""

    weight: Any
    scale: Any
    bias: Any

    @classmethod
    def of(cls, matrix: Any, bias: Any) -> "Layer":
        """The nearest layer to one in real numbers."""
        numpy = the_arrays()
        most = numpy.abs(matrix).max(axis=0)
        scale = (most / LARGEST).astype(numpy.float32)
        whole = numpy.rint(matrix / numpy.where(scale == 0, 1, scale)).clip(-LARGEST, LARGEST)
        weight = numpy.ascontiguousarray(whole, numpy.int8)
        return cls(weight, scale, numpy.asarray(bias, numpy.float32))

    @property
    def matrix(self) -> Any:
        """In real numbers."""
        return self.weight * self.scale


@dataclass(frozen=True)
class Weights:
    """Weights by name, such as 'player.0.weight', and what is known about them."""

    arrays: Mapping[str, Any]
    about: Mapping[str, Any]

    def network(self, name: str) -> list[Layer]:
        """The layers of one network, from first to last."""
        number = sum(key.startswith(f"{name}.") for key in self.arrays) // len(Layer._fields)
        return [
            Layer(*(self.arrays[f"{name}.{layer}.{field}"] for field in Layer._fields))
            for layer in range(number)
        ]


def checksum(arrays: Mapping[str, Any]) -> str:
    """The SHA-256 of names, shapes and values."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        hashed.update(f"{name} {arrays[name].shape} {arrays[name].dtype}\n".encode())
        hashed.update(arrays[name].tobytes())
    return hashed.hexdigest()


def save_weights(
    file: Path, networks: Mapping[str, Sequence[tuple[Any, Any]]], about: Mapping[str, Any]
) -> None:
    """Write networks, each as the matrices and biases of its layers; the file is there whole, or not at all."""
    numpy = the_arrays()
    arrays = {
        f"{name}.{place}.{field}": array
        for name, layers in networks.items()
        for place, layer in enumerate(layers)
        for field, array in Layer.of(*layer)._asdict().items()
    }
    told = dict(about, version=VERSION, sha256=checksum(arrays))
    text = numpy.frombuffer(json.dumps(told, sort_keys=True).encode(), numpy.uint8)
    beside = file.with_name(file.name + ".part")
    with beside.open("wb") as out:
        numpy.savez_compressed(out, **arrays, **{ABOUT: text})
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
            arrays = {name: numpy.ascontiguousarray(kept[name]) for name in kept.files}
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


def own_weights(name: str = "meester") -> Weights:
    """Those that come with the package."""
    with as_file(files(__package__) / "models" / f"{name}{SUFFIX}") as file:
        return load_weights(file)


def all_fit(arrays: Mapping[str, Any]) -> bool:
    """Whether these are a player, and perhaps a judge, whose layers fit each other: what is compiled trusts in that."""
    numpy = the_arrays()
    expected = set()
    for network, (told, answers) in ENDS.items():
        number = sum(name.startswith(f"{network}.") for name in arrays) // len(Layer._fields)
        if network == "judge" and number == 0:
            continue
        if number < 3:  # the first, one between, the last
            return False
        names = [[f"{network}.{layer}.{field}" for field in Layer._fields] for layer in range(number)]
        if any(name not in arrays for layer in names for name in layer):
            return False
        expected |= {name for layer in names for name in layer}
        width = arrays[f"{network}.0.weight"].shape[-1]
        if not width:
            return False
        sizes = [told, *[width] * (number - 1), answers]
        for layer, (into, out) in zip(names, pairwise(sizes), strict=True):
            weight, scale, bias = (arrays[name] for name in layer)
            if weight.shape != (into, out) or weight.dtype != numpy.int8:
                return False
            for reals in (scale, bias):
                if reals.shape != (out,) or reals.dtype != numpy.float32:
                    return False
                if not (numpy.abs(reals) <= MOST_REAL).all():  # nor are any of them no numbers
                    return False
    return expected == arrays.keys()
