"""What the methods of puzzles and boards return: data, which is copied, pickled and compared by its attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import Puzzle


@final
@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The result of solving a puzzle.

    grid: the picture, an array of int8 of the puzzle's shape: 1 filled or the number of a colour, 0 blank, -1 unknown.
    status: "solved", "unsolvable", "stalled" (not settled; some cells may be known) or "multiple" (there are other solutions).
    unique: whether the solution is the only one; None if there is no solution, if that was not settled, or if a board without search
    solved the puzzle.
    limit: the command's option for the limit that ended the search early, such as "--time-limit". None if no limit ended the search.
    backend: what solved the puzzle: "software", "sim", or the name of a serial port.
    core: the core of the board: "classic", "parallel" or "clue"; None if it is not known, or if software solved the puzzle.
    cycles: clock cycles from the end of the board message to the verdict, on the simulated board; None for other back ends.
    clocks: clock cycles of the whole exchange, including the idle time after the reply, on the simulated board; None for other back ends.
    bytes_sent, bytes_received: number of bytes sent to the board, and received in reply.
    retries: number of times that the board was retransmitted.
    elapsed_seconds: seconds from the call to the answer.
    If nothing was sent to a board, the attributes from `core` to `retries` are None.
    """

    grid: npt.NDArray[np.int8]
    status: Literal["solved", "unsolvable", "stalled", "multiple"]
    unique: bool | None
    limit: str | None
    backend: str
    core: Literal["classic", "parallel", "clue"] | None
    cycles: int | None
    clocks: int | None
    bytes_sent: int | None
    bytes_received: int | None
    retries: int | None
    elapsed_seconds: float
    _puzzle: Puzzle

    def __str__(self) -> str:
        """The picture as text, one line per row: "#" filled, "-" blank, "?" unknown, letters for colours."""
        return self._puzzle._picture(self.grid)

    def __repr__(self) -> str:
        rows, columns = self.grid.shape
        return f"<nonogram.Solution {self.status}, {rows} x {columns}>"

    def _repr_svg_(self) -> str:
        return self._puzzle._svg(self.grid)


@final
@dataclass(frozen=True, repr=False)
class Validation:
    """Uniqueness and difficulty of a puzzle.

    verdict: "unique", "multiple", "none" or "unsettled".
    logic: the method that the verdict requires: "line-solvable" (line logic finds the solution), "contradiction" (the sums of the clues
    differ, or line logic finds a contradiction) or "search".
    depth: maximum depth of nested assumptions in probing; None unless the verdict is "unique" and probing proves it within the time limit
    and 1,000 decisions.
    difficulty: mean number of times that probing solves each line, rounded to a tenth; None if `depth` is None.
    why: why the verdict is not "unique"; None if it is "unique".
    differs: row and column, from 0, of the first cell, row by row, in which two solutions differ; None unless the verdict is "multiple".
    """

    verdict: Literal["unique", "multiple", "none", "unsettled"]
    logic: Literal["line-solvable", "contradiction", "search"]
    depth: int | None
    difficulty: float | None
    why: str | None
    differs: tuple[int, int] | None

    def __repr__(self) -> str:
        difficulty = "" if self.difficulty is None else f", difficulty {self.difficulty:.1f}"
        why = "" if self.why is None else f": {self.why}"
        return f"<nonogram.Validation {self.verdict}, {self.logic}{difficulty}{why}>"


@final
@dataclass(frozen=True, repr=False)
class Rating:
    """Difficulty of a puzzle with exactly one solution.

    difficulty: mean number of times that probing solves each line until the solution is proven to be the only one.
    depth: maximum number of nested assumptions; 0 if line logic is enough, 1 if probing single cells is enough.
    """

    difficulty: float
    depth: int

    def __repr__(self) -> str:
        return f"<nonogram.Rating {self.difficulty:.1f}, depth {self.depth}>"


@final
@dataclass(frozen=True, repr=False)
class Hint:
    """The next deduction, or the reason why there is none.

    rule: name of the rule, or "solved", "wrong", "unsolvable" or "stuck".
    line: the line of the deduction, or the first line without a placement, such as "row 3", counted from 1; None if there is no such
    line.
    cells: the deduced cells, or the wrong cells with the values that they have in the grid: row and column from 0, and "filled", "blank"
    or a colour's name.
    text: explanation of the hint.
    """

    rule: str
    line: str | None
    cells: list[tuple[int, int, str]]
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<nonogram.Hint {self.rule}: {self.text}>"


@final
@dataclass(frozen=True, eq=False, repr=False)
class Decoded:
    """A decoded item: a board, a reply, or the identity of a build.

    kind: "board", "reply" or "identity".
    rows, columns: number of rows and columns of a board or a reply; None for an identity.
    status: status of a reply: "solved", "unsolvable", "stalled", "multiple", or the name of another status of the protocol. None for a
    board or an identity.
    check: whether the check message of a board or a reply matches; None without a check message, or for an identity.
    text: the output of the command `nonogram decode`: a board as a puzzle file, or option by option if `clues` is None; a reply as its
    picture, empty if it has none; an identity as one line of text.
    clues: clues of a board, rows first: for each line, block lengths (in cells) or, in several colours, strings such as "3a". None for a
    reply or an identity, or if the options of some line are not exactly those of one clue.
    grid: the picture of a reply: an array of int8, 1 filled (in several colours, the number of the colour), 0 blank, -1 unknown. None if
    the reply has no picture, or for a board or an identity.
    """

    kind: Literal["board", "reply", "identity"]
    rows: int | None
    columns: int | None
    status: str | None
    check: bool | None
    text: str
    clues: list[list[int | str]] | None
    grid: npt.NDArray[np.int8] | None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        status = "" if self.status is None else f", {self.status}"
        size = "" if self.rows is None else f", {self.rows} x {self.columns}"
        return f"<nonogram.Decoded {self.kind}{status}{size}>"


for _result in (Solution, Validation, Rating, Hint, Decoded):
    _result.__module__ = "nonogram"
