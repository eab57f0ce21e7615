"""Comments, names, results, signs and tags, as other programs and other people spell them."""

from __future__ import annotations

from typing import Final

import pytest

from gipf_meta.match.pasted_turns import is_more_than_turns
from gipf_meta.protocol.readers import WrittenGame
from gipf_meta.records.text_formats import FoundGame
from tests.match.test_note_sheets import TURNS, ZERTZ, Written, only, texts
from tests.match.test_note_sheets import _written as _written  # the fixture
from tests.match.test_own_tags import ALWAYS
from tests.match.test_own_tags import told as drawn_by_tag
from tests.records.conftest import Read

TAGGED: Final = "\n".join(drawn_by_tag(ALWAYS)[1][:4])
"""A game on a board that a tag says."""


# ---- ends of line in comments ------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("comment", ["a long\ncomment", "a\n\nb\nc", "a\n  b"])
def test_a_comment_on_several_lines_has_one_end_of_line(
    written: Written, end: str, comment: str
) -> None:
    text = f"{ZERTZ}1. Wd4,d1 {{{comment}}} Bd7,a4\n"
    (game,) = written(text.replace("\n", end))
    assert isinstance(game, WrittenGame)
    assert game.turns[0].comment == comment


# ---- names, results and signs as other programs write them -------------------------------------


@pytest.mark.parametrize("nobody", ["?", "??", "", "..."])
def test_who_is_not_known_has_no_name(written: Written, nobody: str) -> None:
    game = only(written(f'{ZERTZ}[White "{nobody}"]\n[Black "Bert"]\n1. Wd4,d1 Bd7,a4'))
    assert (game.names, game.told, game.about) == (("", "Bert"), (), {})


@pytest.mark.parametrize(
    ("end", "winners"),
    [
        ("1:0", (0,)), ("0 : 1", (1,)), ("1/2", ()), ("½", ()), ("½:½", ()), ("1/2:1/2", ()),
    ],
)  # fmt: skip
def test_results_are_read_as_they_are_written_elsewhere(
    written: Written, end: str, winners: tuple[int, ...]
) -> None:
    for text in (f"{ZERTZ}1. Wd4,d1 Bd7,a4 {end}", f'{ZERTZ}[Result "{end}"]\n1. Wd4,d1 Bd7,a4'):
        game = only(written(text))
        assert (texts(game), game.told) == (TURNS, ())
        assert game.result is not None
        assert game.result.winners == winners


@pytest.mark.parametrize("end", ["1:0", "0:1", "1/2", "½"])
def test_such_a_result_parts_games(written: Written, end: str) -> None:
    assert len(written(f"{ZERTZ}1. Wd4,d1 Bd7,a4 {end}\n\n1. Wd4,d1 {end}")) == 2


@pytest.mark.parametrize("sign", ["+-", "-+", "=", "+=", "=+", "+/-", "-/+", "+/=", "+--", "--+"])
def test_signs_stand_right_behind_a_turn(written: Written, sign: str) -> None:
    game = only(written(f"{ZERTZ}1. Wd4,d1{sign} Bd7,a4{sign}"))
    assert (texts(game), game.told) == (TURNS, ())
    assert sign in game.turns[0].signs


# ---- tags of a game, as people spell them ------------------------------------------------------


@pytest.mark.parametrize("comma", [", ", " , ", ",\t"])
def test_blanks_beside_the_commas_of_a_tag_say_nothing(written: Written, comma: str) -> None:
    plain, spaced = (only(written(text)) for text in (TAGGED, TAGGED.replace(",", comma)))
    assert plain.luck
    assert (spaced.luck, spaced.told) == (plain.luck, ())


@pytest.mark.parametrize(
    "tag", ['[lottery "A5 B3"]', '[LOTTERY "A5 B3"]', '[ lottery  "A5 B3" ]'], ids=str
)
def test_a_tag_that_is_spelled_otherwise_is_told(written: Written, tag: str) -> None:
    game = only(written(f'[Game "Zatre"]\n{tag}\n'))
    assert game.luck == ()
    (told,) = game.told
    assert told.startswith("Line 2: [")
    assert told.endswith('"A5 B3"] is not followed: the tag is spelled Lottery.')


# ---- mails -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", ">>", " > "])
@pytest.mark.parametrize(
    "text",
    [
        f'{ZERTZ}[White "Anna"]\n\n1. Wd4,d1 {{a\nlong note}}\n2. Bd7,a4\n',
        (
            '(;GM[22]\nSU[Zertz]\nP0[id "Anna"]\nP1[id "B"]\n;P0[0 Start P0]\n'
            ";P0[1 RtoB 2 0 D 4]\n;P0[2 R- D 1]\n;P0[3 Done]C[a\nlong note])\n"
        ),
        '[Player1 "Anna"]\n[Player2 "B"]\n\n1. Wd4-d1 Bd7-a4\n2. Gc5-g1 *\n',
        "1\tWd4,d1\n2\tBd7,a4\n",
    ],
)
def test_a_text_that_a_mail_quotes_is_read_without_its_marks(
    read: Read, text: str, mark: str
) -> None:
    plain = read(text)
    assert all(isinstance(found, FoundGame) for found in plain)
    quoted = "".join(f"{mark}{line}".rstrip(" ") + "\n" for line in text.splitlines())
    for end in ("\n", "\r\n"):
        assert read(quoted.replace("\n", end)) == plain


@pytest.mark.parametrize(
    "line", ['> [Game "ZERTZ"]', ">> (;GM[22]", "Game: ZERTZ", "event: Club", "% by a program", "("]
)
def test_a_line_with_which_a_game_begins_is_no_turn(line: str) -> None:
    assert is_more_than_turns(line)


@pytest.mark.parametrize("line", ["(a4)", "> a4", "White: Wd4,d1", "game", "draw", "3", "x d4We2"])
def test_a_line_that_may_be_typed_begins_no_game(line: str) -> None:
    assert not is_more_than_turns(line)
