"""Training in tests: small enough for one thread, which several tests at once then do not fight over."""

import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    torch.set_num_threads(1)
