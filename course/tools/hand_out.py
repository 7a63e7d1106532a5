"""Writes the folder that students get: the course without solutions and links that lead out.

hand_out.py FOLDER

A paragraph or a bullet that links to a page that students do not get is left out, and so is a
section that is empty then. The facts on record that the pages name come along as facts.md, if their
list, docs/sources.md of Belle's repository, stands beside the course.
"""

import pathlib
import re
import shutil
import sys

COURSE = pathlib.Path(__file__).resolve().parent.parent
SOURCES = COURSE.parent / "docs/sources.md"
PARTS = ["README.md", "verilog.md", "[01][0-9]-*", "tools", "array", "proofs"]
LEFT_OUT = ("build", "__pycache__", "tries.py", "hand_out.py", "machine.py")
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def copy(to):
    for pattern in PARTS:
        for path in sorted(COURSE.glob(pattern)):
            if path.is_dir():
                ignored = shutil.ignore_patterns(*LEFT_OUT)
                shutil.copytree(path, to / path.name, ignore=ignored)
            else:
                shutil.copy(path, to / path.name)


def blocks(text):
    """A page's paragraphs, tables, code and bullets, each with the empty lines behind it."""
    found, code, ended = [], False, True
    for line in text.splitlines(keepends=True):
        if (ended or line.startswith("- ")) and not code and line.strip():
            found.append("")
        found[-1] += line
        if line.startswith("```"):
            code = not code
        ended = not line.strip()
    return found


def leads_out(block, page, root):
    """Whether a link of the block is to a file that is not in the folder."""
    for link in LINK.findall(block):
        target = (page.parent / link).resolve()
        if not target.is_relative_to(root) or not target.exists():
            return True
    return False


def rewritten(text, page, root):
    """The page without what leads out of the folder."""
    to_facts = "facts.md" if page.parent == root else "../facts.md"
    facts_or_words = rf"[\1]({to_facts})"
    if not (root / "facts.md").exists():
        facts_or_words = r"\1, docs/sources.md of Belle's repository"
    text = re.sub(r"\[([^]]*)\]\((?:\.\./)+docs/sources\.md\)", facts_or_words, text)
    kept = [block for block in blocks(text) if not leads_out(block, page, root)]
    # A heading behind which nothing is left.
    result = []
    for at, block in enumerate(kept):
        follows = kept[at + 1] if at + 1 < len(kept) else "## "
        if block.startswith("## ") and follows.startswith("## "):
            continue
        result.append(block)
    return "".join(result).rstrip("\n") + "\n"


def facts(texts):
    """The list of the facts that the pages name."""
    named = sorted(set(re.findall(r"\bF\d{3}\b", " ".join(texts))))
    rows = {}
    for line in SOURCES.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"F\d{3}", cells[0]):
            rows[cells[0]] = (cells[1], cells[3])
    lines = [
        "# Facts on record",
        "",
        "What the pages of this course name as documented, with the text that says it.",
        "CPW is the Chess Programming Wiki.",
        "",
        "| fact | what is on record | source |",
        "|---|---|---|",
    ]
    lines += [f"| {name} | {rows[name][0]} | {rows[name][1]} |" for name in named]
    return "\n".join(lines) + "\n"


def main(folder):
    root = pathlib.Path(folder).resolve()
    root.mkdir(parents=True)
    copy(root)
    pages = sorted(root.rglob("*.md"))
    if SOURCES.exists():
        (root / "facts.md").write_text(facts([page.read_text() for page in pages]))
    else:
        print("facts.md is left out: docs/sources.md does not stand beside this folder")
    for page in pages:
        page.write_text(rewritten(page.read_text(), page, root))


if __name__ == "__main__":
    main(sys.argv[1])
