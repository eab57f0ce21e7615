"""The worker of bots in a tab: takes parcels, returns their answers, and sends parts before."""

from __future__ import annotations

from typing import Any

from gipf_meta.base.garbage import collect_seldom
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.parcels import do

collect_seldom()
installed_plugins()  # now, so that the first answer does not wait for it


def answer(parcel: Any, tell: Any) -> Any:
    """Returns the answer to *parcel*; *tell* gets parts of it. All are bytes of JavaScript."""
    from pyodide.ffi import to_js

    return to_js(do(parcel.to_bytes(), lambda part: tell(to_js(part))))
