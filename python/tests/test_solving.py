"""Solving in software: answers, limits, validation and hints; Ctrl-C, also in the generator and the simulator."""

import _thread
import threading

import numpy as np
import pytest

import nonogram

# One filled cell per line: 6! = 720 solutions.
ROOKS = nonogram.Puzzle.from_clues([[1]] * 6, [[1]] * 6)
# Far more solutions than can be counted.
ENDLESS = nonogram.Puzzle.from_clues([[1]] * 30, [[1]] * 30)


def interrupt_after(seconds):
    """Interrupt the main thread after this many seconds, as Ctrl-C does."""
    threading.Timer(seconds, _thread.interrupt_main).start()


def test_solution_is_an_array(library):
    puzzle = nonogram.Puzzle.read(library / "11" / "cave-canem.non")
    solution = puzzle.solve(limit=60)
    assert (solution.status, solution.unique, solution.limit) == ("solved", True, None)
    assert solution.grid.dtype == np.int8 and solution.grid.shape == (11, 11)
    assert np.array_equal(solution.grid, puzzle.goal)
    assert solution.backend == "software" and solution.cycles is None
    assert str(solution).splitlines()[0] == "".join("-#"[cell] for cell in puzzle.goal[0])
    assert "<svg" in solution._repr_svg_()


def test_puzzle_without_a_solution_is_not_an_error():
    assert nonogram.Puzzle.from_clues([[2], [0]], [[1], [0]]).solve().status == "unsolvable"
    no_way = nonogram.Puzzle.from_clues([[1, 1], [1], [1, 1]], [[2], [1], [2]])
    assert no_way.solve().status == "unsolvable"
    assert no_way.count() == 0 and list(no_way.solutions()) == []


def test_solutions_are_counted_and_iterated():
    assert ROOKS.solve().status == "multiple"
    assert ROOKS.count() == 720
    assert ROOKS.count(most=5) == 5
    seen = {grid.tobytes() for grid in ROOKS.solutions()}
    assert len(seen) == 720
    first = next(iter(ENDLESS.solutions()))
    assert ENDLESS.is_solved_by(first)


def test_search_reports_that_its_time_limit_expired():
    with pytest.raises(nonogram.LimitError, match="the search stopped at .* solutions?: there may be more"):
        ENDLESS.count(limit=0.05)
    with pytest.raises(nonogram.LimitError, match="there may be more"):
        for grid in ENDLESS.solutions(limit=0.05):
            assert grid.sum() == 30


def test_validation_agrees_with_rating(library):
    puzzle = nonogram.Puzzle.read(library / "08" / "over-easy.non")
    validation = puzzle.validate()
    assert (validation.verdict, validation.logic, validation.depth) == ("unique", "line-solvable", 0)
    assert round(puzzle.rate().difficulty, 1) == validation.difficulty
    assert ROOKS.rate() is None
    several = ROOKS.validate()
    assert (several.verdict, several.differs is None) == ("multiple", False)
    row, column = several.differs
    assert several.why == f"two solutions first differ in row {row + 1}, column {column + 1}"


def test_hints_lead_to_the_solution(library):
    puzzle = nonogram.Puzzle.read(library / "08" / "over-easy.non")
    grid = np.full(puzzle.shape, -1, dtype=np.int8)
    hint = puzzle.hint()
    while hint.rule != "solved":
        assert hint.cells, hint.text
        for row, column, value in hint.cells:
            grid[row, column] = value == "filled"
        hint = puzzle.hint(grid)
    assert np.array_equal(grid, puzzle.goal)
    wrong = np.where(puzzle.goal == 1, 0, 1)
    assert puzzle.hint(wrong).rule == "wrong"
    with pytest.raises(nonogram.InputError, match="grid: a grid of 2 x 2; expected 8 x 8"):
        puzzle.hint(np.zeros((2, 2), dtype=np.int8))
    with pytest.raises(nonogram.InputError, match=r"grid\[0, 1\] is 7; expected -1 to 1"):
        puzzle.hint(np.full((8, 8), 0) + np.eye(8, k=1, dtype=int) * 7)


def test_interpreter_lock_is_free_while_a_thread_searches():
    done = threading.Event()

    def search():
        with pytest.raises(nonogram.LimitError):
            ENDLESS.count(limit=1.0)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    steps = 0
    while not done.wait(0.01):
        steps += 1
    thread.join()
    assert steps > 10


@pytest.mark.parametrize(
    "work",
    [
        lambda: ENDLESS.count(),
        lambda: sum(1 for _ in ENDLESS.solutions()),
        lambda: nonogram.generate(60, 60, density=0.1, unique=True, tries=2**32 - 1),
        lambda: nonogram.Simulator("clue32").solve(hard()),
    ],
    ids=["count", "solutions", "generate", "simulator"],
)
def test_ctrl_c_ends_work(work):
    interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        work()
    # Later calls work as before.
    assert ROOKS.count() == 720
    assert nonogram.Simulator("classic11").solve(cross()).status == "solved"


def cross():
    return nonogram.Puzzle.from_clues([[1], [3], [1]], [[1], [3], [1]])


def hard():
    """A puzzle that the simulated clue core does not solve before the interrupt."""
    return nonogram.generate(32, 32, density=0.4, seed=1)
