"""Runs the notebook of the examples."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def test_notebook_runs_from_top_to_bottom():
    notebook = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    client = NotebookClient(notebook, kernel_name="python3", timeout=120, resources={"metadata": {"path": EXAMPLES}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert any("cycles" in output.get("text", "") for output in outputs)
