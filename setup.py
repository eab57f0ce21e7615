"""The build backend that pyproject.toml names: the packages, and the modules to compile.

``building/sources.py`` finds the packages, the plugins' entry points and the modules to compile.
These are compiled together, so that a call from one into another is a call in C.

A wheel (``pip install .``) has the rules and the search compiled by mypyc. An editable install
compiles nothing and needs no mypy: it runs the sources. Where no C compiler works, and with
``GIPF_META_PURE=1``, a wheel has the sources alone: the same program, slower.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Distribution, Extension, setup
from setuptools.build_meta import *  # noqa: F403  (the hooks that are not replaced here)
from setuptools.build_meta import get_requires_for_build_wheel as _asked_by_setuptools
from setuptools.command.build_ext import build_ext

from building import sources

MYPYC = "mypy[mypyc]>=2,<3"
MYPY = (
    "--explicit-package-bases",
    "--follow-imports=silent",
    # Compiled alike everywhere: whatever is installed, and however strict `make check` is.
    "--no-site-packages",
    "--ignore-missing-imports",
    "--config-file=",
)

FLAGS = (
    # What mypyc writes is not read for warnings, and to look for them takes as long as to compile.
    "-Wno-all",
    # Else every function might be replaced by another library's, and none is inlined.
    "-fvisibility=hidden",
    # Else some processors round a * b + c once, others twice, and bots decide otherwise.
    "-ffp-contract=off",
)

DATA = [("share/man/man1", ["building/gipf-meta.1"])]
"""The files that are installed beside the packages: target folders, and files."""
EXAMPLES = {"gipf_meta.plugins.examples": "examples"} if Path("examples").is_dir() else {}
"""The folder of the plugins that `gipf-meta new-plugin --example` writes; pyproject.toml says which
of its files."""


def is_pure() -> bool:
    """Returns whether nothing is to be compiled: ``GIPF_META_PURE=1``."""
    return os.environ.get("GIPF_META_PURE") == "1"


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    """Returns the requirements for building a wheel, with mypy. (For editable installs the hook of
    setuptools is used, which needs no mypy.)"""
    return [*_asked_by_setuptools(config_settings), *([] if is_pure() else [MYPYC])]


def try_the_compiler() -> None:
    """Compiles an empty extension. Raises whatever goes wrong."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(
            "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n",
            encoding="utf-8",
        )
        probe = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = folder
        probe.ensure_finalized()
        probe.run()


class AllOrNothing(build_ext):
    """Keeps the compiled modules only if all were built: they share a library, and import only
    together."""

    def run(self) -> None:
        super().run()
        made = [Path(path) for path in self.get_outputs()]
        if not all(path.exists() for path in made):
            print("gipf-meta is built without compiled rules.", file=sys.stderr)
            for path in made:
                path.unlink(missing_ok=True)


def extensions(folder: str) -> list[Extension]:
    """Returns the extensions to compile, made in *folder*; ``[]`` and a notice where that fails."""
    if is_pure():
        return []
    try:
        try_the_compiler()
        from mypyc.build import mypycify

        os.environ["MYPYPATH"] = os.pathsep.join(str(top.parent) for top in sources.top_packages())
        made = mypycify(
            [*MYPY, f"--cache-dir={folder}/mypy", *sources.compiled_modules()],
            opt_level="3",
            debug_level="0",
            group_name="gipf_meta",
            target_dir=folder,
        )
    except (Exception, SystemExit) as fault:
        print(f"gipf-meta is built without compiled rules: {fault}", file=sys.stderr)
        return []
    for extension in made:
        extension.optional = True
        if os.name == "posix":
            # a new list: mypyc gives all of them the same one
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return made


if __name__ == "__main__":
    # Metadata and editable installs go without a compiler.
    is_compiling = not {"bdist_wheel", "build_ext"}.isdisjoint(sys.argv)
    # What an earlier build has left is not in a wheel, and nothing is left: 110 MB, if it compiles.
    with TemporaryDirectory() as folder:
        setup(
            packages=[*sources.packages(), *EXAMPLES],
            package_dir={**sources.packages(), **EXAMPLES},
            entry_points={
                "console_scripts": ["gipf-meta = gipf_meta.__main__:main"],
                "gipf_meta": sources.entry_points(),
                "gipf_meta_gipf.potentials": sources.kinds_of_potentials(),
                "pytest11": ["gipf_meta = gipf_meta.testing.pytest_plugin"],
            },
            data_files=DATA,
            ext_modules=extensions(folder) if is_compiling else [],
            cmdclass={"build_ext": AllOrNothing},
            options={"build": {"build_base": folder}},
        )
