"""Parts that are installed apart, and the one sentence that is said when one of them is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from klaverjas.errors import KlaverjasError


def is_here(package: str) -> bool:
    """Whether a package is installed."""
    return find_spec(package) is not None


@contextmanager
def needs(extra: str | None = None) -> Iterator[None]:
    """Import what belongs to an extra: a missing package becomes a refusal that says how to install it.

    Without *extra* it is what every ordinary installation has, such as the libraries of the commands.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "klaverjas":
            raise
        raise missing(error.name, extra) from error


def missing(package: str, extra: str | None) -> KlaverjasError:
    """The refusal for a package that is not here, and belongs to an extra."""
    wanted = f"klaverjas[{extra}]" if extra else "klaverjas"
    return KlaverjasError("missing-extra", package=package, command=f"pip install '{wanted}'")
