"""Makes puzzles: game after game, stage after stage, each finding a line of the journal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import whole
from gipf_meta.base.texts import N_, _
from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.puzzles import Puzzle, Puzzling, data_of, moves_of, puzzle_of
from gipf_meta.records.record_files import write_whole
from gipf_meta.search.budget import MOST_NODES
from gipf_meta.workshop.puzzles.alike import pieces_of
from gipf_meta.workshop.puzzles.candidates import candidates
from gipf_meta.workshop.puzzles.followed_lines import (
    Solution,
    TurnProof,
    audit,
    prove,
    solve,
    why_plain,
)
from gipf_meta.workshop.puzzles.measuring import LevelResult, measure, rating_of
from gipf_meta.workshop.puzzles.puzzle_choice import MadePuzzle, choose, settings_of
from gipf_meta.workshop.puzzles.puzzle_journal import JournalError, PuzzleJournal
from gipf_meta.workshop.puzzles.source_games import SourceGame, states_of

DEEPER: Final = 10
"""The positions with which a turn is proven, for each of those by which it was found."""
AUDITS: Final = (30, 60)
"""Likewise, those with which a whole solution is looked at once more: what is right at one number
alone is right by chance."""
LEAST_RATING: Final = 800
"""The rating below which a puzzle is too easy."""
FEWEST, MOST, SHARE = 400, 1500, 25
"""The least and the most positions of a search through a game, and by default one part of so many
of what a second bears."""
STAGES: Final[Mapping[str, str]] = {
    "game": N_("games"),
    "proof": N_("proofs"),
    "solution": N_("solutions"),
    "audit": N_("second looks"),
    "rating": N_("ratings"),
}
"""The stages, as people read them."""
WHYS: Final[Mapping[str, str]] = {
    "forced": N_("no choice"),
    "several": N_("several good turns"),
    "weak": N_("nothing to win"),
    "unwritten": N_("a turn without notation"),
    "one-mover": N_("too plain"),
    "doubtful": N_("in doubt"),
    "easy": N_("too easy"),
}
"""The reasons why positions are left out, as people read them."""

ReportYields = Callable[[str], None]


def usual_nodes(game: AnyGame) -> int:
    """The positions of a search through a game of *game*, where nobody says how many."""
    return min(MOST, max(FEWEST, game.positions_a_second // SHARE))


@dataclass(frozen=True, slots=True)
class PuzzleMaking:
    """Makes puzzles of *game*: *nodes* is the size of the search that finds candidates, *journal*
    remembers all findings."""

    game: AnyGame
    nodes: int
    journal: PuzzleJournal

    def run(self, sources: Iterable[SourceGame], report: ReportYields) -> None:
        """Looks through *sources*, and judges what is found there."""
        self._finish()
        for source in sources:
            if source.key not in self.journal.games:
                self._look_through(source)
                self._finish()
                report(self.yields())

    def _look_through(self, source: SourceGame) -> None:
        began = cpu_ms()
        states = states_of(self.game, source)
        found = [(each.position, each.before, each.now) for each in self._candidates(states)]
        line = {"stage": "game", "key": source.key, "turns": len(states), "candidates": found}
        self.journal.add({**line, "ms": round(cpu_ms() - began)})

    def _candidates(self, states: Sequence[Any]) -> Iterator[Any]:
        return candidates(self.game, states, self.nodes)

    def _finish(self) -> None:
        """Judges every position that has a stage before it."""
        stages = (
            ("proof", self._prove),
            ("solution", self._solve),
            ("audit", self._audit),
            ("rating", self._rate),
        )
        for position, found in [*self.journal.found.items()]:
            for stage, judge in stages:
                if why_left_out(found):
                    break
                if stage not in found:
                    began = cpu_ms()
                    line = {"stage": stage, "position": position, "found": judge(position, found)}
                    self.journal.add({**line, "ms": round(cpu_ms() - began)})

    def _state(self, position: str) -> Any:
        assert isinstance(self.game, Positions)
        return self.game.from_text(position)

    def _prove(self, position: str, _known: dict[str, Any]) -> Any:
        found = prove(self.game, self._state(position), DEEPER * self.nodes)
        return found if isinstance(found, str) else asdict(found)

    def _solve(self, position: str, known: dict[str, Any]) -> Any:
        proof = TurnProof(**known["proof"])
        return asdict(solve(self.game, self._state(position), proof, DEEPER * self.nodes))

    def _audit(self, position: str, known: dict[str, Any]) -> Any:
        turns, also = known["solution"]["turns"], known["solution"]["also"]
        state = self._state(position)
        return all(
            audit(self.game, state, turns, min(times * self.nodes, MOST_NODES), also)
            for times in AUDITS
        )

    def _rate(self, position: str, known: dict[str, Any]) -> Any:
        turns, also = known["solution"]["turns"], known["solution"]["also"]
        return [[*each] for each in measure(self.game, self._state(position), turns, also)]

    # ---- what was found -------------------------------------------------------------------------

    def yields(self) -> str:
        """The yield of each stage, and the hours of processor time that all took, in words."""
        journal = self.journal
        found = [*journal.found.values()]
        whys = Counter(filter(None, map(why_left_out, found)))
        return _(
            "Games: {games}. Candidates: {found}. Proven: {proven}. Puzzles: {solved}."
            " Hours: {hours:.2f} ({shares}). Left out: {whys}."
        ).format(
            games=len(journal.games),
            found=len(found),
            proven=sum(isinstance(each.get("proof"), dict) for each in found),
            solved=len(self._finished()),
            hours=sum(journal.ms.values()) / 3_600_000,
            shares=", ".join(
                f"{_(words)} {journal.ms[stage] / 3_600_000:.2f}" for stage, words in STAGES.items()
            ),
            whys=", ".join(f"{_(WHYS[why])} {n}" for why, n in whys.most_common()) or "0",
        )

    def made(self) -> list[MadePuzzle]:
        """All puzzles that were made, without numbers, with their themes; none that is about
        nothing, or whose endings are about nothing in common."""
        options = settings_of(self.game)
        made = (self._made(at, found, options) for at, found in self._finished().items())
        return [each for each in made if each is not None]

    def _finished(self) -> dict[str, Any]:
        """The findings on each position that became a puzzle."""
        found = self.journal.found
        return {at: each for at, each in found.items() if is_finished(each)}

    def _made(
        self, position: str, found: dict[str, Any], options: tuple[str, ...]
    ) -> MadePuzzle | None:
        proof, solution = TurnProof(**found["proof"]), Solution(**found["solution"])
        rating, deviation = rating_of([LevelResult(*each) for each in found["rating"]])
        state = self._state(position)
        endings = [(*solution.turns[:-1], each) for each in solution.also]
        others = [themes_of(self.game, state, each) for each in endings]
        of_solution = themes_of(self.game, state, solution.turns)
        themes = tuple(each for each in of_solution if all(each in other for other in others))
        if isinstance(self.game, Puzzling) and not themes:
            return None
        puzzle = Puzzle(
            self.game.id,
            0,
            position,
            tuple(solution.turns),
            themes,
            options,
            rating,
            deviation,
            tuple(solution.also),
        )
        return MadePuzzle(
            puzzle,
            found["candidate"]["key"],
            quality_of(proof, solution),
            pieces_of(self.game, state),
            solution.is_answer,
        )


def why_left_out(found: dict[str, Any]) -> str:
    """Why not: the reason why a position of which this was *found* so far becomes no puzzle, one
    word; ``""`` where there is none."""
    if isinstance(found.get("proof"), str):
        return str(found["proof"])
    if "solution" in found and (
        why := why_plain(TurnProof(**found["proof"]), Solution(**found["solution"]))
    ):
        return why
    if "rating" in found:
        rating, _deviation = rating_of([LevelResult(*each) for each in found["rating"]])
        if rating < LEAST_RATING:
            return "easy"
    # a deeper search prefers something else, or likes it as much: what was proven is in doubt
    is_doubtful = "rating" in found and not found["rating"][-1][1]
    return "doubtful" if is_doubtful or not found.get("audit", True) else ""


def is_finished(found: dict[str, Any]) -> bool:
    """Whether a position of which this was *found* is a puzzle."""
    return "rating" in found and "audit" in found and not why_left_out(found)


def quality_of(proof: TurnProof, solution: Solution) -> float:
    """How good a puzzle is: the clearer, the longer and the less plain the better."""
    clear = (proof.chances - proof.second) / 100
    return round(clear + min(solution.choices, 3) / 3 + (1 - proof.plain) / 2, 4)


def themes_of(game: AnyGame, state: Any, turns: Sequence[str]) -> tuple[str, ...]:
    """The themes of the *turns* from *state*; none where the game knows no themes."""
    if not isinstance(game, Puzzling):
        return ()
    states, moves = [state], []
    for text in turns:
        for move in moves_of(game, states[-1], text):
            moves.append(move)
            states.append(game.apply(states[-1], move))
    return tuple(game.themes_of(states, moves))


# ---- the file of puzzles -------------------------------------------------------------------------


def read_shipped(path: Path, game: AnyGame) -> list[Puzzle]:
    """The puzzles of *game* in the file at *path*; none if it is not there. Raises
    ``JournalError``, ``OSError``."""
    if not path.exists():
        return []
    try:
        found = json.loads(path.read_text("utf-8"))
        if not isinstance(found, list):
            raise TypeError
        puzzles = [puzzle_of(game.id, each) for each in found]
        for each in puzzles:
            _require_whole(each, game)
    except (ValueError, LookupError, TypeError, GipfMetaError):
        words = _("{path} holds no puzzles; name a file that is not there yet.")
        raise JournalError(words.format(path=path)) from None
    return puzzles


def _require_whole(puzzle: Puzzle, game: AnyGame) -> None:
    """Raises ``TypeError`` or ``GipfMetaError`` unless *puzzle* has what each one has, and its
    position, by the options of *game*, is one."""
    texts = (puzzle.position, *puzzle.turns, *puzzle.themes, *puzzle.options)
    numbers = (puzzle.number, puzzle.rating, puzzle.deviation)
    if not all(isinstance(each, str) for each in texts) or not all(map(whole, numbers)):
        raise TypeError
    if puzzle.options == settings_of(game):
        assert isinstance(game, Positions)
        game.from_text(puzzle.position)


def write_puzzles(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Writes *puzzles*, one a line, and the whole file or nothing."""
    rows = [json.dumps(data_of(each), ensure_ascii=False) for each in puzzles]
    write_whole(("[\n" + ",\n".join(rows) + "\n]\n").encode(), path)


def ship(making: PuzzleMaking, path: Path, most: int) -> list[Puzzle]:
    """Writes the best puzzles of *making* behind those at *path*, *most* in all; returns all."""
    shipped = read_shipped(path, making.game)
    puzzles = choose(making.game, shipped, making.made(), most)
    write_puzzles(puzzles, path)
    return puzzles


def shipped_words(game: AnyGame, puzzles: Sequence[Puzzle], path: Path) -> str:
    """A sentence on the *puzzles* of *game* that the file at *path* has."""
    words = _.many("{game}: {n} puzzle in {path}.", "{game}: {n} puzzles in {path}.", len(puzzles))
    return words.format(game=title_of(game), n=len(puzzles), path=path)
