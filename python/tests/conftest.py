"""Fixtures of the tests: Python's handler of SIGINT, the library of puzzles, and the command."""

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def interrupts():
    """Handle SIGINT as Python does by default, because shells start background processes with that signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def library() -> Path:
    """The folder of the library's puzzles."""
    return ROOT / "puzzles" / "library"


@pytest.fixture
def command() -> str:
    """Path of the command `nonogram`, with which tests compare the module."""
    return os.environ.get("NONOGRAM", str(ROOT / "target" / "release" / "nonogram"))
