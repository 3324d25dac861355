"""Who solves the deals of a survey: threads of this process, or the workers of a Dask cluster."""

import importlib
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.extras import needs
from klaverjas.sentences import Phrase

TALKERS = ("distributed", "distributed.client")  # loggers that Dask gives a level each
TRIES = 3  # of a deal whose worker was lost
ADDRESS = re.compile(r"(tcp|tls)://(\[[^\]\s]+\]|[^\s/:]+):\d{1,5}")
NO_ADDRESS = Phrase("an address looks like tcp://host:port", "een adres is tcp://host:poort")


class SurveyWorkers(NamedTuple):
    """Workers, and how many of them there are at the moment."""

    executor: Executor
    size: Callable[[], int]


@contextmanager
def threads(workers: int) -> Iterator[SurveyWorkers]:
    """Threads suffice: the solver lets the others run while it searches."""
    with ThreadPoolExecutor(workers) as pool:
        yield SurveyWorkers(pool, lambda: workers)


@contextmanager
def cluster(address: str) -> Iterator[SurveyWorkers]:
    """The workers of the scheduler at an address such as tcp://host:8786; klaverjas is installed there too."""
    if not ADDRESS.fullmatch(address):
        raise KlaverjasError("no-cluster", address=address, why=NO_ADDRESS)
    with needs("cluster"):
        dask = importlib.import_module("distributed")
    for talker in TALKERS:  # what goes wrong is told here, in a sentence
        logging.getLogger(talker).setLevel(logging.CRITICAL)
    try:
        client = dask.Client(address, set_as_default=False)
    except (OSError, OverflowError) as error:
        raise KlaverjasError("no-cluster", address=address, why=error) from error
    try:
        with client:
            yield SurveyWorkers(
                client.get_executor(pure=False, retries=TRIES), lambda: sum(client.ncores().values())
            )
    except KlaverjasError:
        raise
    except Exception as error:  # whatever can go wrong between machines
        why = str(error) or type(error).__name__
        raise KlaverjasError("cluster-failed", address=address, why=why) from error
