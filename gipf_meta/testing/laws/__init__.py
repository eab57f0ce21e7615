"""The laws. Each is a function that raises ``Broken``; its docstring says what must hold.

Laws are checked in this order: a broken law often explains the ones after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from gipf_meta.testing.laws import (
    capabilities,
    chances,
    choices,
    declared,
    matches,
    notation,
    option_values,
    pictures,
    playouts,
    positions,
    pure,
    refusals,
    teaching,
    time_passing,
    turns,
    values,
)
from gipf_meta.testing.trial.case import Case

Law: TypeAlias = Callable[[Case], None]

LAWS: Final[tuple[Law, ...]] = (
    declared.class_data_is_plain,
    declared.options_are_described,
    declared.options_survive_writing,
    declared.every_seat_count_can_start,
    declared.a_gentle_start_can_be_played,
    declared.new_matches_are_refused_in_sentences,
    declared.older_rules_take_the_same_options,
    turns.random_games_end,
    turns.status_names_who_acts,
    turns.every_seat_is_asked,
    turns.turn_numbers_grow,
    turns.legal_moves_are_for_those_who_act,
    turns.turn_moves_are_legal,
    turns.results_are_sound,
    turns.allies_are_one_side,
    chances.luck_is_weighed,
    chances.duels_are_well_named,
    chances.duels_are_settled,
    values.states_and_moves_are_frozen,
    pure.nothing_comes_from_outside,
    pure.equal_questions_have_equal_answers,
    values.states_and_moves_are_told_apart_by_value,
    values.old_states_stay_as_they_were,
    pure.answers_depend_on_the_state_alone,
    pure.every_process_plays_alike,
    notation.texts_are_plain_and_distinct,
    notation.moves_read_as_they_are_written,
    notation.turns_read_as_they_are_written,
    notation.lines_play_what_they_say,
    refusals.what_is_illegal_is_refused,
    refusals.garbage_is_refused_in_a_sentence,
    notation.one_text_per_path_is_true,
    positions.positions_read_as_they_are_written,
    positions.positions_keep_who_acts,
    positions.positions_refuse_garbage,
    time_passing.time_adds_up,
    time_passing.deadlines_are_exact,
    time_passing.happenings_are_told,
    choices.views_offer_the_legal_moves,
    choices.choices_are_told_apart,
    choices.clicks_have_names,
    pictures.pictures_hold_together,
    pictures.pictures_follow_the_game,
    pictures.spectators_see_what_everybody_sees,
    pictures.pages_are_printed,
    pictures.scenes_are_shown_anew,
    positions.positions_can_be_played_on,
    option_values.options_are_typed_as_they_are_saved,
    option_values.options_can_be_played_at_their_bounds,
    matches.matches_are_saved_and_read_again,
    matches.matches_are_taken_back,
    matches.matches_can_be_given_up,
    capabilities.evaluations_agree_with_results,
    playouts.playouts_are_random_games,
    capabilities.bots_can_play,
    capabilities.tallies_count,
    capabilities.duels_can_be_adapted,
    teaching.rules_show_real_positions,
    teaching.lessons_can_be_taken,
    capabilities.the_invariant_holds,
)
