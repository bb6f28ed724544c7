"""Nonograms: puzzles, software engines, the simulated FPGA, and boards on serial ports.

Pictures are NumPy arrays of int8, one element per cell, row 0 at the top: 1 filled, 0 blank, -1 unknown. In puzzles of several
colours a filled cell has the number of its colour in ``Puzzle.colours``, from 1. Rows, columns and cells are numbered
from 0, but from 1 in texts. Times are in seconds.

>>> import nonogram
>>> puzzle = nonogram.Puzzle.from_clues([[1, 1], [3], [1]], [[2], [2], [2]])
>>> puzzle.solve().grid.tolist()
[[1, 0, 1], [1, 1, 1], [0, 1, 0]]
"""

import copyreg as _copyreg

from ._errors import Error, InputError, LimitError, LinkError, ToolError
from ._nonogram import (
    Device,
    Puzzle,
    Simulator,
    Solutions,
    __version__,
    builds,
    decode,
    encode,
    generate,
    verilog,
)
from ._results import Decoded, Hint, Rating, Solution, Validation

__all__ = [
    "Decoded",
    "Device",
    "Error",
    "Hint",
    "InputError",
    "LimitError",
    "LinkError",
    "Puzzle",
    "Rating",
    "Simulator",
    "Solution",
    "Solutions",
    "ToolError",
    "Validation",
    "builds",
    "decode",
    "encode",
    "generate",
    "verilog",
]


# Files of this format have all parts of a puzzle.
_copyreg.pickle(Puzzle, lambda puzzle: (Puzzle._restore, (puzzle.to_text("non"),)))
