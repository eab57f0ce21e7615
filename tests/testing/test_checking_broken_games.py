"""The conformance kit: sound games pass, and every broken one is found by the law that says why."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import filterfalse
from pathlib import Path
from typing import Any, ClassVar, get_args

import pytest
from pydantic import Field

from gipf_meta import (
    AnyGame,
    DecisionGroup,
    IllegalMove,
    OnOff,
    Point,
    View,
    groups_in_order,
)
from gipf_meta.protocol.view import MarkKind, PieceKind, PointKind
from gipf_meta.render.theme import ROLES
from gipf_meta.testing import Finding, GameConformance, check
from gipf_meta.testing.checking import ask
from gipf_meta.testing.laws import LAWS
from gipf_meta.testing.trial import case
from gipf_meta.testing.trial.case import Case
from tests.testing.broken import BROKEN, SOUND, SOUND_VARIANTS, Defect, Nim
from tests.testing.broken.lines import Lines
from tests.testing.broken.sound import NumberedNim, changed
from tests.tiers import slow, soak


def needs_process(defect: Defect) -> bool:
    """Whether the law that finds it begins another process."""
    return defect.law == "every_process_plays_alike"


NAMES = [law.__name__ for law in LAWS]


def findings(game: AnyGame, *laws: str, **numbers: Any) -> list[Finding]:
    """Findings with few games."""
    few = {"games": 4, "most_decisions": 600} | numbers
    return list(check(game, laws=laws or None, **few))


@pytest.mark.parametrize("game", [*slow(*SOUND), *soak(*SOUND_VARIANTS)], ids=lambda game: game.id)
def test_a_sound_game_keeps_every_law(game: AnyGame) -> None:
    found = findings(game)
    assert [str(finding) for finding in found if not finding.ok] == []


@pytest.mark.parametrize(
    "defect",
    [*slow(*filter(needs_process, BROKEN)), *filterfalse(needs_process, BROKEN)],
    ids=lambda defect: f"{defect.name}-{defect.law}",
)
def test_a_broken_game_is_found_and_its_author_advised(defect: Defect) -> None:
    patience: dict[str, Any] = {"patience_ms": 200} if defect.word == "loop" else {}
    (finding,) = findings(defect.game, defect.law, **patience)
    assert not finding.ok
    assert defect.word in finding.advice
    assert finding.what.endswith(".")
    assert finding.advice.endswith(".")


def test_every_law_finds_a_broken_game() -> None:
    elsewhere = {
        "the_invariant_holds",
        "options_have_an_effect",
        "boards_fit_a_small_terminal",
        "planes_are_used",
    }
    assert {*NAMES} - {defect.law for defect in BROKEN} == elsewhere


@pytest.mark.slow
def test_every_law_says_what_holds_in_one_sentence() -> None:
    for finding in findings(Nim(), games=1):
        assert finding.says.endswith(".")
    assert len(set(NAMES)) == len(NAMES)


def test_a_finding_can_be_repeated() -> None:
    broken = next(defect for defect in BROKEN if defect.name == "Ambiguous")
    first, again = (findings(broken.game, broken.law, seed=7) for _ in range(2))
    assert first == again
    assert "seed 7" in first[0].what
    assert "after" in first[0].what


def test_a_law_that_does_not_exist_is_not_asked() -> None:
    with pytest.raises(ValueError, match="no law nonsense"):
        check(Nim(), laws=["nonsense"])


def test_the_authors_invariant_is_asked_of_every_state() -> None:
    def few(state: Any) -> None:
        assert sum(state.piles) > 0, "a pile is left"

    (finding,) = findings(Nim(), "the_invariant_holds", invariant=few)
    assert "a pile is left" in finding.what
    assert findings(Nim(), "the_invariant_holds", invariant=lambda state: None)[0].ok


def test_a_law_that_cannot_be_asked_says_so() -> None:
    class Hidden(Nim):
        """Another process cannot find it."""

    (finding,) = findings(Hidden(), "every_process_plays_alike")
    assert finding.ok
    assert not finding.asked
    assert "top of a module" in finding.what


def test_an_option_without_effect_is_told_as_advice() -> None:
    class Idle(Lines):
        """Its second option is never asked for."""

        colour: OnOff = Field(default=False, description="Nothing depends on it.")

    (finding,) = findings(Idle(), "options_have_an_effect")
    assert finding.ok
    assert finding.what == "In the random games nothing depends on colour."
    assert findings(Lines(), "options_have_an_effect")[0].advice == ""


def test_a_board_that_no_small_terminal_draws_is_told_as_advice() -> None:
    class Tower(Lines):
        """Its board is 30 rows high."""

        def view(self, state: Any, seat: int | None) -> View:
            view = super().view(state, seat)
            more = tuple(Point(f"t{n}", 9, n) for n in range(30))
            return changed(view, points=(*view.points, *more))

    (finding,) = findings(Tower(), "boards_fit_a_small_terminal")
    assert finding.ok
    assert re.search(r"it is drawn from \d+ x \d+ on", finding.what)
    assert findings(Lines(), "boards_fit_a_small_terminal")[0].advice == ""


def test_a_plane_that_is_never_set_is_told_as_advice() -> None:
    class Blind(NumberedNim):
        """It does not see the second pile."""

        def observe(self, state: Any, seat: int) -> int:
            return super().observe(state, seat) & ~(1023 << 10)

    (finding,) = findings(Blind(), "planes_are_used")
    assert finding.ok
    assert finding.what == "In the random games observe never sets these planes: pile b."
    assert findings(NumberedNim(), "planes_are_used")[0].advice == ""


def test_a_group_that_is_never_legal_is_told_as_advice() -> None:
    class Idle(NumberedNim):
        """Nobody ever passes."""

        decision_count: ClassVar[int] = NumberedNim.decision_count + 1
        decisions: ClassVar[tuple[DecisionGroup, ...]] = groups_in_order(
            [*NumberedNim.decisions, DecisionGroup("pass")]
        )

    (finding,) = findings(Idle(), "planes_are_used")
    assert finding.ok
    assert finding.what.endswith("these groups of decisions is legal: pass.")


def test_planes_are_named_and_shapes_are_said() -> None:
    broken = {defect.name: defect for defect in BROKEN}
    (hidden,) = findings(broken["SeesTheCoin"].game, "observations_hide_what_views_hide")
    assert "alike, in the planes pile a" in hidden.what
    (few,) = findings(broken["PlanesTooFew"].game, "planes_have_names")
    assert few.what.startswith("planes has the shape (2, 10), and observation_shape is (3, 10)")


def test_a_broken_law_is_not_asked_again_with_other_options() -> None:
    game = next(defect.game for defect in BROKEN if defect.name == "NumbersTooMany")
    others = "laws_hold_with_other_options"
    assert NAMES[-1] == others
    assert [found.ok for found in findings(game, "numbers_are_decisions", others)] == [False, True]
    assert not findings(game, others)[0].ok


@pytest.mark.slow
def test_a_law_about_what_a_game_does_not_have_is_not_asked() -> None:
    unasked = {finding.law for finding in findings(Lines()) if not finding.asked}
    assert {
        "luck_is_weighed",
        "duels_are_settled",
        "time_adds_up",
        "lessons_can_be_taken",
    } < unasked
    assert "moves_read_as_they_are_written" not in unasked


def test_a_refusal_may_be_one_word() -> None:
    class Curt(Nim):
        def parse(self, state: Any, seat: int, text: str) -> str:
            if text in self.legal_moves(state, seat):
                return text
            raise IllegalMove("Illegal!")

    assert findings(Curt(), "garbage_is_refused_in_a_sentence")[0].ok


def test_a_failing_method_is_told_with_the_move_before_it() -> None:
    broken = {defect.name: defect for defect in BROKEN}
    (later,) = findings(broken["StatusFailsLater"].game, "random_games_end")
    assert re.search(r"status raised KeyError: 4 at turns\.py:\d+, after '\d' ", later.what)
    (apply,) = findings(broken["ApplyFails"].game, "random_games_end")
    assert apply.what.startswith("apply of '3' raised ZeroDivisionError")


class Odd(Nim):
    def apply(self, state: Any, move: Any) -> Any:
        return 1 // 0


def test_a_crash_of_a_game_names_its_method_file_and_line() -> None:
    line = Odd.apply.__code__.co_firstlineno + 1
    (found,) = findings(Odd(), "random_games_end")
    assert "apply" in found.what
    assert f" at test_checking_broken_games.py:{line}" in found.what
    assert "ZeroDivisionError" in found.what


def test_a_game_that_stops_the_kit_itself_names_its_method_file_and_line() -> None:
    def law(case: Case) -> None:
        """The game answers."""
        case.game.apply(None, None)

    line = Odd.apply.__code__.co_firstlineno + 1
    found = ask(law, Case(Odd(), 1, 1, 100, 5000, None))
    assert found.what == (
        f"Odd.apply failed at test_checking_broken_games.py:{line}"
        " (ZeroDivisionError: integer division or modulo by zero)."
    )


def test_a_place_names_the_other_options_and_the_position() -> None:
    broken = {defect.name: defect for defect in BROKEN}
    for name, word in (
        ("GreatestFails", "with size=9"),
        ("StrangeAfterReading", "from the position '"),
    ):
        (finding,) = findings(broken[name].game, broken[name].law)
        assert word in finding.what


def test_more_games_are_played_when_more_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case, "ENOUGH_DECISIONS", 60)
    few, many = (Case(Nim(), games, 1, 600, 200, None).walks for games in (12, 48))
    assert len(few) < 12 < len(many)


def test_the_docs_name_all_kinds_and_roles() -> None:
    """In tables of docs/protocol.md, and in the order of the code."""
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    told = dict(
        re.findall(r"^\| ((?:points|pieces|marks|roles)[^|]*) \| (`[^|]*`) \|$", page, re.M)
    )
    words = {name: re.findall(r"`(\w+)`", row) for name, row in told.items()}
    assert words["points"] == [*get_args(PointKind)]
    assert words["pieces, things in trays"] == [*get_args(PieceKind)]
    assert words["marks"] == [*get_args(MarkKind)]
    roles = [role for name in words if name.startswith("roles") for role in words[name]]
    assert sorted(roles) == sorted(ROLES)


class TestNim(GameConformance):
    """The kit as an author uses it."""

    games = (Nim(), Nim(coin=True))
    random_games = 2

    @pytest.mark.slow
    def test_every_process_plays_alike(self, examined_game: int, request: Any) -> None:
        super().test_every_process_plays_alike(examined_game, request)

    def invariant(self, state: Any) -> None:
        assert min(state.piles) >= 0


def test_pytest_does_not_load_the_host_for_its_options() -> None:
    look = "import sys, gipf_meta.testing.pytest_plugin as p; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(("gipf_meta.", "pydantic"))}
    assert loaded == {"gipf_meta.testing", "gipf_meta.testing.pytest_plugin"}


@pytest.mark.slow
def test_pytest_shows_two_sentences_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from gipf_meta.testing import GameConformance\n"
        "from tests.testing.broken.notation import Ambiguous\n"
        "class TestAmbiguous(GameConformance):\n"
        "    game = Ambiguous()\n"
    )
    done = pytest_in(tmp_path, "-k", "texts_are_plain", "--gipf-games=2", "--gipf-seed=5")
    assert "1 failed" in done
    assert "format writes two moves of seat" in done
    assert "seed 5" in done
    assert "Let format tell all legal moves of a seat apart." in done
    assert "Traceback" not in done
    assert "need(" not in done


def pytest_in(folder: Path, *words: str) -> str:
    """The output of pytest with the arguments *words* in *folder*; the options of the kit count."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", *words]
    path = {"PYTHONPATH": str(root), "PATH": ""}
    done = subprocess.run(
        command, cwd=folder, env=path, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.fixture(autouse=True)
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Games that print are not heard."""
    yield
    capsys.readouterr()
