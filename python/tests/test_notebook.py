"""Runs the notebooks of the examples."""

import subprocess
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parents[1]


def outputs_of(path):
    """The outputs of all cells of a notebook."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, kernel_name="python3", timeout=120, resources={"metadata": {"path": path.parent}})
    client.execute()
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_notebook_runs_from_top_to_bottom():
    outputs = outputs_of(ROOT / "python" / "examples" / "first_steps.ipynb")
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert any("cycles" in output.get("text", "") for output in outputs)


def test_pynq_notebook_shows_the_pictures_of_a_virtual_board(command, monkeypatch):
    arguments = [command, "virtual-board", "--build", "clue32", "--baud", "3000000"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as board:
        monkeypatch.setenv("NONOGRAM_PORT", board.stdout.readline().strip())
        monkeypatch.setenv("PYTHONPATH", str(TESTS / "stubs"))
        try:
            outputs = outputs_of(ROOT / "examples" / "pynq" / "nonogram.ipynb")
        finally:
            board.terminate()
    identity, sizes, pictures = (output["text"] for output in outputs)
    assert "clue core" in identity and "up to 32 x 32" in identity
    assert sizes.endswith("received\n")
    ring, *random = pictures.strip().split("\n\n")
    lines = ring.splitlines()
    assert lines[7] == "-###-------###-" and lines == lines[::-1]
    assert [len(picture.splitlines()) for picture in random] == [12, 12, 12]
