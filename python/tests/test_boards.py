"""The simulated board, virtual boards behind a pseudo-terminal and behind UDP, the bytes of the protocol, and the Verilog of builds."""

import subprocess
import threading
import _thread

import numpy as np
import pytest

import nonogram


def test_simulated_board_counts_cycles(library):
    puzzle = nonogram.Puzzle.read(library / "08" / "over-easy.non")
    simulator = nonogram.Simulator("classic11")
    solution = simulator.solve(puzzle)
    assert (solution.status, solution.backend, solution.core) == ("solved", "sim", "classic")
    assert np.array_equal(solution.grid, puzzle.goal)
    assert solution.cycles > 100 and solution.clocks > solution.cycles
    assert solution.bytes_sent == len(nonogram.encode(puzzle))
    assert simulator.solve(puzzle).cycles == solution.cycles


def test_waveform_is_a_vcd_file_with_the_solver(tmp_path):
    waveform = tmp_path / "wave.vcd"
    solution = nonogram.Simulator("classic11").solve(nonogram.Puzzle.from_clues([[1]], [[1]]), vcd=waveform)
    assert solution.status == "solved"
    text = waveform.read_text()
    assert "$timescale" in text and "$enddefinitions" in text and "solver" in text


def test_clue_core_searches(library):
    puzzle = nonogram.Puzzle.read(library / "32-search" / "beats-paper.non")
    solution = nonogram.Simulator("clue32").solve(puzzle)
    assert (solution.status, solution.unique, solution.core) == ("solved", True, "clue")
    assert np.array_equal(solution.grid, puzzle.solve().grid)


def test_simulator_without_a_build_chooses_one_that_fits():
    simulator = nonogram.Simulator()
    small = nonogram.generate(5, 5, seed=3, line_solvable=True)
    large = nonogram.generate(20, 20, seed=1, density=0.6, line_solvable=True)
    assert [simulator.solve(puzzle).core for puzzle in (small, large)] == ["classic", "clue"]


def test_simulator_refuses_invalid_arguments():
    with pytest.raises(nonogram.InputError, match='no design is named "clue33": the designs are classic11'):
        nonogram.Simulator("clue33")
    with pytest.raises(nonogram.InputError, match='engine is "magic"; expected "compiled"$'):
        nonogram.Simulator(engine="magic")
    with pytest.raises(nonogram.InputError, match=r"sim: the board is too large for this build \(status 4\)"):
        nonogram.Simulator("classic11").solve(nonogram.generate(12, 2))
    with pytest.raises(nonogram.InputError, match="limit has no effect with the core classic: leave it out"):
        nonogram.Simulator("classic11").solve(nonogram.generate(3, 3), limit=1.0)
    with pytest.raises(OSError, match="/nowhere/wave.vcd: cannot create the waveform"):
        nonogram.Simulator("classic11").solve(nonogram.generate(3, 3), vcd="/nowhere/wave.vcd")


@pytest.fixture(params=[[], ["--udp", "127.0.0.1:0"]], ids=["pseudo-terminal", "UDP"])
def board(command, request):
    """The port of a virtual board."""
    arguments = [command, "virtual-board", "--build", "classic11", *request.param]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip()
        process.terminate()


def test_virtual_board_solves(library, board):
    device = nonogram.Device(board, timeout=60)
    for name in ("08/over-easy.non", "11/cave-canem.non"):
        puzzle = nonogram.Puzzle.read(library / name)
        solution = device.solve(puzzle)
        assert (solution.status, solution.backend, solution.retries) == ("solved", board, 0)
        assert np.array_equal(solution.grid, puzzle.goal)
        assert solution.cycles is None
    assert device.port == board


def test_coloured_puzzle_is_refused_with_the_text_of_the_command(library, board, command):
    file = library / "colour-08" / "drink-me.non"
    device = nonogram.Device(board, timeout=60)
    with pytest.raises(nonogram.InputError) as error:
        device.solve(nonogram.Puzzle.read(file))
    said = subprocess.run([command, "solve", "--core", "classic", file], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (2, "")
    assert str(error.value).startswith("this puzzle has 4 colours; expected at most 1 for the core: ")
    assert str(error.value) in said.stderr


def test_port_that_is_missing_is_a_link_error(command, tmp_path, library):
    port = str(tmp_path / "none")
    with pytest.raises(nonogram.LinkError) as error:
        nonogram.Device(port)
    assert str(error.value).startswith(f"{port}: ")


def test_ctrl_c_ends_waiting_for_a_board():
    """The device is a pseudo-terminal that never answers."""
    import os
    import pty

    ours, theirs = pty.openpty()
    device = nonogram.Device(os.ttyname(theirs), check=False)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        device.solve(nonogram.generate(5, 5, seed=1))
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("core", ["classic", "parallel", "clue"])
@pytest.mark.parametrize("check", [False, True])
def test_encoded_board_is_decoded(core, check, library, command):
    file = library / "08" / "over-easy.non"
    puzzle = nonogram.Puzzle.read(file)
    data = nonogram.encode(puzzle, core=core, check=check)
    options = ["--core", core, *(["--check"] if check else [])]
    said = subprocess.run([command, "encode", *options, file], capture_output=True, check=True)
    assert data == said.stdout
    (board,) = nonogram.decode(data)
    assert (board.kind, board.rows, board.columns, board.check) == ("board", 8, 8, True if check else None)
    assert board.clues == puzzle.rows + puzzle.columns
    assert nonogram.Puzzle.parse(board.text).rows == puzzle.rows


def test_bytes_that_cannot_be_decoded_are_refused():
    with pytest.raises(nonogram.InputError, match="bad board: "):
        nonogram.decode(b"\xe0\x02\xe0\x02\xc0")
    with pytest.raises(nonogram.InputError, match='core is "quantum"; expected "classic"'):
        nonogram.encode(nonogram.generate(3, 3), core="quantum")


def test_designs_have_verilog_with_clock_and_baud_rate_as_parameters():
    assert "clue32" in nonogram.builds()
    verilog, fast = nonogram.verilog("classic11"), nonogram.verilog("classic11", fast=True)
    for text in (verilog, fast):
        assert "parameter logic [31:0] CLOCK_HZ = 50000000," in text and "parameter logic [31:0] BAUD = 9600," in text
    # A bit lasts as long as clock and baud rate say, or 4 cycles.
    assert "BIT_SIXTEENTHS = CLOCK_HZ / BAUD" in verilog
    assert "BIT_SIXTEENTHS = 64," in fast
    with pytest.raises(nonogram.InputError, match='no design is named "clue33": the designs are classic11'):
        nonogram.verilog("clue33")
