"""The filter of the screen: foreign texts are shown and never acted on."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from gipf_meta.base.sentences import show_unprintable


class _ShowUnprintable(LineFilter):
    """Shows the unprintable characters of a line, which stays as wide as it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The *segments* of a line as they are sent to the terminal."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        shown = [segment._replace(text=show_unprintable(segment.text)) for segment in segments]
        return Segment.adjust_line_length(shown, sum(segment.cell_length for segment in segments))


SHOW_UNPRINTABLE: Final = _ShowUnprintable()
