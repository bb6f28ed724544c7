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
    Decoded,
    Device,
    Hint,
    Puzzle,
    Rating,
    Simulator,
    Solution,
    Solutions,
    Validation,
    __version__,
    builds,
    decode,
    encode,
    generate,
    verilog,
)

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


def _copyable(kind, *fields):
    """Make values of a class copyable and picklable, from these attributes, which are the arguments of `_restore`."""
    _copyreg.pickle(kind, lambda value: (kind._restore, tuple(getattr(value, field) for field in fields)))


# Files of this format have all parts of a puzzle.
_copyreg.pickle(Puzzle, lambda puzzle: (Puzzle._restore, (puzzle.to_text("non"),)))
_copyable(
    Solution,
    *("_puzzle", "grid", "status", "unique", "limit", "backend", "core", "cycles", "clocks"),
    *("bytes_sent", "bytes_received", "retries", "elapsed_seconds"),
)
_copyable(Validation, "verdict", "logic", "depth", "difficulty", "why", "differs")
_copyable(Rating, "difficulty", "depth")
_copyable(Hint, "rule", "line", "cells", "text")
