"""Solves puzzles with another Python package, and prints the time that each puzzle takes.

usage: peer.py PACKAGE LIMIT <PUZZLES

PACKAGE is picross-solver or nonogram. PUZZLES has one JSON object with "rows" and "columns" per line.
Prints one line per puzzle: processor time in seconds, and "solved", "unsolved" or "late". A puzzle that takes longer than
LIMIT seconds of elapsed time is late. For a late puzzle, or if the package fails, the time is LIMIT.
"""

import json
import multiprocessing
import sys
import time


def picross_solver(rows, columns):
    import numpy as np
    from picross_solver.picross_solver import solve

    grid = np.full((len(rows), len(columns)), -1)
    return solve([clue or [0] for clue in rows], [clue or [0] for clue in columns], grid) and grid.min() >= 0


def nonogram(rows, columns):
    import numpy as np
    from nonogram.src.core.solveurs.dynamic_programming import solve
    from nonogram.src.core.solveurs.solveur_utils import CASE_VIDE

    grid = np.full((len(rows), len(columns)), CASE_VIDE)
    return (solve(rows, columns, grid=grid)[0] != CASE_VIDE).all()


def timed(package, puzzle, answers):
    solve = {"picross-solver": picross_solver, "nonogram": nonogram}[package]
    # Imports are excluded from the measurement.
    solve([[1]], [[1]])
    start = time.process_time()
    solved = solve(puzzle["rows"], puzzle["columns"])
    answers.put((time.process_time() - start, bool(solved)))


def main():
    package, limit = sys.argv[1], float(sys.argv[2])
    for line in sys.stdin:
        answers = multiprocessing.Queue()
        process = multiprocessing.Process(target=timed, args=(package, json.loads(line), answers))
        process.start()
        process.join(limit)
        if process.is_alive():
            process.kill()
            print(limit, "late", flush=True)
        elif answers.empty():
            print(limit, "unsolved", flush=True)
        else:
            seconds, solved = answers.get()
            print(seconds, "solved" if solved else "unsolved", flush=True)


if __name__ == "__main__":
    main()
