"""The folder of a training: what was asked for, the games, the worths, a line a generation.

``training.json``        what was asked for; the same command goes on from what is there
``journal.jsonl``        a line for each generation that is done
``worths-N.json``        the worths that generation N found; 0: those it all began with
``games-N.jsonl``        the games of generation N, a line each; 0: games of people
``training.svg``         loss and Elo as a picture
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.files import regular, whole_folder
from gipf_meta.base.texts import _
from gipf_meta.records.record_files import write_whole
from gipf_meta.render.brush import variable
from gipf_meta.render.curves import HEIGHT, LEFT, LETTERS, WIDTH, Chart
from gipf_meta.render.svg_elements import page, text, translate
from gipf_meta.render.theme import LIGHT, write_colours
from gipf_meta.workshop.arena.standings import elo_at, mean
from gipf_meta.workshop.training.selfplay import OPENINGS, Example, PlayedGame

CROWNED: Final = 0.75
"""The share of points from which on a judgement is the champion that the next ones must beat."""


class TrainingError(GipfMetaError, ValueError):
    """Nothing can be trained so; one sentence."""


class Training(BaseModel):
    """The arguments of a training: *games* of self-play for each generation with searches of
    *nodes* positions, then *pairs* against the champion with *proof_nodes*. The *game* is played
    under each of several *options* in turn. *records* are the files with games of people that are
    learned from, too, as somebody named them. *anew*: it began with worths of 0, not with those
    that the game has. Games begin with up to *openings* random turns. *by_search* says how much of
    the chances to learn comes from a search, in hundredths; the rest comes from how the game
    ended."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    rules_version: int
    options: tuple[dict[str, Any], ...]
    games: int
    nodes: int
    pairs: int
    proof_nodes: int
    seed: int
    records: tuple[str, ...] = ()
    anew: bool = False
    openings: int = OPENINGS
    by_search: int = 70


class Generation(BaseModel):
    """The figures of generation *number*.

    *positions* were learned from; *loss_before* and *loss* say how far the judgement was from games
    that were not learned from, before and after, in nats. *pairs* against the worths of generation
    *champion* brought 0 to 2 points. It is *kept* if it is the best one so far. *seconds* are
    processor time of all workers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    positions: int
    loss_before: float
    loss: float
    champion: int
    pairs: tuple[int, int, int, int, int]
    kept: bool
    seconds: int

    @property
    def share(self) -> float:
        """The share of points against the champion, from 0 to 1."""
        return mean(self.pairs)


class TrainingJournal:
    """The files of a training in *folder*. Raises ``TrainingError``, ``OSError``.

    *worths* are those it begins with, unless the folder holds others already.
    """

    def __init__(self, folder: Path, training: Training, worths: Sequence[int]) -> None:
        self.folder: Final = folder
        self.training: Final = training
        if folder.exists():
            self._begin(training, worths)
        else:
            with whole_folder(folder) as fresh:
                _write_begin(fresh, training, worths)
        if (begun := len(self.worths(0))) != len(worths):
            raise TrainingError(
                _(
                    "{path} was begun when the game judged by {begun} worths; now it has {count}:"
                    " name another folder."
                ).format(path=folder, begun=begun, count=len(worths))
            )
        self.generations: Final = [*self._read_generations()]

    def _begin(self, training: Training, worths: Sequence[int]) -> None:
        path = self.folder / "training.json"
        if not path.exists():
            begun = self._worths_file(0)  # all that is there if the disk was full
            if any(each != begun for each in self.folder.iterdir()):
                raise TrainingError(
                    _("{path} holds something else; name a folder that is not there yet.").format(
                        path=self.folder
                    )
                )
            _write_begin(self.folder, training, worths)
        elif _read_text(path) != _arguments_json(training):
            raise TrainingError(
                _(
                    "{path} holds a training with other arguments; repeat those of its"
                    " training.json, or name another folder."
                ).format(path=self.folder)
            )
        elif not self._worths_file(0).exists():
            self.keep_worths(0, worths)

    def _read_generations(self) -> Iterator[Generation]:
        path = self.folder / "journal.jsonl"
        for line in _whole_lines(path):
            try:
                yield Generation.model_validate_json(line)
            except ValidationError:
                raise TrainingError(_("{path} is damaged.").format(path=path)) from None

    @property
    def champion(self) -> int:
        """The generation that the next one plays against."""
        if not self.generations:
            return 0
        last = self.generations[-1]
        return last.number if last.kept and last.share >= CROWNED else last.champion

    @property
    def best(self) -> int:
        """The generation whose worths are the best ones: the last one that was kept."""
        return max((each.number for each in self.generations if each.kept), default=0)

    def elo(self, generation: Generation) -> float:
        """The lead of *generation* over the first worths of the training, champion by champion, in
        Elo."""
        won = elo_at(min(0.99, max(0.01, generation.share)))
        return won + (
            self.elo(self.generations[generation.champion - 1]) if generation.champion else 0
        )

    @property
    def share_to_beat(self) -> float:
        """The share of points against the champion with which a generation is kept."""
        champion = self.champion
        against = [each.share for each in self.generations if each.champion == champion]
        return max([0.5, *against])

    def add(self, generation: Generation) -> None:
        """Adds the figures of *generation*; its worths are there already."""
        path = self.folder / "journal.jsonl"
        _drop_half_a_line(path)
        with open(path, "a", encoding="utf-8", opener=regular) as file:
            file.write(generation.model_dump_json() + "\n")
        self.generations.append(generation)

    # ---- worths --------------------------------------------------------------------------------

    def _worths_file(self, generation: int) -> Path:
        return self.folder / f"worths-{generation}.json"

    def keep_worths(self, generation: int, worths: Sequence[int]) -> None:
        """Writes the *worths* of a generation, sixteen a line."""
        write_whole(_worths_json(worths), self._worths_file(generation))

    def worths(self, generation: int) -> list[int]:
        """The worths of a generation."""
        found: list[int] = json.loads(_read_text(self._worths_file(generation)))
        return found

    # ---- games ---------------------------------------------------------------------------------

    def keep_game(self, generation: int, game: PlayedGame) -> None:
        """Appends a game of a generation."""
        with open(self._games_file(generation), "a", encoding="utf-8", opener=regular) as file:
            file.write(json.dumps(game) + "\n")

    def games(self, generation: int) -> list[PlayedGame]:
        """The games of a generation so far, by their numbers."""
        lines = map(json.loads, _whole_lines(self._games_file(generation)))
        found = [PlayedGame(n, [Example(*each) for each in given]) for n, given in lines]
        return sorted(found, key=lambda game: game.number)

    @property
    def has_real_games(self) -> bool:
        """Whether the games of people have been read."""
        return self._games_file(0).exists()

    def keep_real_games(self, games: Sequence[PlayedGame]) -> None:
        """Writes the games of people that every generation learns from."""
        write_whole(
            "".join(json.dumps(game) + "\n" for game in games).encode(), self._games_file(0)
        )

    def drop_half_a_game(self, generation: int) -> None:
        """Takes away a last line that was cut off, so that games can be appended."""
        _drop_half_a_line(self._games_file(generation))

    def _games_file(self, generation: int) -> Path:
        return self.folder / f"games-{generation}.jsonl"


def _whole_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    text = _read_text(path)
    return text[: text.rfind("\n") + 1].splitlines()


def _drop_half_a_line(path: Path) -> None:
    """Takes away a last line that was cut off; a file that is whole is not touched."""
    whole = "".join(line + "\n" for line in _whole_lines(path)).encode()
    if path.exists() and path.stat().st_size != len(whole):
        write_whole(whole, path)


def _read_text(path: Path) -> str:
    with open(path, encoding="utf-8", opener=regular) as file:
        return file.read()


def _write_begin(folder: Path, training: Training, worths: Sequence[int]) -> None:
    """Writes the first worths of a training, then its arguments: they prove that all is there."""
    write_whole(_worths_json(worths), folder / "worths-0.json")
    write_whole(_arguments_json(training).encode(), folder / "training.json")


def _arguments_json(training: Training) -> str:
    return training.model_dump_json(indent=2, exclude_defaults=True) + "\n"


def _worths_json(worths: Sequence[int]) -> bytes:
    rows = [", ".join(map(str, worths[at : at + 16])) for at in range(0, len(worths), 16)]
    return ("[\n" + ",\n".join(rows) + "\n]\n").encode("ascii")


TITLE: Final = 22.0
"""The room for the title of a chart, in pixels."""


def draw_training(journal: TrainingJournal) -> None:
    """Writes ``training.svg`` into the folder of *journal*. Raises ``RecordError``."""
    made = training_picture(
        journal.training.game,
        [each.loss for each in journal.generations],
        [0.0, *(journal.elo(each) for each in journal.generations)],
    )
    write_whole(made.encode(), journal.folder / "training.svg")


def training_picture(game: str, losses: Sequence[float], strengths: Sequence[float]) -> str:
    """The *losses* of the generations of a *game* and their *strengths* in Elo, as SVG.

    There is one strength more: that of the beginning.
    """
    highest = max(losses)
    low, high = min(strengths), max(*strengths, min(strengths) + 1)
    charts = (
        (
            _("{game}: loss on games not learned from").format(game=game),
            Chart(len(losses), ("0", f"{highest / 2:.4f}", f"{highest:.4f}")),
            [100 * loss / highest for loss in losses],
        ),
        (
            _("{game}: Elo, from where the training began").format(game=game),
            Chart(len(strengths), tuple(str(round(low + (high - low) * n / 2)) for n in range(3))),
            [100 * (strength - low) / (high - low) for strength in strengths],
        ),
    )
    made = ""
    for n, (title, chart, values) in enumerate(charts):
        markup = text(title, LEFT, TITLE / 2, LETTERS, variable("ink"), "start", bold=True)
        markup += translate(chart.frame() + chart.curve(values), 0, TITLE)
        made += translate(markup, 0, n * (HEIGHT + TITLE))
    return write_colours(page(WIDTH, len(charts) * (HEIGHT + TITLE), made), LIGHT) + "\n"
