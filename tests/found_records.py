"""The one game that all readers of records find in a text, or the sentence that refuses it."""

from __future__ import annotations

from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import RecordError
from gipf_meta.records.text_formats import FoundGame, read_games


def found_in(text: str) -> FoundGame:
    """The one game that all readers find in *text*."""
    found = _only(text)
    assert isinstance(found, FoundGame), found
    return found


def refused_in(text: str) -> str:
    """The sentence with which the one game in *text* is refused."""
    found = _only(text)
    assert isinstance(found, RecordError), found
    return str(found)


def _only(text: str) -> FoundGame | RecordError:
    installed = installed_plugins()
    (found,) = read_games(text, installed.all_readers(), installed.find)
    return found
