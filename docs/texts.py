"""Collects the texts of host and plugins, merges them into each translation and compiles these.

``python -m docs.texts``, or ``make texts``. ``python -m docs.texts de`` begins a new language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = {
    "gipf_meta": ROOT / "gipf_meta",
    **{folder.name: folder for folder in sorted(ROOT.glob("plugins/*/gipf_meta_*"))},
}
"""The folder of each package with texts."""
CALLS: Final = {"_": None, "N_": None, "many": (1, 2)}
"""The functions whose arguments are texts; of ``many`` the first two: one and other."""
CALLED: Final = re.compile(rb"\b(?:_|N_|many)\s*\(")


def template_path(package: str) -> Path:
    """Returns the path of the template of *package*: its texts without a translation."""
    return FOLDERS[package] / "locale" / f"{package}.pot"


def translation_paths(package: str) -> list[Path]:
    """Returns the paths of the translations of *package*, one for each language."""
    return sorted((FOLDERS[package] / "locale").glob(f"*/LC_MESSAGES/{package}.po"))


def language_of(path: Path) -> str:
    """Returns the code of a translation's language."""
    return path.parts[-3]


def empty_catalog(package: str, language: str | None = None) -> Catalog:
    """Returns an empty template; with a *language*, an empty translation."""
    return Catalog(
        language,
        header_comment=f"# The texts of {package}.",
        project=package,
        version="1",
        last_translator="",
        language_team="",
        msgid_bugs_address="",
        fuzzy=False,
    )


def collect(package: str) -> Catalog:
    """Collects all texts in the code of *package*."""
    folder = FOLDERS[package]
    catalog = empty_catalog(package)
    for path in sorted(folder.rglob("*.py")):
        with path.open("rb") as code:
            if not CALLED.search(code.read()):
                continue  # most files have no texts, and to take one apart takes long
            code.seek(0)
            for line, text, comments, _context in extract("python", code, CALLS):
                where = path.relative_to(folder.parent).as_posix()
                catalog.add(text, locations=[(where, line)], auto_comments=comments)
    return catalog


def read(path: Path) -> Catalog:
    """Reads a template or a translation."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path) if path.suffix == ".po" else None)


def texts_of(catalog: Catalog) -> dict[str | tuple[str, ...], list[str]]:
    """Returns the texts of *catalog*, each with the files that contain it."""
    return {
        message.id: sorted({where for where, _line in message.locations})
        for message in catalog
        if message.id
    }


def write(catalog: Catalog, path: Path) -> None:
    """Writes a template; or a translation, and its compiled form beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    if path.suffix == ".po":
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)


def untranslated(catalog: Catalog) -> Iterator[str]:
    """Yields the texts without a translation, or with a fuzzy one."""
    for message in catalog:
        strings = [message.string] if isinstance(message.string, str) else message.string
        if message.id and (message.fuzzy or not all(strings)):
            yield message.id if isinstance(message.id, str) else message.id[0]


def main(fresh: Sequence[str]) -> None:
    """Updates all templates and translations, and begins the *fresh* languages."""
    for package, folder in FOLDERS.items():
        template, path = collect(package), template_path(package)
        # the date in a template is that of its last change
        if not path.exists() or texts_of(read(path)) != texts_of(template):
            write(template, path)
        template = read(path)
        new = [folder / "locale" / code / "LC_MESSAGES" / f"{package}.po" for code in fresh]
        for translation in {*translation_paths(package), *new}:
            language = language_of(translation)
            catalog = (
                read(translation) if translation.exists() else empty_catalog(package, language)
            )
            catalog.update(template)
            write(catalog, translation)
            count = len(list(untranslated(catalog)))
            print(f"{package}, {language}: {len(catalog)} texts, {count} to be translated")


if __name__ == "__main__":
    main(sys.argv[1:])
