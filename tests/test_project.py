"""The project holds together: it imports without its dependencies, and its documents say what is there."""

import ast
import re
import subprocess
import venv
from pathlib import Path

import pytest

import klaverjas
from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.extras import needs
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.named import NAMED
from klaverjas.sentences import SENTENCES

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "klaverjas").rglob("*.py"))
ENVIRONMENTS = ("klaverjas_v0.py", "openspiel.py")  # each is a class of a library's
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.fixture(scope="module")
def empty_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has nothing but its standard library."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    return folder / "bin" / "python"


def run_in(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(python), *words],
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_engine_imports_and_plays_with_the_standard_library_alone(empty_python: Path) -> None:
    core = [
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCES
        if not {"commands", "server", "terminal_table", "train"} & set(path.parts)
        and path.name not in ENVIRONMENTS
    ]
    script = f"""
import importlib, sys
for name in {core!r}:
    if name != "klaverjas.__main__":
        importlib.import_module(name)
own = {{"klaverjas", "__main__", "__mp_main__"}}  # the last is multiprocessing's word for the one before
foreign = {{name.split(".")[0] for name in sys.modules}} - set(sys.stdlib_module_names) - own
assert not foreign, foreign
from klaverjas.engine import answer
print(answer(b'{{"id": 1, "op": "deal", "seed": 1}}'))
"""
    run = run_in(empty_python, "-c", script)
    assert run.returncode == 0, run.stderr
    assert '"ok": true' in run.stdout


def test_the_commands_without_their_libraries_are_one_sentence(empty_python: Path) -> None:
    run = run_in(empty_python, "-m", "klaverjas", "rules")
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "pip install 'klaverjas'" in run.stderr


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_an_environment_without_its_library_is_one_sentence(empty_python: Path, environment: str) -> None:
    name = environment.removesuffix(".py")
    run = run_in(empty_python, "-c", f"import klaverjas.environments.{name}")
    assert "pip install 'klaverjas[research]'" in run.stderr.splitlines()[-1]


def test_a_missing_extra_is_one_sentence() -> None:
    with pytest.raises(KlaverjasError) as caught, needs("solver"):
        import a_package_that_nobody_has  # type: ignore[import-not-found]  # noqa: F401
    assert caught.value.code == "missing-extra"
    assert "pip install 'klaverjas[solver]'" in caught.value.sentence("en")
    assert "a_package_that_nobody_has" in caught.value.sentence("nl")


def test_a_fault_of_our_own_is_not_called_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs("solver"):
        import klaverjas.nowhere  # type: ignore[import-not-found]  # noqa: F401


# --- the documents -------------------------------------------------------------------------------


def paragraphs() -> set[str]:
    text = (ROOT / "docs" / "rules.md").read_text()
    return set(re.findall(r"^\*\*([1-8]\.\d+)\*\*", text, flags=re.MULTILINE))


def test_the_rules_have_every_paragraph() -> None:
    lengths = {1: 5, 2: 3, 3: 8, 4: 8, 5: 7, 6: 7, 7: 9}
    expected = {f"{section}.{number}" for section, last in lengths.items() for number in range(1, last + 1)}
    assert expected <= paragraphs()


def test_every_paragraph_that_is_cited_exists() -> None:
    for path in [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]:
        for cited in re.findall(r"Rules ([1-7]\.\d+)", path.read_text()):
            assert cited in paragraphs(), (path.name, cited)
    for field in FIELDS.values():
        assert set(field.paragraphs) <= paragraphs()


def test_every_paragraph_has_a_test_that_cites_it() -> None:
    tests = "\n".join(path.read_text() for path in sorted((ROOT / "tests").rglob("test_*.py")))
    cited = set(re.findall(r"\b([1-7]\.\d+)\b", tests))
    assert paragraphs() - cited == set()


def test_every_field_and_rule_set_is_in_the_rules() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    for name in (*FIELDS, *NAMED):
        assert f"`{name}`" in text, name


def names_in_code() -> set[str]:
    names = set(FIELDS) | set(NAMED)
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.Constant(value=str(name)):
                    names.add(name)
    return names


def test_every_identifier_of_the_glossary_is_in_the_code() -> None:
    known = names_in_code()
    rows = [
        line.split("|")
        for line in (ROOT / "docs" / "glossary.md").read_text().splitlines()
        if line.startswith("|")
    ]
    for row in rows[2:]:
        for identifier in re.findall(r"`([^`]+)`", row[3]):
            for part in identifier.split("."):
                is_name = re.fullmatch(r"[A-Za-z_]\w{2,}", part)  # letters and cards such as SA are not names
                assert part in known or not is_name, (row[1], identifier)


def test_every_link_in_the_documents_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
            if not target.startswith("http"):
                assert (path.parent / target.partition("#")[0]).exists(), (path.name, target)


def test_the_record_document_shows_the_example_file() -> None:
    assert (ROOT / "docs" / "example.kj").read_text() in (ROOT / "docs" / "record.md").read_text()


def test_everything_that_is_offered_is_there() -> None:
    assert all(hasattr(klaverjas, name) for name in klaverjas.__all__)


def test_every_code_that_the_engine_can_give_is_in_its_document() -> None:
    """All codes that are raised below the engine, but those of records, games and views."""
    text = (ROOT / "docs" / "engine-protocol.md").read_text()
    raised = set()
    for name in (
        "referee.py",
        "rules/auction.py",
        "rules/ruleset.py",
        "rules/named.py",
        "engine/requests.py",
        "engine/pipe.py",
    ):
        for node in ast.walk(ast.parse((ROOT / "src" / "klaverjas" / name).read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                for leaf in ast.walk(node.exc.args[0]):
                    if (
                        isinstance(leaf, ast.Constant)
                        and isinstance(leaf.value, str)
                        and leaf.value in SENTENCES
                    ):
                        raised.add(leaf.value)
    assert len(raised) > 40
    not_asked = {"nothing-to-lift"}  # the protocol has no action that takes a penalty back
    assert {code for code in raised if f"`{code}`" not in text} == not_asked
