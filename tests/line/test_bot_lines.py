"""Line mode: what bots say at the start and at the end, and the results against them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta.bots.spoken_lines import LINES
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from tests.plain.lines import Typist, begin, open_line, play

pytestmark = pytest.mark.needs("zertz")


@pytest.mark.parametrize("faces", [True, False])
def test_a_bot_speaks_to_who_wants_it(faces: bool) -> None:
    find = installed_plugins().find
    line, typist = open_line(), Typist("resign", "yes", "")
    line.settings = replace(line.settings, faces=faces)
    begin(line, Match.begin(find("zertz")(), 2, find, 4).resolve(), ("human", "medium"))
    assert play(line, typist) == 0
    said = [row for row in typist.said.splitlines() if row.startswith("Nora: “")]
    lines = [row.removeprefix("Nora: “").removesuffix("”") for row in said]
    if not faces:
        assert lines == []
        return
    start, end = lines
    assert start in LINES["medium"]["start"]
    assert end in LINES["medium"]["resigned"]
