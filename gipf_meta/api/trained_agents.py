"""Agents in the public API: callables that choose numbers of decisions, as engines and rated.

They need NumPy, which not everybody has, and which is imported when it is first used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from io import TextIOWrapper
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gipf_meta.api.choosing_bot import ChoosingBot, MatchPlayer
from gipf_meta.api.matches import Bot
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import ENGLISH, _, speak
from gipf_meta.bots.host_lines import answer_host
from gipf_meta.bots.levels import UnknownBot, make_bot, name_of_bot
from gipf_meta.plugins.loading import Finder
from gipf_meta.plugins.playable import configured
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.given_values import require_seed, require_text, require_whole
from gipf_meta.protocol.options import OptionError

if TYPE_CHECKING:
    from gipf_meta.workshop.arena.rating import Rating

MOST_JOBS: Final = 1000
"""The most processes that play for a rating."""
MOST_GAMES: Final = 100_000
"""The most games of a rating against each level."""
MOST_OPENING: Final = 1000
"""The most random turns that a game of a rating begins with."""


def serve_engine(
    agent: Callable[..., Any],
    *games: str | type[AnyGame],
    name: str = "",
    **options: Any,
) -> None:
    """Lets *agent* answer a host on standard input and output, as an engine called *name*, until
    the input ends. The page about it is docs/engines.md.

    ``agent(observation, mask)`` returns the number of a decision. It plays one game with *options*,
    and its duels. A class plays all *games* by whatever options the host says: it makes an agent of
    each match (``MatchVector`` has the same members: ``decision_count``, ``observation_shape``).
    What the agent prints goes to standard error.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, ``ExtraMissing`` without NumPy.
    """
    from gipf_meta.workshop.environments.agent_engine import AgentEngine
    from gipf_meta.workshop.environments.agents import Agents, name_of_agent
    from gipf_meta.workshop.environments.chosen_match import chosen_match

    require_text(name, _("The name of an engine"), OptionError)
    is_class = isinstance(agent, type)
    if not games or (len(games) > 1 and not is_class):
        raise OptionError(_("An agent plays one game; a class makes an agent for each game."))
    if options and is_class:
        raise OptionError(_("A class gets the options that the host says."))
    finder = Finder(tuple(each for each in games if isinstance(each, type)))
    match = None if is_class else chosen_match(games[0], None, options)
    kinds = match.all_games if match else [configured(each, {}) for each in games]
    engine = AgentEngine(
        Agents(agent, match, finder), [each.id for each in kinds], name or name_of_agent(agent)
    )
    speak(ENGLISH)  # programs read it
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    with redirect_stdout(sys.stderr):
        answer_host(engine, iter(sys.stdin.readline, ""), sys.__stdout__ or sys.stdout)


def rate(
    agent: str | Callable[..., Any] | MatchPlayer,
    game: str,
    *,
    against: str | Sequence[str] = (),
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    opening: int = 2,
    name: str = "",
    file: str | PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Rating:
    """The strength of *agent* in *game* with *options*: its Elo on the scale of the levels, with
    the bounds that hold 95 %. The page about it is docs/learning.md.

    *agent* is a callable or a class, as for ``serve_engine``; an object with a method
    ``choose(match)``, which returns the text of a decision; or the name of a bot, also of an
    engine, which is started. It plays *games* games *against* each level: pairs with swapped seats,
    the same luck, and the same *opening*, so many random turns. Equal seeds give equal results,
    unless time ends what a bot thinks. *jobs* processes play; *file* keeps every game, so that the
    same call goes on: give the agent another *name* when it has learned. *progress* is called at
    the start and after each game, with the numbers of games that are finished and of all.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, ``UnknownBot``, ``AgentFailed``,
    ``ArenaError`` for other numbers of games, ``OSError`` for *file*, ``ExtraMissing`` without
    NumPy.
    """
    from gipf_meta.workshop.arena.rated_games import (
        AgentFailed,
        RatedBot,
        play_rating,
        workers_for,
    )

    if not isinstance(game, str):  # its processes find a game by its name
        why = _("A rating takes the name of an installed game, and not {shown}.")
        hint = _("A plugin of yours is installed by pip install -e FOLDER.")
        raise OptionError(f"{why.format(shown=one_line(repr(game), 60))} {hint}")
    against = (against,) if isinstance(against, str) else tuple(against)
    for level in against:
        require_text(level, _("The name of a bot"), UnknownBot)
    jobs = require_whole(jobs, _("The number of jobs"), 1, MOST_JOBS)
    agent = agent.name if isinstance(agent, Bot) else agent
    if isinstance(agent, str):
        make_bot(agent)
        bot, chosen, agents = RatedBot(name_of_bot(agent)), configured(game, options), None
    elif not callable(agent) and callable(getattr(agent, "choose", None)):
        chosen, agents = configured(game, options), None
        bot = RatedBot(name or type(agent).__name__, partial(ChoosingBot, agent))
    else:
        from gipf_meta.workshop.environments.agents import AgentBot, Agents, name_of_agent
        from gipf_meta.workshop.environments.chosen_match import chosen_match

        match = chosen_match(game, 2, options)
        if not callable(agent):
            why = _("An agent is a function, a class or the name of a bot, and not {shown}.")
            raise OptionError(why.format(shown=one_line(repr(agent), 60)))
        agents = Agents(agent, None if isinstance(agent, type) else match, Finder())
        bot, chosen = RatedBot(name or name_of_agent(agent), partial(AgentBot, agents)), match.game
    try:
        return play_rating(
            bot,
            chosen,
            against,
            games=require_whole(games, _("The number of games"), 2, MOST_GAMES),
            seed=require_seed(seed),
            opening=require_whole(opening, _("The number of random turns"), 0, MOST_OPENING),
            workers=workers_for(bot, jobs),
            path=None if file is None else Path(file),
            finished=progress or (lambda done, total: None),
        )
    except AgentFailed as error:
        raise error from (agents.fault if agents else None)
