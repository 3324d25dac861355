"""From Python to machine code: the rules over integers and the kernels, compiled by numba as they stand.

Nothing is compiled when this is imported. :func:`compiled` compiles, or takes what was compiled before
from a folder of the user's cache. The name of that folder holds a hash of every source file that takes part,
so machine code never outlives the rule that it was made from.
"""

import hashlib
import importlib
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, Protocol, TypeVar

from klaverjas import kernel as kernels
from klaverjas import rules
from klaverjas.kernel.compile.shifts import without_memory
from klaverjas.plumbing.extras import needs
from klaverjas.rules import auction, legal, roem, scoring, trick  # noqa: F401 each lists its functions
from klaverjas.rules.integers import INTEGER_RULES

Kernel = TypeVar("Kernel", bound=Callable[..., object])
KERNELS: Final[list[Callable[..., object]]] = []
_KNOWN: Final[dict[str, Any]] = {}  # by name; more of them when another module is imported
_KEPT: Final[list[object]] = []  # whatever was compiled; machine code is gone with what holds it


class Row(Protocol):
    """Integers in a row: an array of one dimension."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


class Reals(Protocol):
    """Real numbers in a row."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int, value: float, /) -> None: ...


class Rows(Protocol):
    """Rows below each other: an array of two dimensions."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Row: ...


class Grid(Protocol):
    """Integers in several dimensions: an array."""

    def __getitem__(self, at: tuple[int, ...], /) -> int: ...
    def __setitem__(self, at: tuple[int, ...], value: int, /) -> None: ...


def kernel(function: Kernel) -> Kernel:
    """The mark of a function that is compiled with the rules, and calls only them and earlier kernels."""
    KERNELS.append(function)
    return function


def the_compiler() -> Any:
    """numba, which only an installation with the extra has."""
    with needs("solver"):
        return importlib.import_module("numba")


def the_arrays() -> Any:
    """numpy, likewise."""
    with needs("solver"):
        return importlib.import_module("numpy")


def integers(*shape: int, filled: int = 0) -> Any:
    """An array of whole numbers, as the kernels take them."""
    numpy = the_arrays()
    array = numpy.zeros(shape, numpy.int64)
    if filled:
        array.fill(filled)
    return array


def reals(length: int) -> Any:
    """A row of real numbers, likewise."""
    return the_arrays().zeros(length)


def source_files() -> list[Path]:
    """Every file of the rules and of the kernels, those in subfolders included."""
    folders = (folder_of(rules), folder_of(kernels))
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def folder_of(package: ModuleType) -> Path:
    return Path(str(package.__file__)).parent


def fingerprint() -> str:
    """Changes with any source that takes part, with the compiler, and with the machine."""
    numba = the_compiler()
    hashed = hashlib.sha256()
    for part in (numba.__version__, sys.version, platform.machine(), platform.processor()):
        hashed.update(part.encode() + b"\0")
    for path in source_files():
        place = path.relative_to(folder_of(rules).parent).as_posix()
        hashed.update(place.encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


def cache_folder() -> Path:
    """Where this user's machine code is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "klaverjas" / f"kernel-{fingerprint()}"


def copied(function: Callable[..., object], known: Mapping[str, object]) -> FunctionType:
    """The same function, which calls these instead of the interpreted ones."""
    assert isinstance(function, FunctionType)
    code = without_memory(function) if function in INTEGER_RULES else function.__code__
    copy = FunctionType(code, function.__globals__ | dict(known), function.__name__)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


def in_order() -> Sequence[Callable[..., object]]:
    """Every rule over integers and every kernel; each needs only earlier ones."""
    return (*INTEGER_RULES, *KERNELS)


def helpers() -> Mapping[str, Any]:
    """Every rule over integers and every kernel so far, ready to be compiled where it is called."""
    numba = the_compiler()
    for function in in_order()[len(_KNOWN) :]:
        # Inlined and without counting references: neither arrays nor tuples of them then cost anything to hand on.
        _KNOWN[function.__name__] = numba.njit(_nrt=False, forceinline=True)(copied(function, _KNOWN))
    return _KNOWN


def compiled(function: Callable[..., object], *like: object) -> Callable[..., Any]:
    """An entry into machine code, for arguments of the types of these; the lock is released while it runs.

    The types are not looked at again when it is called: that would take longer than many a question.
    """
    numba = the_compiler()
    signature = tuple(numba.typeof(argument) for argument in like)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        made = numba.njit(signature, cache=True, nogil=True, _nrt=False)(copied(function, helpers()))
    finally:
        numba.config.CACHE_DIR = before
    _KEPT.append(made)
    (machine_code,) = made.overloads.values()
    entry: Callable[..., Any] = machine_code.entry_point
    return entry
