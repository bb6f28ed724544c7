"""Runs the bench of the example system under Icarus Verilog."""

import os
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

import system

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
DESIGN = "clue10"


def test_boards_are_solved_behind_the_mac(tmp_path, monkeypatch):
    verilog = Path(os.environ.get("NONOGRAM_VERILOG", ROOT / "hdl/verilog" / f"{DESIGN}.sv"))
    sources = [system.write(tmp_path, DESIGN, verilog), verilog]
    ambiguous = tmp_path / "ambiguous.non"
    ambiguous.write_text("width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n")
    command = os.environ.get("NONOGRAM", ROOT / "target/tests/nonogram")
    library = ROOT / "puzzles/library/08"
    files = [command, library / "over-easy.non", library / "pond-traffic.non", ambiguous]
    monkeypatch.setenv("NONOGRAM_SOLVE", os.pathsep.join(map(str, files)))
    monkeypatch.syspath_prepend(HERE)
    runner = get_runner("icarus")
    settings = {"hdl_toplevel": "system", "build_dir": tmp_path, "timescale": ("1ns", "1ps")}
    runner.build(sources=sources, build_args=["-g2012"], log_file=tmp_path / "build.log", **settings)
    results = runner.test(test_module="bench_udp", test_dir=tmp_path, log_file=tmp_path / "test.log", **settings)
    count, failed = get_results(results)
    assert (count, failed) == (2, 0), (tmp_path / "test.log").read_text()
