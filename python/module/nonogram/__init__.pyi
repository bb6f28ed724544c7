from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Literal, final

import numpy as np
import numpy.typing as npt

from ._errors import Error as Error
from ._errors import InputError as InputError
from ._errors import LimitError as LimitError
from ._errors import LinkError as LinkError
from ._errors import ToolError as ToolError
from ._results import Decoded as Decoded
from ._results import Hint as Hint
from ._results import Rating as Rating
from ._results import Solution as Solution
from ._results import Validation as Validation

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

__version__: str

# A picture: shape (rows, columns); 1 filled or the number of a colour, 0 blank, -1 unknown.
_Grid = np.ndarray[tuple[int, int], np.dtype[np.int8]]
# One list of block lengths (in cells) per line, or of strings such as "3a" in puzzles of several colours.
_Clues = Sequence[Sequence[int | str]]
_Path = str | PathLike[str]
_Engine = str
_Core = Literal["classic", "parallel", "clue"]

@final
class Puzzle:
    @staticmethod
    def read(path: _Path, *, format: str | None = None) -> Puzzle: ...
    @staticmethod
    def read_all(path: _Path, *, format: str | None = None) -> list[Puzzle]: ...
    @staticmethod
    def parse(text: str | bytes, *, format: str | None = None) -> Puzzle: ...
    @staticmethod
    def from_clues(
        rows: _Clues,
        columns: _Clues,
        *,
        title: str | None = None,
        palette: dict[str, str] | None = None,
    ) -> Puzzle: ...
    @staticmethod
    def from_image(
        image: npt.ArrayLike,
        *,
        threshold: int = 128,
        size: tuple[int, int] | None = None,
        max_side: int | None = None,
        invert: bool = False,
        colours: int | None = None,
    ) -> Puzzle: ...
    @property
    def rows(self) -> list[list[int]] | list[list[str]]: ...
    @property
    def columns(self) -> list[list[int]] | list[list[str]]: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def title(self) -> str | None: ...
    @property
    def colours(self) -> list[str]: ...
    @property
    def palette(self) -> dict[str, str]: ...
    @property
    def goal(self) -> _Grid | None: ...
    def to_text(self, format: str = "non") -> str: ...
    def solve(self, *, limit: float | None = None, engine: _Engine = "portfolio") -> Solution: ...
    def count(
        self,
        *,
        most: int | None = None,
        limit: float | None = None,
        engine: _Engine = "portfolio",
    ) -> int: ...
    def solutions(self, *, limit: float | None = None, engine: _Engine = "portfolio") -> Solutions: ...
    def validate(self, *, limit: float = 60.0) -> Validation: ...
    def rate(self, *, limit: float = 60.0) -> Rating | None: ...
    def hint(self, grid: npt.ArrayLike | None = None, *, limit: float = 60.0) -> Hint: ...
    def is_solved_by(self, grid: npt.ArrayLike) -> bool: ...
    def _picture(self, grid: _Grid) -> str: ...
    def _svg(self, grid: _Grid) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solutions(Iterator[_Grid]):
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> _Grid: ...

@final
class Simulator:
    def __new__(
        cls, build: str | None = None, *, engine: Literal["compiled"] = "compiled"
    ) -> Simulator: ...
    @property
    def build(self) -> str | None: ...
    def solve(
        self, puzzle: Puzzle, *, limit: float | None = None, vcd: _Path | None = None
    ) -> Solution: ...

@final
class Device:
    def __new__(
        cls,
        port: str,
        *,
        baud: int = 9600,
        check: bool | None = None,
        retries: int = 7,
        timeout: float | None = None,
    ) -> Device: ...
    @property
    def port(self) -> str: ...
    def solve(self, puzzle: Puzzle, *, limit: float = 60.0) -> Solution: ...

def builds() -> list[str]: ...
def decode(data: bytes, *, boards: bytes | None = None) -> list[Decoded]: ...
def encode(puzzle: Puzzle, *, core: _Core = "classic", check: bool = False) -> bytes: ...
def generate(
    rows: int = 10,
    columns: int = 10,
    *,
    density: float = 0.5,
    seed: int | None = None,
    unique: bool = False,
    line_solvable: bool = False,
    difficulty: tuple[float, float] | None = None,
    tries: int = 100_000,
    colours: int = 1,
) -> Puzzle: ...
def verilog(build: str, *, fast: bool = False) -> str: ...
