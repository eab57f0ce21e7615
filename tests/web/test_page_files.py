"""The files of the page: typed, small, in the reader's words, and without any game."""

from __future__ import annotations

import gzip
import html
import json
import re
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from docs.wire import page_types
from gipf_meta.desk.page_texts import FIRST, first_words, words_of_page
from gipf_meta.narration.follow_up import follow_up_texts
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.render.theme import LIGHT, THEMES, css_variables
from gipf_meta.web.page_files import join_modules, page_files

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "gipf_meta/web/page"
MODULES = sorted(PAGE.glob("*.js"))
TSC = ROOT / "node_modules/.bin/tsc"
MOST_BYTES = 38_000
"""The modules of the page as they are sent at first, compressed."""
MOST_BYTES_LATER = 26_000
"""The modules that a page loads after its first board."""
MOST_BYTES_AT_A_HOST = 8_000
"""The modules that only a page at a host with people loads: passkeys, invitations, what waits."""
MOST_BYTES_AHEAD = 4_000
"""The modules with which moves are made in advance."""
MOST_BYTES_AT_FIRST = 60_000
"""All that is needed for the first board, compressed: page, modules, style sheets."""
MOST_BYTES_OF_GRAINS = 8_500
"""The grains of boards, compressed: a page asks for them after all that its first board needs."""
SAID = re.compile(r"""\bsay\([^,)]*|data-(?:say|label)="\w+\"""")
OUR_OWN = {"die", "elsewhere"}
"""Games of the host whose names are words, too."""


def node() -> str:
    """The program that runs JavaScript."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    return found


def check_types(folder: Path, types: str) -> str:
    """Returns TypeScript's errors in the modules of the page, with those *types* of messages."""
    node()
    if not TSC.exists():
        pytest.skip("The modules of the page were not checked: run `make browsers` once.")
    (folder / "wire.d.ts").write_text(types, "utf-8")
    modules = [f"{ROOT}/gipf_meta/{each}/*.js" for each in ("web/page", "web/tab", "host/page")]
    about = {
        "extends": f"{ROOT}/tests/web/tsconfig.json",
        "include": ["wire.d.ts", f"{ROOT}/tests/web/page.d.ts", *modules],
    }
    (folder / "tsconfig.json").write_text(json.dumps(about), "utf-8")
    words = [TSC, "-p", folder]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


@pytest.mark.slow  # `make check` runs it before the fast tests
def test_the_modules_are_typed(tmp_path: Path) -> None:
    assert check_types(tmp_path, page_types()) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "where"),
    [
        ("clock_ms", "side.js"),
        ("list_text", "side.js"),
        ("rematch", "announcing.js"),
        ("follows", "lines.js"),
        ("cells", "forms.js"),
    ],
)
def test_a_renamed_key_is_noticed_in_the_page(tmp_path: Path, key: str, where: str) -> None:
    renamed = re.sub(rf"\b{key}(?=\??:)", f"{key}_now", page_types())
    said = check_types(tmp_path, renamed)
    assert f"{where}(" in said
    assert f"'{key}'" in said


def test_the_modules_are_small() -> None:
    main, later, host, ahead = (len(gzip.compress(text.encode(), 9)) for text in join_modules(PAGE))
    assert main <= MOST_BYTES
    assert later <= MOST_BYTES_LATER
    assert host <= MOST_BYTES_AT_A_HOST
    assert ahead <= MOST_BYTES_AHEAD


def test_the_page_is_small() -> None:
    page, files, _version = page_files()
    later = {"later.js", "later.css", "host.js", "ahead.js", "grains.svg"}
    assert later <= set(files)
    sent = [page, *(data for name, data in files.items() if name not in later)]
    assert sum(len(gzip.compress(data, 9)) for data in sent) <= MOST_BYTES_AT_FIRST
    assert len(gzip.compress(files["grains.svg"], 9)) <= MOST_BYTES_OF_GRAINS


def test_each_module_is_joined_once_with_all_that_it_exports() -> None:
    joined = "".join(join_modules(PAGE))
    for module in MODULES:
        code = module.read_text("utf-8")
        start = f"const {module.stem}_js = (() =>"
        assert joined.count(start) == 1, f"{module.name} is imported by no module"
        body = joined.partition(start)[2].partition("\n})();\nconst ")[0]
        assert "export default" not in code
        for name in re.findall(r"^export (?:async )?(?:const|class|function) (\w+)", code, re.M):
            assert re.search(rf"return {{[^}}]*\b{name}\b", body)


def write_modules(folder: Path) -> None:
    """Three modules: the main one, one that both others import, and one that is wanted later."""
    (folder / "main.js").write_text(
        'import { count } from "./low.js";\n\nconst wanted = "late";\ncount();\n'
        'import("./late.js").then(({ tell }) => console.log(tell(wanted), count()));\n'
    )
    (folder / "low.js").write_text(
        "/** How often it was asked. */\nlet asked = 0;\nexport function count() {\n"
        "  asked += 1;\n  return asked;\n}\n"
    )
    (folder / "late.js").write_text(
        'import { count } from "./low.js";\n\nexport const tell = (name) => `${name} ${count()}`;\n'
    )


def test_what_is_imported_later_comes_later_and_shares_what_is_there(tmp_path: Path) -> None:
    write_modules(tmp_path)
    joined = join_modules(tmp_path)
    assert joined.main.startswith("const low_js = (() => {\nlet asked")  # comments stay at home
    assert "const main_js = (() => {\nconst { count } = low_js;\n" in joined.main
    assert 'import("./later.js").then((all) => all.late_js).then(' in joined.main
    assert joined.main.endswith("export { low_js };\n")
    assert joined.later.startswith('import { low_js } from "./main.js";\nconst late_js = ')
    assert joined.later.endswith("export { late_js };\n")
    (tmp_path / "joined").mkdir()
    (tmp_path / "joined/main.js").write_text(joined.main)
    (tmp_path / "joined/later.js").write_text(joined.later)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for folder in (tmp_path, tmp_path / "joined"):
        said = subprocess.run([node(), folder / "main.js"], capture_output=True, text=True)
        assert said.stdout == "late 2 3\n", said.stderr


def test_what_a_host_alone_needs_comes_in_a_file_of_its_own(tmp_path: Path) -> None:
    write_modules(tmp_path)
    (tmp_path / "people.js").write_text(
        'import { count } from "./low.js";\nimport { tell } from "./late.js";\n\n'
        "export const meet = () => tell(count());\n"
    )
    with (tmp_path / "main.js").open("a") as main:
        main.write('export const come = () => import("./people.js").then(({ meet }) => meet());\n')
    joined = join_modules(tmp_path)
    assert 'import("./host.js").then((all) => all.people_js)' in joined.main
    assert "people_js" not in joined.later  # nor does a page ask for it that calls nothing of it
    assert joined.host.startswith(
        'import { low_js } from "./main.js";\nimport { late_js } from "./later.js";\n'
        "const people_js = "
    )
    assert joined.host.endswith("export { people_js };\n")


def test_every_text_of_the_page_has_words_and_all_words_are_used() -> None:
    texts = [*MODULES, PAGE / "index.html"]
    said = " ".join(part for each in texts for part in SAID.findall(each.read_text("utf-8")))
    deeds = re.findall(r'\["[^"]+", "(\w+)"', (PAGE / "deeds.js").read_text("utf-8"))
    words = words_of_page()
    asked = follow_up_texts()  # by keys that are made of the kinds of pieces
    assert {*re.findall(r'"(\w+)"', said), *deeds, *asked} == set(words)
    assert all(words.values())


def test_what_is_said_before_the_page_has_words_stands_in_it() -> None:
    page = page_files().page.decode()
    assert html.escape(json.dumps(first_words())) in page
    main = (PAGE / "main.js").read_text("utf-8")
    before = main.partition("function tell(")[2].partition("/** Goes to a room")[0]
    later = (PAGE / "ways_back.js").read_text("utf-8")
    before += later.partition("function lose(")[2].partition("\n}")[0]  # a hello was refused
    assert set(re.findall(r'say\("(\w+)"', before)) == set(FIRST)
    for language, words in first_words().items():
        assert all(words[key] not in ("", key) for key in FIRST), language


def test_the_page_knows_no_game() -> None:
    games = {point.name for point in entry_points(group="gipf_meta")} | set(load_plugins().games)
    titles = {load_plugins().title(game).lower() for game in load_plugins().games}
    for file in PAGE.iterdir():
        text = file.read_text("utf-8").lower()
        for name in ("gipf_meta", "gipf-meta", "gipf meta"):
            text = text.replace(name, "")
        for name in (games | titles) - OUR_OWN:
            assert not re.search(rf"\b{re.escape(name)}\b", text), f"{file.name} names {name}"


def test_the_colours_of_the_page_are_those_of_the_pictures() -> None:
    sheet = page_files().by_name["theme.css"].decode()
    assert all(line in sheet for line in css_variables(LIGHT).splitlines())
    assert all(f'[data-theme="{name}"]' in sheet for name in THEMES if THEMES[name] is not LIGHT)


def test_the_page_asks_no_other_host_and_holds_no_code_of_its_own() -> None:
    """A strict Content-Security-Policy refuses both."""
    page = (PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)
    for file in PAGE.iterdir():
        addresses = re.findall(r"https?://[^\s\"')]+", file.read_text("utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, file.name
