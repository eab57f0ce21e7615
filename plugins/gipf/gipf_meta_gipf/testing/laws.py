"""The laws of a kind of potentials: its functions answer as they must, and its uses are sound."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from gipf_meta import MoveError
from gipf_meta.testing import Advised, Broken, NotAsked, need
from gipf_meta_gipf.board import BOARD, N_ENTRIES, NAME_OF
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import CAPTURE_TOP, ENTRY, Change
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED, owners, spots_of
from gipf_meta_gipf.potentials import announce, carry_out, view_for
from gipf_meta_gipf.state import ASK_TARGET, TARGET, Announcement, State
from gipf_meta_gipf.testing.trial import Case, Trial
from gipf_meta_gipf.testing.turning import MIRRORED, TURNED, swapped
from gipf_meta_gipf.testing.watched import Hung

_SIGNS: Final = set(";,^[]()?!: \t\n")


def signs_are_short(trial: Trial) -> None:
    """The signs of a loaded piece and of a used potential are one or two printable characters, and
    differ; the worths for bots are numbers, and the help is a sentence."""
    kind = trial.kind
    signs = [_answer(kind.sign, how) for how in ("loaded", "used")]
    for sign in signs:
        need(
            isinstance(sign, str) and 1 <= len(sign) <= 2 and sign.isprintable() and sign.strip(),
            f"figure answers {sign!r}.",
            "Let figure(how) return one or two printable characters.",
        )
    need(
        signs[0] != signs[1],
        f"A loaded piece and a used potential both bear {signs[0]!r}.",
        "Let figure(how) answer differently for 'loaded' and 'used'.",
    )
    need(
        math.isfinite(kind.worth) and math.isfinite(kind.deny),
        f"worth is {kind.worth}, deny is {kind.deny}.",
        "Let worth and deny be numbers: about 0.6 and 0.1.",
    )
    for text in (kind.help, *(option.help for option in kind.options)):
        need(
            text.endswith("."),
            f"The help {text!r} is no sentence.",
            "End help, and that of every option, with a full stop.",
        )


def functions_answer(trial: Trial) -> None:
    """Every function answers for every loaded piece of its kind, whatever stands on the board."""
    kind = trial.kind
    for case in _cases(trial):
        view, at = case.view, case.bit
        targets = _answer(kind.targets, view, at, case=case)
        need(
            isinstance(targets, Sequence) and all(type(each) is int for each in targets),
            f"targets answers {targets!r} {case}.",
            "Let targets(view, spot) return a list of numbers.",
        )
        for name, types in (("usable", bool), ("may_challenge", bool), ("lean", (int, float))):
            function = getattr(kind, name)
            if function is not None:
                answer = _answer(function, view, at, case=case)
                need(
                    isinstance(answer, types) and math.isfinite(answer),
                    f"{name} answers {answer!r} {case}.",
                    f"Let {name}(view, spot) return True or False, or a number (lean).",
                )
        if kind.leaves is not None:
            _ask_leaves(trial, case)


def targets_are_spots(trial: Trial) -> None:
    """Every target is a spot of the board, no dot, or an entry that is open, and is named once."""
    for case in _cases(trial):
        targets = trial.kind.targets(case.view, case.bit)
        entries = {ENTRY + entry for entry in case.view.entries()}
        for target in targets:
            is_spot = 0 <= target < ENTRY and BOARD >> target & 1
            need(
                is_spot or target in entries,
                f"targets names {_target(target)}, {case}.",
                "Let targets(view, spot) return numbers of spots (SPOTS.bit_of), which no dot has,"
                " or ENTRY + an entry of view.entries().",
            )
        need(
            len({*targets}) == len(targets),
            f"targets names one of {[_target(target) for target in targets]} twice, {case}.",
            "Let targets(view, spot) return each target once.",
        )


def answers_stay_the_same(trial: Trial) -> None:
    """Every question has the same answer when it is asked again, later and in another order."""
    first = [_answers(trial, case) for case in _cases(trial)]
    later = [_answers(trial, case) for case in reversed(trial.cases)]
    for case, before, after in zip(trial.cases, first, reversed(later), strict=True):
        need(
            before == after,
            f"targets or effect answers otherwise when it is asked again, {case}.",
            "Let the functions of the kind ask nothing but view and spot, and keep nothing.",
        )


def short_cuts_agree(trial: Trial) -> None:
    """``usable`` says whether there is a target; ``due`` names own loaded pieces, on ``due_on``."""
    kind = trial.kind
    if kind.usable is None and kind.due is None:
        raise NotAsked("the kind has no usable and no due.")
    for case in _cases(trial):
        if kind.usable is not None:
            usable, targets = kind.usable(case.view, case.bit), kind.targets(case.view, case.bit)
            need(
                bool(usable) == (len(targets) > 0),
                f"usable answers {usable}, and there are {len(targets)} targets, {case}.",
                "Let usable(view, spot) say whether targets(view, spot) has any.",
            )
    if kind.due is None:
        return
    for game, state in _states(trial):
        for player in (0, 1):
            view = view_for(game.rules, state, player)
            mine = view.own & view.loaded(kind.letter)
            for bit in _answer(kind.due, view):
                need(
                    bit in NAME_OF and mine >> bit & 1,
                    f"due names {_target(bit)}, no own loaded piece, in {game.to_text(state)}.",
                    "Let due(view) name spots of view.own & view.loaded(letter) alone.",
                )
                need(
                    not kind.due_on or NAME_OF[bit] in kind.due_on,
                    f"due names {NAME_OF[bit]}, which is not among due_on.",
                    "Let due_on name all spots on which the power can be due.",
                )


def targets_are_read_as_written(trial: Trial) -> None:
    """The text of every target is plain, its own, and read again, by the kind and in GIPF's
    notation; other texts are refused."""
    kind, advice = trial.kind, "Let write(target) and read(text) be an inverse pair"
    for case in _cases(trial):
        targets = _some(kind.targets(case.view, case.bit))
        texts = [_answer(kind.target_text, target, case=case) for target in targets]
        for target, text in zip(targets, texts, strict=True):
            need(
                text.isascii() and text.isprintable() and text and not _SIGNS & {*text},
                f"{_target(target)} is written {text!r}.",
                f"{advice}, without blanks and signs of the notation.",
            )
            if kind.read is not None:
                read = _answer(kind.read, text, case=case)
                need(
                    read == target, f"{text!r} is read as {read!r}, not as {target}.", f"{advice}."
                )
        need(
            len({*texts}) == len(texts),
            f"Two targets have the same text: {', '.join(texts)}, {case}.",
            f"{advice}: a text of its own for each target.",
        )
        state = _announced(case)
        for target, text in zip(targets, texts, strict=True):
            try:
                move = case.game.parse(state, state.mover, text)
            except MoveError as error:
                raise Broken(
                    f"GIPF does not read {text!r}: {error}",
                    f"{advice} that GIPF can tell from other texts.",
                ) from None
            need(
                move == TARGET + target,
                f"GIPF reads {text!r} as another target, {case}.",
                f"{advice} that GIPF can tell from other texts.",
            )
    if kind.read is not None:
        for text in ("", "zz", "e99", "?", "a0-b0"):
            try:
                kind.read(text)
            except ValueError:
                continue
            except Hung:
                raise
            except Exception as error:
                raise Broken(
                    f"read({text!r}) raised {error!r}.",
                    "Let read(text) raise ValueError for a text that names no target.",
                ) from None
            raise Broken(
                f"read({text!r}) read a target.",
                "Let read(text) raise ValueError for a text that names no target.",
            )


def effects_are_possible(trial: Trial) -> None:
    """GIPF can carry out the changes that ``effect`` returns, for every target."""
    for case in _cases(trial):
        for target in _some(trial.kind.targets(case.view, case.bit)):
            changes = _answer(trial.kind.effect, case.view, case.bit, target, case=case)
            need(
                isinstance(changes, Sequence) and all(isinstance(each, Change) for each in changes),
                f"effect answers {changes!r}.",
                "Let effect return a list of changes: take_off(spot), put_on(target), …",
            )
            try:
                _used(case, target)
            except KindError as error:
                raise Broken(
                    f"{error} Target {_target(target)}, {case}.",
                    "Let effect(view, spot, target) return changes that are possible for every"
                    " target of targets(view, spot), or name fewer targets.",
                ) from None


def pieces_are_conserved(trial: Trial) -> None:
    """A use uses one potential up and leaves its base; nothing else changes but one basic piece of
    the opponent at most, which it captures where it lands."""
    for case in _cases(trial):
        for target in _some(trial.kind.targets(case.view, case.bit)):
            try:
                after = _used(case, target)
            except KindError as error:
                raise NotAsked(f"effects are not possible: {error}") from None
            changes = trial.kind.effect(case.view, case.bit, target)
            captures = [change.at for change in changes if change.what == CAPTURE_TOP]
            need(
                len(captures) <= 1 and {*captures} <= {target},
                f"effect captures on {', '.join(map(_target, captures))}; the target is"
                f" {_target(target)}, {case}.",
                "Let effect capture at most one piece, and on the target.",
            )
            before, now = _worth(case, case.state), _worth(case, after)
            mover = case.state.mover
            lost = before[1 - mover] - now[1 - mover]
            need(
                before[mover] == now[mover] and lost == len(captures),
                f"Of {before} basic pieces {now} are left by a use on {_target(target)}, {case}.",
                "Let effect move its own potential alone.",
            )


def boards_may_be_turned(trial: Trial) -> None:
    """On a board that is turned or mirrored the same targets and effects are turned or mirrored."""
    _need_symmetric(trial)
    if trial.kind.due_on and {*trial.kind.due_on} != {"e5"}:
        raise NotAsked("the power is due on spots that are named.")
    for turning in (TURNED, MIRRORED):
        for case in _cases(trial):
            other = Case(case.game, turning.of_state(case.state), turning.spots[case.bit])
            for target, changes in _effects(trial, case).items():
                there = _effects(trial, other).get(turning.of_target(target))
                need(
                    there == [turning.of_change(change) for change in changes],
                    f"On the board that is {turning.name} the target {_target(target)} is missing"
                    f" or does something else, {case}.",
                    "Let targets and effect treat all directions alike (view.rays), or say"
                    " symmetric=False.",
                )


def colours_may_be_swapped(trial: Trial) -> None:
    """With all colours swapped the other player has the same targets and effects."""
    _need_symmetric(trial)
    for case in _cases(trial):
        other = Case(case.game, swapped(case.state), case.bit)
        need(
            _effects(trial, case) == _effects(trial, other),
            f"With all colours swapped targets or effect answers otherwise, {case}.",
            "Let the functions ask view.own and view.enemy, not view.player, or say"
            " symmetric=False.",
        )


def what_is_forbidden_has_a_reason(trial: Trial) -> None:
    """A challenge that the kind forbids has a reason, a sentence to players."""
    kind = trial.kind
    forbidden = kind.may_challenge is not None and any(
        not kind.may_challenge(case.view, case.bit) for case in _cases(trial)
    )
    need(
        not forbidden or kind.why_unchallenged,
        "may_challenge forbids a challenge, and nobody is told why.",
        "Say why in why_unchallenged, in a sentence without a full stop.",
    )


def options_have_an_effect(trial: Trial) -> None:
    """Each option of the kind changes an answer on one of the boards."""
    kind = trial.kind
    if not kind.options:
        raise NotAsked("the kind has no options.")
    idle = [option.name for option in kind.options if not _has_effect(trial, option.name)]
    if idle:
        raise Advised(
            f"Nothing that was asked depends on {', '.join(idle)}.",
            "Ask view.options in targets, effect or may_challenge, or leave the option out.",
        )


# --- asking ---------------------------------------------------------------------------------


def _answer(function: Callable[..., Any], *asked: Any, case: Case | None = None) -> Any:
    """The answer of a *function* of the kind. Raises ``Broken`` if it raises an error."""
    try:
        return function(*asked)
    except Hung as hung:
        where = f"{hung.what.rstrip('.')}, {case}." if case else hung.what
        raise Broken(where, hung.advice) from None
    except Exception as error:
        name = getattr(function, "__name__", "a function")
        raise Broken(
            f"{name} raised {type(error).__name__}: {error}{f', {case}' if case else ''}.",
            f"Let {name} answer for every board: no error may leave it.",
        ) from None


def _cases(trial: Trial) -> tuple[Case, ...]:
    """The cases, one of which has a target. Raises ``Broken`` if the power is never used."""
    if not trial.cases:
        raise Broken(
            "No piece that is loaded with it could be used on any board.",
            "Let due(view) name own loaded pieces: view.own & view.loaded(letter).",
        )
    return trial.cases


def _some(targets: Sequence[int]) -> Sequence[int]:
    """All *targets*, or about a dozen of many."""
    return targets[:: 1 + len(targets) // 12]


def _states(trial: Trial) -> Iterator[tuple[Any, State]]:
    for case in trial.cases:
        yield case.game, case.state


def _answers(trial: Trial, case: Case) -> list[object]:
    kind, view = trial.kind, case.view
    targets = list(kind.targets(view, case.bit))
    return [
        targets,
        [list(kind.effect(view, case.bit, target)) for target in targets],
        kind.lean and kind.lean(view, case.bit),
        kind.may_challenge and kind.may_challenge(view, case.bit),
    ]


def _effects(trial: Trial, case: Case) -> dict[int, list[Change]]:
    view = case.view
    return {
        target: list(trial.kind.effect(view, case.bit, target))
        for target in trial.kind.targets(view, case.bit)
    }


def _announced(case: Case) -> State:
    """The state that asks for the target of the power."""
    kind = case.game.rules.table.index[_letter(case)]
    asked = announce(case.game.rules, case.state, kind, case.bit)
    return asked.with_question(ASK_TARGET, Announcement(kind, case.bit))


def _letter(case: Case) -> str:
    top = case.view.top(case.bit)
    return top.letter if top else ""


def _used(case: Case, target: int) -> State:
    """The board after a use. Raises ``KindError``."""
    return carry_out(case.game.rules, _announced(case), target)


def _worth(case: Case, state: State) -> tuple[int, int]:
    """The basic pieces of both players on the board, in GIPF-pieces and under covers, too."""
    n, found = case.game.rules.table.n, Counter[int]()
    for bit in spots_of(state.white | state.black):
        codes = state.kinds.stack(bit)
        for owner, code in zip(owners(state.black >> bit & 1, codes), codes, strict=True):
            if code == GIPF:
                found[owner] += 2 if len(codes) == 1 else 0
            elif code == BASIC or code < LOADED + n:
                found[owner] += 1
    return found[0], found[1]


def _ask_leaves(trial: Trial, case: Case) -> None:
    """Asks ``leaves`` about used potentials of the kind on this board."""
    kind, state = trial.kind, case.state
    assert kind.leaves is not None
    used = case.view.used(kind.letter)
    for bit in spots_of(used):
        view = view_for(case.game.rules, state, state.black >> bit & 1)
        answer = _answer(kind.leaves, view, bit, case=case)
        need(
            answer in ("all", "cover"),
            f"leaves answers {answer!r} for {NAME_OF[bit]}.",
            "Let leaves(view, spot) return 'all' or 'cover'.",
        )


def _has_effect(trial: Trial, option: str) -> bool:
    """Whether one case is answered otherwise with another value of *option*."""
    default, *others = trial.games
    by_game = [game for game in others if getattr(game, option) != getattr(default, option)]
    if trial.kind.replaces_move == option:
        return True
    return any(
        _answers(trial, Case(game, case.state, case.bit)) != _answers(trial, case)
        for case in trial.cases
        if case.game == default
        for game in by_game
    )


def _need_symmetric(trial: Trial) -> None:
    if not trial.kind.symmetric:
        raise NotAsked("the kind says symmetric=False.")


def _target(target: int) -> str:
    if target in NAME_OF:
        return NAME_OF[target]
    if ENTRY <= target < ENTRY + N_ENTRIES:
        return f"ENTRY + {target - ENTRY}"
    return f"{target}, which is no spot"
