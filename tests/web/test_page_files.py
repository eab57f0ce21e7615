"""The files of the page: typed, small, in the reader's words, and without any game."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from docs.theme import FILE, style_sheet
from gipf_meta.desk.words import words_of_page
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.web.modules import join_modules

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "gipf_meta/web/page"
MODULES = sorted(PAGE.glob("*.js"))
TSC = ROOT / "node_modules/.bin/tsc"
MOST_BYTES = 20_000
"""The modules of the page as they are sent, compressed."""
SAID = re.compile(r"""\bsay\([^,)]*|data-(?:say|label)="\w+\"""")
OUR_OWN = {"die", "elsewhere"}
"""Games of the host whose names are words, too."""


def node() -> str:
    """The program that runs JavaScript."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    return found


def test_the_modules_are_typed() -> None:
    node()
    if not TSC.exists():
        pytest.skip("The modules of the page were not checked: run `make browsers` once.")
    said = subprocess.run([TSC, "-p", ROOT / "tests/web"], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


def test_the_modules_are_small() -> None:
    joined = join_modules(PAGE, "main").encode()
    assert len(gzip.compress(joined, 9)) <= MOST_BYTES


def test_joined_modules_are_what_they_are_alone(tmp_path: Path) -> None:
    """Each name that a module exports is there, and nothing but comments is gone."""
    joined = tmp_path / "joined.mjs"
    joined.write_text(join_modules(PAGE, "main"), "utf-8")
    said = subprocess.run([node(), "--check", joined], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    text = joined.read_text("utf-8")
    for module in MODULES:
        assert f"const {module.stem}_js = " in text, f"{module.name} is imported by no module"
        code = module.read_text("utf-8")
        texts = re.findall(r'"[^"\n]*"|`[^`\n]*`', code)
        assert not [each for each in texts if "/**" in each], "a text that looks like a comment"
        assert "export default" not in code
        for name in re.findall(r"^export (?:async )?(?:const|class|function) (\w+)", code, re.M):
            assert re.search(rf"return {{[^}}]*\b{name}\b", text)


def test_a_module_becomes_a_function_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(
        'import { one } from "./low.js";\n\n/** Two. */\nconsole.log(one + 1); // kept\n'
    )
    (tmp_path / "low.js").write_text(
        "// gone\nconst two = 2; // kept;\nconst three = 3;\nexport const one = two - 1;\n"
    )
    assert join_modules(tmp_path, "main") == (
        "const low_js = (() => {\nconst two = 2; // kept;\nconst three = 3;const one = two - 1;\n"
        "return {one};\n})();\n"
        "const main_js = (() => {\nconst { one } = low_js;console.log(one + 1); // kept\n"
        "return {};\n})();\n"
    )


def test_every_text_of_the_page_has_words_and_all_words_are_used() -> None:
    texts = [*MODULES, PAGE / "index.html"]
    said = " ".join(part for each in texts for part in SAID.findall(each.read_text("utf-8")))
    deeds = re.findall(r'\["\S", "(\w+)"', (PAGE / "room.js").read_text("utf-8"))
    words = words_of_page()
    assert {*re.findall(r'"(\w+)"', said), *deeds} == set(words)
    assert all(words.values())


def test_the_page_knows_no_game() -> None:
    games = {point.name for point in entry_points(group="gipf_meta")} | set(load_plugins().games)
    titles = {load_plugins().title(game).lower() for game in load_plugins().games}
    for file in PAGE.iterdir():
        text = file.read_text("utf-8").lower().replace("gipf_meta", "").replace("gipf-meta", "")
        for name in (games | titles) - OUR_OWN:
            assert not re.search(rf"\b{re.escape(name)}\b", text), f"{file.name} names {name}"


def test_the_colours_of_the_page_are_those_of_the_pictures() -> None:
    assert FILE.read_text("utf-8") == style_sheet()


def test_the_page_asks_no_other_host_and_holds_no_code_of_its_own() -> None:
    """A strict Content-Security-Policy refuses both."""
    page = (PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)
    for file in PAGE.iterdir():
        addresses = re.findall(r"https?://[^\s\"')]+", file.read_text("utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, file.name
