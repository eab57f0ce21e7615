"""Nothing of a note sheet is swallowed: each letter is read, refused or told.

Sheets are damaged at random; what is proved is that the pieces of a text cover it, and that a word
that means nothing is found again wherever it is put.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from gipf_meta.match.note_sheets import NoteSheet, note_sheets
from gipf_meta.match.sheet_headers import unknown_game
from gipf_meta.match.sheet_turns import SheetReading
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.readers import WrittenTurn
from tests.tiers import soak

SHEETS: Final = (
    """[Game "ZERTZ"]
[White "A"] [Black "B \\"b\\" b"]
% passed

1. Wd4,d1! {the middle} Bd7,a4 ± ( {why} 1... Gc5,g1 (1... Gc5,g4) Wa1,a2 ) 2. Gc5,g1 N *""",
    """Game: zertz
White: Anna
Black: Bert
# by hand
1\tWd4,d1 ; fine
2 Bd7,a4 $16
1-0 thanks!""",
    """White: Wd4,d1
Black: Bd7,a4
3. Player 1: Gc5,g1 1/2-1/2
1. Wd4,d1 Ｂｄ７，ａ４ (Bd7,a1) 0-1""",
    """[Game "zertz"]
[Foo.Bar "x"]
[Date "2008.06.14"]

Wd4,d1 {open
Bd7,a4 Gc5,g1 {b}
White resigns""",
)
PIECES: Final = (
    *'{}()[];:#%$*."\\=+-!?1 \n\r\t', '[A "', '"]', "{a", "( ", " )", "1. ", "\n\n", "\ufeff",
    "White: ", "x", "Wd4,d1 ", '\n[Game "x"]\n', " 1-0 ", " *\n", "\n% ", " ;", "resigns", "±",
    "½-½",
)  # fmt: skip
JUNK: Final = "qzqzq"
UNSEEN: Final = "\u200b\ufeff\u00ad"


def damaged(rng: Random) -> str:
    """A sheet in which letters are gone, doubled, moved, or something stands between them."""
    text = rng.choice(SHEETS)
    for _time in range(rng.randrange(1, 5)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((0, 0, 1, 1, 2, 9)))
        text = text[:at] + rng.choice(("", *PIECES, text[at:to] * 2)) + text[to:]
    return text


def uncovered(text: str) -> str:
    """The letters of *text* that stand in no header, no piece, and no place that is told."""
    covered = bytearray(len(text))
    for sheet in note_sheets(text):
        spans = [(each.begin, each.end) for each in sheet.said]
        spans += [(each.begin, each.end) for each in sheet.pieces]
        spans += [(each.begin, each.end) for each in sheet.notices]
        for begin, end in spans:
            covered[begin:end] = b"\1" * (end - begin)
    return "".join(
        letter
        for at, letter in enumerate(text)
        if not (covered[at] or letter.isspace() or letter in UNSEEN)
    )


def said_by(sheet: NoteSheet) -> str | None:
    """The texts of reading *sheet*; ``None`` where it is refused, or ends at a fault."""
    if unknown_game(sheet) not in ("", "ZERTZ", "zertz"):
        return None
    try:
        reading = SheetReading(installed_plugins().games["zertz"], sheet)
        reading.read_all()
    except ValueError:
        return None
    if reading.fault or reading.damage:
        return None
    read = reading.read
    said = [*reading.names, *read.about, *read.about.values(), reading.comment, read.position]
    said += (
        *reading.notices.sentences(),
        *(str(value) for value in read.game.model_dump().values()),
    )
    said += words_beside(reading.turns)
    return " ".join(said) + repr(reading.result)


def words_beside(turns: tuple[WrittenTurn, ...]) -> Iterator[str]:
    for turn in turns:
        yield f"{turn.text} {turn.comment} {turn.signs}"
        for line in turn.variations:
            yield from words_beside(line)


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 60))])
def test_each_letter_of_a_damaged_sheet_is_read_or_told(seed: int) -> None:
    rng = Random(seed)
    for _time in range(400):
        text = damaged(rng)
        assert uncovered(text) == "", text


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 60))])
def test_a_word_that_means_nothing_is_told_wherever_it_stands(seed: int) -> None:
    rng = Random(seed)
    for _time in range(10):
        text = damaged(rng) if rng.random() < 0.5 else rng.choice(SHEETS)
        at = rng.randrange(len(text) + 1)
        text = f"{text[:at]} {JUNK} {text[at:]}"
        told = [said_by(sheet) for sheet in note_sheets(text)]
        assert None in told or any(JUNK in said.lower() for said in told if said), text
