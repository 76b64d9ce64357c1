"""Are tables on a GPU the same tables? Where there is none, plain Python plays it, with fewer games."""

import importlib.util
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.kits import KITS, each_kit

import azulejos as az
from azulejos import simulate
from azulejos.batch import SPREAD, Batch, layout
from azulejos.batch.engine import Engine
from azulejos.core import rng

ROOT = Path(__file__).parents[2]
HAS_CUDA = importlib.util.find_spec("numba_cuda") is not None
needs_numba_cuda = pytest.mark.skipif(
    not HAS_CUDA, reason="NO GPU IS PLAYED HERE: there is no numba-cuda (pip install numba-cuda)"
)

ASKED = """
import azulejos as az
from azulejos.batch import Batch
try:
    Batch(az.Game("duel"), 2, device="cuda")
except az.OptionError as error:
    print(error)
"""


def run(*arguments, **environment):
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def fields_of(dtype, first=0):
    """Each number's place and type, those of nested records too."""
    for name in dtype.names:
        kind, at = dtype.fields[name][:2]
        if kind.base.names:
            for i in range(int(np.prod(kind.shape, dtype=int))):
                yield from fields_of(kind.base, first + at + i * kind.base.itemsize)
        else:
            yield first + at, kind


@pytest.mark.parametrize("home", ["host:Host", pytest.param("device:Device", marks=needs_numba_cuda)])
def test_whoever_has_the_tables_answers_all_that_a_batch_asks(home):
    """By the same names; of the answers mypy makes sure."""
    module, _, name = home.partition(":")
    found = getattr(importlib.import_module(f"azulejos.batch.{module}"), name)
    asked = {key: value for key, value in vars(Engine).items() if inspect.isfunction(value) and key[0] != "_"}
    assert len(asked) > 10
    for key, value in asked.items():
        assert list(inspect.signature(getattr(found, key)).parameters) == list(
            inspect.signature(value).parameters
        ), key


@each_kit
def test_layout(kit):
    """Does every number stand at a multiple of its size, without gaps, and is nothing of a table lost?"""
    dtype = kit.rules.dtype
    there = layout.for_gpu(dtype)
    assert there.itemsize % layout.WORD == 0
    end = 0
    for first, kind in sorted(fields_of(there), key=lambda field: field[0]):
        assert first == end
        assert first % kind.base.itemsize == 0
        end = first + kind.itemsize
    assert end == there.itemsize
    for game in kit.few:
        batch = Batch(game, 64, seed=1)
        for step in range(200):
            batch.play(batch.random_choices())
            if step % 20 == 0:
                check_sent_and_back(batch, dtype, there)


def check_sent_and_back(batch, dtype, there):
    tables = np.array([batch.position(i).table() for i in range(0, batch.n, 16)]).reshape(-1).view(dtype)
    sent, back = np.zeros(len(tables), there), np.zeros(len(tables), dtype)
    layout.convert(tables, sent)
    layout.convert(sent, back)
    assert back.tobytes() == tables.tobytes()


@needs_numba_cuda
@each_kit
def test_there_is_a_phase_to_spare(kit):
    """Random games in pools are sorted by phase; the last number says that a game is over."""
    from azulejos.batch import kernels

    assert len(kit.rules.phases) < kernels.PHASES


MODULE = """
define linkonce_odr i32 @"long"(i8* %state) {
  LINES
  ret i32 0
}

define linkonce_odr i32 @short(i8* %state) #1 {
  ret i32 0
}

define linkonce_odr i32 @"once"(i8* %state) {
  LINES
  ret i32 0
}

define void @kernel(i8* %state) {
  %a = call i32 @"long"(i8* %state)
  %b = call i32 @"long"(i8* %state)
  %c = call i32 @short(i8* %state)
  %d = call i32 @short(i8* %state)
  %e = call i32 @"once"(i8* %state)
  ret void
}
"""


@needs_numba_cuda
def test_what_is_called_twice_and_long_is_kept_once():
    from azulejos.batch import apart

    module = MODULE.replace("LINES", "\n".join(["%x = add i32 1, 1"] * apart.LEAST).replace("\n", "\n  "))
    (marked,) = apart.marked([module])
    assert [line for line in marked.split("\n") if "noinline" in line] == [
        'define linkonce_odr i32 @"long"(i8* %state) noinline {'
    ]
    assert marked.replace(" noinline", "") == module


@pytest.mark.wide
@needs_numba_cuda
@pytest.mark.parametrize("kit", [KITS["pavilion"]], ids=str)
def test_the_same_games(kit):
    """As far as plain Python gets in a minute; the other games take their time too."""
    check(kit, 2, 15, NUMBA_ENABLE_CUDASIM="1")


@needs_numba_cuda
@pytest.mark.long
@each_kit
def test_many_of_the_same_games(kit):
    check(kit, 16, 250, NUMBA_ENABLE_CUDASIM="1")


@needs_numba_cuda
@pytest.mark.long
@each_kit
def test_the_same_games_on_a_gpu(kit):
    """Ten thousand seeds of each game, with all numbers of players."""
    if "CUDA finds no GPU" in run("-c", ASKED).stdout:
        pytest.skip("NO REAL GPU IS COMPARED HERE: there is none")
    check(kit, 10_000, 1000)


def check(kit, tables, steps, **environment):
    ran = run("-m", "tests.envs.side_by_side", kit.name, str(tables), str(steps), **environment)
    assert ran.returncode == 0, ran.stderr


@needs_numba_cuda
@pytest.mark.long
@each_kit
def test_kernels_are_compiled_without_a_gpu(kit, tmp_path):
    if importlib.util.find_spec("nvidia") is None and "CUDA_HOME" not in os.environ:
        pytest.skip("KERNELS ARE NOT COMPILED HERE: there is no CUDA (pip install 'azulejos[cuda]')")
    ran = run("tools/kernels.py", kit.name, "--to", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    texts = {path.stem: path.read_text(encoding="utf8") for path in tmp_path.glob("*.ptx")}
    assert all(".target sm_90" in text for text in texts.values())
    for name in ("step_all", "look_all", "observe_all", "tell_all", "random_games"):
        assert "ld.local" in texts[f"{kit.name}-{name}"], "the rules were left out"
    assert f"{kit.name}-judge_all" in texts


@pytest.mark.parametrize("seed", [0, -3, 5, 2**64 - 1])
def test_many_generators_at_once(seed):
    """Random games of a seed have the generators that tables of a batch have."""
    made = simulate.generators(seed, 3, 50)
    assert np.array_equal(made, rng.seeded(*(seed + i * SPREAD for i in range(3, 50))))


@pytest.mark.parametrize("device", ["tpu", "cuda:1", None, 3])
def test_unknown_devices(device):
    with pytest.raises(az.OptionError, match="there is cpu, cuda"):
        Batch(az.Game("duel"), 2, device=device)


@needs_numba_cuda
def test_no_gpu_is_told():
    ran = run("-c", ASKED, CUDA_VISIBLE_DEVICES="")
    assert "CUDA finds no GPU here" in ran.stdout, ran.stderr
    assert ran.stdout.count("\n") == 1


def test_a_missing_extra_is_told():
    ran = run("-c", "import sys; sys.modules['numba_cuda'] = None" + ASKED)
    assert "pip install 'azulejos[cuda]'" in ran.stdout, ran.stderr
