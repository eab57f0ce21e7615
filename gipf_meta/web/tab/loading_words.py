"""What a page without a server says before the program is there: in all languages, as data."""

from __future__ import annotations

from gipf_meta.base.texts import _, language_names, spoken


def loading_words() -> dict[str, dict[str, str]]:
    """The words for each language, by its code."""
    words = {}
    for code in language_names():
        with spoken(code):
            words[code] = {
                "loading": _(
                    "The program is being loaded; this browser keeps it and your matches, but a"
                    " private window forgets them when it is closed."
                ),
                "failed": _("The program could not be loaded; it will be tried again."),
                "crashed": _("The program has crashed and starts again; what is kept is not lost."),
                "old": _("This browser is too old for the program: take a newer one."),
            }
    return words
