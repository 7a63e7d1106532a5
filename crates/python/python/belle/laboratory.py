"""The laboratory: experiments on the machine, and their results as lists of dictionaries.

>>> import belle
>>> [row["name"] for row in belle.laboratory.experiments()][:2]
['depth', 'depth-200']
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex

from . import _belle
from ._belle import BelleError
from ._convert import as_path, as_text, integer

#: The results of the laboratory's page: links to suites/laboratory, whose files a wheel has in their place.
_PUBLISHED = Path(__file__).parent / "published"


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
    #: Tables by name, a dictionary a row. What the page has in one cell stands in several columns: `rating` and
    #: `rating error` (half of the 95 % interval), `all`, `all low` and `all high`. None is a cell without a value.
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
    jobs: SupportsIndex | None = None,
) -> tuple[int, int]:
    """Runs an experiment, or goes on with it: tasks done, and all of them. After Ctrl-C the same call continues.

    `quick` plays fewer games with smaller limits, at most four minutes on two cores.
    """
    most = None if jobs is None else integer("jobs", jobs, 0, 2**31)
    return _belle.run(
        as_text("name", name), as_path("folder", folder), bool(quick), most
    )


def results(folder: str | PathLike[str] | None = None) -> dict[str, Result]:
    """The results in a folder by experiment; without one, those of the laboratory's page, which come with the package.

    >>> import belle
    >>> belle.laboratory.results()["depth"].tables["ratings"][0]["player"]
    'P3'
    """
    if folder is None:
        texts = _published_results()
    else:
        texts = _belle.laboratory_results(_results_folder(folder))
    found = {}
    for text in texts:
        row = json.loads(text)
        tables = {}
        for table in row["tables"]:
            tables[table["name"]] = _rows(table["head"], table["rows"])
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


@cache
def _published_results() -> list[str]:
    """The evaluations of the laboratory's page, which take some seconds."""
    return _belle.laboratory_results(str(_PUBLISHED))


def records(
    name: str, folder: str | PathLike[str] | None = None
) -> list[dict[str, Any]]:
    """The records of an experiment, one a task: games with their moves and results, or measurements. Without a folder
    they are those of the laboratory's page.
    """
    texts = _belle.laboratory_records(as_text("name", name), _results_folder(folder))
    return [json.loads(text) for text in texts]


def _results_folder(folder: str | PathLike[str] | None) -> str:
    if folder is None:
        return str(_PUBLISHED)
    given = as_path("folder", folder)
    if not os.path.isdir(given):
        raise BelleError(
            f"folder: expected one with results, such as belle.laboratory.run writes, got {given[:200]!r}"
        )
    return given


#: A number with its error, or a share with its interval, as `1273±114` and `50 % (41–58)`.
_CELL = re.compile(
    r"([+-]?\d+(?:\.\d+)?)(?:±(\d+(?:\.\d+)?))?(?: %| s)?(?: \((\d+)–(\d+)\))?"
)


def _rows(head: list[str], rows: list[list[str]]) -> list[dict[str, Any]]:
    """A dictionary for each row of a table, all with the same keys."""
    read = []
    for cells in rows:
        row: dict[str, Any] = {}
        for name, cell in zip(head, cells):
            # Tables of players leave the corner above their names empty.
            row.update(_columns(name or "player", cell))
        read.append(row)
    names: dict[str, None] = {}
    for name in head:
        for row in read:
            names.update((key, None) for key in row if key.startswith(name or "player"))
    return [{name: row.get(name) for name in names} for row in read]


def _columns(name: str, cell: str) -> dict[str, Any]:
    """What a cell says, by column."""
    if cell in ("-", "true", "false"):
        return {name: {"-": None, "true": True, "false": False}[cell]}
    found = _CELL.fullmatch(cell)
    if not found:
        return {name: cell}
    value, error, low, high = found.groups()
    columns = {name: _number(value)}
    if error is not None:
        columns[f"{name} error"] = _number(error)
    if low is not None:
        columns[f"{name} low"], columns[f"{name} high"] = _number(low), _number(high)
    return columns


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)
