"""The options of Zatre (docs/reference/zatre.md §8), and what the plugin brings."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from gipf_meta.protocol.options import OptionError, configure, options_of
from gipf_meta_zatre import Zatre, ZatrePad, games
from gipf_meta_zatre.sheet import Sheet
from tests.option_values import check_options
from tests.zatre.words import game, played, position

DEFAULTS = configure(Zatre, {})

OTHER_VALUES: dict[str, tuple[str, ...]] = {
    "preset": ("standard", "amigo"),
    "teams": ("on",),
    "start": ("random", "fixed"),
    "starter_keeps": ("deciding", "highest"),
    "scoring_unit": ("per_tile", "line_once"),
    "doubling_check": ("immediate", "turn"),
    "center_cross": ("never", "if_line_scores"),
    "own_contact": ("needs_foreign",),
    "leftover_draw": ("optional",),
    "leftover_topup": ("on", "off"),
    "extra_rows": ("bonus_6", "lost"),
    "end": ("exhaust", "bag_short"),
    "hands": ("open", "hidden"),
    "short_game": ("1", "10", "20"),
}


@pytest.mark.parametrize(
    "options",
    [{}, *({name: value} for name, values in OTHER_VALUES.items() for value in values)],
    ids=str,
)
def test_options_are_written_as_they_are_read(options: dict[str, str]) -> None:
    changed = check_options(Zatre, options)
    assert configure(Zatre, changed.model_dump(mode="json")).rules == changed.rules


def test_every_option_is_documented() -> None:
    assert options_of(Zatre).keys() == OTHER_VALUES.keys()
    for name, meaning in options_of(Zatre).items():
        assert meaning.endswith("."), name
    assert (DEFAULTS.start_by, game(start="fixed").start_by) == ("lottery", "fixed")


AMIGO = {
    "scoring_unit": "line_once",
    "doubling_check": "turn",
    "center_cross": "if_line_scores",
    "leftover_topup": "on",
    "end": "bag_short",
    "starter_keeps": "highest",
    "hands": "hidden",
}
LITERAL = {
    "scoring_unit": "per_tile",
    "doubling_check": "immediate",
    "center_cross": "never",
    "leftover_topup": "off",
    "end": "exhaust",
    "starter_keeps": "deciding",
    "hands": "open",
}


@pytest.mark.parametrize(
    ("preset", "same"),
    [("literal", LITERAL), ("standard", {**LITERAL, "scoring_unit": "line_once"}),
     ("amigo", AMIGO)],
)  # fmt: skip
def test_a_preset_sets_the_others(preset: str, same: dict[str, str]) -> None:
    """§8; each may still be given."""
    chosen = configure(Zatre, {"preset": preset})
    assert chosen.rules == configure(Zatre, same).rules
    assert chosen.option_value("hands") == same["hands"]
    assert (preset == "literal") == (chosen.rules == DEFAULTS.rules)
    for given in (LITERAL, AMIGO):
        over = configure(Zatre, {"preset": preset, **given})
        assert over.rules == configure(Zatre, given).rules
        assert over.option_value("hands") == given["hands"]
    for name, value in LITERAL.items():
        one = configure(Zatre, {"preset": preset, name: value})
        assert one.rules == configure(Zatre, {**same, name: value}).rules


def test_what_an_option_changes_in_the_rules() -> None:
    usual = asdict(DEFAULTS.rules)
    assert usual == {
        "teams": False, "start_by": "lottery", "keeps_highest": False, "per_tile": True,
        "by_turn": False, "centre_cross": False, "needs_foreign": False, "optional_draw": False,
        "topup": False, "extra_rows": "no_bonus", "bag_short": False,
        "tiles": (21, 20, 20, 20, 20, 20),
    }  # fmt: skip
    for options in ({}, AMIGO):
        for name, values in OTHER_VALUES.items():
            others = {configure(Zatre, {**options, name: value}).rules for value in values}
            assert name in ("hands", "preset") or len(others | {DEFAULTS.rules}) > 1, name
    assert game(short_game="7").rules.tiles == (7,) * 6


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"short_game": "0"}, "off, or a number of tiles from"),
        ({"short_game": "21"}, "off, or a number of tiles from"),
        ({"short_game": "on"}, "off, or a number of tiles from"),
        ({"short_game": "07"}, "off, or a number of tiles from"),
        ({"short_game": "٣"}, "off, or a number of tiles from"),
        ({"preset": "czech"}, "option preset=czech"),
        ({"teams": "yes"}, "it should be on or off"),
        ({"leftover_topup": "2"}, "option leftover_topup"),
        ({"start": "youngest"}, "option start=youngest"),
        ({"start_by": "fixed"}, "no option start_by"),
        ({"seed": "1"}, "no option seed"),
    ],
)
def test_refused_options(options: dict[str, str], why: str) -> None:
    with pytest.raises(OptionError, match=why) as refusal:
        configure(Zatre, options)
    assert str(refusal.value).endswith(".")


def test_numbers_of_players() -> None:
    for g in (Zatre(), ZatrePad()):
        for seats in (1, 7):
            with pytest.raises(ValueError, match=f"for 2 to 6 players, not for {seats}"):
                g.start(seats)
    for team in (game(teams="on"), configure(ZatrePad, {"teams": "on"})):
        for seats in (2, 3, 5):
            with pytest.raises(ValueError, match=f"Teams need 4 or 6 players, not {seats}"):
                team.start(seats)
        assert len(team.start(6).sheets) == 3


def test_the_plugin_brings_both_games_and_their_rules() -> None:
    assert games() == [Zatre, ZatrePad]
    assert "10, 11" in DEFAULTS.rules_text
    assert "10x1" in ZatrePad().rules_text


def test_full_rows_are_lost_only_where_the_options_say_so() -> None:
    """§8, extra_rows; the option reaches the sheets of a game."""
    full = Sheet(tens=(1,) * 16, crosses=16)
    for extra_rows, tens, total in (("no_bonus", 17, 33), ("lost", 16, 32), ("bonus_6", 17, 33)):
        g = game(extra_rows=extra_rows)
        state = g.from_text(position("h8=5 h7=3", hands="-,-"))
        state = state.but(sheets=(full, full))
        after = played(g, state, "2. A +23 h9=2 i8=3")
        assert len(after.sheets[0].tens) == tens
        assert g.rules.finish(after).ending.scores == (total, 32)  # type: ignore[union-attr]


def test_extra_rows_have_a_bonus_only_where_the_options_say_so() -> None:
    """§8, extra_rows: a 10 in row 17, where 11 and 12 stand already."""
    full = Sheet(tens=(1,) * 16, elevens=(2,) * 17, twelves=(4,) * 17)
    scores = []
    for extra_rows in ("no_bonus", "bonus_6"):
        g = game(extra_rows=extra_rows)
        state = g.from_text(position("h8=5 h7=3", hands="-,-")).but(sheets=(full, Sheet()))
        after = g.rules.finish(played(g, state, "2. A +23 h9=2 i8=3"))
        scores.append(after.ending.scores[0])  # type: ignore[union-attr]
    assert scores == [17 * 7 + 4 * (3 + 4 + 5 + 6), 17 * 7 + 4 * (3 + 4 + 5 + 6) + 6]
