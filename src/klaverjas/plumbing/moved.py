"""Modules that have moved: their old names still work for one version, with a warning."""

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class MovedModules(MetaPathFinder, Loader):
    """Finds a module under its old name, and warns whoever imports it.

    *moved* maps old names to new ones. A package takes its modules with it, those that *moved* names itself excepted.
    """

    def __init__(self, moved: Mapping[str, str], gone_in: str) -> None:
        self.moved = moved
        self.gone_in = gone_in

    def install(self) -> None:
        """Let imports find the old names; everything that exists is found before."""
        sys.meta_path.append(self)

    def new_name(self, name: str) -> str | None:
        """Where a module is now; None for one that has not moved."""
        package, dot, rest = name, "", ""
        while package:
            if package in self.moved:
                return f"{self.moved[package]}{dot}{rest}"
            package, _, last = package.rpartition(".")
            dot, rest = ".", f"{last}{dot}{rest}"
        return None

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        new = self.new_name(fullname)
        return None if new is None else ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        new = self.new_name(module.__name__)
        assert new is not None
        warnings.warn(
            f"{module.__name__} is now {new}; the old name is gone in {self.gone_in}.",
            DeprecationWarning,
            stacklevel=2,
        )
        found = import_module(new)
        for name, value in vars(found).items():
            if not name.startswith("__") or name == "__doc__":
                setattr(module, name, value)
