"""Laws on the capabilities of a game: judging, counting, adapting; and the author's own law."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from random import Random
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import describe_error, one_line
from gipf_meta.bots.bot import Bot, Request
from gipf_meta.bots.greedy import GreedyBot, RandomBot
from gipf_meta.protocol.capabilities import (
    Adaptable,
    Evaluated,
    ForcedMoves,
    Learning,
    MovesEvaluated,
    QuietMovesEvaluated,
    Reasoned,
    Tallied,
    with_worths,
)
from gipf_meta.protocol.failures import origin_of
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.testing.laws.notation import ENDS, is_plain
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Broken, NotAsked, guard, need
from gipf_meta.testing.trial.walks import Chooser, WalkState, random_walk

GREEDY_DECISIONS = 40
"""Decisions of the greedy bot in one game."""
NODES = 60
"""States that the greedy bot may judge for one decision; enough to try it."""
EXPLAINED = 200
"""The number of turns whose reasons are examined."""
JUDGED = 40
"""States in which the judgements of all moves are compared."""
TRIED_WORTH = 50
"""The worth of each feature while it is tried whether the feature counts."""
DECIDED = 0.9
"""Judgements beyond this, to either side, may no longer show what a feature is worth."""


@asked_of(Evaluated, why_not="the game has no evaluate.")
def evaluations_agree_with_results(case: Case) -> None:
    """``evaluate`` answers a number from -1 to 1 for every seat; at the end winners are above
    losers, losers below 0, and a draw is 0."""
    pairs: list[tuple[float, float]] = []
    for walk, moment in case.moments(600):
        now = moment.now
        worths = [case.ask.evaluate(moment.state, seat) for seat in range(walk.seats)]
        for seat, worth in enumerate(worths):
            need(
                isinstance(worth, int | float) and isfinite(worth) and -1 <= worth <= 1,
                f"evaluate answers {worth!r} for seat {seat}.",
                "Let evaluate answer from -1 (lost) to 1 (won).",
            )
        if len(worths) == 2 and not isinstance(now, Over) and not _are_allies(case, moment):
            pairs.append((worths[0], worths[1]))
        if not isinstance(now, Over) or case.game.needs_people:
            continue  # where only people decide, no bot plays for a result
        for seat, worth in enumerate(worths):
            if not now.winners:
                right = worth == 0
            elif seat in now.winners:
                others = [worths[n] for n in range(walk.seats) if n not in now.winners]
                right = worth >= 0 and all(worth > other for other in others)
            else:
                right = worth < 0
            won = "won" if seat in now.winners else "lost" if now.winners else "drawn"
            need(
                right,
                f"evaluate answers {worth!r} for seat {seat}, which has {won}.",
                "Let evaluate answer 1 for a sole winner, -1 for a loser and 0 for a draw once"
                " status answers Over.",
            )
    need(
        any(one != other for one, other in pairs) or not any(one for one, _ in pairs),
        f"evaluate answers the same for both seats in all {len(pairs)} unfinished states.",
        "Let evaluate heed its seat: what is good for one is bad for the other.",
    )


@asked_of(Evaluated, MovesEvaluated, why_not="the game has no evaluate_moves.")
def moves_are_judged_as_states(case: Case) -> None:
    """``evaluate_moves`` answers what ``evaluate`` answers for the state after each move."""
    for walk, moment, now in case.moments_of(Turn, JUDGED):
        moves = case.ask.turn_moves(moment.state, now.seat)
        for seat in range(walk.seats):
            judged = [*case.ask.evaluate_moves(moment.state, seat, moves)]
            right = [case.ask.evaluate(case.ask.apply(moment.state, move), seat) for move in moves]
            need(
                judged == right,
                f"evaluate_moves answers {one_line(repr(judged), 60)}, but evaluate"
                f" {one_line(repr(right), 60)}.",
                "Let evaluate_moves answer what evaluate does, move by move, to the last digit.",
            )


@asked_of(Evaluated, QuietMovesEvaluated, why_not="the game has no evaluate_quiet_moves.")
def quiet_moves_are_quiet(case: Case) -> None:
    """``evaluate_quiet_moves`` judges as ``evaluate`` does, and only moves after which the turn is
    over and the seat on turn has a choice."""
    for _walk, moment, now in case.moments_of(Turn, JUDGED):
        moves = case.ask.turn_moves(moment.state, now.seat)
        worths = [*case.ask.evaluate_quiet_moves(moment.state, now.seat, moves)]
        need(
            len(worths) == len(moves),
            f"evaluate_quiet_moves answers {len(worths)} worths for {len(moves)} moves.",
            "Let evaluate_quiet_moves answer a worth or None for each of the moves.",
        )
        for move, worth in zip(moves, worths, strict=True):
            if worth is None:
                continue
            after = case.ask.apply(moment.state, move)
            then = case.ask.status(after)
            need(
                isinstance(then, Turn)
                and then.number != now.number
                and len(case.ask.turn_moves(after, then.seat)) > 1,
                f"evaluate_quiet_moves judges {one_line(repr(move), 60)}, after which no turn with"
                " a choice begins.",
                "Let evaluate_quiet_moves answer None for a move that is not quiet.",
            )
            right = case.ask.evaluate(after, now.seat)
            need(
                worth == right,
                f"evaluate_quiet_moves answers {worth} for {one_line(repr(move), 60)}, but evaluate"
                f" {right}.",
                "Let evaluate_quiet_moves answer what evaluate does, to the last digit.",
            )


@asked_of(ForcedMoves, why_not="the game has no is_forced.")
def forced_moves_are_single(case: Case) -> None:
    """``is_forced`` says whether ``turn_moves`` has exactly one move, for every seat."""
    for walk, moment in case.moments(600):
        for seat in range(walk.seats):
            is_forced = case.ask.is_forced(moment.state, seat)
            count = len(case.ask.turn_moves(moment.state, seat))
            need(
                is_forced == (count == 1),
                f"is_forced answers {is_forced!r} for seat {seat}, which has {count} moves.",
                "Let is_forced answer True where turn_moves has one move, else False.",
            )


@asked_of(Learning, Evaluated, why_not="the game has no features.")
def features_count(case: Case) -> None:
    """``features`` answers numbers of worths, and a position is worth more to the seat on turn if
    its features are."""
    game: Any = case.game
    count = len(game.worths)
    judges = [case.beside(with_worths(case.game, [worth] * count)) for worth in (0, TRIED_WORTH)]
    for walk, moment, now in case.moments_of(Turn, 200):
        if any(
            isinstance(each.now, Turn) and each.now.number == now.number
            for each in walk.moments[: moment.index]
        ):
            continue  # only the beginning of a turn is learned from
        found = [*case.ask.features(moment.state, now.seat)]
        need(
            all(feature in range(count) for feature in found),
            f"features answers {one_line(repr(found), 60)}, but the game has {count} worths.",
            "Let features answer numbers from 0 to one less than there are worths.",
        )
        low, high = (judge.evaluate(moment.state, now.seat) for judge in judges)
        need(
            high > low if found and abs(low) < DECIDED else high >= low,
            f"evaluate answers {low!r} with worths of 0 and {high!r} with worths of"
            f" {TRIED_WORTH}; the position has {len(found)} features.",
            "Let evaluate add up what self.worths says of all features of the seat that is on turn;"
            " worths is a constant of the class or a cached property.",
        )


def _are_allies(case: Case, moment: WalkState) -> bool:
    return 1 in case.ask.allies(moment.state, 0)


@asked_of(Reasoned, why_not="the game has no reasons.")
def reasons_are_sentences(case: Case) -> None:
    """``reasons`` says in sentences what whole turns do, and asks for nothing but the turn."""
    for _walk, turn, after in case.turns(EXPLAINED):
        decided = [moment for moment in turn if isinstance(moment.now, Turn)]
        if len(decided) < len(turn) or len({moment.now.seat for moment in decided}) > 1:
            continue  # luck or somebody else has a part in it
        moves = tuple(moment.move for moment in turn)
        seat = decided[0].now.seat
        said = [*case.ask.reasons(turn[0].state, moves, after.state, seat)]
        need(
            all(is_plain(text) and text[-1] in ENDS for text in said),
            f"reasons says {said!r:.100} of a turn.",
            "Let reasons say sentences, each with a full stop.",
        )


def bots_can_play(case: Case) -> None:
    """The random bot finishes a game; the greedy one finds a legal move every time."""
    random_bot, greedy = RandomBot(), GreedyBot(nodes=NODES)
    for seats in case.seat_counts:
        for name, bot, most in (
            ("random", random_bot, case.most_decisions),
            ("greedy", greedy, GREEDY_DECISIONS),
        ):
            walk = random_walk(
                case.ask, seats, case.rng(name, seats), most, choose=_chooser(case, bot, seats)
            )
            if walk is None:
                break
            case.here = (walk, max(0, len(walk.moments) - 1)) if walk.moments else None
            if walk.stopped and (name == "random" or len(walk.moments) < most):
                raise Broken(f"With {name} bots: {walk.stopped.what}", walk.stopped.advice)
    case.here = None


def _chooser(case: Case, bot: Bot, seats: int) -> Chooser:
    def choose(state: Any, seat: int, rng: Random) -> Any:
        advice = "Let turn_moves, apply, status and evaluate answer wherever a bot looks ahead."
        with guard("a bot's choice", advice, 10 * case.ask.ms):
            request = Request(case.game, state, seat, seats, rng)
            move = bot.choose(request)
            bot.beside(request)
        return move

    return choose


@asked_of(Tallied, why_not="the game has no tally.")
def tallies_count(case: Case) -> None:
    """``tally`` counts things by name, and twice as many if every turn is given twice."""
    turns = [
        case.ask.format_turn(turn[0].state, [moment.move for moment in turn])
        for _, turn, _ in case.turns(200)
    ]
    advice = "Let tally return a dict of dicts of counts, and count every turn it is given."
    once, twice = case.ask.tally(turns), case.ask.tally(iter(turns + turns))
    case.here = None
    nothing = case.ask.tally([])
    for counted in (once, twice, nothing):
        need(
            isinstance(counted, Mapping)
            and all(
                is_plain(name)
                and isinstance(counts, Mapping)
                and all(map(_is_count, counts.items()))
                for name, counts in counted.items()
            ),
            f"tally answers {counted!r:.100}.",
            advice,
        )
    for name, counts in once.items():
        for thing, count in counts.items():
            need(
                twice.get(name, {}).get(thing) == 2 * count,
                f"tally counts {count} of {thing!r}, and {twice.get(name, {}).get(thing)} when"
                " everything was played twice.",
                advice,
            )


def _is_count(item: tuple[object, object]) -> bool:
    thing, count = item
    return is_plain(thing) and isinstance(count, int) and count >= 0


@asked_of(Adaptable, why_not="the game has no duels and adapted_to.")
def duels_can_be_adapted(case: Case) -> None:
    """A game whose options name other games lists them, and adapts where they are missing."""
    named = []
    for entry in case.ask.duels():
        try:
            game, options = entry
            json.dumps(dict(options))
        except (TypeError, ValueError):
            raise Broken(
                f"duels names {entry!r:.80}.",
                "Let duels return pairs of a game's id and its options, as JSON.",
            ) from None
        named.append(game)
    same, notices = case.ask.adapted_to(named)
    need(
        same == case.game and not notices,
        f"adapted_to changes the game although all of {named} are installed.",
        "Let adapted_to return the game itself, and (), where nothing is missing.",
    )
    other, changes = case.ask.adapted_to(["die"])
    need(
        type(other) is type(case.game) and all(map(is_plain, changes)),
        f"adapted_to answers {one_line(repr((other, changes)), 100)}.",
        "Let adapted_to return a game of the same kind, and a sentence on each change.",
    )
    missing = [name for name in named if name != "die"]
    need(
        bool(changes) == bool(missing) == (other != case.game),
        f"adapted_to tells {len(changes)} changes where {missing or 'nothing'} is missing.",
        "Let adapted_to replace each game that is missing, and say so.",
    )


def the_invariant_holds(case: Case) -> None:
    """The author's invariant holds in every state."""
    if case.invariant is None:
        raise NotAsked("no invariant is given; a test of yours can give one.")
    for _, moment in case.moments():
        try:
            with Gate(case.game):
                case.invariant(moment.state)
        except GipfMetaError as error:
            sentence = one_line(describe_error(origin_of(error)), 200).rstrip(".")
            raise Broken(
                f"The author's invariant does not hold: {sentence}.",
                "Look at the last decision: apply or advance made this state.",
            ) from error
