"""A listener to a match without its board is told what has changed of what decides, and nothing
twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.match.match import Match
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plain.told_aloud import ToldAloud
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.view import ScoreSheet, Tray, View
from gipf_meta.render.speech import begin_sentence, heap
from tests.line.rooms_here import FOUND, game_of
from tests.plain.lines import Typist, begin, open_line, pipe, play, said_at
from tests.said_aloud import MATCHES, Listener, listen
from tests.tiers import soak, spread

GAMES = sorted(game for game, options in MATCHES.values() if not options)
PLAYERS = ("You", "Mia")
DECISIONS = 80

Notes: TypeAlias = dict[tuple[str, ...], str]
"""The notes of a listener: the amount in each row, by its title, its name and its column."""


def test_the_score_repeats_nothing_of_the_reserves() -> None:
    match = Match.begin(game_of("gipf"), 2, FOUND.find, 1)
    context = QuestionContext(match.top.view(None), match.top.game.seat_names)
    assert "Reserves" in context.view.caption
    assert ToldAloud().all_beside((), context)[-1] == "Turn 1, White."


# ---- the law: whoever notes what he hears knows what lies beside the board ---------------------


def lies_beside(view: View) -> Notes:
    """All amounts beside the board of *view*, read from it directly."""
    notes = Notes()
    for tray in view.trays:
        notes |= _in_tray(tray)
    for sheet in view.sheets:
        notes |= _on_sheet(sheet)
    return notes


def _in_tray(tray: Tray) -> Notes:
    """The amounts in a tray; things that are not counted are listed."""
    if all(item.is_endless or item.label.isdecimal() for item in tray.items):
        held = ", ".join(
            item.label if item.is_endless else " ".join([item.label] * item.count)
            for item in tray.items
            if item.count
        )
        return {(tray.title,): held or "nothing"}
    return {(tray.title, heap(item)): str(item.count) for item in tray.items}


def _on_sheet(sheet: ScoreSheet) -> Notes:
    """The amounts on a score sheet. A bonus in brackets is only printed there."""
    sheet = sheet.in_words
    first = 0 if sheet.columns[0] in PLAYERS else 1
    return {
        (sheet.title, f"{sheet.columns[0]} {cells[0]}".strip() if first else "", column): cell
        for cells in sheet.rows
        for column, cell in [*zip(sheet.columns, cells, strict=True)][first:]
        if not cell.startswith("(")
    } | {(sheet.title, name): amount for name, amount in sheet.footer}


def note(notes: Notes, line: str) -> int:
    """Notes what is told in *line*; returns how many of its amounts belong to a row of *notes*."""
    found = 0
    for row in notes:
        told = _amount(row, line)
        if told is not None:
            notes[row] = told
            found += 1
    return found


def _amount(row: tuple[str, ...], line: str) -> str | None:
    """The amount of *row* that *line* tells; ``None``: it tells none."""
    title, name, column = (*row, "", "")[:3]
    if line.startswith(f"{title}: "):
        cells = line.removeprefix(f"{title}: ").removesuffix(".")
        if len(row) == 1:
            return cells
        parts = cells.split("; ")
        separator = ": " if column and name else " "
    else:
        parts = re.split(r"(?<=\.) ", line) if column else []
        parts = [part.removesuffix(".") for part in parts]
        name, separator = begin_sentence(name), ": "
    for part in parts:
        if not name or part.startswith(f"{name}{separator}"):
            told = part.removeprefix(f"{name}{separator}")
            if not column:
                return told
            for cell in told.split(", "):
                if cell.startswith(f"{column} "):
                    return cell.removeprefix(f"{column} ")
    return None


def played(game: str, seed: int) -> Iterator[Match]:
    """A match of random decisions, after each of them."""
    rng, match = Random(seed), Match.begin(game_of(game), 2, FOUND.find, seed)
    for _decision in range(DECISIONS):
        yield match
        choices = match.top.view(match.player).choices if match.player is not None else ()
        if not choices:
            return
        match = match.play(rng.choice(choices).notation, match.player)


def is_nothing(amount: str) -> bool:
    """Whether there is nothing in a row."""
    return amount in ("", "0")


@pytest.mark.parametrize("seed", [0, *soak(1, 2)])
@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_last_of_each_row_is_what_lies_there(game: str, seed: int) -> None:
    aloud, notes, told = ToldAloud(), Notes(), 0
    rng = Random(seed)
    with told_to(Addressee(PLAYERS, you=0)):
        for match in played(game, seed):
            if rng.random() < 0.5 and notes:
                continue  # some decisions later all is told at once
            view = match.top.view(None)
            context = QuestionContext(view, match.top.game.seat_names, PLAYERS)
            lines, there = aloud.changes((), context), lies_beside(view)
            if not notes:
                notes = there
                continue
            rows = {row: "" for row in there if row not in notes}
            notes = {row: amount for row, amount in notes.items() if row in there} | rows
            changed = {row for row in there if differs(notes[row], there[row])}
            heard = sum(note(notes, line) for line in lines)
            told += heard
            wrong = {row: (notes[row], there[row]) for row in there
                     if differs(notes[row], there[row])}  # fmt: skip
            assert wrong == {}, lines
            assert heard == len(changed), (lines, changed)
    assert told


def differs(one: str, other: str) -> bool:
    """Whether two amounts are not the same."""
    return one != other and not (is_nothing(one) and is_nothing(other))


# ---- a whole match, line by line ---------------------------------------------------------------


class Noting(Listener):
    """A listener who notes what he hears, and compares his notes with the board at each turn."""

    def __init__(self) -> None:
        super().__init__()
        self.notes, self.turn, self.compared = Notes(), -1, 0
        self.wrong: list[tuple[tuple[str, ...], str, str]] = []

    def note_line(self) -> None:
        """Compares the notes when a turn begins."""
        assert self.match is not None
        played = self.match.played
        status = played.match.top.status
        if len(self.typed) < 2 or not isinstance(status, Turn) or status.number == self.turn:
            return
        self.turn = status.number
        there = lies_beside(played.view())
        self.notes = {row: self.notes.get(row, "") for row in there}
        for line in self.sentences():
            for row in there:
                if (told := _amount(row, line)) is not None:
                    self.notes[row] = told
        self.wrong += [(row, self.notes[row], amount) for row, amount in there.items()
                       if differs(self.notes[row], amount) and self.compared]  # fmt: skip
        if not self.compared:  # all is told at first, in other sentences
            self.notes = there
        self.compared += 1

    def sentences(self) -> list[str]:
        """The lines said since the last line was typed, as they were before they were wrapped."""
        said = said_at(self).rpartition("> \n")[2]
        lines = [""]
        for line in said.splitlines():
            lines += (
                ["", line] if lines[-1].endswith((".", "?")) else [f"{lines.pop()} {line}".strip()]
            )
        return [line for line in lines if line]


@pytest.mark.parametrize("game", ["gipf", "zertz"])
def test_a_listener_knows_what_decides_at_each_of_his_turns(game: str) -> None:
    listener = listen(game, listener=Noting())
    assert isinstance(listener, Noting)
    assert listener.compared > 5
    assert listener.wrong == []


# ---- nothing is said twice ---------------------------------------------------------------------


def said_after(said: str, typed: str) -> list[str]:
    """The lines that follow the first line *typed* so, up to the next prompt."""
    return said.partition(f"> {typed}\n")[2].partition("> ")[0].splitlines()[:-1]


def heard(terminal: Terminal, game: str, *moves: str, **options: object) -> str:
    """All that is said in a match of two people at one keyboard, with the moves played before."""
    match = Match.begin(game_of(game, **options), 2, FOUND.find, seed=3)
    for move in moves:
        match = match.play(move, match.player)
    line = open_line()
    begin(line, match, ("human", "human"))
    play(line, terminal)
    return said_at(terminal)


ASKED = "Place a marble from the pool on a vacant ring, such as Wa1."


@pytest.mark.parametrize("off", [[], ["board off"]])
@pytest.mark.parametrize("looks", ["help", "moves a1", "what is on d4", "news", "undo", "hint"])
@pytest.mark.sample(4)
def test_the_prompt_is_not_repeated_after_what_only_looks(looks: str, off: list[str]) -> None:
    said = heard(pipe(*off, looks, "", "nonsense"), "zertz")
    assert ASKED not in "".join(said_after(said, looks))
    assert said_after(said, "")[-1] == ASKED  # whoever wants it presses Enter
    assert said_after(said, "nonsense")[-1] == ASKED


def test_with_the_board_off_a_turn_tells_what_it_has_changed() -> None:
    said = heard(pipe("board off", "Wd4,d1", "Bd5,a1", "x d4Bd6"), "zertz")
    assert said_after(said, "board off") == [
        "The board is shown no more: ask about it.",
        "Pool: white marble 6, grey marble 8, black marble 10.",
        "Captured by Player 1: nothing.",
        "Captured by Player 2: nothing.",
    ]
    assert said_after(said, "Wd4,d1") == [
        "Player 1 places a white marble on d4, then removes ring d1.",
        "Pool: white marble 5.",
    ]
    assert said_after(said, "x d4Bd6") == [
        "Player 1 jumps from d4 to d6, capturing the black marble on d5.",
        "Captured by Player 1: black marble 1.",
        "Place a marble.",
    ]


def test_a_word_is_answered_at_once_though_nothing_happens() -> None:
    said = heard(pipe("board off", "next", "Wd4,d1"), "zertz")
    assert said_after(said, "next")[0] == "No move waits for your turn any more."


def test_what_a_challenge_puts_at_stake_is_not_told_again_of_its_duel() -> None:
    turns = ["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^"]
    typed = ["board off", *turns, "how many pieces do I have", "challenge", "Wd4"]
    said = heard(pipe(*typed), "gipf", zertz_potentials=3, challenges_enabled=True)
    for stake in ("If White wins the duel", "If Black wins the duel"):
        assert said.count(stake) == 1
    assert "After a draw another duel is played; this is duel 1 of 3." in said


def test_what_is_taken_back_is_told_as_it_is_now() -> None:
    said = heard(pipe("board off", "Wd4,d1", "undo", "undo"), "zertz")
    assert said_after(said, "undo") == ["Taken back.", "Remove a free ring, such as a1."]
    assert said.rpartition("> undo\n")[2].splitlines()[:3] == [
        "Taken back.", "Pool: white marble 6.", "Place a marble.",
    ]  # fmt: skip


def test_with_the_board_on_all_is_told_as_before() -> None:
    said = heard(pipe("Wd4,d1"), "zertz")
    assert "Player 1 places a white marble on d4, then removes ring d1 (Wd4,d1).\n" in said
    assert "Captured by Player 2: nothing\nTurn 2, Player 2.\nPlace a marble from" in said


ONE_JUMP = ("Wg1,e1", "Gf2,f1")
"""The turns after which one jump is possible, and nothing else."""
OFFER = "Enter plays the only way: jump from g1 to e3, capturing the grey marble on f2 (x g1Ge3)."


@pytest.mark.parametrize("off", [[], ["board off"]])
def test_at_a_terminal_enter_plays_the_only_way(off: list[str]) -> None:
    said = heard(Typist(*off, "", "", "quit"), "zertz", *ONE_JUMP)
    assert " ".join(said.split()).count(OFFER) == 1
    assert said.count("Player 1 jumps from g1 to e3") == 1  # the second Enter plays nothing


def test_an_empty_line_of_a_pipe_plays_nothing() -> None:
    said = heard(pipe("board off", "", "", "quit"), "zertz", *ONE_JUMP)
    assert "Enter plays" not in said
    assert "jumps" not in said


def test_a_third_fewer_words_are_said_for_a_decision() -> None:
    """So many were said when all that lies beside the board was told at each decision; of all
    games ``python -m tests.said_aloud`` tells."""
    words_before, listener = 56.5, listen("zertz")
    words = len(" ".join(listener.heard).split())
    assert words / (len(listener.typed) - 1) < words_before * 2 / 3


@pytest.mark.parametrize("game", spread((game for game in GAMES if game != "tamsk"), 2))
def test_no_sentence_is_said_twice_between_two_lines_that_are_typed(game: str) -> None:
    listener = listen(game)
    for lines in "\n".join(listener.heard).split("> \n"):
        sentences = [line for line in lines.splitlines() if line.endswith(".")]
        said = [each for each in sentences if "draw" not in each]  # two tiles may be alike
        assert len(said) == len({*said}), said
