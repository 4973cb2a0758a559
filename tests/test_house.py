"""The house in order: one thing has one name, a name means one thing, and words that were given up stay away."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = ("gateway", "drivers", "firmware-sim/firmware_sim")


@cache
def modules() -> dict[str, ast.Module]:
    """The code, by its path from the root of the repository."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in CODE
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


# -- names ------------------------------------------------------------------------------------------------------------

TWICE: dict[str, str] = {"Event": "what happens at a table, and a tournament: both are called so in the field"}
"""Public names of classes and types that two modules define, each with the reason."""


def public_types(module: ast.Module) -> Iterator[str]:
    """The classes of a module, and the names it gives to types."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name[0].isupper() and not name.isupper() and len(name) > 1:
                yield name


def test_no_public_class_has_the_name_of_another() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, module in modules().items():
        for name in public_types(module):
            if not name.startswith("_"):
                places[name].append(path)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in TWICE} == {}
    assert set(TWICE) <= set(twice), "settled: take them off the list"


SAME_FILE_NAMES = {
    "codec": "each driver has one, beside the interface they share",
    "spec": "each driver has one, beside the interface they share",
    "messages": "those of one board or clock, each in its driver's folder; and those that catalogues render",
    "fen": "one for draughts, and that of the open board protocol",
    "position": "each game has one",
    "errors": "of the gateway, and of drivers, which stand alone",
    "registry": "of games, of rulebooks and of drivers: the doors by which one is added",
    "draughts": "the game, and its rulebooks",
    "perft": "the count, and the command",
    "rulebook": "what a rulebook is, and the command",
    "state": "what the referee and what the table carry on: each is the first file to open beside its step",
}
"""File names that stand in two folders, and why."""


def test_a_file_name_leads_to_one_file() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        if not Path(path).stem.startswith("__"):
            places[Path(path).stem].append(path)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in SAME_FILE_NAMES} == {}
    assert set(SAME_FILE_NAMES) <= set(twice), "settled: take them off the list"


QUESTIONS = {"What", "How", "Where", "Who", "Which", "Why", "When", "Whatever", "Whoever", "Yes", "No"}


def told(module: ast.Module) -> Iterator[tuple[str, str]]:
    """The module and its classes, each with what is told of it first."""
    yield "", ast.get_docstring(module) or "-"
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield node.name, ast.get_docstring(node) or "-"


def test_a_module_and_a_class_are_told_by_a_noun() -> None:
    """A question word makes a reader wait for the thing itself."""
    found = {
        f"{path} {name}": text
        for path, module in modules().items()
        for name, text in told(module)
        if text.split()[0].strip(".,:?") in QUESTIONS
    }
    assert found == {}


# -- folders ----------------------------------------------------------------------------------------------------------


def packages(folder: str) -> set[str]:
    """The packages that stand in a folder of the code."""
    return {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}


def test_whoever_looks_for_a_folder_finds_it_in_the_documents() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {name for name in packages("gateway") if f"`gateway/{name}`" not in readme} == set()
    pages = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    layers = re.split(r"^## ", pages, flags=re.MULTILINE)[2]
    assert layers.startswith("Layers")
    expected = packages("gateway") | packages("gateway/relay") | packages("gateway/relay/web") | packages("drivers")
    assert expected - set(re.findall(r"[a-z_]+", layers)) == set()


def test_a_file_that_a_document_names_is_there() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), ROOT / "deploy/README.md"]
    named = {
        (document.name, path)
        for document in documents
        for path in re.findall(
            r"\b(?:gateway|drivers|firmware-sim|tests|bench|fuzz|deploy)/[\w./-]*\.(?:py|toml|sh|js|css)\b",
            document.read_text(encoding="utf-8"),
        )
    }
    assert len(named) > 50
    assert {(document, path) for document, path in named if not (ROOT / path).exists()} == set()


# -- words ------------------------------------------------------------------------------------------------------------

GIVEN_UP = {
    "telling", "tellings", "retell", "retells", "retelling", "retold", "tape", "tapes", "halvings", "oddity",
    "oddities", "unlikely", "dear", "dearer", "strain", "strains", "glance", "glances", "sayings", "intake",
}  # fmt: skip
"""Words of a private language: in no name, no page and no document."""

GIVEN_UP_AS_NAMES = {
    "Agreed", "Differs", "Proposal", "Saying", "See", "Sight", "Strange", "Wording",
    "asking", "desk", "picture", "proposal", "proposals", "saying", "sight", "sights", "silence", "silent",
    "view", "wish", "wishes", "wording", "worst",
}  # fmt: skip
"""Words that are good English in a sentence, and had a meaning of their own as the name of a thing in the gateway."""

GIVEN_UP_FOR_REQUESTS = {"said", "say", "says"}
"""What a player asks for is a request; elsewhere a device may say something."""
REQUESTS = ("gateway/record/", "gateway/referee/", "gateway/relay/", "gateway/table/")

KEPT: dict[str, set[str]] = {
    "README.md": {"glance"},  # every table at a glance, as anybody would say
    "docs/bus.md": {"glance"},
    "gateway/games/draughts/captures.py": {"_view", "view"},  # what a king sees along its lines
    "gateway/games/draughts/generator.py": {"_view"},
}
"""Where a word stays, and why."""


def names(module: ast.Module) -> Iterator[str]:
    """Every name that the module gives or uses."""
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case _:
                pass


def parts(name: str) -> set[str]:
    """The words of a name: `turn_cost` and `TurnCost` have `turn` and `cost`."""
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def given_up_names(path: str) -> set[str]:
    """The names in a module that hold a word given up."""
    whole: set[str] = set()
    if path.startswith("gateway/"):
        whole |= GIVEN_UP_AS_NAMES
    if path.startswith(REQUESTS):
        whole |= GIVEN_UP_FOR_REQUESTS
    return {name for name in names(modules()[path]) if parts(name) & GIVEN_UP or name.strip("_") in whole}


def test_no_name_has_a_word_that_was_given_up() -> None:
    found = {path: given_up_names(path) - KEPT.get(path, set()) for path in modules()}
    assert {path: names for path, names in found.items() if names} == {}


_GIVEN = re.compile(r"^\s*(?:async def|def|class) (\w+)|^(\w+)(?:: .+)? = ", re.MULTILINE)
"""The names that a module gives, read as lines: to parse all tests takes ten times as long."""


def test_no_test_goes_on_with_a_word_that_was_given_up() -> None:
    found: dict[str, set[str]] = {}
    for path in (path for folder in ("tests", "bench", "fuzz") for path in (ROOT / folder).rglob("*.py")):
        if path != Path(__file__):
            given = _GIVEN.findall(path.read_text(encoding="utf-8"))
            found[path.name] = {name for pair in (*given, (path.stem,)) for name in pair if parts(name) & GIVEN_UP}
    assert {path: names for path, names in found.items() if names} == {}


def texts() -> list[str]:
    """What people read: documents, and the files of pages."""
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    pages = [path for kind in ("js", "html", "css") for path in (ROOT / "gateway").rglob(f"*.{kind}")]
    return [path.relative_to(ROOT).as_posix() for path in (*documents, *pages)]


def test_no_page_has_a_word_that_was_given_up() -> None:
    found: dict[str, set[str]] = {}
    for path in texts():
        words = re.findall(r"[A-Za-z]+", (ROOT / path).read_text(encoding="utf-8"))
        found[path] = {word.lower() for word in words} & GIVEN_UP - KEPT.get(path, set())
    assert {path: words for path, words in found.items() if words} == {}


# -- scripts ----------------------------------------------------------------------------------------------------------


def test_a_script_uses_what_it_imports() -> None:
    found = set()
    for path in (ROOT / "gateway").rglob("*.js"):
        script = path.read_text(encoding="utf-8")
        for listed in re.findall(r"^import \{([^}]*)\} from", script, re.MULTILINE):
            for name in (each.split(" as ")[-1].strip() for each in listed.split(",")):
                if len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", script)) < 2:
                    found.add(f"{path.name}: {name}")
    assert found == set()
