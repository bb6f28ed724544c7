"""Runs the cocotb bench of the stream tops under Icarus Verilog; NONOGRAM_BOARDS is the number of boards per design (20)."""

import os
from pathlib import Path

import pytest
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("design", "core"), [("classic11", "classic"), ("clue10", "clue")])
def test_boards_through_the_streams_get_the_answer_of_a_search(tmp_path, monkeypatch, design, core):
    runner = get_runner("icarus")
    runner.build(
        sources=[ROOT / "hdl" / "verilog" / f"{design}.sv"],
        hdl_toplevel=f"nonogram_{design}_stream",
        build_dir=tmp_path,
        timescale=("1ns", "1ps"),
        log_file=tmp_path / "build.log",
    )
    monkeypatch.syspath_prepend(Path(__file__).parent)
    results = runner.test(
        hdl_toplevel=f"nonogram_{design}_stream",
        test_module="bench_stream",
        build_dir=tmp_path,
        test_dir=tmp_path,
        timescale=("1ns", "1ps"),
        extra_env={"CORE": core, "BOARDS": os.environ.get("NONOGRAM_BOARDS", "20")},
        log_file=tmp_path / "test.log",
    )
    count, failed = get_results(results)
    assert (count, failed) == (2, 0), (tmp_path / "test.log").read_text()
