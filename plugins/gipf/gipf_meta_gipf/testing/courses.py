"""The laws of whole games with a kind: used, replayed, denied, and rows with its used form."""

from __future__ import annotations

from random import Random

from gipf_meta import Duel, MoveError
from gipf_meta.testing import Advised, Broken, NotAsked, need
from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.pieces import LOADED, spots_of
from gipf_meta_gipf.rows import rows_of, run_on
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_ANSWER,
    ASK_MAIN,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    CHALLENGE,
    OVER,
    USE,
    Announcement,
    State,
)
from gipf_meta_gipf.testing.trial import Case, Step, Trial, next_move
from gipf_meta_gipf.testing.watched import Hung

_MOST_OF_ROWS = 60
"""The most decisions about the rows of one phase."""


def games_end_and_use_it(trial: Trial) -> None:
    """Random games with all other kinds go on without an error, and the power is used in them."""
    walks = trial.walks
    if isinstance(trial.failure, Hung):
        raise trial.failure
    need(
        trial.failure is None,
        f"A random game ended with {type(trial.failure).__name__}: {trial.failure}.",
        "Let the functions of the kind answer for every board.",
    )
    can = any(trial.kind.targets(case.view, case.bit) for case in trial.cases)
    need(
        can,
        "On no board did a loaded piece have a target.",
        "Let targets(view, spot) return the spots or entries that can be reached from spot.",
    )
    if not any(_is_use(trial, step) for walk in walks for step in walk):
        raise Advised(
            f"In {len(walks)} random games the power was never used.",
            "Let targets(view, spot) find more, or ask for more games.",
        )


def games_are_replayed(trial: Trial) -> None:
    """Decisions and turns are read as they are written, and lead to the same position again."""
    for walk in trial.walks:
        turn: list[Step] = []
        for step in walk:
            if turn and step.state.number != turn[0].state.number:
                _replay_turn(turn)
                turn = []
            turn.append(step)
            if isinstance(step.game.status(step.state), Duel):
                continue
            again = step.game.apply(step.state, step.move)
            need(
                again == step.after,
                f"{_step_text(step)} leads elsewhere when it is played again.",
                "Let effect and targets ask nothing but their arguments, and keep nothing.",
            )


def a_denied_use_leaves_the_base(trial: Trial) -> None:
    """A use that a duel has denied costs the potential: its base stays as a basic piece, the board
    stays, and it is still the same turn."""
    asked = 0
    for case in trial.cases:
        game, kind = case.game, trial.index(case.game)
        start = (USE + kind) if trial.kind.timing == "due" else ANNOUNCE + case.bit
        if start not in game.legal_moves(case.state, case.state.mover):
            continue
        announced = game.apply(case.state, start)
        if announced.ask != ASK_ANSWER or announced.announcement().bit != case.bit:
            continue
        asked += 1
        slot = game.rules.slot(case.state.mover, kind)
        duel = game.apply(announced, CHALLENGE)
        state = _after_denial(trial, case, duel)
        need(
            (state.white, state.black) == (case.state.white, case.state.black)
            and state.kinds == case.state.kinds.without(1 << case.bit)
            and state.books.lost[slot] == case.state.books.lost[slot] + 1,
            f"After a denied use the board or the count of lost potentials is wrong, {case}.",
            "Let the functions of the kind change nothing.",
        )
        need(
            state.ask == OVER
            or (state.mover == case.state.mover and state.number == case.state.number)
            or trial.kind.timing == "due",
            f"After a denied use it is another turn, {case}.",
            "Let due(view) and targets(view, spot) look at the view alone.",
        )
    if not asked:
        raise NotAsked("no use could be challenged.")


def rows_with_the_used_form_end(trial: Trial) -> None:
    """A row that holds a used potential is resolved to its end, and the potential leaves it."""
    asked = 0
    for at, game in enumerate(trial.games):
        rng = Random(f"{trial.seed} rows {at}")
        for state in trial.boards(game, rng, row=True):
            asked += 1
            _resolve(trial, game, state, rng)
    if not asked:
        raise NotAsked("no row with a used potential could be made up.")


# --- how ------------------------------------------------------------------------------------


def _is_use(trial: Trial, step: Step) -> bool:
    if step.state.ask != ASK_TARGET or not isinstance(step.state.detail, Announcement):
        return False
    return step.state.announcement().kind == trial.index(step.game)


def _step_text(step: Step) -> str:
    return f"{step.game.format(step.state, step.move)} in {step.game.to_text(step.state)}"


def _replay_turn(turn: list[Step]) -> None:
    game, start, end = turn[0].game, turn[0].state, turn[-1].after
    text = game.format_turn(start, [step.move for step in turn])
    try:
        moves = game.parse_turn(start, text)
        state = start
        for move in moves:
            state = game.apply(state, move)
    except MoveError as error:
        raise Broken(
            f"GIPF does not read {text!r} again: {error} ({game.to_text(start)}).",
            "Let write(target) and read(text) be an inverse pair.",
        ) from None
    need(
        game.to_text(state) == game.to_text(end),
        f"{text!r} leads elsewhere when it is read again ({game.to_text(start)}).",
        "Let write(target) and read(text) be an inverse pair, with a text for each target.",
    )


def _after_denial(trial: Trial, case: Case, duel: State) -> State:
    """The state after the opponent has won the *duel*. Raises ``Broken``."""
    game = case.game
    try:
        state = game.apply(duel, game.settle(duel, 1 - case.state.mover, "die"))
        if state.ask == ASK_MAIN:
            game.legal_moves(state, state.mover)
    except Exception as error:
        raise Broken(
            f"After a denied use GIPF stopped with {type(error).__name__}: {error}, {case}.",
            "Let due, targets and usable answer for a board on which the piece is a basic one.",
        ) from None
    return state


def _resolve(trial: Trial, game: Gipf, state: State, rng: Random) -> None:
    """Takes the mover's rows at random. Raises ``Broken`` if they do not end."""
    text, used = game.to_text(state), trial.index(game) + LOADED + game.rules.table.n
    rows = rows_of(state.pieces(state.mover))
    row = run_on(state.pieces(state.mover), rows[0]) if len(rows) == 1 else 0
    stacks = {bit: state.kinds.stack(bit) for bit in spots_of(row) if state.kinds.of(bit) == used}
    for _ in range(_MOST_OF_ROWS):
        if state.ask not in (ASK_ROW, ASK_PIECE):
            break
        try:
            move = next_move(game, state, rng)
            assert move is not None
            state = game.apply(state, move)
        except Exception as error:
            raise Broken(
                f"A row with a used potential stopped GIPF with {type(error).__name__}: {error}"
                f" ({text}).",
                "Let leaves(view, spot) answer 'all' or 'cover' for every used potential.",
            ) from None
    need(
        state.ask not in (ASK_ROW, ASK_PIECE),
        f"The rows are not resolved after {_MOST_OF_ROWS} decisions ({text}).",
        "Let leaves(view, spot) ask nothing but the view.",
    )
    for bit, codes in stacks.items():
        need(
            state.kinds.stack(bit) != codes or not (state.white | state.black) >> bit & 1,
            f"The used potential is still in its row ({text}).",
            "Let leaves(view, spot) say what a row takes.",
        )
