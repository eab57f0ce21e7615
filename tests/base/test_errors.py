"""The family of errors: its picture is complete, and every sentence can be translated."""

from __future__ import annotations

import ast
import builtins
import inspect
import io
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import gipf_meta
from docs.texts import FOLDERS
from gipf_meta.base import errors
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import speak
from gipf_meta.cli import run
from gipf_meta.commands.parser import BadArguments, UsageError
from gipf_meta.match.match import DuelUnavailable
from gipf_meta.plugins.loading import PluginError, load_plugins
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.protocol.options import OptionError, start_state
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import loads
from gipf_meta.table.players import BotFailed
from tests.parsed import nodes_of

ENGLISH = {BadArguments.__name__, PluginError.__name__, "KindError"}
"""Errors whose readers read English: those of argparse, and the authors of plugins."""

SOURCES = sorted(path for folder in FOLDERS.values() for path in folder.rglob("*.py"))


def _module(path: Path) -> str:
    folder = next(folder for folder in FOLDERS.values() if path.is_relative_to(folder))
    return ".".join(path.relative_to(folder.parent).with_suffix("").parts)


def _family(parent: type[Exception] = GipfMetaError) -> Iterator[type[Exception]]:
    """All classes below *parent* that host and plugins bring."""
    for child in parent.__subclasses__():
        if child.__module__.partition(".")[0] in FOLDERS:
            yield child
            yield from _family(child)


def _import_the_family() -> None:
    """Imports every module with a class below one that is drawn: what is forgotten shows then."""
    below = re.compile(rf"^class \w+\([^)]*\b({'|'.join(_drawn(str(errors.__doc__)))})\b", re.M)
    for path in SOURCES:
        if below.search(path.read_text("utf-8")):
            import_module(_module(path))


# ---- the picture -------------------------------------------------------------------------------


def _drawn(page: str) -> dict[str, tuple[str, ...]]:
    """The bases of each class, as a page draws them: what stands above, and what follows the name.

    A line is ``  Name, Base   what it says``, two blanks deeper than its parent's.
    """
    bases: dict[str, tuple[str, ...]] = {}
    above: list[str] = []
    for line in page.splitlines():
        found = re.match(r"    ((?:  )*)([A-Z]\w+)((?:, \w+)*)(?:  |$)", line)
        if found is not None:
            depth = len(found[1]) // 2
            above[depth:] = [found[2]]
            builtin = tuple(found[3].split(", ")[1:])
            bases[found[2]] = (*above[depth - 1 : depth], *builtin)
    return bases


def test_the_picture_shows_the_whole_family() -> None:
    _import_the_family()
    real = {error.__name__: tuple(base.__name__ for base in error.__bases__) for error in _family()}
    drawn = _drawn(str(errors.__doc__))
    assert drawn.pop("GipfMetaError") == ()
    assert drawn == real


def test_every_error_of_the_program_is_of_the_family() -> None:
    """But for those that never leave the folder they are raised in, and the kit's findings."""
    others = set()
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base) for base in node.bases}
                if any(_is_error(base) for base in bases) and "GipfMetaError" not in bases:
                    others.add(node.name)
    kit = {"Broken", "NotAsked", "Advised", "_TooMany"}
    assert (
        others
        == {
            "GipfMetaError",
            "Waits",
            "ReadElsewhere",
            "NoHost",
            "HostAway",
            "NotPublicError",
            "BudgetSpent",
            "_Cancelled",
            "_Damage",
            "_GoneOn",
        }
        | kit
    )


def _is_error(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


@pytest.mark.parametrize("page", [errors.__doc__, GipfMetaError.__doc__])
def test_the_family_is_described(page: str | None) -> None:
    assert page


def test_every_class_says_what_it_means() -> None:
    _import_the_family()
    assert [error for error in _family() if not (error.__doc__ or "").rstrip().endswith(".")] == []


def test_errors_of_python_still_catch_the_family() -> None:
    assert issubclass(IllegalMove, ValueError)
    assert issubclass(DuelUnavailable, RuntimeError)
    assert gipf_meta.GipfMetaError is GipfMetaError


# ---- every sentence is a text that can be translated -------------------------------------------


def _untranslated(path: Path, family: set[str]) -> Iterator[str]:
    """The places in the code where a sentence for a user stands without ``_``.

    Looked at are the arguments of everything that is raised but for Python's own errors, of the
    errors of the family wherever they are made, and of their constructors. The conformance kit is
    left out: its findings are reports to authors, in English.
    """
    calls: list[ast.Call] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            calls.append(node.exc)
        elif isinstance(node, ast.Call) and _called(node) in family:
            calls.append(node)
        elif isinstance(node, ast.ClassDef) and node.name in family:
            calls.extend(each for each in ast.walk(node) if _is_constructor(each))
    for call in calls:
        name = _called(call)
        if name in ENGLISH or _is_error(name) or name == "ArgumentTypeError":
            continue
        for argument in call.args:
            if _has_words(argument):
                yield f"{path.name}:{call.lineno}: {ast.unparse(argument)}"


def _called(call: ast.Call) -> str:
    """The last name of what is called: ``fault`` of ``self.fault(…)``."""
    called = call.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _is_constructor(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and _called(node) == "__init__"):
        return False
    return ast.unparse(node.func) == "super().__init__"


def _has_words(argument: ast.expr) -> bool:
    """Whether *argument* is a literal or an f-string with letters of its own, or joins one."""
    if isinstance(argument, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and _has_words(part) for part in argument.values)
    if isinstance(argument, ast.BinOp):
        return _has_words(argument.left) or _has_words(argument.right)
    if isinstance(argument, ast.IfExp | ast.BoolOp):
        return any(_has_words(part) for part in ast.iter_child_nodes(argument) if _is_expr(part))
    if isinstance(argument, ast.Constant):
        return isinstance(argument.value, str) and any(map(str.isalpha, argument.value))
    return False


def _is_expr(node: ast.AST) -> bool:
    return isinstance(node, ast.expr)


def test_every_sentence_of_the_family_can_be_translated() -> None:
    _import_the_family()
    family = {error.__name__ for error in _family()}
    for_authors = {"testing", "engine_checks"}
    for_users = [path for path in SOURCES if not for_authors.intersection(path.parts)]
    assert [found for path in for_users for found in _untranslated(path, family)] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise RecordError("It is damaged.")',
        'raise RecordError(f"{path} is damaged.") from None',
        'raise self.fault(session, f"{place}: no duel is due.")',
        'error = MoveError("No." if here else _("Yes."))',
        'raise IllegalMove(_("No.") + " It is full.")',
        'class LuckDue(GipfMetaError):\n def __init__(self):\n  super().__init__("Luck is due.")',
    ],
)
def test_a_sentence_that_cannot_be_translated_is_noticed(code: str, tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(code, "utf-8")
    assert list(_untranslated(path, {"RecordError", "MoveError", "IllegalMove", "LuckDue"}))


@pytest.mark.parametrize(
    "code",
    [
        'raise RecordError(_("{path} is damaged.").format(path=path))',
        'raise IllegalMove(f"{text}: {why_not(text)}{possible}")',
        'raise ValueError("its status is wrong")',
        "raise RecordError(str(error)) from None",
        'raise PluginError("games() returned None.")',
    ],
)
def test_what_nobody_has_to_translate_is_let_pass(code: str, tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(code, "utf-8")
    assert list(_untranslated(path, {"RecordError", "IllegalMove", "PluginError"})) == []


# ---- sentences in the player's language --------------------------------------------------------

INSTALLED = load_plugins()


@pytest.fixture
def czech() -> None:
    speak("cs")


@pytest.mark.usefixtures("czech")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no json", "Text není záznam: není to úplný JSON (řádek 1)."),
        ("[]", "Text není záznam gipf-meta: neuvádí formát ani hru."),
        (
            '{"format": 9, "game": "die"}',
            "Text má formát 9; tento program čte formáty 1 a 2 (gipf-meta 0.3.0).",
        ),
        (
            '{"format": 1, "game": "die", "players": [0, 1], "turns": 5}',
            "Text, poškození v místě turns: taková hodnota tam nepatří.",
        ),
        (
            '{"format": 1, "game": "die"}',
            "Text, poškození v místě players: nic tam není.",
        ),
        (
            '{"format": 1, "game": "die", "players": [0, 1], "odd": 5}',
            "Text, poškození v místě odd: takový údaj v záznamu nebývá.",
        ),
    ],
)
def test_a_record_is_refused_in_czech(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        loads(text)
    assert str(refused.value) == sentence


@pytest.mark.usefixtures("czech")
def test_a_record_that_does_not_fit_is_refused_in_czech() -> None:
    decision = {"by": 0, "move": "nonsense"}
    turns = [{"number": 1, "text": "Wd4", "decisions": [decision]}]
    data = {"format": 1, "game": "zertz", "players": [0, 1], "turns": turns}
    with pytest.raises(RecordError) as refused:
        replay(loads(json.dumps(data)), INSTALLED.find)
    assert str(refused.value).startswith("ZÈRTZ, tah 1 (Wd4) nesedí: ")
    assert refused.value.match is not None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["replay", "nothing.json"], "nothing.json nelze přečíst: takový soubor ani složka není."),
        (["perft", "die", "1"], "Ve hře Kostka teď rozhoduje náhoda"),
        (["play", "zertz", "--players", "3"], "ZÈRTZ"),
        (["render", "-o", "x.svg"], "Uveďte buď RECORD, nebo --game."),
    ],
)
def test_commands_refuse_in_czech(
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "cs")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith(f"gipf-meta: {sentence}")


def test_a_command_line_that_argparse_does_not_know_is_refused_in_english(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["play", "--nonsense"]) == 2
    assert capsys.readouterr().err == (
        "gipf-meta: There is no option --nonsense. The options: gipf-meta play --help.\n"
    )
    assert issubclass(BadArguments, UsageError)


# ---- what else an error carries ----------------------------------------------------------------


@pytest.mark.parametrize("error", [DuelUnavailable, RecordError, BotFailed])
def test_what_an_error_carries_is_documented(error: type[Exception]) -> None:
    arguments = [*inspect.signature(error).parameters]
    (carried,) = {"match", "player"} & set(arguments)
    assert f"*{carried}*" in str(error.__doc__)
    assert re.search(rf"  {error.__name__}.*\(``{carried}``\)", str(errors.__doc__))


@pytest.mark.parametrize(
    ("game", "seats", "sentence"),
    [
        ("zertz", 3, "ZÈRTZ is for 2 players, not for 3."),
        ("zatre", 7, "Zatre is for 2 to 6 players, not for 7."),
    ],
)
def test_a_match_for_too_many_is_refused(game: str, seats: int, sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        start_state(INSTALLED.find(game)(), seats)
    assert str(refused.value) == sentence


def test_options_that_do_not_go_together_are_an_error_of_the_family() -> None:
    with pytest.raises(OptionError, match="Teams need 4 or 6 players, not 2"):
        start_state(INSTALLED.find("zatre")(teams=True), 2)
