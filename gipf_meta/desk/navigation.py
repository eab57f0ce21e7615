"""The navigation: the places that are linked at the top of each screen of a page."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.desk.responses import NavigationPlace


def places_of_page(has_tables: bool) -> list[NavigationPlace]:
    """The places in their order; *has_tables* is true at a host, where matches are tables."""
    matches: NavigationPlace = {"screen": "library", "text": _("Matches")}
    tables: NavigationPlace = {"screen": "tables", "text": _("Tables")}
    return [
        {"screen": "launcher", "text": _("Play")},
        {"screen": "lessons", "text": _("Lessons")},
        tables if has_tables else matches,
        {"screen": "settings", "text": _("Settings")},
    ]
