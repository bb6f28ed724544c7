"""Runs the cocotb bench of classic11 under Icarus Verilog."""

from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

import nonogram


def test_bench_of_classic11_passes(tmp_path, monkeypatch):
    verilog = tmp_path / "classic11.sv"
    verilog.write_text(nonogram.verilog("classic11", fast=True))
    runner = get_runner("icarus")
    runner.build(
        sources=[verilog],
        hdl_toplevel="nonogram_classic11",
        build_dir=tmp_path,
        timescale=("1ns", "1ps"),
        log_file=tmp_path / "build.log",
    )
    monkeypatch.syspath_prepend(Path(__file__).parent)
    results = runner.test(
        hdl_toplevel="nonogram_classic11",
        test_module="bench_classic11",
        build_dir=tmp_path,
        test_dir=tmp_path,
        timescale=("1ns", "1ps"),
        log_file=tmp_path / "test.log",
    )
    count, failed = get_results(results)
    assert (count, failed) == (1, 0), (tmp_path / "test.log").read_text()
