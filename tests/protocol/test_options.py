"""Options: one declaration, the same texts on the command line and in a record."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import BeforeValidator

from gipf_meta import Counts, Game, OnOff, PerSide, Preset, Whole
from gipf_meta.protocol.options import OptionError, configure, read_settings, start_state
from gipf_meta.protocol.presets import find_preset, preset_of, presets_of


class Many(Game[int, int]):
    id: ClassVar[str] = "many"
    title: ClassVar[str] = "Many"

    board: Annotated[Literal[37, 48], Whole] = 37
    quick: OnOff = False
    potentials: PerSide = (0, 0)
    pool: Counts | None = None
    duel_options: dict[str, str] = {}
    most: Annotated[int, Whole] = 0


@pytest.mark.parametrize(
    ("setting", "name", "value"),
    [
        ("board=48", "board", 48),
        ("quick=on", "quick", True),
        ("potentials=3", "potentials", (3, 3)),
        ("potentials=3/2", "potentials", (3, 2)),
        ("pool=6/8/10", "pool", (6, 8, 10)),
        ("duel.board=61", "duel_options", {"board": "61"}),
    ],
)
def test_a_setting_is_read_and_written_back_as_the_same_text(
    setting: str, name: str, value: object
) -> None:
    game = configure(Many, read_settings([setting]))
    assert getattr(game, name) == value
    written = game.model_dump(mode="json")
    assert configure(Many, written) == game
    if not isinstance(value, dict):
        assert f"{name}={written[name]}" == setting


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (["board"], "'board' is no setting; write NAME=VALUE"),
        (["=3"], "'=3' is no setting"),
        (["board=37", "board=48"], "The option board is given twice."),
        (["bord=37"], "Many has no option bord. Did you mean board?"),
        (["other.x=1"], "Many has no option other."),
        (["board=50"], "Many, option board=50: it should be 37 or 48."),
        (["quick=yes"], "Many, option quick=yes: it should be on or off."),
        (["potentials=-1"], "whole number"),
        (["potentials=1/2/3"], "whole number"),
        (["pool=a/b"], "whole numbers with / between them"),
    ],
)
def test_a_wrong_setting_gets_one_sentence(settings: list[str], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        configure(Many, read_settings(settings))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", [0, 7, 999_999_999, 10**9, 10**12, 10**18 - 1, 10**18, -1])
@pytest.mark.parametrize("name", ["most", "potentials", "pool"])
def test_an_option_takes_the_same_numbers_typed_and_from_a_record(name: str, number: int) -> None:
    made = []
    for value in (number, str(number)):
        try:
            made.append(configure(Many, {name: value}))
        except OptionError:
            made.append(None)
    assert made[0] == made[1]
    if made[0] is not None:
        assert configure(Many, made[0].model_dump(mode="json")) == made[0]
    assert (made[0] is None) == (number == 10**18 or (number < 0 and name != "most"))


@pytest.mark.parametrize("pool", [(), [], "", [-1], [True], "1/-2", [10**18]])
def test_counts_are_one_number_at_least_and_none_is_negative(pool: object) -> None:
    with pytest.raises(OptionError, match="option pool"):
        configure(Many, {"pool": pool})


@pytest.mark.parametrize(
    "value", ["x" * 10_001, [1] * 1001, {"a": {"a": 10**18}}, 10**5000], ids=type
)
def test_a_huge_value_is_refused_before_the_game_reads_it(value: object) -> None:
    with pytest.raises(OptionError, match="far too large"):
        configure(Many, {"duel_options": value})


def test_a_match_does_not_begin_with_options_that_could_not_be_read_again() -> None:
    class Locked(Many):
        board: Annotated[Literal[37, 48], BeforeValidator(lambda value: value - 1)] = 37

    with pytest.raises(OptionError, match="cannot be saved"):
        start_state(configure(Locked, {"board": 38}), 2)


class Named(Many):
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("usual", "Usual", "As usual."),
        Preset("quick", "Quick", "Over soon.", {"quick": "on", "board": 48}),
    )


def test_options_make_a_preset_or_are_somebodys_own() -> None:
    assert preset_of(Named, {}) == Named.presets[0]
    assert preset_of(Named, {"board": "48", "quick": True}) == Named.presets[1]
    assert preset_of(Named, {"board": "48"}) is None
    assert preset_of(Named, {"nonsense": 1}) is None
    assert preset_of(Many, {}) is None


def test_a_preset_is_found_by_its_id_in_whatever_case() -> None:
    assert find_preset(Named, "QUICK") == Named.presets[1]
    with pytest.raises(OptionError, match=r"no preset quik\. Did you mean quick\?"):
        find_preset(Named, "quik")
    with pytest.raises(OptionError, match="Its presets: none"):
        find_preset(Many, "usual")


class HalfNamed(Many):
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("none", "None", "By no option.", {"nonsense": 1}),
        *Named.presets,
    )


def test_a_preset_that_makes_no_game_is_left_out() -> None:
    assert [preset for preset, _game in presets_of(HalfNamed)] == [*Named.presets]
