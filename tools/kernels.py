"""Compile the kernels of batches for a GPU that isn't here: `python tools/kernels.py [GAME ...] --to FOLDER`.

Writes the assembly (PTX), and with `ptxas`, if there is one, what the GPU runs (cubin), with the registers
and the stack that each needs. `pip install 'azulejos[cuda]'`.
"""

import argparse
import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import azulejos as az
from azulejos import games
from azulejos.batch import gpu, kernels
from azulejos.batch.device import LARGE, arrays_for, template
from azulejos.batch.host import Plan
from azulejos.observations import COMPACT, ONE_HOT, SPARSE, observer

KERNELS = [
    name
    for name, found in inspect.getmembers(kernels, inspect.isfunction)
    if found.__module__ == kernels.__name__
]
PLAN = Plan(n=1, deals=True, restarts=True, reward="win", threads=1, compiled=False)


def arguments_of(function, game: az.Game) -> tuple:
    """Something for each parameter of a kernel, of the type that `Device` gives it."""
    known = arrays_for(game, PLAN)
    places, scales = game.features.plan
    known |= {"points": known["scores"], "chosen": np.zeros(1, np.bool_), "places": places, "scales": scales}
    known |= {"odds": np.zeros((1, 1), np.int16), "tallies": np.zeros((1, 4), np.int64)}
    for kind, names in ((COMPACT, ("seen",)), (ONE_HOT, ("seen", "floats")), (SPARSE, ("told", "facts"))):
        shapes = observer(game.name, game.players, False).room(kind, 1)
        known |= dict(zip(names, (np.zeros(*each) for each in shapes), strict=True))
    known |= {"deals": True, "restarts": True, "longest": 1, "seat": 0, "kind": 0}
    return tuple(known[name] for name in inspect.signature(function).parameters)


def assembled(path: Path, architecture: str) -> str:
    """The cubin beside it, and what ptxas says about it."""
    command = ["ptxas", f"-arch={architecture}", "-v", "-o", path.with_suffix(".cubin"), path]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    told = [line.removeprefix("ptxas info    : ").strip() for line in ran.stderr.splitlines()]
    return "; ".join(line for line in told if "registers" in line or "stack" in line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    parser.add_argument("--capability", default="9.0", help="of the GPU (9.0: H100, H200)")
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    major, minor = map(int, asked.capability.split("."))
    asked.to.mkdir(parents=True, exist_ok=True)
    for name in asked.games:
        for each in KERNELS:
            function = gpu.function_of(template(name), each)
            ptx = gpu.to_ptx(function, arguments_of(function, az.Game(name)), (major, minor), name in LARGE)
            path = asked.to / f"{name}-{each}.ptx"
            path.write_text(ptx, encoding="utf8")
            told = assembled(path, f"sm_{major}{minor}") if shutil.which("ptxas") else "no ptxas here"
            print(f"{path}: {len(ptx):,} bytes; {told}", file=sys.stderr)


if __name__ == "__main__":
    main()
