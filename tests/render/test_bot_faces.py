"""Portraits of bots: of the theme's colours and the bodies of pieces, each its own."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gipf_meta.render.bot_faces import PORTRAITS, SIDE, portrait
from gipf_meta.render.material import definitions_of
from gipf_meta.render.theme import LIGHT, THEMES, variables, write_colours

EVERY = pytest.mark.parametrize("level", PORTRAITS)


@EVERY
def test_a_portrait_names_no_colour_of_its_own(level: str) -> None:
    drawn = ElementTree.fromstring(f"<g>{portrait(level)}</g>")
    paints = [
        each.attrib[name] for each in drawn.iter() for name in ("fill", "stroke", "color")
        if name in each.attrib
    ]  # fmt: skip
    assert len(paints) > 20
    for paint in paints:
        known = re.fullmatch(r"var\(--([a-z0-9-]+)\)", paint)
        is_light = paint == "none" or paint.startswith("url(#m-")
        assert is_light or (known and known[1] in variables(LIGHT)), paint


@EVERY
def test_a_portrait_is_made_of_bodies_that_there_are(level: str) -> None:
    drawn = portrait(level)
    bodies = {*re.findall(r'href="#(m-[a-z-]+)"', drawn)}
    assert len(bodies) >= 2
    defined = {*re.findall(r'id="(m-[a-z-]+)"', definitions_of(drawn))}
    assert bodies <= defined
    assert len(re.findall(r'href="#m-(?:marble|gloss|disc|square)"', drawn)) >= 3  # a face


def test_each_has_a_silhouette_and_colours_of_its_own() -> None:
    grounds = {portrait(level).split("/>")[0] for level in PORTRAITS}
    assert len(grounds) == len(PORTRAITS)
    for theme in THEMES.values():
        written = [write_colours(portrait(level), theme) for level in PORTRAITS]
        assert not any("var(" in each for each in written)
        heads = {re.findall(r'color="(#[0-9a-f]+)"', each)[-1] for each in written}
        assert len({*written}) == len(PORTRAITS)
        assert len(heads) >= 3


@EVERY
def test_a_portrait_stays_in_its_square_and_is_light(level: str) -> None:
    moved = re.findall(r"translate\(([0-9.-]+) ([0-9.-]+)\)", portrait(level))
    assert moved
    assert all(0 <= float(x) <= SIDE and 0 <= float(y) <= SIDE for x, y in moved)
    assert len(portrait(level)) < 2_500


def test_who_is_no_bot_of_ours_has_no_portrait() -> None:
    assert portrait("human") == portrait("engine:x") == ""
