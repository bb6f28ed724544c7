"""Puzzles from files, clues, pictures and the generator; errors are exceptions."""

import copy
import multiprocessing
import pickle
import subprocess

import numpy as np
import pytest

import nonogram


def test_file_gives_clues_shape_and_goal(library):
    puzzle = nonogram.Puzzle.read(library / "08" / "over-easy.non")
    assert puzzle.shape == (8, 8)
    assert len(puzzle.rows) == len(puzzle.columns) == 8
    assert puzzle.colours == ["#000000"]
    assert puzzle.goal.dtype == np.int8 and puzzle.goal.shape == puzzle.shape
    assert puzzle.is_solved_by(puzzle.goal)
    assert not puzzle.is_solved_by(np.zeros((8, 8)))
    assert nonogram.Puzzle.parse(str(puzzle)) == puzzle
    assert hash(nonogram.Puzzle.parse(puzzle.to_text("json"))) != 0


def test_clues_give_the_same_rows_as_text():
    puzzle = nonogram.Puzzle.from_clues([[1, 1], [3], []], [[2], [1], [2]], title="A cup")
    assert puzzle.rows == [[1, 1], [3], []] and puzzle.title == "A cup"
    with pytest.warns(UserWarning, match=r"the rows are read first \(3 clues\)"):
        assert nonogram.Puzzle.parse("1 1\n3\n0\n\n2\n1\n2\n").rows == puzzle.rows


# The colours are not in the order of their letters.
FLAG = nonogram.Puzzle.from_clues(
    [["1b", "1a"], ["1a"]], [["1b"], ["2a"]], palette={"b": "#ff0000", "a": "#0000ff"}
)


def test_blocks_with_letters_have_colours():
    assert FLAG.colours == ["#ff0000", "#0000ff"]
    assert list(FLAG.palette.items()) == [("b", "#ff0000"), ("a", "#0000ff")]
    assert FLAG.rows == [["1b", "1a"], ["1a"]] and FLAG.columns == [["1b"], ["2a"]]
    assert nonogram.Puzzle.from_clues(FLAG.rows, FLAG.columns, palette=FLAG.palette) == FLAG
    solution = FLAG.solve()
    assert (solution.status, solution.unique) == ("solved", True)
    assert solution.grid.tolist() == [[1, 2], [0, 2]]
    assert str(solution) == "ba\n-a"
    assert FLAG.is_solved_by(solution.grid)
    assert FLAG.hint().cells


@pytest.mark.parametrize(
    "board",
    [
        lambda: nonogram.Simulator("clue32").solve(FLAG),
        lambda: nonogram.encode(FLAG),
    ],
)
def test_boards_refuse_several_colours(board):
    with pytest.raises(nonogram.InputError, match="2 colours; expected"):
        board()


def test_coloured_clue_board_is_encoded_and_decoded():
    board = nonogram.decode(nonogram.encode(FLAG, core="clue", check=True))[0]
    assert (board.kind, board.check) == ("board", True)
    # The wire has numbers of colours, which are decoded as letters from a on.
    letters = [["1a", "1b"], ["1b"], ["1a"], ["2b"]]
    assert board.clues == letters


def test_simulated_board_solves_colours():
    solution = nonogram.Simulator().solve(FLAG)
    assert (solution.status, solution.grid.tolist()) == ("solved", [[1, 2], [0, 2]])


def test_coloured_file_of_the_library_is_solved(library):
    file = next(path for path in sorted(library.rglob("*.non")) if "\ncolor b" in path.read_text())
    puzzle = nonogram.Puzzle.read(file)
    assert len(puzzle.colours) > 1
    assert np.array_equal(puzzle.solve(limit=60).grid, puzzle.goal)


@pytest.mark.parametrize(
    "image",
    [
        np.array([[True, False], [True, True]]),
        np.array([[0, 255], [10, 127]], dtype=np.uint8),
        np.array([[0.0, 1.0], [0.1, 0.4]]),
        np.array([[[0, 0, 0], [255, 255, 255]], [[9, 9, 9], [90, 90, 90]]], dtype=np.uint8),
        # A view whose samples are not contiguous.
        np.array([[0, 10], [255, 127]], dtype=np.uint8).T,
    ],
)
def test_dark_cells_of_an_image_are_filled(image):
    puzzle = nonogram.Puzzle.from_image(image)
    assert puzzle.goal.tolist() == [[1, 0], [1, 1]]


def test_coloured_image_gives_a_coloured_puzzle():
    image = np.full((4, 4, 3), 255, dtype=np.uint8)
    image[:2] = (200, 0, 0)
    image[2:, :2] = (0, 0, 200)
    puzzle = nonogram.Puzzle.from_image(image)
    assert len(puzzle.colours) == 2 and sorted(set(puzzle.goal.flat)) == [0, 1, 2]
    assert nonogram.Puzzle.from_image(image, colours=1).colours == ["#000000"]
    assert len(nonogram.generate(5, 5, colours=3, seed=1).colours) == 3


def test_image_is_scaled_to_size():
    image = np.full((40, 60), 255, dtype=np.uint8)
    image[:20, :20] = 0
    assert nonogram.Puzzle.from_image(image, size=(2, 3)).goal.tolist() == [[1, 0, 0], [0, 0, 0]]
    assert nonogram.Puzzle.from_image(image, max_side=6).shape == (4, 6)
    assert nonogram.Puzzle.from_image(image, size=(2, 3), invert=True).goal.tolist() == [[0, 1, 1], [1, 1, 1]]


@pytest.mark.parametrize(
    ("image", "text"),
    [
        (np.zeros((2, 2), dtype=np.int64), "image is \"int64\"; expected an array of bool, uint8"),
        (np.zeros(4, dtype=np.uint8), "image.shape is [4]; expected (rows, columns)"),
        (np.zeros((2, 2, 5), dtype=np.uint8), "a picture of 5 samples per pixel; expected 1 (grey)"),
        (np.zeros((0, 2), dtype=np.uint8), "a picture of 2 x 0 pixels"),
        (np.full((2, 2), 255, dtype=np.uint8), "threshold"),
    ],
)
def test_invalid_image_is_refused(image, text):
    with pytest.raises(nonogram.InputError) as error:
        nonogram.Puzzle.from_image(image)
    assert text in str(error.value)


def test_error_has_the_text_of_the_command(tmp_path, command):
    file = tmp_path / "bad.non"
    file.write_text("width 3\nheight x\n")
    said = subprocess.run([command, "solve", file], capture_output=True, text=True)
    assert said.returncode == 2
    with pytest.raises(nonogram.InputError) as error:
        nonogram.Puzzle.read(file)
    assert said.stderr == f"nonogram: {error.value}\n"
    assert isinstance(error.value, ValueError) and isinstance(error.value, nonogram.Error)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: nonogram.Puzzle.from_clues([[3]], [[1], [1]]), "the clue 3 of row 1 needs 3 cells; expected at most 2"),
        (lambda: nonogram.Puzzle.read("/nowhere.non"), "/nowhere.non: "),
        (lambda: nonogram.Puzzle.parse("#", format="none"), "none"),
        (lambda: nonogram.Puzzle.parse("#\n\n#\n", format="text"), "<text>: 2 puzzles; expected one: pass one of them"),
        (lambda: nonogram.Puzzle.from_clues([[1]], [[1]]).solve(engine="magic"), "there is no engine \"magic\""),
        (lambda: nonogram.Puzzle.from_clues([[1]], [[1]]).solve(limit=0), "limit is 0; expected seconds, more than 0"),
        (lambda: nonogram.generate(0, 5), "rows is 0; expected a number of cells, from 1 to 4095"),
        (lambda: nonogram.generate(5, 5, density=2), "density is 2; expected a probability"),
        (lambda: nonogram.generate(5, 5).to_text("png"), "not text"),
    ],
)
def test_bad_argument_is_an_input_error(call, text):
    with pytest.raises(nonogram.InputError) as error:
        call()
    assert text in str(error.value)


NAN = float("nan")
PUZZLE = nonogram.Puzzle.from_clues([[1]], [[1]])
DARK = np.zeros((2, 2), dtype=np.uint8)


@pytest.mark.parametrize(
    ("name", "call", "values"),
    [
        ("rows", nonogram.generate, [-1, 0, 4096, 2**70, 2.5, NAN, "5", None]),
        ("columns", nonogram.generate, [-1, 0, 4096, 2**70, 2.5, NAN, "5", None]),
        ("density", nonogram.generate, [-0.1, 1.1, NAN, "0.5", None]),
        ("seed", nonogram.generate, [-1, 2**64, 1.5, NAN, "1"]),
        ("difficulty", nonogram.generate, [(3, 2), (-1, 2), (NAN, 2), (1, NAN), (1,), 3, "12"]),
        ("tries", nonogram.generate, [-1, 0, 2**32, 1.5, NAN, "1", None]),
        ("colours", nonogram.generate, [-1, 0, 27, 2**70, 1.5, NAN, "1", None]),
        ("colours", lambda **of: nonogram.Puzzle.from_image(DARK, **of), [-1, 0, 27, 2**70, 1.5, NAN, "1"]),
        ("threshold", lambda **of: nonogram.Puzzle.from_image(DARK, **of), [-1, 256, 1.5, NAN, "1", None]),
        ("size", lambda **of: nonogram.Puzzle.from_image(DARK, **of), [(0, 1), (1, -1), (4096, 1), (1,), 5, (NAN, 1)]),
        ("max_side", lambda **of: nonogram.Puzzle.from_image(DARK, **of), [-1, 0, 4096, 1.5, NAN, "1"]),
        ("limit", PUZZLE.solve, [-1, 0, 2.0**64, NAN, float("inf"), "1"]),
        ("limit", PUZZLE.count, [-1, 0, NAN, "1"]),
        ("limit", PUZZLE.solutions, [-1, 0, NAN, "1"]),
        ("limit", PUZZLE.validate, [-1, 0, NAN, "1", None]),
        ("limit", PUZZLE.rate, [-1, 0, NAN, "1", None]),
        ("limit", PUZZLE.hint, [-1, 0, NAN, "1", None]),
        ("most", PUZZLE.count, [-1, 0, 2**70, 1.5, NAN, "1"]),
        ("limit", lambda **of: nonogram.Simulator("clue32").solve(PUZZLE, **of), [-1, 0, NAN, "1"]),
        ("baud", lambda **of: nonogram.Device("/nowhere", **of), [-1, 0, 2**32, 1.5, NAN, "9600", None]),
        ("retries", lambda **of: nonogram.Device("/nowhere", **of), [-1, 2**32, 1.5, NAN, "7", None]),
        ("timeout", lambda **of: nonogram.Device("/nowhere", **of), [-1, 0, NAN, "1"]),
    ],
)
def test_wrong_number_is_an_input_error(name, call, values):
    for value in values:
        with pytest.raises(nonogram.InputError) as error:
            call(**{name: value})
        assert str(error.value).startswith(f"{name} is {value!r}; expected "), error.value


@pytest.mark.parametrize("block", [-1, 2**70, 1.5, NAN, None, [1]])
def test_wrong_block_is_an_input_error(block):
    with pytest.raises(nonogram.InputError) as error:
        nonogram.Puzzle.from_clues([[1], [1, block]], [[1], [1]])
    assert str(error.value).startswith(f"rows[1][1] is {block!r}; expected the length of a block")
    with pytest.raises(nonogram.InputError, match=r"columns\[0\] is 1; expected a list of block lengths"):
        nonogram.Puzzle.from_clues([[1]], [1])
    with pytest.raises(nonogram.InputError, match="rows is 1; expected a list with one list of block lengths"):
        nonogram.Puzzle.from_clues(1, [[1]])
    with pytest.raises(nonogram.InputError, match="the clue .* of row 1 needs"):
        nonogram.Puzzle.from_clues([[2**64 - 1, 2]], [[1], [1]])


@pytest.mark.parametrize("value", [-2, 2, 300, 0.5, NAN, 2.0**70])
def test_wrong_cell_is_an_input_error(value):
    with pytest.raises(nonogram.InputError, match=r"grid\[0, 0\] is .*; expected -1 to 1, a whole number"):
        PUZZLE.is_solved_by(np.array([[value]]))
    with pytest.raises(nonogram.InputError, match=r"grid\[0, 0\] is .*; expected -1 to 1, a whole number"):
        PUZZLE.hint([[value]])


@pytest.mark.parametrize("sample", [-0.1, 1.1, 255.0, NAN])
def test_wrong_sample_is_an_input_error(sample):
    with pytest.raises(nonogram.InputError, match="image has samples from .* to .*; expected an array of bool"):
        nonogram.Puzzle.from_image(np.array([[0.0, sample]]))


def copies(value):
    """Copies of a value by all ways that use its pickle."""
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(value), copy.deepcopy(value), *pickled]


def test_puzzles_are_copied_and_pickled_with_all_their_parts(library):
    files = ["08/over-easy.non", "colour-08/drink-me.non", "64/*.non"]
    puzzles = [nonogram.Puzzle.read(next(library.glob(file))) for file in files]
    for puzzle in [*puzzles, FLAG, PUZZLE, nonogram.Puzzle.from_clues([[1], []], [[1]], title="t")]:
        for other in copies(puzzle):
            assert other == puzzle and hash(other) == hash(puzzle)
            assert str(other) == str(puzzle) and other.title == puzzle.title
            assert (other.goal is None) == (puzzle.goal is None)


def test_results_are_copied_and_pickled():
    def properties(value):
        names = [name for name in dir(value) if not name.startswith("_")]
        return {name: getattr(value, name) for name in names if name != "grid"}

    simulated = nonogram.Simulator("classic11").solve(PUZZLE)
    results = [FLAG.solve(), simulated, FLAG.validate(), PUZZLE.rate(), FLAG.hint()]
    for result in results:
        for other in copies(result):
            assert type(other) is type(result)
            assert properties(other) == properties(result) != {}
            assert repr(other) == repr(result) and str(other) == str(result)
    for other in copies(results[0]):
        assert np.array_equal(other.grid, results[0].grid)
        assert other._repr_svg_() == results[0]._repr_svg_()
    with pytest.raises(TypeError, match="Simulator"):
        pickle.dumps(nonogram.Simulator())


def test_pool_of_processes_solves_puzzles():
    puzzles = [nonogram.generate(6, 6, seed=seed, unique=True) for seed in range(4)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        solutions = pool.map(nonogram.Puzzle.solve, puzzles)
    for puzzle, solution in zip(puzzles, solutions):
        assert puzzle.is_solved_by(solution.grid)


def test_all_puzzles_of_a_file_are_read(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("#-\n-#\n\n##\n")
    assert [puzzle.shape for puzzle in nonogram.Puzzle.read_all(file)] == [(2, 2), (1, 2)]


def test_seed_gives_the_puzzle_of_the_command(command):
    arguments = [command, "generate", "--size", "8x9", "--seed", "7", "--unique"]
    said = subprocess.run(arguments, capture_output=True, text=True, check=True)
    puzzle = nonogram.generate(8, 9, seed=7, unique=True)
    assert puzzle.to_text() == said.stdout
    assert nonogram.generate(4, 4).title != nonogram.generate(4, 4).title
    with pytest.raises(nonogram.LimitError, match="none of 1 random puzzles of 30 x 30"):
        nonogram.generate(30, 30, seed=1, density=0.1, unique=True, tries=1)
    rated = nonogram.generate(10, 10, difficulty=(2, 4)).rate()
    assert 1.9 < rated.difficulty < 4.1
