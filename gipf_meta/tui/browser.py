"""The interface in a tab of a browser: the program that the server starts for a tab."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from textual import events
from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp

from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import tell_ctrl_c_apart
from gipf_meta.base.texts import _, speak
from gipf_meta.base.watchdog import turn_on
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.plugins.containing import keep_streams_open
from gipf_meta.plugins.loading import load_plugins


class TabDriver(WebDriver):
    """Begins with the focus, which a tab has when it is opened; ends when the server is gone.

    From then on nothing but its packets reaches the server: what plugins print is dropped.
    """

    def __init__(self, app: App[Any], **settings: Any) -> None:
        super().__init__(app, **settings)
        self._write = partial(_send, os.dup(self.fileno))
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno)

    def start_application_mode(self) -> None:
        """Begins, and tells the app that the tab has the focus."""
        super().start_application_mode()
        self._app.call_later(self._app.post_message, events.AppFocus())

    def run_input_thread(self) -> None:
        """Reads what the server sends; ends the app when the server is gone."""
        super().run_input_thread()
        self._app.post_message(ExitApp())


def _send(file: int, packet: bytes) -> int:
    """Writes *packet*, unless the server is gone: then the end of the input ends the app."""
    with suppress(BrokenPipeError):
        return os.write(file, packet)
    return 0


def main() -> None:
    """Opens the interface, and exits with its status when it is left."""
    tell_ctrl_c_apart()
    turn_on()
    keep_streams_open()
    settings = load_settings()
    speak(settings.language)
    library: Library | None = None
    try:
        library = Library()
    except LibraryError as error:
        why = _("{error} The match is not kept.").format(error=one_line(str(error)))
        print(f"gipf-meta: {why}", file=sys.stderr)
    from gipf_meta.tui.app import run  # what is written in its keys is read on import

    sys.exit(run(load_plugins(), library, settings))


if __name__ == "__main__":
    main()
