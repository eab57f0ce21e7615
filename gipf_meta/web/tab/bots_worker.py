"""The worker of the bots: a parcel in, its answer out, and parts of it before."""

from __future__ import annotations

from typing import Any

from gipf_meta.base.garbage import collect_seldom
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.parcels import do

collect_seldom()
installed_plugins()  # now, so that the first answer does not wait for it


def answer(parcel: Any, tell: Any) -> Any:
    """The answer to a *parcel*, of which *tell* gets parts: bytes of JavaScript in and out."""
    from pyodide.ffi import to_js

    return to_js(do(parcel.to_bytes(), lambda part: tell(to_js(part))))
