"""Do the examples run? In a small form, as they stand in the folder."""

import importlib
import runpy
import sys
from pathlib import Path

import pytest

from azulejos import cli

FOLDER = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))

    def load(name):
        sys.modules.pop(name, None)
        return importlib.import_module(name)

    return load


def test_random_batch(example, capsys):
    example("random_batch").main("duel", 400, 8)
    assert "choices of players per second" in capsys.readouterr().out


def test_mcts(example, capsys):
    """Does searching beat chance?"""
    example("mcts").main("chocolatier", deals=2, simulations=30)
    assert float(capsys.readouterr().out.split()[1]) > 0.7


def test_tournament(example, capsys):
    example("tournament").main(deals=1)
    assert capsys.readouterr().out.count("linear-example: ") == 4


def test_data_frame(example, capsys):
    """Random games: whoever is ahead wins more often."""
    example("data_frame").main(60)
    told = capsys.readouterr().out
    assert "60 games" in told
    assert float(told.split()[-1]) > 0


def test_review(example, capsys):
    example("review").main("duel", simulations=20)
    out = capsys.readouterr().out
    assert [line.split(":")[0] for line in out.splitlines()[::3]] == ["easy", "greedy-1"]
    assert out.count("  most in turn ") == 2


def test_real_tiles(example, capsys):
    """What is mistyped changes nothing, and advice is a choice in words."""
    typed = ["seat-2 begins", "draw pink", *["draw blue", "draw red"] * 10, "?", "factory-1 blue", "line-2"]
    example("real_tiles").main("chocolatier", typed)
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "chance: seat-1 begins, seat-2 begins"
    assert sum("'draw pink'" in line for line in out) == 1
    assert sum(line.startswith("Take 2 ") for line in out) == 1
    assert out[-1].startswith("seat-1: factory-2 blue, factory-2 red")


def test_ppo(example, capsys, monkeypatch, tmp_path):
    """It learns in one round at a few tables, takes part in a match, and is short enough to be read."""
    pytest.importorskip(
        "torch", reason="PPO IS NOT RUN HERE: there is no PyTorch (pip install 'azulejos[learn]')"
    )
    monkeypatch.chdir(tmp_path)
    ppo = example("ppo")
    monkeypatch.setattr(ppo, "STEPS", 32)
    ppo.main(0, "chocolatier", tables=8, deals=1)
    assert "ppo-example: " in capsys.readouterr().out
    rivals = ["python:tournament:Trained", "random"]
    assert cli.main(["match", *rivals, "--game", "chocolatier", "--games", "2", "--jobs", "1"]) == 0
    assert "python:tournament:Trained" in capsys.readouterr().out
    assert len((FOLDER / "ppo.py").read_text().splitlines()) < 150


@pytest.mark.parametrize(("name", "missing"), [("ppo", "torch"), ("data_frame", "pandas")])
def test_what_an_example_needs_is_said(name, missing, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit, match=r"this needs .*: pip install"):
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")


def test_every_example_is_run():
    text = Path(__file__).read_text(encoding="utf8")
    assert all(f'example("{path.stem}")' in text for path in FOLDER.glob("*.py"))
