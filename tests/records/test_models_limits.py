"""At each limit of a record, one below and one above: what was kept is read, verified and exported
again, and what is too much is refused in a sentence before it is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import gipf_meta as gm
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import MOST_ENTRIES
from gipf_meta.desk.imported_games import Brought, read_brought
from gipf_meta.library.saved_drafts import BoardKeeper, board_file, kept_board
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import BoardHere, installed_plugins
from gipf_meta.plugins.setting_up import MOST_TAKEN
from gipf_meta.protocol.game import MoveError
from gipf_meta.records import record_files
from gipf_meta.records.models import (
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_SIGNS,
    LONGEST_TEXT,
    MOST_ABOUT,
    Record,
    RecordError,
    Seat,
)
from gipf_meta.records.record_files import dumps, link_of, loads, record_of_link
from gipf_meta.records.study import why_not_written
from gipf_meta.records.text_formats import FoundGame, read_games, without_names
from gipf_meta.records.writer import to_record
from tests.fuzz.keeping import played, require_kept
from tests.tiers import slow

FIND: Final = installed_plugins().find
RECORD: Final = to_record(played("zertz", 6), (Seat(name="Anna"), Seat(name="Bert")))
AROUND: Final = (-1, 0, 1)


def _with_turn(**values: Any) -> Record:
    """The record with those values beside its second turn."""
    first, second, *rest = RECORD.turns
    return RECORD.model_copy(update={"turns": (first, second.model_copy(update=values), *rest)})


def _in_variation(**values: Any) -> Record:
    line = (RECORD.turns[1].model_copy(update=values),)
    return _with_turn(variations=(line,))


LIMITS: Final[Mapping[str, tuple[int, Callable[[int], Record]]]] = {
    "a comment": (LONGEST_TEXT, lambda n: RECORD.model_copy(update={"comment": "é" * n})),
    "a turn's comment": (LONGEST_TEXT, lambda n: _with_turn(comment="x" * n)),
    "a variation's comment": (LONGEST_TEXT, lambda n: _in_variation(comment="x" * n)),
    "signs": (LONGEST_SIGNS, lambda n: _with_turn(signs="!" * n)),
    "a variation's signs": (LONGEST_SIGNS, lambda n: _in_variation(signs="!" * n)),
    "what is about it": (
        MOST_ABOUT,
        lambda n: RECORD.model_copy(update={"about": {f"k{i}": "x" for i in range(n)}}),
    ),
    "its names": (LONGEST_TEXT, lambda n: RECORD.model_copy(update={"about": {"k" * n: "x"}})),
    "its words": (LONGEST_TEXT, lambda n: RECORD.model_copy(update={"about": {"k": "x" * n}})),
    "a player's name": (
        LONGEST_PERSON,
        lambda n: RECORD.model_copy(
            update={"people": (Seat.model_construct(name="a" * n), Seat(name="b"))}
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("over", AROUND)
@pytest.mark.parametrize("what", LIMITS)
def test_what_is_kept_at_a_limit_is_read_verified_and_exported(
    tmp_path: Path, what: str, over: int
) -> None:
    limit, make = LIMITS[what]
    record = make(limit + over)
    with Library(tmp_path / "library") as library:
        if over > 0:
            with pytest.raises(LibraryError):
                library.add(record)
            for write in (dumps, link_of):
                with pytest.raises(RecordError):
                    write(record)
            assert library.entries() == []
            return
        require_kept(library, library.add(record), record)
    assert loads(dumps(record)) == record
    assert record_of_link(link_of(record)) == record


@pytest.mark.parametrize("over", AROUND)
@pytest.mark.parametrize("place", ["comment", "turn", "about"])
def test_half_a_letter_is_refused_before_it_is_kept(tmp_path: Path, place: str, over: int) -> None:
    words = "\ud800" if over > 0 else "\U0001f600"
    record = {
        "comment": RECORD.model_copy(update={"comment": words}),
        "turn": _in_variation(comment=words),
        "about": RECORD.model_copy(update={"about": {"place": words}}),
    }[place]
    with Library(tmp_path / "library") as library:
        if over > 0:
            with pytest.raises(LibraryError, match="cannot be kept"):
                library.add(record)
            return
        require_kept(library, library.add(record), record)


@pytest.mark.parametrize("over", AROUND)
def test_an_option_that_could_not_be_read_again_is_refused(over: int) -> None:
    entries = {str(n): n for n in range(MOST_ENTRIES + over)}
    record = RECORD.model_copy(update={"options": {"deep": [entries]}})
    if over > 0:
        with pytest.raises(RecordError, match="far too many values"):
            dumps(record)
    else:
        assert loads(dumps(record)) == record


SHEETS: Final[Mapping[str, tuple[int, Callable[[int], str]]]] = {
    "a name": (LONGEST_PERSON, lambda n: f'[White "{"a" * n}"]\n1. Wd4,d1'),
    "a wide name": (LONGEST_PERSON // 2, lambda n: f'[White "{"漢" * n}"]\n1. Wd4,d1'),
    "a header": (LONGEST_NAME, lambda n: f'[{"k" * n} "x"]\n1. Wd4,d1'),
    "its words": (LONGEST_TEXT, lambda n: f'[Event "{"x" * n}"]\n1. Wd4,d1'),
    "headers": (MOST_ABOUT, lambda n: "".join(f'[k{i} "x"]\n' for i in range(n)) + "1. Wd4,d1"),
    "a comment": (LONGEST_TEXT, lambda n: f"1. Wd4,d1 {{{'x' * n}}}"),
    "comments": (LONGEST_TEXT, lambda n: f"1. Wd4,d1 {{{'x' * (n // 2)}}} {{{'x' * (n // 2)}}}"),
    "signs": (LONGEST_SIGNS, lambda n: f"1. Wd4,d1 {'! ' * n}"),
    "a variation's": (LONGEST_TEXT, lambda n: f"1. Wd4,d1 (1. Gd4,d1 {{{'x' * n}}} {'! ' * 30})"),
}  # fmt: skip


@pytest.mark.parametrize("over", [*AROUND, 200])
@pytest.mark.parametrize("what", SHEETS)
@pytest.mark.sample(12)
def test_a_sheet_that_is_taken_is_kept_readable_with_its_names_and_without(
    tmp_path: Path, what: str, over: int
) -> None:
    limit, make = SHEETS[what]
    text = f'[Game "zertz"]\n{make(limit + over)}\n'
    [found] = read_games(text, installed_plugins().all_readers(), FIND)
    assert isinstance(found, FoundGame)
    assert len(found.record.turns) == 1
    with Library(tmp_path / "library") as library:
        for record in (found.record, without_names(found.record, ["White", "Black"])):
            require_kept(library, library.add(record), record)


def test_names_that_are_left_out_make_no_comment_too_long(tmp_path: Path) -> None:
    record = _with_turn(comment="a" * LONGEST_TEXT).model_copy(
        update={"people": (Seat(name="a"), Seat(name="b")), "about": {"event": "a" * LONGEST_TEXT}}
    )
    hidden = without_names(record, ["Player 1", "Player 2"])
    with Library(tmp_path / "library") as library:
        require_kept(library, library.add(hidden), hidden)


@pytest.mark.parametrize("over", AROUND)
def test_a_study_takes_no_more_than_it_can_keep(tmp_path: Path, over: int) -> None:
    study = gm.study("zertz").play("Wd4,d1")
    for name, limit in (("comment", LONGEST_TEXT), ("signs", LONGEST_SIGNS)):
        values = {name: "!" * (limit + over)}
        if over > 0:
            with pytest.raises(GipfMetaError, match=" at most "):
                study.write(**values)
            continue
        written = study.write(**values)
        written.save(tmp_path / "a.json")
        assert gm.study(tmp_path / "a.json").turns == written.turns
    assert why_not_written("\ud800", None) == "A comment cannot hold a broken character."


# ---- links --------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", AROUND)
@pytest.mark.parametrize("limit", ["LONGEST_LINK", "LARGEST_OF_LINK"])
def test_no_link_is_handed_out_that_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, limit: str, over: int
) -> None:
    link = link_of(RECORD)
    unfolded = json.dumps(record_files.to_data(RECORD), ensure_ascii=False, separators=(",", ":"))
    size = len(link) if limit == "LONGEST_LINK" else len(unfolded.encode())
    monkeypatch.setattr(record_files, limit, size - over)
    brought = Brought(dumps(RECORD), is_file=True)
    if over > 0:
        with pytest.raises(RecordError, match="The match is too long to be opened here"):
            link_of(RECORD)
        with pytest.raises(RecordError, match="The match is too long to be opened here"):
            read_brought(brought, None, FIND)
        return
    assert record_of_link(link_of(RECORD), record_files.LARGEST_OF_LINK) == RECORD
    again = read_brought(Brought(read_brought(brought, None, FIND).link), None, FIND)
    assert again.record == RECORD


# ---- boards that are set up ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "taken", [MOST_TAKEN - 1, MOST_TAKEN, MOST_TAKEN + 1, *slow(12 * MOST_TAKEN)]
)
def test_a_board_is_gone_on_with_however_often_something_was_taken_in_hand(
    tmp_path: Path, taken: int
) -> None:
    board = BoardHere(game="zertz")
    match = Match.begin(board, 1, FIND)
    for number in range(taken):
        match = match.play("WG"[number % 2])
    match = match.play("d4=B")
    with Library(tmp_path / "library") as library:
        keeper = BoardKeeper(board_file(library, "zertz"), (Seat(name="You"),), is_kept=False)
        keeper.keep(match)
        kept = kept_board(library, board, FIND)
    assert kept is not None
    assert sum(len(turn.decisions) for turn in kept.turns) == taken + 1
    assert all(len(turn.text) <= LONGEST_TEXT for turn in kept.turns)


@pytest.mark.parametrize("typed", [50, *slow(MOST_TAKEN), LONGEST_TEXT // 3])
def test_things_in_hand_are_typed_one_after_the_other_as_a_turn_has_them(typed: int) -> None:
    match = Match.begin(BoardHere(game="zertz"), 1, FIND)
    text = f"{'W,' * typed}d4=B"
    if typed > MOST_TAKEN:
        with pytest.raises(MoveError):
            match.play(text)
    else:
        assert match.play(text).top.state.draft != match.top.state.draft
