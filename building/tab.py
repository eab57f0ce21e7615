"""Writes the program as one folder of static files: ``make tab``.

The runtime comes from the npm registry and the wheels from PyPI, as ``tab.lock.json`` names them,
each with its hash: a file with another hash is refused. Our own wheel is built from this tree. All
Python is compiled to bytecode by that runtime, in Node.js.

To update a package, write its version, file and hash into the lock file.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZipFile

from building.compiled import copy_sources, has_backend
from building.packing import QUICK, write_pack, write_packed
from building.sources import ROOT
from gipf_meta.base.version import NAME
from gipf_meta.web.page_files import index_page, page_files, with_words, without_comments
from gipf_meta.web.tab.bytecode_cache import NAME as CODES
from gipf_meta.web.tab.later_files import NAMES
from gipf_meta.web.tab.loading_page import loading_part, loading_words
from gipf_meta.web.tab.prepared_drawings import NAME as PICTURES

OUT: Final = ROOT / "tab"
CACHE: Final = ROOT / ".tab"
"""The cache of fetched and compiled files; not in ``.cache``, which building the site empties."""
LOCK: Final = Path(__file__).with_name("tab.lock.json")
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs")
"""The files of the runtime that are copied unchanged."""
MACHINE: Final = "pyodide.asm.wasm"
PACKAGES: Final = "pyodide-lock.json"
"""The file in which the runtime looks for packages to load; its list is emptied."""
SERVICE_WORKER: Final = "service-worker.js"
LIBRARY: Final = "python_stdlib.zip"
FIRST: Final = "program.pack"
REST: Final = "rest.pack"
TAB_FILES: Final = "site-packages/gipf_meta/web/tab"
NEEDLESS: Final = (
    *(
        f"gipf_meta/{name}/"
        for name in ("commands", "paint", "plain", "testing", "tui", "workshop")
    ),
    "gipf_meta/web/page/",
    *(f"gipf_meta/web/tab/{end}" for end in (".js", ".html", ".webmanifest")),
    *("fsrs/optimizer.py", "pydantic/v1/", "pydantic/mypy.py"),
)
"""The files and folders of wheels that a tab never imports."""
NEEDLESS_LIBRARY: Final = (
    *("_pyrepl/", "compression/zstd/", "pydoc_data/", "wsgiref/", "xmlrpc/"),
    *(f"{name}.pyc" for name in ("ftplib", "imaplib", "mailbox", "poplib", "pydoc", "smtplib")),
    *(f"{name}.pyc" for name in ("bz2", "lzma", "ssl")),  # their importers work without them
)
"""The modules of Python's library that a tab never imports."""


class BuildError(Exception):
    """The reason why the folder cannot be written, a sentence."""


def main() -> int:
    """Writes the folder, unless it is up to date, or prints why it cannot; returns the status."""
    try:
        build_tab()
    except BuildError as error:
        print(f"make tab: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"tab/ is written ({size / 1e6:.1f} MB): python -m http.server -d tab")
    return 0


def build_tab() -> Path:
    """Returns the folder of the tab; writes it if it is not up to date. Raises ``BuildError``.

    One process builds at a time; others wait for it.
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
    """Returns the hash of all files from which the folder is made."""
    files = [path for name in ("building", "gipf_meta", "plugins") for path in walk(ROOT / name)]
    parts = [f"{path.relative_to(ROOT)} {hash_of(path)}" for path in [ROOT / "setup.py", *files]]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def walk(folder: Path) -> list[Path]:
    """Returns the files in *folder*, without those in ``__pycache__``."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if "__pycache__" not in path.parts]


def write_tab(out: Path) -> None:
    """Writes the folder *out* anew. Raises ``BuildError``."""
    lock = json.loads(LOCK.read_text("utf-8"))
    runtime, wheels = fetch_runtime(lock), fetch_wheels(lock)
    CACHE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        raw, made, program = folder / "raw", folder / "tab", folder / "program"
        unpack_runtime(runtime, raw / "runtime")
        write_page(made)
        write_runtime(raw / "runtime", made / "runtime")
        for wheel in [*wheels, build_wheel(folder)]:
            unpack_wheel(wheel, program)
        compile_files(raw, folder / "program.zip", program)
        write_program(made, read_program(compile_library(raw), folder / "program.zip"), folder)
        write_sizes(made)
        write_service_worker(made)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(made, out)


# ---- files from the registries -------------------------------------------------------------


def fetch_runtime(lock: dict[str, Any]) -> Path:
    """Returns the path of the runtime's package; fetches it if missing. Raises ``BuildError``."""
    version, known = lock["pyodide"]["version"], lock["pyodide"]["sha256"]
    path = CACHE / f"pyodide-{version}.tgz"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", f"--pack-destination={CACHE}", f"pyodide@{version}"]
        run(command, "the runtime cannot be fetched from the npm registry")
    check_hash(path, known)
    return path


def fetch_wheels(lock: dict[str, Any]) -> list[Path]:
    """Returns the wheels of the dependencies; fetches missing ones. Raises ``BuildError``."""
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
    """Returns the SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- what is made here --------------------------------------------------------------------------


def unpack_runtime(package: Path, folder: Path) -> None:
    """Unpacks the files of the runtime into *folder*."""
    folder.mkdir(parents=True)
    with tarfile.open(package) as archive:
        for name in (*RUNTIME, MACHINE, PACKAGES, LIBRARY):
            content = archive.extractfile(f"package/{name}")
            assert content is not None
            (folder / name).write_bytes(content.read())


def build_wheel(folder: Path) -> Path:
    """Builds our own wheel, not compiled, and returns its path. Raises ``BuildError``."""
    copy_sources(ROOT, folder / "tree")
    command = [
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel"),
        *(["--no-build-isolation"] if has_backend() else []),
        *("--no-deps", f"--wheel-dir={folder}", str(folder / "tree")),
    ]
    run(command, "our own wheel cannot be built", {"GIPF_META_PURE": "1"})
    return next(folder.glob("gipf_meta-*.whl"))


def unpack_wheel(wheel: Path, folder: Path) -> None:
    """Unpacks the files of a wheel that a tab needs into *folder*."""
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not is_needless(name):
                archive.extract(name, folder)


def is_needless(name: str) -> bool:
    """Returns whether a tab never needs the file *name* of a wheel."""
    start, _dot, end = name.rpartition(".")
    return (
        name in NEEDLESS
        or name.startswith(tuple(each for each in NEEDLESS if each.endswith("/")))
        or f"{start.rpartition('/')[0]}/.{end}" in NEEDLESS
        or (".dist-info/" in name and not name.endswith(("/METADATA", "/entry_points.txt")))
        or name.endswith((".pyi", "/benchmarks.json"))
    )


def compile_library(raw: Path) -> Path:
    """Returns the archive of Python's library as bytecode, made once for each runtime. Raises
    ``BuildError``."""
    compiler = hash_of(ROOT / "building" / "bytecode.py")
    source = raw / "runtime" / LIBRARY
    made = CACHE / f"library-{hash_of(source)[:16]}-{compiler[:16]}.zip"
    if not made.exists():
        compile_files(raw, part := made.with_suffix(".part"), source)
        part.replace(made)
    return made


def write_runtime(raw: Path, out: Path) -> None:
    """Writes the files of the *raw* runtime that the tab needs into the folder *out*."""
    out.mkdir()
    for name in RUNTIME:
        shutil.copyfile(raw / name, out / name)
    write_packed(out / f"{MACHINE}.pack", (raw / MACHINE).read_bytes())
    known = json.loads((raw / PACKAGES).read_text("utf-8"))
    (out / PACKAGES).write_text(json.dumps({**known, "packages": {}}), "utf-8")


def read_program(library: Path, program: Path) -> dict[str, bytes]:
    """Returns the files of both archives by their names in the library's folder."""
    files = {}
    for path, place in ((library, ""), (program, "site-packages/")):
        with ZipFile(path) as archive:
            for name in archive.namelist():
                if place or not name.startswith(NEEDLESS_LIBRARY):
                    files[place + name] = archive.read(name)
    return files


def write_program(made: Path, files: dict[str, bytes], scratch: Path) -> None:
    """Writes *files* into the folder *made* as two packs: those for a first visit, and the rest.

    The first pack also gets the prepared drawings. Raises ``BuildError``.
    """
    write_pack(made / FIRST, files, QUICK)  # for the first visit that is made here
    write_pack(made / REST, {})
    script = ROOT / "building" / "first_visit.py"
    pictures, codes, modules = (scratch / name for name in ("pictures", "codes", "modules"))
    run_in_runtime(made, "a first visit fails", script, pictures, codes, modules)
    files[f"{TAB_FILES}/{PICTURES}"] = pictures.read_bytes()
    files[f"{TAB_FILES}/{CODES}"] = codes.read_bytes()
    needed = {*json.loads(modules.read_text("utf-8"))}
    rest = {name: files[name] for name in files if name.endswith(".pyc") and name not in needed}
    first = {name: files[name] for name in files if name not in rest and is_ours(name)}
    first[f"{TAB_FILES}/{NAMES}"] = json.dumps(sorted(map(name_of_module, rest))).encode()
    write_pack(made / FIRST, first)
    write_pack(made / REST, rest)


def is_ours(name: str) -> bool:
    """Returns whether the file *name* of the tab is a module, or data of our own."""
    return name.endswith((".pyc", ".so")) or name.startswith("site-packages/gipf_meta")


def name_of_module(file: str) -> str:
    """Returns the dotted name of the module in *file* of the library's folder."""
    path = file.removeprefix("site-packages/").removesuffix(".pyc").removesuffix("/__init__")
    return path.replace("/", ".")


def compile_files(raw: Path, out: Path, *sources: Path) -> None:
    """Writes the archive *out* of *sources* as bytecode. Raises ``BuildError``."""
    script = ROOT / "building" / "bytecode.py"
    run_in_runtime(raw, "the program cannot be compiled", script, out, *sources)


def run_in_runtime(folder: Path, failure: str, script: Path, *arguments: Path) -> None:
    """Runs a *script* in the runtime of a *folder*, with the program that is in it.

    Raises ``BuildError``.
    """
    command = ["node", ROOT / "building" / "pyodide.mjs", folder, script, *arguments]
    run(list(map(str, command)), failure, place=folder)  # nothing is imported from the sources


def write_page(out: Path) -> None:
    """Writes the page, and the files that replace the server in the tab."""
    tab = ROOT / "gipf_meta" / "web" / "tab"
    (out / "page").mkdir(parents=True)
    for name, data in page_files().by_name.items():
        (out / "page" / name).write_bytes(data)
    (out / "tab").mkdir()
    for file in [*tab.glob("*.js"), *tab.glob("*.css")]:
        if file.name != SERVICE_WORKER:
            (out / "tab" / file.name).write_text(without_comments(file.read_text("utf-8")), "utf-8")
    shutil.copyfile(tab / "manifest.webmanifest", out / "manifest.webmanifest")
    (out / "index.html").write_text(index_of_tab(index_page()), "utf-8")


def index_of_tab(text: str) -> str:
    """Returns the page's index with the parts of the tab: its policy, loading screen and script."""
    tab = ROOT / "gipf_meta" / "web" / "tab"
    text = text.replace('<h1 id="title"></h1>', f'<h1 id="title">{NAME}</h1>')
    for anchor, file in (("<title>", "head.html"), ('    <script type="module"', "script.html")):
        before, found, after = text.partition(anchor)
        text = f"{before}{(tab / file).read_text('utf-8')}{found}{after}"
    before, found, after = text.partition('    <main id="room"')
    loading = loading_part((tab / "loading.html").read_text("utf-8"))
    return with_words(f"{before}{loading}{found}{after}", loading_words())


def write_service_worker(out: Path) -> None:
    """Writes the service worker, which caches all files of *out* under a version, their hash."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    hashes = "".join(map(hash_of, files))
    names = ["./", *(path.relative_to(out).as_posix() for path in files)]
    source = ROOT / "gipf_meta" / "web" / "tab" / SERVICE_WORKER
    text = without_comments(source.read_text("utf-8")).replace('["{files}"]', json.dumps(names))
    version = hashlib.sha256(hashes.encode()).hexdigest()[:16]
    (out / SERVICE_WORKER).write_text(text.replace("{version}", version), "utf-8")


def write_sizes(out: Path) -> None:
    """Writes the sizes of the runtime and the first pack, in bytes, into ``tab/runtime.js``."""
    path = out / "tab" / "runtime.js"
    sizes = {name: (out / name).stat().st_size for name in (f"runtime/{MACHINE}.pack", FIRST)}
    text = path.read_text("utf-8")
    path.write_text(text.replace('{ "{sizes}": 0 }', json.dumps(sizes)), "utf-8")


def run(
    command: list[str], failure: str, more: dict[str, str] | None = None, place: Path = ROOT
) -> None:
    """Runs a *command* in the folder *place*, with *more* in its environment; prints its output if
    it fails. Raises ``BuildError`` with *failure*."""
    if shutil.which(command[0]) is None:
        raise BuildError(f"{failure}: {command[0]} is not installed.")
    done = subprocess.run(
        command, cwd=place, env={**os.environ, **(more or {})}, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        raise BuildError(f"{failure} (its reason is above).")


if __name__ == "__main__":
    sys.exit(main())
