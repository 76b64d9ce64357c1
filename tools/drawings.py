"""The golden drawings of a commit and of now, side by side: `python tools/drawings.py [COMMIT]` (HEAD).

Writes build/drawings/index.html with those that differ.
"""

import os
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "drawings"
PAGE = """<!doctype html><meta charset="utf-8"><title>Drawings: {commit} and now</title>
<style>body {{ font-family: sans-serif }} td {{ width: 50% }} img {{ width: 100% }}</style>
<h1>{commit}, and now</h1><p>{count} of {total} differ.</p><table>{rows}</table>
"""
ROW = '<tr><th colspan="2">{name}</th></tr><tr>{before}{after}</tr>\n'


def draw(source: Path, folder: Path) -> dict[str, bytes]:
    """The drawings, by their names, as this source makes them. Which ones there are, the tests of now say."""
    command = [sys.executable, "-m", "tests.kits.drawings", str(folder)]
    plain = {"PYTHONPATH": str(source), "AZULEJOS_PLAIN": "1"}  # nothing is compiled for an old source
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | plain)
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.svg"))}


def source_of(commit: str, folder: str) -> Path:
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "--extract", "--directory", folder], input=packed.stdout, check=True)
    return Path(folder) / "src"


def cell(folder: str, name: str, drawings: dict[str, bytes]) -> str:
    return f'<td><img src="{folder}/{name}.svg" alt="{folder}"></td>' if name in drawings else "<td>none</td>"


def main(commit: str = "HEAD") -> None:
    with tempfile.TemporaryDirectory() as folder:
        before = draw(source_of(commit, folder), OUT / "before")
    after = draw(ROOT / "src", OUT / "after")
    names = sorted(before.keys() | after.keys())
    changed = [name for name in names if before.get(name) != after.get(name)]
    rows = (
        ROW.format(name=name, before=cell("before", name, before), after=cell("after", name, after))
        for name in changed
    )
    page = PAGE.format(commit=escape(commit), count=len(changed), total=len(names), rows="".join(rows))
    (OUT / "index.html").write_text(page, encoding="utf8")
    print(f"{len(changed)} of {len(names)} differ: {OUT / 'index.html'}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
