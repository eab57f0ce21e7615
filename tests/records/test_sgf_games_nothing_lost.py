"""SGF: every value of a file stands in its record, or in a sentence about it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import gipf_meta as gm
from gipf_meta import WrittenTurn
from gipf_meta.base.sgf import read_sgf, write_sgf
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.record_from_game import retell
from gipf_meta.records.text_formats import FoundGame
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.conftest import Read
from tests.records.specimens import SOUND, TALE
from tests.records.test_boardspace_reader import HEAD, TURNS
from tests.records.test_text_formats_collections import game
from tests.tiers import soak

TURNS_OF_ADA = (
    ";P0[1 RtoB 2 0 C 3]\n;P0[2 R- A 1]\n;P0[3 Done]\n;P1[4 RtoB 2 0 C 6]\n;P1[5 R- E 1]\n"
)
THIRD = ";P0[7 RtoB 2 1 B 1];P0[8 R- A 4];P0[9 Done]"
OTHER = ";P0[7 RtoB 2 2 B 1];P0[8 R- A 4];P0[9 Done]"
FOURTH = ";P1[10 RtoB 2 1 D 3];P1[11 R- B 5];P1[12 Done]"
FOURTHS = ";P1[10 RtoB 2 1 D 4];P1[11 R- B 5];P1[12 Done]"


def only(read: Read, text: str) -> FoundGame:
    """The one game of *text*."""
    [found] = read(text)
    assert isinstance(found, FoundGame), found
    return found


def kept_or_told(found: FoundGame) -> str:
    """The record of a game, and all sentences about it."""
    return "\n".join((found.record.model_dump_json(), found.cut, found.doubt, *found.told))


BRACKETS = {
    "a comment": (";P0[3 Done]C[never closed\n;P1[4 RtoB 2 0 C 6]", 1),
    "a comment on one line": (";P0[3 Done]C[never closed;P1[4 RtoB 2 0 C 6]", 1),
    "a gesture": (";P0[3 Done\n;P1[4 RtoB 2 0 C 6]", 1),
    "a sign": (";P0[3 Done]TE[1\n;P1[4 RtoB 2 0 C 6]", 1),
    "a time": (";P0[3 Done]TM[1\nC[A comment.]\n;P1[4 RtoB 2 0 C 6]", 1),
    "a comment up to the end": (";P0[3 Done]\n;P1[4 RtoB 2 0 C 6];P1[5 R- E 1]C[never", 2),
}


@pytest.mark.parametrize("kind", BRACKETS)
def test_a_bracket_that_is_never_closed_swallows_no_turns(read: Read, kind: str) -> None:
    rest, turns = BRACKETS[kind]
    found = only(read, game(turns=";P0[1 RtoB 2 0 C 3];P0[2 R- A 1]" + rest))
    assert "damaged in line" in found.cut
    assert found.cut.endswith("a bracket is never closed.")
    assert len(found.record.turns) == turns
    if "comment" in kind:
        assert found.record.turns[-1].comment.startswith("never")


@pytest.mark.parametrize(
    "comment",
    ["see ;P1[4 R- A 1]", "a;B[", "\nC[x", "then [Anna]; but [Bert]", "AB[c]\nAB[c]", "(;GM[22]"],
)
def test_who_writes_about_sgf_in_a_comment_is_read(comment: str) -> None:
    [tree] = read_sgf(f"(;A[1]C[{comment.replace(']', chr(92) + ']')}];A[2])").trees
    if "]" in comment:
        assert [node.values("A") for node in tree.nodes] == [["1"], ["2"]]
        assert tree.nodes[0].values("C") == [comment]
    [tree] = read_sgf("(;A[1];A[2])").trees
    node = tree.nodes[0]
    changed = type(tree)((type(node)((("C", comment),)), *tree.nodes))
    assert read_sgf(write_sgf(changed)).trees == (changed,)


BESIDE = {
    "before": "Dear Anna (smile),\nhere it is:\n{}",
    "before on the same line": "here: {}",
    "between": "{}\nand the next one:\n{}",
    "behind": "{}\nYours, Bob",
}


@pytest.mark.parametrize("kind", BESIDE)
def test_text_outside_of_the_games_is_told_at_its_line(read: Read, kind: str) -> None:
    text = BESIDE[kind].format(*(game(name).strip() for name in ("Ada", "Zoe")))
    told = [words for each in read(text) if isinstance(each, FoundGame) for words in each.told]
    assert len(told) == 1
    assert "stands outside of the game, and is passed over." in told[0]
    line = next(n for n, words in enumerate(text.splitlines(), 1) if words in text and n)
    assert told[0].startswith(f"In line {line}") or kind in ("between", "behind")


PROPERTIES = {
    "a move of other SGF": "W[dd]",
    "an empty move of other SGF": "B[]",
    "an unknown word": "GS[slow]",
    "a second day": "DT[2008-06-15]",
    "a time that is none": "TM[soon]",
    "a sign that is none": "TE[9]",
    "a third player": 'P2[id "Cleo"]',
    "another name": 'P0[id "Dora"]',
}


@pytest.mark.parametrize("kind", PROPERTIES)
def test_a_property_that_no_record_holds_is_told_by_its_name(read: Read, kind: str) -> None:
    said = PROPERTIES[kind]
    name, _bracket, value = said.rstrip("]").partition("[")
    text = HEAD + TURNS + f";{said})"
    found = only(read, text)
    line = text[: text.rindex(";")].count("\n") + 1
    assert found.told == (
        f"In line {line}, {name} has no place in a record, and is passed over: {value!r}",
    )
    assert len(found.record.turns) == 2


def test_what_says_only_how_a_file_is_read_is_not_told(read: Read) -> None:
    assert only(read, HEAD.replace("VV[2]", "VV[2]FF[4]CA[UTF-8]ST[1]") + TURNS + ")").told == ()


def test_a_property_that_stands_often_is_told_once(read: Read) -> None:
    found = only(read, HEAD + TURNS + ";AN[a];AN[b];AN[c])")
    [told] = found.told
    assert told.startswith("3 properties AN, the first in line 18, have no place in a record")
    assert told.endswith("are passed over: 'a, b, c'")


COMMENTS = {
    "before a variation": f"({THIRD})(;C[mine]{OTHER}))",
    "in a variation behind its gestures": f"({THIRD})({OTHER};C[mine]))",
    "before a variation in a variation": f"({THIRD})({OTHER}({FOURTH})(;C[mine]{FOURTHS})))",
    "in a variation that repeats the line": f"({THIRD}{FOURTH})({THIRD};C[mine]))",
    "in a variation that repeats its beginning": f"({THIRD}{FOURTH})({THIRD}C[mine]{FOURTHS}))",
    "beside what was taken back": f"{THIRD}C[mine]{OTHER})",
    "in a variation without gestures": f"({THIRD})(;C[mine]))",
    "beside gestures that say nothing": f"{THIRD};P1[10 OfferDraw]C[mine])",
    "before the first turn": None,
    "on a variation that goes on behind the end": f"({THIRD})({THIRD}C[mine]{FOURTH}))",
}


@pytest.mark.parametrize("kind", COMMENTS)
def test_a_comment_is_kept_or_told_wherever_it_stands(read: Read, kind: str) -> None:
    text = HEAD + TURNS + (COMMENTS[kind] or ")")
    if COMMENTS[kind] is None:
        text = HEAD + ";C[mine]" + TURNS + ")"
    assert "mine" in kept_or_told(only(read, text))


def test_a_comment_before_a_variation_stays_with_it(read: Read) -> None:
    found = only(read, HEAD + TURNS + COMMENTS["before a variation"])
    [[other]] = found.record.turns[2].variations
    assert other.comment == "mine"
    assert not found.record.turns[1].comment


def test_variations_inside_one_that_repeats_the_line_are_kept(read: Read) -> None:
    found = only(read, HEAD + TURNS + f"({THIRD}{FOURTH})({THIRD}({FOURTH})({FOURTHS}C[b])))")
    [[other]] = found.record.turns[3].variations
    assert (other.text, other.comment) == ("Gd4,b5", "b")


@pytest.mark.parametrize(
    "rest",
    [";P0[7 Juggle])", ";P0[7 RtoB 2 1 C 3];P0[8 R- A 4])"],
    ids=["no gesture", "an illegal turn"],
)
def test_a_variation_that_is_cut_short_is_told(read: Read, rest: str) -> None:
    found = only(read, f"{HEAD}{TURNS}({THIRD})({rest})")
    [told] = found.told
    assert told.startswith("A variation is cut short. In line 18")


def test_what_a_record_has_no_room_for_is_told() -> None:
    [written] = SOUND.read(TALE)
    written = replace(
        written,
        names=("Anna\u202e", "\x00"),
        comment="a" * 10_001,
        about={f"fact{n}": "x" for n in range(51)},
        turns=(WrittenTurn("Wd4,d1", comment="b" * 10_001),),
    )
    told = retell(written, installed_plugins().find).notices
    assert [words.split(" ")[0] for words in told] == ["The", "The", "More", "A", "A"]


TOLD = "In line 9, GS has no place in a record, and is passed over: 'slow'"


@pytest.mark.parametrize("command", ["replay", "review", "render"])
def test_what_is_told_of_a_file_is_said_on_standard_error(
    gipf_meta: Command, tmp_path: Path, command: str
) -> None:
    (tmp_path / "a.sgf").write_text(game("Ada", turns=TURNS_OF_ADA + ";GS[slow]"))
    said = ("-o", "a.svg") if command == "render" else ()
    told = gipf_meta(command, "a.sgf", *said)
    assert (told.status, told.err) == (0, f"{TOLD}\n")


def test_what_is_told_of_files_is_said_by_import(gipf_meta: Command, tmp_path: Path) -> None:
    text = game("Ada", turns=TURNS_OF_ADA + ";GS[slow]")
    (tmp_path / "a.sgf").write_text(text)
    assert gipf_meta("library", "import", "a.sgf").out == f"a.sgf is match 1.\n{TOLD}\n"
    told = json.loads(gipf_meta("library", "import", "a.sgf", "--json").out)
    assert told["told"] == [TOLD]
    (tmp_path / "b.sgf").write_text(text + text.replace("Ada", "Zoe"))
    lines = gipf_meta("library", "import", "b.sgf").out.splitlines()
    assert lines[lines.index("Not kept:") + 1].startswith("  2 In line …, GS has no place")
    assert f"      b.sgf, game 1: {TOLD}" in lines


def test_what_is_told_of_a_file_warns_who_loads_it(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(game("Ada", turns=TURNS_OF_ADA + ";GS[slow]"))
    with pytest.warns(UserWarning, match="GS has no place in a record"):
        gm.load(tmp_path / "a.sgf")


SAID = ("C[{}]", "C[{}\n\\]]", "XX[{}]", "W[{}]", "RO[{}]", "TM[{}]", "AN[{}][{}]", "TE[{}]")


def _beside(rng: Random, words: list[str]) -> str:
    """A property that says one more word."""
    words.append(f"word{len(words)}.")
    return rng.choice(SAID).replace("{}", words[-1])


def _line(rng: Random, nodes: list[str], words: list[str], depth: int = 0) -> str:
    """The text of *nodes*, with *words* beside them and variations."""
    text = f";{_beside(rng, words)}" if rng.random() < 0.3 else ""
    for at, node in enumerate(nodes):
        text += node
        if rng.random() < 0.2:
            text += rng.choice(("", ";", ";P0[OfferDraw]")) + _beside(rng, words)
        if depth < 3 and rng.random() < 0.15:
            rest = nodes[at + 1 :]
            others = [rng.choice((rest, rest[:2], [OTHER], [FOURTHS], [])) for _n in range(2)]
            lines = [_line(rng, each, words, depth + 1) for each in (rest, *others)]
            return text + "".join(f"({each})" for each in lines)
    return text


@pytest.mark.parametrize("seed", [*range(12), *soak(*range(12, 2_000))])
def test_each_word_beside_a_game_is_kept_or_told(read: Read, seed: int) -> None:
    words: list[str] = []
    nodes = [f";{node}" for node in (TURNS + THIRD + FOURTH).split(";")[1:]]
    found = only(read, HEAD + _line(Random(seed), nodes, words) + ")")
    said = kept_or_told(found)
    lost = [word for word in words if word not in said]
    is_cut = "A variation is cut short." in said or "goes on where the game ends" in said
    assert (
        lost == [] or is_cut or found.cut
    )  # what stands behind a fault is lost with it, which is told
