"""A picture as a file: SVG, or PNG where the extra ``png`` is installed.

The extra brings a font, so that words look the same on every machine, even on one without fonts.
Letters that this font lacks come from the fonts of the machine.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _


class PngUnavailable(GipfMetaError, RuntimeError):
    """The extra that draws PNG is not installed; one sentence with what to type."""


def png(svg_text: str, width: int | None = None) -> bytes:
    """*svg_text* as PNG, *width* pixels wide; ``None``: as wide as the SVG says.

    Raises ``PngUnavailable``; ``ValueError`` if the text is no SVG or the width is out of range.
    """
    if width is not None and not 1 <= width <= 10_000:
        raise ValueError(f"A picture is 1 to 10000 pixels wide, not {width}.")
    try:
        import resvg_py
    except ImportError as error:
        raise PngUnavailable(
            _('A PNG needs one more package: pip install "gipf-meta[png]"; SVG needs none.')
        ) from error
    fonts = _fonts()
    family = "Lato" if fonts else None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg_text,
            width=width,
            font_files=fonts,
            font_family=family,
            sans_serif_family=family,
        )
    )


def picture_bytes(svg_text: str, path: Path, width: int | None = None) -> bytes:
    """The content of the file *path* for the picture *svg_text*: SVG by its suffix, else PNG.

    *width* is that of a PNG, in pixels. Raises what ``png`` raises.
    """
    return svg_text.encode() if path.suffix.lower() == ".svg" else png(svg_text, width)


def _fonts() -> list[str]:
    """The files of the font that comes with the extra; none without it."""
    package = find_spec("font_lato")
    if package is None or package.origin is None:
        return []
    folder = Path(package.origin).parent / "files"
    return [str(folder / f"Lato-{weight}.ttf") for weight in ("Regular", "Bold")]
