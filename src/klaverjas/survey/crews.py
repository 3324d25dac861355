"""Who solves the deals of a survey: threads of this process, or the workers of a Dask cluster."""

import importlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from klaverjas.errors import KlaverjasError
from klaverjas.extras import needs

PATIENCE = 10  # seconds in which a cluster must answer
TRIES = 3  # of a deal whose worker was lost


class Crew(NamedTuple):
    """Workers, and how many of them there are at the moment."""

    executor: Executor
    size: Callable[[], int]


@contextmanager
def threads(workers: int) -> Iterator[Crew]:
    """Threads suffice: the solver lets the others run while it searches."""
    with ThreadPoolExecutor(workers) as pool:
        yield Crew(pool, lambda: workers)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the scheduler at an address such as tcp://host:8786; klaverjas is installed there too."""
    with needs("cluster"):
        dask = importlib.import_module("distributed")
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise KlaverjasError("no-cluster", address=address, why=error) from error
    try:
        with client:
            yield Crew(client.get_executor(pure=False, retries=TRIES), lambda: sum(client.ncores().values()))
    except KlaverjasError:
        raise
    except Exception as error:  # whatever can go wrong between machines
        raise KlaverjasError("cluster-failed", address=address, why=error) from error
