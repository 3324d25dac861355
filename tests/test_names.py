"""One word, one meaning: a class name, and a module name, stands for one thing."""

import ast
from collections import defaultdict
from pathlib import Path

import klaverjas

PACKAGE = Path(str(klaverjas.__file__)).parent
# Module names that occur twice, and why that misleads nobody.
SAME_MODULE_NAME = {
    "actions": "the environments number the actions of the core",
    "conduct": "from the first deal to the last: of an arena, of a survey",
    "crews": "who does the work: of an arena, of a survey",
    "database": "the command for the database of the server",
    "drawing": "a table drawn: on paper, and in the live terminal",
    "errors": "refusals, and how the web server answers them",
    "events": "of a round, and of a table around it",
    "figures": "statistics of games, and how commands print numbers",
    "files": "the rows of an arena, of a survey",
    "games": "finished games: in the store, over HTTP",
    "journal": "the generic journal, and that of a survey",
    "people": "who somebody is, and the requests for it",
    "picture": "of an arena's result, of an environment's table",
    "play": "the command; how bots choose a card; a game of a RECYCLE program",
    "players": "who can play: in an arena, in a RECYCLE program",
    "progress": "what follows at a table; how commands show how far they are",
    "replay": "the command, and the request",
    "requests": "of the engine protocol, and over HTTP",
    "schema": "of a rule set, and of the database",
    "settings": "of a server, of a training run",
    "solve": "the command, and the solver",
    "state": "a table: on the server, and as the terminal knows it",
    "steps": "of a round on integers, of a RECYCLE program",
    "table": "of an arena, of a RECYCLE program",
    "words": "of the commands, of the terminal table",
}


def _modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.stem != "__init__"]


def test_a_class_name_means_one_thing() -> None:
    found = defaultdict(set)
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_a_module_name_that_occurs_twice_has_a_reason() -> None:
    found = defaultdict(list)
    for path in _modules():
        if "versions" not in path.parts:
            found[path.stem].append(path.relative_to(PACKAGE).as_posix())
    twice = {name: places for name, places in found.items() if len(places) > 1}
    assert twice.keys() == SAME_MODULE_NAME.keys(), {
        name: twice.get(name) for name in twice.keys() ^ SAME_MODULE_NAME.keys()
    }
