"""Writes the program as one folder of static files: ``make tab``.

The runtime comes from the npm registry and the wheels from PyPI, as ``tab.lock.json`` names them,
each with its hash: what differs from it is refused. Our own wheel is built from this tree. All
Python becomes bytecode of that runtime, compiled by it, in Node.js.

A newer version is taken by writing its version, file and hash into the lock file.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZipFile

from building.compiled import copy_sources, has_backend
from building.sources import ROOT
from gipf_meta.web.page_files import index_page, made_files
from gipf_meta.web.tab.loading_words import loading_words

OUT: Final = ROOT / "tab"
CACHE: Final = ROOT / ".tab"
"""What was fetched and compiled. Not in ``.cache``: building the site empties that folder."""
LOCK: Final = Path(__file__).with_name("tab.lock.json")
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""The files of the runtime that are taken as they are."""
SERVICE_WORKER: Final = "service-worker.js"
LIBRARY: Final = "python_stdlib.zip"
COMMENT: Final = re.compile(r"/\*[\s\S]*?\*/|^\s*//.*$", re.MULTILINE)
NEEDLESS: Final = (
    *(f"gipf_meta/{name}/" for name in ("arena", "commands", "paint", "plain", "testing", "tui")),
    "gipf_meta/web/page/",
    *(f"gipf_meta/web/tab/{end}" for end in (".js", ".html", ".webmanifest")),
)
"""What a tab never imports."""


class BuildError(Exception):
    """Why the folder cannot be written; one sentence."""


def main() -> int:
    """Writes the folder, unless it is up to date; says why if that fails."""
    try:
        build_tab()
    except BuildError as error:
        print(f"make tab: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"tab/ is written ({size / 1e6:.1f} MB): python -m http.server -d tab")
    return 0


def build_tab() -> Path:
    """The folder of the tab, written if it is not up to date. Raises ``BuildError``.

    One process at a time builds; the others wait for it.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    stamp = CACHE / "stamp"
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = hash_of_sources()
        if not OUT.is_dir() or not stamp.exists() or stamp.read_text() != now:
            stamp.unlink(missing_ok=True)
            write_tab(OUT)
            stamp.write_text(now)
    return OUT


def hash_of_sources() -> str:
    """What changes whenever a file changes from which the folder is made."""
    files = [path for name in ("building", "gipf_meta", "plugins") for path in walk(ROOT / name)]
    parts = [f"{path.relative_to(ROOT)} {hash_of(path)}" for path in [ROOT / "setup.py", *files]]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def walk(folder: Path) -> list[Path]:
    """The files in *folder*, but for what Python leaves there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if "__pycache__" not in path.parts]


def write_tab(out: Path) -> None:
    """Writes the folder *out* anew. Raises ``BuildError``."""
    lock = json.loads(LOCK.read_text("utf-8"))
    runtime, wheels = fetch_runtime(lock), fetch_wheels(lock)
    CACHE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        unpack_runtime(runtime, folder / "raw" / "runtime")
        made = folder / "tab"
        write_page(made)
        (made / "runtime").mkdir()
        for file in RUNTIME:
            shutil.copyfile(folder / "raw" / "runtime" / file, made / "runtime" / file)
        ours = build_wheel(folder)
        program = folder / "program"
        for wheel in [*wheels, ours]:
            unpack_wheel(wheel, program)
        shutil.copyfile(compile_library(folder / "raw"), made / "runtime" / LIBRARY)
        compile_files(folder / "raw", made / "program.zip", program)
        prepare_pictures(made, program)
        compile_files(folder / "raw", made / "program.zip", program)
        write_sizes(made)
        write_service_worker(made)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(made, out)


# ---- what comes from the registries -------------------------------------------------------------


def fetch_runtime(lock: dict[str, Any]) -> Path:
    """The package of the runtime. Raises ``BuildError``."""
    version, known = lock["pyodide"]["version"], lock["pyodide"]["sha256"]
    path = CACHE / f"pyodide-{version}.tgz"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", f"--pack-destination={CACHE}", f"pyodide@{version}"]
        run(command, "the runtime cannot be fetched from the npm registry")
    check_hash(path, known)
    return path


def fetch_wheels(lock: dict[str, Any]) -> list[Path]:
    """The wheels of the packages that the program needs. Raises ``BuildError``."""
    folder = CACHE / "wheels"
    missing = [each for each in lock["wheels"] if not (folder / each["file"]).exists()]
    if missing:
        platform = lock["platform"]
        command = [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"),
            *("--no-deps", "--only-binary=:all:", "--dest", str(folder)),
            *(f"--python-version={platform['python']}", "--implementation=cp"),
            *(f"--abi={platform['abi']}", "--abi=none"),
            *(f"--platform={platform['name']}", "--platform=any"),
            *(f"{each['name']}=={each['version']}" for each in missing),
        ]
        run(command, "the wheels cannot be fetched from PyPI")
    for each in lock["wheels"]:
        check_hash(folder / each["file"], each["sha256"])
    return [folder / each["file"] for each in lock["wheels"]]


def check_hash(path: Path, known: str) -> None:
    """Removes the file and raises ``BuildError`` unless it has the *known* hash."""
    if not path.exists():
        raise BuildError(f"{path.name} was not what the registry gave.")
    if hash_of(path) != known:
        path.unlink()
        raise BuildError(f"{path.name} is not the file that {LOCK.name} knows; it was removed.")


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- what is made here --------------------------------------------------------------------------


def unpack_runtime(package: Path, folder: Path) -> None:
    """Unpacks the files of the runtime into *folder*."""
    folder.mkdir(parents=True)
    with tarfile.open(package) as archive:
        for name in (*RUNTIME, LIBRARY):
            content = archive.extractfile(f"package/{name}")
            assert content is not None
            (folder / name).write_bytes(content.read())


def build_wheel(folder: Path) -> Path:
    """Our own wheel of the sources alone. Raises ``BuildError``."""
    copy_sources(ROOT, folder / "tree")
    command = [
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel"),
        *(["--no-build-isolation"] if has_backend() else []),
        *("--no-deps", f"--wheel-dir={folder}", str(folder / "tree")),
    ]
    run(command, "our own wheel cannot be built", {"GIPF_META_PURE": "1"})
    return next(folder.glob("gipf_meta-*.whl"))


def unpack_wheel(wheel: Path, folder: Path) -> None:
    """Unpacks what a tab needs of a wheel into *folder*."""
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not is_needless(name):
                archive.extract(name, folder)


def is_needless(name: str) -> bool:
    """Whether no tab needs the file of that name in a wheel."""
    start, _dot, end = name.rpartition(".")
    return (
        name.startswith(tuple(each for each in NEEDLESS if each.endswith("/")))
        or f"{start.rpartition('/')[0]}/.{end}" in NEEDLESS
        or (".dist-info/" in name and not name.endswith(("/METADATA", "/entry_points.txt")))
        or name.endswith(".pyi")
    )


def compile_library(raw: Path) -> Path:
    """The library of Python as bytecode; made once for each runtime. Raises ``BuildError``."""
    compiler = hash_of(ROOT / "building" / "bytecode.py")
    source = raw / "runtime" / LIBRARY
    made = CACHE / f"library-{hash_of(source)[:16]}-{compiler[:16]}.zip"
    if not made.exists():
        compile_files(raw, part := made.with_suffix(".part"), source)
        part.replace(made)
    return made


def prepare_pictures(made: Path, program: Path) -> None:
    """Draws what a tab would draw at each start, in the folder *made*; *program* gets the file.

    Raises ``BuildError``.
    """
    place = Path("gipf_meta", "web", "tab")
    script, out = ROOT / place / "prepared.py", program / place / "prepared.pickle"
    run_in_runtime(made, "the pictures cannot be drawn", script, out)


def compile_files(raw: Path, out: Path, *sources: Path) -> None:
    """Writes the archive *out* of *sources* as bytecode. Raises ``BuildError``."""
    script = ROOT / "building" / "bytecode.py"
    run_in_runtime(raw, "the program cannot be compiled", script, out, *sources)


def run_in_runtime(folder: Path, failure: str, script: Path, *arguments: Path) -> None:
    """Runs a *script* in the runtime of a *folder*. Raises ``BuildError``."""
    command = ["node", ROOT / "building" / "pyodide.mjs", folder, script, *arguments]
    run(list(map(str, command)), failure)


def write_page(out: Path) -> None:
    """Writes the page and what the tab has in the server's place."""
    page, tab = ROOT / "gipf_meta" / "web" / "page", ROOT / "gipf_meta" / "web" / "tab"
    shutil.copytree(page, out / "page", ignore=shutil.ignore_patterns("*.js", "*.html"))
    for name, made in made_files().items():
        (out / "page" / name).write_text(made, "utf-8")
    (out / "tab").mkdir()
    for file in [*tab.glob("*.js"), *tab.glob("*.css")]:
        if file.name != SERVICE_WORKER:
            (out / "tab" / file.name).write_text(without_comments(file), "utf-8")
    shutil.copyfile(tab / "manifest.webmanifest", out / "manifest.webmanifest")
    (out / "index.html").write_text(index_of_tab(index_page()), "utf-8")


def without_comments(file: Path) -> str:
    """The text of a module or style sheet without comments and indentation."""
    text = COMMENT.sub("", file.read_text("utf-8"))
    return re.sub(r"\n\s*", "\n", text).strip()


def index_of_tab(text: str) -> str:
    """The page's index with what only the tab has: its policy, its loading and its way to rooms."""
    tab = ROOT / "gipf_meta" / "web" / "tab"
    text = text.replace('<h1 id="title"></h1>', '<h1 id="title">gipf_meta</h1>')
    for anchor, file in (("<title>", "head.html"), ('    <script type="module"', "script.html")):
        before, found, after = text.partition(anchor)
        text = f"{before}{(tab / file).read_text('utf-8')}{found}{after}"
    before, found, after = text.partition('    <main id="room"')
    loading = (tab / "loading.html").read_text("utf-8")
    loading = loading.replace("{words}", escape(json.dumps(loading_words(), ensure_ascii=False)))
    return f"{before}{loading}{found}{after}"


def write_service_worker(out: Path) -> None:
    """Writes what keeps the files of *out* in browsers: it names them all, and their hash."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    hashes = "".join(map(hash_of, files))
    names = ["./", *(path.relative_to(out).as_posix() for path in files)]
    source = ROOT / "gipf_meta" / "web" / "tab" / SERVICE_WORKER
    text = without_comments(source).replace('["{files}"]', json.dumps(names))
    version = hashlib.sha256(hashes.encode()).hexdigest()[:16]
    (out / SERVICE_WORKER).write_text(text.replace("{version}", version), "utf-8")


def write_sizes(out: Path) -> None:
    """Writes the sizes of what a worker fetches before it can begin, in bytes."""
    fetched = [name for name in (*RUNTIME, LIBRARY) if not name.endswith(".mjs")]  # not imported
    files = [*(f"runtime/{name}" for name in fetched), "program.zip"]
    sizes = {name: (out / name).stat().st_size for name in files}
    (out / "files.json").write_text(json.dumps(sizes), "utf-8")


def run(command: list[str], failure: str, more: dict[str, str] | None = None) -> None:
    """Runs a *command*. Raises ``BuildError`` with its last words."""
    if shutil.which(command[0]) is None:
        raise BuildError(f"{failure}: {command[0]} is not installed.")
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **(more or {})}, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        raise BuildError(f"{failure} (its reason is above).")


if __name__ == "__main__":
    sys.exit(main())
