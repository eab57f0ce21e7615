"""The kit for kinds of potentials: sound kinds pass, and every faulty one is found by the law that
says why."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gipf_meta_gipf import BoardView, Kind
from gipf_meta_gipf.installed import installed_kinds
from gipf_meta_gipf.testing import KindConformance, check
from gipf_meta_gipf.testing.__main__ import run
from gipf_meta_gipf.testing.checking import LAWS
from tests.gipf.faulty_kinds import FAULTS, IDLE, Fault, northwards
from tests.gipf.leap import LEAP, two_steps
from tests.tiers import slow

BUNDLED = {kind.key: kind for kind, _source in installed_kinds()}
CAIRN = Path(__file__).parents[2] / "examples" / "cairn"
NAMES = [law.__name__ for law in LAWS]


@pytest.fixture(params=["zertz", "cairn", *slow("tamsk", "dvonn", "yinsh", "punct", "leap")])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kind:
    """The kinds that come with GIPF, and two that it has never heard of."""
    if request.param == "leap":
        return LEAP
    if request.param in BUNDLED:
        return BUNDLED[request.param]
    monkeypatch.syspath_prepend(CAIRN)
    found: Kind = import_module("gipf_meta_cairn.potential").KIND
    return found


def test_a_sound_kind_keeps_every_law(kind: Kind) -> None:
    findings = [*check(kind, games=3 if kind.key in ("zertz", "cairn") else 1)]
    assert [str(finding) for finding in findings if not finding.ok] == []
    assert len(findings) == len(NAMES) == len({*NAMES})
    assert all(finding.says.endswith(".") for finding in findings)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.name}-{fault.law}")
def test_a_faulty_kind_is_found_and_its_author_advised(fault: Fault) -> None:
    (finding,) = check(fault.kind, names=[fault.law], games=2)
    assert not finding.ok
    assert fault.word in finding.advice
    assert finding.what.endswith(".")
    assert finding.advice.endswith(".")


def test_every_law_finds_a_faulty_kind() -> None:
    assert {*NAMES} - {fault.law for fault in FAULTS} == {"options_have_an_effect"}


def test_a_law_is_not_asked_of_a_kind_that_says_why_not() -> None:
    northern = replace(LEAP, targets=northwards, symmetric=False)
    asked = {finding.law: finding for finding in check(northern, games=2)}
    assert [law for law in asked if not asked[law].ok] == []
    assert not asked["boards_may_be_turned"].asked
    assert not asked["colours_may_be_swapped"].asked
    with pytest.raises(ValueError, match="no law nonsense"):
        check(LEAP, names=["nonsense"])


def test_an_option_without_effect_is_told_as_advice() -> None:
    (finding,) = check(replace(LEAP, options=tuple(IDLE)), names=["options_have_an_effect"])
    assert finding.ok
    assert finding.what == "Nothing that was asked depends on leap_far."


def test_the_kind_in_the_docs_keeps_every_law() -> None:
    page = (CAIRN.parents[1] / "docs" / "write-a-potential.md").read_text("utf-8")
    found: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], found)
    assert [str(each) for each in check(found["KIND"], games=2) if not each.ok] == []


class TestLeap(KindConformance):
    kinds = (LEAP,)
    random_games = 2


def loop_for_ever(view: BoardView, spot: int) -> list[int]:
    while True:
        try:
            two_steps(view, spot)
        except Exception:  # code often hangs in a loop that catches what interrupts it
            continue


def test_a_kind_that_never_returns_is_a_finding_of_every_law_that_asks_it() -> None:
    hanging = replace(LEAP, targets=loop_for_ever)
    findings = {each.law: each for each in check(hanging, games=2, patience_ms=50)}
    for law in ("functions_answer", "targets_are_spots", "games_end_and_use_it"):
        assert findings[law].what.startswith("targets took longer than 0.05 s")
        assert findings[law].advice == (
            "Let targets answer at once: look for a loop that does not end."
        )
    assert findings["signs_are_short"].ok


def test_a_package_that_never_ends_loading_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "endless_kind.py").write_text("while True: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("gipf_meta_gipf.testing.__main__.LOADING_MS", 50)
    assert run(["endless_kind:KIND"]) == 2
    assert "cannot be loaded: Loading it took longer than 0.05 s." in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_says_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["yinsh", "--games", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ok      GIPF can use the kind")
    assert out.endswith("YINSH: every law holds.\n")


def test_the_command_repeats_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    at = f"{__name__}:NORTHERN"
    sys.modules[__name__].NORTHERN = replace(LEAP, targets=northwards)  # type: ignore[attr-defined]
    assert run([at, "--games", "2"]) == 1
    out = capsys.readouterr().out
    assert f"testing {at} --law boards_may_be_turned --seed 1" in out
    assert out.endswith("LEAP: 1 law is broken.\n")
    assert run(["nonsense"]) == 2
    assert "no kind of this name is installed; there are dvonn" in capsys.readouterr().err
