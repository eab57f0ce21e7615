"""A person who plays in Czech reads no English sentence, on any screen, from any command.

Three ways to look: the texts in the code that are not translated; every command, its help and its
refusals; every screen with every key. ``english`` defines which words are English and which may
stay so.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from docs.texts import FOLDERS
from gipf_meta.base.texts import Catalogue
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.record_files import dumps
from gipf_meta.records.writer import to_record
from gipf_meta_zertz.game import Zertz
from tests.czech import commands
from tests.czech.commands import ASKED, PLAYED, REFUSED, Typed
from tests.czech.english import ROOT, english_in, english_texts
from tests.parsed import parsed
from tests.program import gipf_meta
from tests.tiers import soak

# ---- what English is -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["Match 5 is over.", "played 3, won 2", "White must enter a piece", "show help and exit",
     "Partie 5 is over.", "Nothing can be captured.", "The end."],
)  # fmt: skip
def test_english_is_found(text: str) -> None:
    assert english_in(text)


@pytest.mark.parametrize(
    "text",
    ["Partie 5 skončila.", "Uloženo; pokračuje se příkazem: gipf-meta resume 1", "GIPF, ZÈRTZ",
     "x d4Bd6: skočit z d4", "volba variant=tournament", "viz gipf-meta play --help", "`moves`"],
)  # fmt: skip
def test_czech_notation_and_what_is_typed_are_none(text: str) -> None:
    assert english_in(text) == []


# ---- the code ------------------------------------------------------------------------------------

STAYS = {
    "gipf_meta/testing/*": "findings on a game: to its author, in the words of docs/protocol.md",
    "gipf_meta/workshop/engine_checks/*": "findings on an engine: to its author",
    "gipf_meta/host/serving/gauges.py": "what /metrics says, to programs",
    "gipf_meta/host/joint_rows.py": "a statement of PostgreSQL",
    "gipf_meta/host/tables.py": "conditions of SQL",
    "gipf_meta/host/notice_tables.py": "conditions of SQL",
    "gipf_meta/host/migrations/*": "statements of SQL",
    "gipf_meta/host/metrics.py": "what /metrics says, to programs",
    "gipf_meta/records/models.py": "names of fields in the schema of records",
    "gipf_meta/bots/engine_lines.py": "lines of the engine protocol, which programs say",
    "gipf_meta/workshop/arena/*.py": "reasons in the arena's file, alike in every language",
    "gipf_meta/narration/question_*.py": "names of meanings, whose words are a table of texts",
    "gipf_meta/paint/palette.py": "names of palettes in the code",
    "gipf_meta/web/page_files.py": "code of the page",
    "gipf_meta/render/theme.py": "rules of a style sheet",
    "plugins/*/gipf_meta_*/numbering.py": "names of planes and numbers, for programs that learn",
    "gipf_meta/protocol/symmetries.py": "names of symmetries, likewise",
    "gipf_meta/protocol/number_groups.py": "names of numbers, likewise",
    "plugins/gipf/gipf_meta_gipf/testing/*": "findings on a kind: to its author",
    "plugins/gipf/gipf_meta_gipf/installed.py": "faults of a kind of potentials: to its author",
}
"""Files whose untranslated texts may stay English, with the reason."""
STAY = {
    "names of limits and of what is signed": {
        "notices by mail", "notices by mail ", "notice ways of ", "trials of ", "stop mail ",
    },
    "headers of answers": {
        "private, max-age=300", "private, max-age=86400",
        "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
    "transformations in SVG": {") scale("},
    "the fault of an agent, to its author": {" cannot be called"},
    "what SQLite says, which is told in other words": {
        "database is locked", "attempt to write a readonly database",
        "unable to open database file", "database or disk is full", "disk I/O error",
        "file is not a database", "database disk image is malformed",
    },
    "texts made of a kind's name, which are translated as a whole": {
        "duel about ", "options of the ", "The game that decides about a challenged ",
        "Options of that game, as ",
    },
    "classes of a style sheet": {".part-heading, .games"},
    "settings of the library that reads lines": {"tab: complete", "bind ^I rl_complete"},
    "words of the files of Zertz3D": {
        "Player ([12])(?: \\((.{0,200})\\))?: (\\{.*)", "player 1", "player 2",
        "Winner: Player ", "Result: Tie",
    },
    "defects, which a traceback tells the author": {
        "the parts of the row contradict each other", "longer than the file",
        "no value of a library", "its status cannot be ", "The view has something on ",
        "The view has an edge to ",
        ", which is none of its points.", "it raised KeyboardInterrupt",
        "A search needs a limit: nodes, or milliseconds.", "an answer has begun",
        "luck has nothing to draw", "gipf_meta is installed in ",
        ", compiled, and Python has found its sources in ",
        " first: begin it in another folder, or as python -P.", "no pair of spaces is vacant",
        "A picture is 1 to 10000 pixels wide, not ", "it read ", ", which is no WrittenGame",
        "it wrote ", ", which is no text",
        " does not say how boardspace.net keeps it",
    },
    "words that are typed while a board is set up": {"no rings", "all rings"},
    "hours and clocks as they are typed, which English ones are in every language": {
        "in 1 hour", "today 20:00", "tomorrow 10:00", "tomorrow 20:00",
        "/ turn", " a turn", " per turn", " each turn",
        "in {count} day", "in {count} days", "for {count} day", "for {count} days",
        "{count} day", "{count} days",
    },
    "keys of limits": {"invitations by ", "invitations at ", "vacations of "},
    "the name of a thread": {"question to hosts"},
    "words of boardspace.net's files": {"Game won by {name}", "The game is a draw"},
    "words of records that are read": {
        "gives up", "wins the game", "places a ring on", r"\bremoves a row of markers\b",
        r"\brestarts their turn\b", "${player_name} places a ring on ${locationTo}",
    },
    "statements of SQL": {
        " ON main.", " VALUES (", "REPEATABLE READ", "VACUUM (ANALYZE) ", "VACUUM (FULL, ANALYZE) ",
        "instr(folded(names), ?)", "instr(head, ?) = 0",
    },
    "names of limits in the database": {
        "words by ", "words at ", "passkeys by ", "passkeys at ", "passkey of ", "data of ",
        "pairing of ", "sign-ins of ", "own data", "deletions at ", "deletions around ",
    },
    "what /metrics says, to programs": {
        "Mails that wait to be sent.", "1 while the mail server fails.",
    },
    "the name of a browser": {"Samsung Internet"},
    "headers of HTTP": {
        "private, max-age=31536000, immutable",
        "GET /proof?nonce=", "\r\nConnection: close\r\n\r\n",
    },
    "keys of tables": {"first player won", "second player won", "expected %s argument"},
    "notation, and names of actions": {"no ring", "keeps all", "next page"},
    "`check`: findings on a game, to its author": {"1 law is", " laws are", "every law holds"},
    "names of threads": {"line to a host"},
    "commands of a shell": {"read _; kill -9 0"},
    "names of fonts": {"Lato, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"},
}  # fmt: skip
"""Texts that may stay English, by the reason."""
AUTHORS = {"PluginError", "KindError", "AssertionError", "NotImplementedError", "AttributeError"}
"""Errors whose sentences are for authors of code."""


def untranslated_texts(path: Path) -> Iterator[tuple[int, str]]:
    """The English texts of a module that it does not translate, each with its line."""
    yield from _texts_below(parsed(path))


def _texts_below(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if (
            " " in node.value.strip()
            and english_in(node.value)
            and not _CODE.search(node.value.strip())
        ):
            yield node.lineno, node.value
        return
    for below in ast.iter_child_nodes(node):
        if not _is_for_authors(node, below):
            yield from _texts_below(below)


def _is_for_authors(node: ast.AST, below: ast.AST) -> bool:
    """Whether the text *below* a node is translated, or never read by players."""
    if isinstance(node, ast.Call) and below in node.args:
        return _name(node.func) in {"_", "N_", "many", "require_of_kind"}
    if isinstance(node, ast.keyword):
        return node.arg in {"classes", "id", "example"}
    if isinstance(node, ast.Raise) and isinstance(below, ast.Call):
        return _name(below.func) in AUTHORS
    if isinstance(below, ast.FunctionDef):
        return below.name == "__repr__"
    if isinstance(node, ast.Assert):
        return below is node.msg
    is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    return is_text or isinstance(below, ast.Assert) or below is getattr(node, "annotation", None)


def _name(node: ast.expr) -> str:
    return getattr(node, "id", None) or getattr(node, "attr", "")


_CODE = re.compile(
    r"\b(SELECT|DELETE|INSERT|UPDATE|PRAGMA|ALTER|DROP|CREATE|BEGIN|ORDER BY|SET)\b| = \?|LIKE \?"
    r"|^#|^<!doctype|^default-src|\{ |^body \{|^return \{"
    r"|^gipf-meta |^case |^(function )?_gipf_meta_"
)
"""SQL, headers, pages of the browser, style sheets, scripts, command lines."""


MODULES = sorted(path for folder in FOLDERS.values() for path in folder.rglob("*.py"))


def test_no_module_has_a_sentence_that_is_not_translated() -> None:
    stay = set().union(*STAY.values())
    found = [
        f"{where}:{line}: {text!r}"
        for path in MODULES
        if not any(fnmatch(where := path.relative_to(ROOT).as_posix(), each) for each in STAYS)
        for line, text in untranslated_texts(path)
        if text not in stay
    ]
    assert found == []


def test_a_sentence_that_is_not_translated_is_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('def f(n):\n    """The words."""\n    return f"There is no place {n}."\n')
    assert [*untranslated_texts(module)] == [(3, "There is no place ")]
    module.write_text('def f(n):\n    return _("There is no place {n}.").format(n=n)\n')
    assert [*untranslated_texts(module)] == []


# ---- the command line ----------------------------------------------------------------------------

SAID_TO_DO = re.compile(r"^ {2,}(?:-\S.*?|[a-z][a-z-]+) {2,}(\w+)|^(?=[^ :]*[^:]$)(\w+) \w")
"""A line of a help that begins to say what a command or an option does, and its first word."""
OTHER_MOOD = re.compile(r"\w+(?:at|ít|it|et|ět|ést|ovat)|zkus|zapiš|dovol|vypiš|ukaž|načti|nech")
"""Infinitives, and imperatives of verbs that a help has."""
PLAYED_RECORD = to_record(Match.begin(Zertz(), 2, installed_plugins().find).play("Wd4,d1"))
RECORD = json.loads(dumps(PLAYED_RECORD))
FILES = {
    "rozbity.json": "{",
    "slova.json": "slova",
    "prazdny.txt": "",
    "novejsi.json": json.dumps({**RECORD, "rules": 99}),
    "spatny.json": dumps(PLAYED_RECORD).replace("Wd4", "Wd9"),
}


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Typed], str]:
    """Runs a command in Czech with typed lines; returns its output."""
    monkeypatch.setenv("LANGUAGE", "cs")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def say(typed: Typed) -> str:
        lines = "".join(f"{line}\n" for line in typed.lines)
        done = gipf_meta(typed.command.split(), tmp_path, typed=lines)
        assert "Traceback" not in done.err
        return f"{done.out}\n{done.err}"

    return say


EXAMPLES = ("  gipf-meta ", "příklad: ")
"""The beginnings of lines with examples, which are typed alike in every language."""


def test_every_help_is_czech(said: Callable[[Typed], str]) -> None:
    lines = (line for each in commands.helps() for line in said(each).splitlines())
    assert english_texts(line for line in lines if not line.startswith(EXAMPLES)) == {}


def test_every_help_is_in_one_mood(said: Callable[[Typed], str]) -> None:
    """The help of a command or an option is in the third person, or a noun: never an
    infinitive or an imperative among them."""
    lines = [line for each in commands.helps() for line in said(each).splitlines()]
    begun = {found[1] for line in lines if (found := SAID_TO_DO.match(line))}
    assert {word for word in begun if OTHER_MOOD.fullmatch(word)} == set()


def test_a_bot_has_one_word() -> None:
    """In Czech a bot is called bot, as in lists and results; a host's pages and rules, too."""
    told = [path.read_text(encoding="utf-8") for path in ROOT.rglob("locale/cs/**/*.po")]
    assert told
    assert not any(re.search(r"\brobot|počítačov\w+ (hráč|soupeř)", each, re.I) for each in told)


def test_every_refusal_is_czech(said: Callable[[Typed], str]) -> None:
    for each in REFUSED:
        told = said(each)
        assert told.strip(), each.command
        assert english_in(told) == [], (each.command, told)


OF_LIBRARY = "library", "resume", "replay", "review"
"""The beginnings of the commands that say something else after other matches."""


@pytest.mark.parametrize("played", [PLAYED[:1], *soak(PLAYED)], ids=len)
def test_every_command_answers_in_czech(
    played: tuple[Typed, ...], said: Callable[[Typed], str]
) -> None:
    asked = [each for each in ASKED if played != PLAYED or each.command.startswith(OF_LIBRARY)]
    for each in (*played, *asked):
        assert english_texts(said(each).splitlines()) == {}, each.command


def test_every_command_is_tried() -> None:
    """A new command needs a line in ``tests.czech.commands``."""
    lines = [each.command for each in (*PLAYED, *ASKED, *REFUSED)]
    assert [
        name
        for name in sorted(commands.names())
        if not any(f"{line} ".startswith(f"{name} ") for line in lines)
    ] == []


def test_a_forgotten_text_is_found(
    said: Callable[[Typed], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten = "There is no match {number} in the library: it is empty."
    translate = Catalogue.__call__

    def call(catalogue: Catalogue, text: str) -> str:
        return text if text == forgotten else translate(catalogue, text)

    assert english_in(said(Typed("library show 999"))) == []
    monkeypatch.setattr(Catalogue, "__call__", call)
    assert english_in(said(Typed("library show 999")))[:4] == ["there", "is", "no", "match"]


# ---- the screens ---------------------------------------------------------------------------------


def walked(*arguments: str) -> tuple[dict[str, list[str]], list[str]]:
    """The texts of each screen, and the screens that were not shown.

    A process of its own: the names of keys are translated when the screens are imported.
    """
    words = [sys.executable, "-m", "tests.czech.screens", *arguments]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return told["texts"], told["unseen"]


def english_on(screens: dict[str, list[str]]) -> dict[str, dict[str, list[str]]]:
    """The English texts of each screen that has some."""
    found = {name: english_texts(texts) for name, texts in screens.items()}
    return {name: texts for name, texts in found.items() if texts}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_screen_is_czech_and_so_is_what_its_keys_lead_to() -> None:
    screens, unseen = walked()
    assert english_on(screens) == {}
    assert unseen == [], "a screen that no key of another leads to: open it in tests.tui.soak"


@pytest.mark.slow
def test_a_text_forgotten_on_a_screen_is_found() -> None:
    screens, _unseen = walked("--quick", "--without", "Settings")
    assert english_on(screens)["DeskScreen"] == {"Settings": ["settings"]}
