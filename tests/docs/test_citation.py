"""How the program is cited: ``CITATION.cff`` keeps its schema, and says today's version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gipf_meta.base.version import __version__

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
REQUIRED = {"authors", "cff-version", "message", "title"}
"""The keys that the schema of version 1.2.0 requires."""
KNOWN = REQUIRED | {
    "abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
    "license-url", "preferred-citation", "references", "repository", "repository-artifact",
    "repository-code", "type", "url", "version",
}  # fmt: skip
"""All keys of that schema; others make it invalid."""


def test_it_keeps_the_schema() -> None:
    assert set(CITATION) >= REQUIRED
    assert set(CITATION) <= KNOWN
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    assert len(set(CITATION["keywords"])) == len(CITATION["keywords"]) > 0
    for key in ("abstract", "license", "message", "title", "version"):
        assert isinstance(CITATION[key], str), key
        assert CITATION[key], key


def test_it_names_the_version_and_its_date() -> None:
    assert CITATION["version"] == __version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{__version__}] - {CITATION['date-released']}" in changes


def test_it_names_those_who_the_licence_names_and_no_other() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (holder,) = re.findall(r"^Copyright \(c\) [0-9]{4} (.+)$", licence, re.MULTILINE)
    assert CITATION["authors"] == [{"name": holder}]
    assert CITATION["license"] == licence.split()[0]
