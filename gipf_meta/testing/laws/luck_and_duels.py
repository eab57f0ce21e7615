"""Laws on luck and duels."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from gipf_meta.plugins.loading import UnknownGame, installed_plugins
from gipf_meta.protocol.game import Chance, Duel
from gipf_meta.protocol.options import OptionError, configure, options_in_duel
from gipf_meta.testing.laws.notation import is_plain
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, need
from gipf_meta.testing.trial.walks import is_sound

NO_LUCK: Final = "no luck is drawn in the random games."
NO_DUEL: Final = "no duel is due in the random games."


def luck_is_weighed(case: Case) -> None:
    """Luck has distinct outcomes, each with a whole weight above 0 and a text of its own; all of
    them can be played."""
    for walk, moment, now in case.moments_of(Chance, 400, why_not=NO_LUCK):
        need(
            isinstance(now.outcomes, tuple) and now.outcomes,
            f"Chance has the outcomes {now.outcomes!r:.80}.",
            "Let status give Chance a tuple of one outcome at least: ((move, weight), …).",
        )
        texts: dict[str, Any] = {}
        for outcome, weight in now.outcomes:
            text = case.ask.format(moment.state, outcome)
            need(
                type(weight) is int and weight > 0,
                f"The outcome {text!r} has the weight {weight!r}.",
                "Let status give every outcome of Chance a whole number above 0 as its weight, and"
                " leave out what cannot happen.",
            )
            need(
                is_plain(text),
                f"format writes an outcome of luck as {text!r:.80}.",
                "Let format write what luck draws, on one line.",
            )
            need(
                text not in texts,
                f"format writes two outcomes of luck as {text!r}.",
                "Let format tell the outcomes of Chance apart, and status name each once: a record"
                " knows them by their text.",
            )
            texts[text] = outcome
            after = case.ask.apply(moment.state, outcome)
            need(
                is_sound(case.ask.status(after), walk.seats),
                f"After luck drew {text!r} status makes no sense.",
                "Let apply take every outcome of Chance.",
            )


def duels_are_well_named(case: Case) -> None:
    """A duel names a game, existing seats, one of them as the claimant, and options as JSON."""
    for walk, _moment, now in case.moments_of(Duel, why_not=NO_DUEL):
        need(
            isinstance(now.game, str) and re.fullmatch(r"[a-z0-9_]{1,30}", now.game),
            f"Duel names the game {now.game!r}.",
            "Let status give Duel the id of a game.",
        )
        seats = now.seats
        need(
            isinstance(seats, tuple)
            and len(seats) >= 2
            and len(set(seats)) == len(seats)
            and {*seats} <= {*range(walk.seats)},
            f"Duel names the seats {seats!r} of {walk.seats}.",
            "Let status give Duel a tuple of two seats or more, each once.",
        )
        need(
            now.claimant in seats,
            f"Duel names the claimant {now.claimant!r}, who is not among the seats {seats}.",
            "Let status give Duel one of its seats as the claimant.",
        )
        try:
            again = json.loads(json.dumps(now.options, allow_nan=False))
        except (TypeError, ValueError):
            again = None
        need(
            isinstance(now.options, Mapping) and again == dict(now.options),
            f"Duel has the options {now.options!r:.80}.",
            "Let status give Duel its options as a dict of texts, numbers, True and False.",
        )
        _check_named_game(now)


def _check_named_game(duel: Duel) -> None:
    """Raises ``Broken`` if the duel's game is installed and cannot be played as the duel says."""
    try:
        game = installed_plugins().find(duel.game)
    except UnknownGame:
        return  # the players choose another, and the host says so
    need(
        len(duel.seats) in game.seat_counts,
        f"Duel names {len(duel.seats)} seats, and {game.title} is not for so many.",
        "Let status give Duel as many seats as the game it names can have.",
    )
    try:
        configure(game, options_in_duel(game, duel.options, duel))
    except OptionError as error:
        raise Broken(
            f"Duel names options that its game does not take: {error}",
            "Let status give Duel options that the game it names has.",
        ) from None


def duels_are_settled(case: Case) -> None:
    """``settle`` ends a duel for every winner and for a draw, and the game continues."""
    for walk, moment, now in case.moments_of(Duel, 400, why_not=NO_DUEL):
        texts: dict[str, int | None] = {}
        for winner in (*now.seats, None):
            who = "nobody" if winner is None else f"seat {winner}"
            move = case.ask.settle(moment.state, winner, now.game)
            need(
                move is not None,
                f"settle returned None when {who} won.",
                "Let settle return the move that apply is to play.",
            )
            text = case.ask.format(moment.state, move)
            need(
                is_plain(text),
                f"format writes the end of a duel that {who} won as {text!r:.80}.",
                "Let format write what settle returns, on one line.",
            )
            need(
                text not in texts or winner is None,
                f"The duel's end is written {text!r}, whoever has won.",
                "Let format tell the winners of a duel apart: a record is checked by that text.",
            )
            texts[text] = winner
            after = case.ask.apply(moment.state, move)
            then = case.ask.status(after)
            need(
                is_sound(then, walk.seats),
                f"After {who} won the duel status makes no sense.",
                "Let apply play what settle returns; its winner is a seat of this game.",
            )
            need(
                after != moment.state or winner is None,
                f"After {who} won the duel the state is as before, and the duel is due again.",
                "Let apply take from settle's move who has won, and go on.",
            )
            other = case.ask.settle(moment.state, winner, "elsewhere")
            need(
                is_plain(case.ask.format(moment.state, other)),
                "format cannot write a duel that was played in another game.",
                "Let settle and format take any game's id: players may choose another for a duel.",
            )
            case.ask.apply(moment.state, other)
