"""Compares this module with other Python packages on random puzzles: prints the table of the section *Against Python packages* of
docs/reports/solver.md, and the ratios as comments.

usage: peers.py PYTHON [PUZZLES [LIMIT]]

PYTHON is the interpreter of an environment with the other packages, PUZZLES the number of puzzles (default 20), and LIMIT the time limit
of the other packages per puzzle in seconds (default 60).
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import nonogram

PEERS = ("picross-solver", "nonogram")
SIDE, DENSITY = 30, 0.65


def row(name, answers):
    seconds = [seconds for seconds, _ in answers]
    solved = sum(how == "solved" for _, how in answers)
    late = "≥ " if any(how == "late" for _, how in answers) else ""
    middle, most = statistics.median(seconds), max(seconds)
    print(f"| {name} | {solved} of {len(answers)} | {middle * 1e3:.3g} | {late}{most * 1e3:.3g} |")
    return middle


def timed(puzzle):
    start = time.process_time()
    status = puzzle.solve().status
    return time.process_time() - start, status


def main():
    python = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 60.0
    puzzles = [nonogram.generate(SIDE, SIDE, density=DENSITY, seed=seed, unique=True) for seed in range(count)]
    print(f"{count} puzzles of {SIDE} x {SIDE}, density {DENSITY}, one solution each; processor time;", end=" ")
    print(f"other packages: at most {limit:g} s per puzzle\n")
    print("| package | solved | median, ms | slowest, ms |")
    print("|---|---|---|---|")
    puzzles[0].solve()
    ours = row("this module", [timed(puzzle) for puzzle in puzzles])
    lines = "".join(json.dumps({"rows": puzzle.rows, "columns": puzzle.columns}) + "\n" for puzzle in puzzles)
    for peer in PEERS:
        run = subprocess.run(
            [python, Path(__file__).with_name("peer.py"), peer, str(limit)],
            input=lines,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        answers = [line.split() for line in run.stdout.splitlines()]
        middle = row(f"`{peer}`", [(float(seconds), how) for seconds, how in answers])
        print(f"<!-- {peer}: {middle / ours:.0f} times the time of this module -->")


if __name__ == "__main__":
    main()
