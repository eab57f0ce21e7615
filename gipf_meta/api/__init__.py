"""The public API for library users: play, look at and study every game from Python.

    import gipf_meta as gm

    match = gm.new_match("zertz", seed=1)
    match = match.play("Wd4,d1")
    match = match.play(gm.bot("easy").choose(match))
    study = gm.study(match).go("back").play("Bd7,a4")

A match and a study are values: every change is a new one. The page about it is docs/library.md.
"""

from gipf_meta.api.analyses import analyse
from gipf_meta.api.benchmarks import benchmark_positions
from gipf_meta.api.environments import pettingzoo_env, register_open_spiel
from gipf_meta.api.match_numbers import MatchNumbers
from gipf_meta.api.matches import Bot, Match, bot, games, load, new_match, options
from gipf_meta.api.played_matches import match_of
from gipf_meta.api.studies import Study, StudyTurn, study
from gipf_meta.api.trained_agents import rate, serve_engine
from gipf_meta.api.vectors import vector

__all__ = [
    "Bot",
    "Match",
    "MatchNumbers",
    "Study",
    "StudyTurn",
    "analyse",
    "benchmark_positions",
    "bot",
    "games",
    "load",
    "match_of",
    "new_match",
    "options",
    "pettingzoo_env",
    "rate",
    "register_open_spiel",
    "serve_engine",
    "study",
    "vector",
]
