"""Cairn, a game of stacks, and the CAIRN-potential for GIPF, which is written in ``potential``."""

from gipf_meta_cairn.game import PROTOCOL, Cairn, games

__all__ = ["PROTOCOL", "Cairn", "games"]
