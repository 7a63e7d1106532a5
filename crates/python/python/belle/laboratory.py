"""The laboratory: experiments on the machine, and their results as lists of dictionaries.

>>> import belle
>>> [row["name"] for row in belle.laboratory.experiments()][:2]
['depth', 'depth-200']
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from . import _belle


@dataclass(frozen=True)
class Result:
    """The evaluation of an experiment. Lists of dictionaries are what `pandas.DataFrame` takes."""

    experiment: str
    #: What the record says.
    record: str = field(repr=False)
    conditions: str = field(repr=False)
    #: Tasks done, and all of them.
    tasks_done: int
    tasks: int
    #: Single figures: `name`, `ours`, `error` (half of the 95 % interval), `record` and `record_error`.
    figures: list[dict[str, Any]] = field(repr=False)
    #: Tables by name, a dictionary a row.
    tables: dict[str, list[dict[str, Any]]] = field(repr=False)
    #: What agrees with the record and what does not.
    verdict: str = field(repr=False)


def experiments() -> list[dict[str, str]]:
    """Names, subjects and records of the experiments."""
    return [
        {"name": name, "title": title, "record": record}
        for name, title, record in _belle.experiments()
    ]


def run(
    name: str,
    folder: str | PathLike[str] = "laboratory",
    *,
    quick: bool = False,
    jobs: int | None = None,
) -> tuple[int, int]:
    """Runs an experiment, or goes on with it: tasks done, and all of them. After Ctrl-C the same call continues.

    `quick` plays fewer games with smaller limits, at most four minutes on two cores.
    """
    return _belle.run(name, fspath(folder), bool(quick), jobs)


def results(folder: str | PathLike[str] = "laboratory") -> dict[str, Result]:
    """The results in a folder by experiment; suites/laboratory of the sources has those of the page."""
    found = {}
    for text in _belle.laboratory_results(fspath(folder)):
        row = json.loads(text)
        tables = {}
        for table in row["tables"]:
            head = table["head"]
            tables[table["name"]] = [
                {key: _number(cell) for key, cell in zip(head, cells)}
                for cells in table["rows"]
            ]
        found[row["experiment"]] = Result(
            experiment=row["experiment"],
            record=row["record"],
            conditions=row["conditions"],
            tasks_done=row["tasks_done"],
            tasks=row["tasks"],
            figures=row["figures"],
            tables=tables,
            verdict=row["verdict"],
        )
    return found


def records(
    name: str, folder: str | PathLike[str] = "laboratory"
) -> list[dict[str, Any]]:
    """The records of an experiment, one a task: games with their moves and results, or measurements."""
    return [
        json.loads(text) for text in _belle.laboratory_records(name, fspath(folder))
    ]


def _number(cell: str) -> Any:
    """A cell as a number, if it is one."""
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return cell
