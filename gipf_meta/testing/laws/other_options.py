"""The law that checks the other laws again under other values of the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.game import AnyGame
from gipf_meta.testing.laws import (
    choices,
    going_on,
    judging,
    legal_turns,
    luck_and_duels,
    mirrors,
    motions,
    notation,
    numbering,
    playouts,
    position_texts,
    search_boards,
    time_passing,
    values,
)
from gipf_meta.testing.laws.option_values import NO_OTHER, other_games
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Advised, Broken, NotAsked

ASKED: Final[tuple[Callable[[Case], None], ...]] = (
    legal_turns.status_names_who_acts,
    legal_turns.turn_numbers_grow,
    legal_turns.legal_moves_are_for_those_who_act,
    legal_turns.legal_moves_are_those_of_the_reference,
    legal_turns.turn_moves_are_legal,
    legal_turns.results_are_sound,
    luck_and_duels.luck_is_weighed,
    luck_and_duels.duels_are_well_named,
    luck_and_duels.duels_are_settled,
    values.states_and_moves_are_frozen,
    notation.texts_are_plain_and_distinct,
    notation.moves_read_as_they_are_written,
    notation.turns_read_as_they_are_written,
    position_texts.positions_read_as_they_are_written,
    going_on.matches_go_on_from_positions,
    time_passing.deadlines_are_exact,
    choices.views_offer_the_legal_moves,
    motions.motions_lead_to_the_next_picture,
    playouts.playouts_end_as_games_end,
    judging.evaluations_agree_with_results,
    judging.moves_are_judged_as_states,
    judging.quiet_moves_are_quiet,
    judging.forced_moves_are_single,
    judging.features_count,
    search_boards.search_boards_say_what_the_game_says,
    numbering.numbers_are_decisions,
    numbering.luck_has_no_more_outcomes,
    numbering.observations_are_bits,
    mirrors.mirrored_games_are_the_same,
)
"""The laws that are checked again: those that need few games and little time."""
GAMES: Final = 2
"""Random games for each count of seats, with each set of other options."""
DECISIONS: Final = 1000
"""The most decisions of all these games together, more or less."""


def laws_hold_with_other_options(case: Case) -> None:
    """The laws that need few games hold, too, with each option at its other values; those that are
    broken already are left out."""
    ask_with_others(case, [*other_games(case.game)])


def ask_with_others(case: Case, others: list[AnyGame], decisions: int = DECISIONS) -> None:
    """Checks the laws on each of the *others*, the game of *case* with other options, in about
    *decisions* decisions together. Raises ``Broken``, and ``NotAsked`` if there are none."""
    if not others:
        raise NotAsked(NO_OTHER)
    for at, other in enumerate(others, 1):
        most = 20 + decisions // len(others)
        there = Case(other, GAMES, case.seed, most, case.ask.ms, case.invariant)
        case.there = there
        case.begins(f"Other options, {at} of {len(others)}, {there.place()}.")
        for law in ASKED:
            if law.__name__ in case.broken:
                continue
            try:
                law(there)
            except (NotAsked, Advised):
                continue
            except Broken as broken:
                says = one_line(law.__doc__ or "")
                advice = f"{broken.advice} The law: {says}"
                raise Broken(broken.what, advice) from broken
    case.there = None
