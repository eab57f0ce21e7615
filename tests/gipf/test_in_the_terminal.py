"""Sentences on potentials in a small window of the terminal."""

from __future__ import annotations

import asyncio

from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from tests.tui.conftest import Driver, table_of, typed, until
from tests.tui.test_own_words import screen_text


def test_a_refusal_of_several_lines_is_read_above_answers_of_two_rows(
    driven: Driver, library: Library
) -> None:
    async def walk() -> None:
        powers = {"yinsh_potentials": "3", "challenges_enabled": "on"}
        table = table_of(library, "gipf", powers, ["human", "human"])
        for text in ["Ga1-b2", "Ga1-b2", "Ga1-b2", "Yi5-h5", "Ya1-b2", "Yi1-h2", "Yi5-h5", "Yg5^"]:
            table.play(text)
        async with driven((80, 24), table) as (app, pilot):
            await typed(pilot, "Yg5^c5")
            await pilot.press("escape")
            why = "cannot run to c5, only to: g6, h4, g4, g3, g2, f5, f6, e7, d7."
            answer = "2 Challenge to a duel in YINSH"
            await until(pilot, lambda: why in said(app) and answer in said(app))

    def said(app: GipfApp) -> str:
        return " ".join(screen_text(app).split())

    asyncio.run(walk())
