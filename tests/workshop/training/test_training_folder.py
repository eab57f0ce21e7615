"""The folder of a training (gipf_meta/workshop/training/training_folder.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.workshop.training.selfplay import Example, PlayedGame
from gipf_meta.workshop.training.training_folder import (
    Generation,
    Training,
    TrainingError,
    TrainingJournal,
    draw_training,
)

ASKED = Training(
    game="nim", rules_version=1, options=({},), games=2, nodes=1, pairs=4, proof_nodes=1, seed=1
)
EVEN, BETTER, BEST = (0, 0, 4, 0, 0), (0, 0, 1, 3, 0), (0, 0, 0, 0, 4)


def generation(
    number: int, pairs: tuple[int, int, int, int, int], champion: int, kept: bool
) -> Generation:
    return Generation(
        number=number,
        positions=9,
        loss_before=0.5,
        loss=0.4,
        champion=champion,
        pairs=pairs,
        kept=kept,
        seconds=1,
    )


def test_the_champion_stays_until_it_is_clearly_beaten(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path, ASKED, [0])
    assert (journal.champion, journal.best, journal.share_to_beat) == (0, 0, 0.5)
    journal.add(generation(1, EVEN, 0, kept=False))
    assert (journal.champion, journal.best, journal.share_to_beat) == (0, 0, 0.5)
    journal.add(generation(2, BETTER, 0, kept=True))
    assert (journal.champion, journal.best, journal.share_to_beat) == (0, 2, 11 / 16)
    journal.add(generation(3, BEST, 0, kept=True))
    assert (journal.champion, journal.best, journal.share_to_beat) == (3, 3, 0.5)


def test_elo_adds_up_from_champion_to_champion(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path, ASKED, [0])
    journal.add(generation(1, (0, 0, 2, 0, 2), 0, kept=True))  # 75 %
    journal.add(generation(2, EVEN, 1, kept=False))
    journal.add(generation(3, BEST, 1, kept=True))
    told = [round(journal.elo(each)) for each in journal.generations]
    assert told == [191, 191, 191 + 798]  # a share of 100 % counts as one of 99 %


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path, ASKED, [5, -7])
    game = PlayedGame(1, [Example(0.5, [3, 4], 0.25, -1.0)])
    journal.keep_game(1, game)
    journal.keep_worths(1, [1] * 40)
    journal.add(generation(1, BETTER, 0, kept=True))
    with (tmp_path / "games-1.jsonl").open("a", encoding="utf-8") as file:
        file.write('[2, [["half a li')
    again = TrainingJournal(tmp_path, ASKED, [0, 0])
    assert again.generations == journal.generations
    assert again.worths(0) == [5, -7]
    assert again.worths(1) == [1] * 40
    assert again.games(1) == [game]
    again.drop_half_a_game(1)
    again.keep_game(1, PlayedGame(0, []))
    assert again.games(1) == [PlayedGame(0, []), game]


def test_a_training_of_a_judgement_with_other_worths_is_refused(tmp_path: Path) -> None:
    TrainingJournal(tmp_path, ASKED, [0, 0])
    with pytest.raises(TrainingError, match="judged by 2 worths; now it has 3: name another"):
        TrainingJournal(tmp_path, ASKED, [0, 0, 0])


def test_other_arguments_are_refused(tmp_path: Path) -> None:
    TrainingJournal(tmp_path, ASKED, [0])
    with pytest.raises(TrainingError, match="other arguments"):
        TrainingJournal(tmp_path, ASKED.model_copy(update={"seed": 2}), [0])


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(TrainingError, match="something else"):
        TrainingJournal(tmp_path, ASKED, [0])
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_damaged_journal_is_refused(tmp_path: Path) -> None:
    TrainingJournal(tmp_path, ASKED, [0])
    (tmp_path / "journal.jsonl").write_text("{}\n")
    with pytest.raises(TrainingError, match="damaged"):
        TrainingJournal(tmp_path, ASKED, [0])


def test_a_picture_draws_every_generation(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path, ASKED, [0])
    journal.add(generation(1, EVEN, 0, kept=False))
    journal.add(generation(2, BEST, 0, kept=True))
    draw_training(journal)
    picture = (tmp_path / "training.svg").read_text(encoding="utf-8")
    assert picture.count("<circle") == 2 + 3  # the strength of the beginning, too
    assert "var(--" not in picture
