"""Texts for players, in their language: gettext catalogues, one a package, English by default.

The English text stands in the code. A package brings its translations in
``locale/LANGUAGE/LC_MESSAGES/PACKAGE.mo``, and longer pages as ``NAME.LANGUAGE.md``. Notation,
ids, options, records and JSON are no texts: they are the same in every language.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

ENGLISH = "en"

_chosen: tuple[str, ...] = ()
"""The languages to look for, best first; empty for English."""
_spoken: ContextVar[tuple[str, ...] | None] = ContextVar("spoken", default=None)
"""The languages to look for in place of ``_chosen``, in a task or thread for another person."""


def speak(language: str = "") -> None:
    """Chooses the *language* of the program (``cs``, ``en``), by default the environment's."""
    global _chosen
    _chosen = _to_look_for([language] if language else _environment_languages())


class spoken(AbstractContextManager[None]):
    """Speaks *language* inside its block, and only in this task or thread.

    ``""``: that of ``speak``. So one program speaks with several people, each in his language.
    """

    __slots__ = ("_languages", "_token")

    def __init__(self, language: str) -> None:
        self._languages = _languages_before_english(language) if language else None

    def __enter__(self) -> None:
        self._token = _spoken.set(self._languages)

    def __exit__(self, *_error: object) -> None:
        _spoken.reset(self._token)


def languages() -> tuple[str, ...]:
    """The languages to look for now, best first; none for English."""
    now = _spoken.get()
    return _chosen if now is None else now


@lru_cache(maxsize=100)
def _languages_before_english(language: str) -> tuple[str, ...]:
    return _to_look_for([language])


def known_language(wanted: str) -> str:
    """The language to speak with a person who reads *wanted*: that, or the same without its
    country, if any package has texts in it; else English.

    So what is cached by language has no more entries than there are languages.
    """
    known = {each for catalogue in _catalogues.values() for each in catalogue.translated}
    return next((each for each in _to_look_for([wanted]) if each in known), ENGLISH)


def _to_look_for(wanted: Sequence[str]) -> tuple[str, ...]:
    """The languages to look for where *wanted* are spoken, best first; none for English."""
    names = [name.partition(".")[0].partition("@")[0] for name in wanted]
    # English is never missing: what comes after it is never needed
    before = next((i for i, name in enumerate(names) if _is_english(name)), len(names))
    return tuple(
        dict.fromkeys(each for name in names[:before] for each in (name, name.partition("_")[0]))
    )


def language() -> str:
    """The code of the language that is spoken now, such as ``cs``."""
    chosen = languages()
    return chosen[0].partition("_")[0] if chosen else ENGLISH


def _is_english(name: str) -> bool:
    return name in ("", "C", "POSIX") or name.partition("_")[0] == ENGLISH


def _environment_languages() -> list[str]:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value.split(":")
    return []


class Catalogue:
    """The texts of one package: ``_(text)`` is an English *text* in the player's language.

    A catalogue can be made before the language is chosen: each call uses what is chosen then.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self._read_for: dict[tuple[str, ...], NullTranslations] = {}

    @cached_property
    def translated(self) -> frozenset[str]:
        """The languages in which the package has texts or pages, beside English."""
        folder = _folder(self.package)
        if folder is None:
            return frozenset()
        locale = folder / "locale"
        texts = {each.name for each in locale.iterdir()} if locale.is_dir() else set()
        pages = (each.name.split(".") for each in folder.iterdir() if each.name.endswith(".md"))
        return frozenset(texts | {page[1] for page in pages if len(page) == 3})

    def __call__(self, text: str) -> str:
        """*text* in the player's language."""
        # to gettext, the empty text is the catalogue's own head
        if not text:
            return ""
        # spelled out, as ``languages`` and ``_now``: a scene asks for hundreds of texts
        chosen = _spoken.get()
        found = self._read_for.get(_chosen if chosen is None else chosen)
        return (found or self._now()).gettext(text)

    def many(self, one: str, other: str, count: int) -> str:
        """*one* or *other* in the player's language, in the plural form that *count* needs."""
        return self._now().ngettext(one, other, count)

    def _now(self) -> NullTranslations:
        chosen = languages()
        found = self._read_for.get(chosen)
        if found is None:
            found = self._read_for[chosen] = _translations(self.package, chosen)
        return found


def _translations(package: str, languages: tuple[str, ...]) -> NullTranslations:
    if (folder := _folder(package)) is not None:
        for name in languages:
            path = folder / "locale" / name / "LC_MESSAGES" / f"{package}.mo"
            if path.is_file():
                with path.open("rb") as file:
                    return GNUTranslations(file)
    return NullTranslations()


def _folder(package: str) -> Traversable | None:
    """Where the files of *package* are; a plugin of one module has no room for any."""
    try:
        return files(package)
    except (ModuleNotFoundError, TypeError):
        return None


_catalogues: dict[str, Catalogue] = {}


def catalogue(package: str) -> Catalogue:
    """The texts of *package*, for its modules: ``_ = catalogue("gipf_meta_mine")``."""
    return _catalogues.get(package) or _catalogues.setdefault(package, Catalogue(package))


def catalogue_of(thing: object) -> Catalogue:
    """The texts of the package that brought *thing*, a game or its class."""
    return catalogue(thing.__module__.partition(".")[0])


def N_(text: str) -> str:
    """*text* itself: marks a text that is translated later, where it is shown."""
    return text


def document(package: str, name: str) -> str:
    """A page of *package*, such as ``rules.md``: the translated one, if there is one."""
    stem, _, ending = name.rpartition(".")
    for code in languages():
        translated = files(package) / f"{stem}.{code}.{ending}"
        if translated.is_file():
            return translated.read_text(encoding="utf-8")
    return (files(package) / name).read_text(encoding="utf-8")


_ = catalogue("gipf_meta")


@cache
def language_names() -> dict[str, str]:
    """The languages that the program has texts in, each by its own name: ``{"cs": "Čeština"}``.

    One that is translated in part is among them; missing texts are shown in English.
    """
    own_name = N_("English")  # in a translation: what its language calls itself
    names = {ENGLISH: own_name}
    for folder in sorted((files("gipf_meta") / "locale").iterdir(), key=lambda each: each.name):
        if (folder / "LC_MESSAGES" / "gipf_meta.mo").is_file():
            with spoken(folder.name):
                name = _(own_name)
            names[folder.name] = name if name != own_name else folder.name
    return names
