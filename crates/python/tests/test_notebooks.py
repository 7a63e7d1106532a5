"""The notebooks run from the first cell to the last."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_to_its_end(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()
    pictures = 0
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            pictures += bool(
                {"image/png", "image/svg+xml"} & set(output.get("data", {}))
            )
    assert pictures >= 1
    # Outputs are not committed: they are made anew here.
    committed = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in committed.cells)
