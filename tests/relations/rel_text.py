"""Relations of the file as text and of its header."""

from __future__ import annotations

import json

from .evening import Evening, Line, Row
from .relation import Case, Variant, relation, told

NOISE = ["", "// a comment", "  \t ", '//{"at": 1}', "\t// indented", "//"]


@relation
def blank_lines(case: Case) -> Variant | None:
    """'a carriage return before it and blanks around a line don't count. Blank lines and lines starting with `//` are
    ignored'.
    """
    rng = case.rng
    text, marks, number = "\ufeff" if rng.random() < 0.5 else "", {}, 0
    rows = [Row(case.evening.header, 1), *case.evening.rows]
    for row in rows:
        while rng.random() < 0.2:
            text += rng.choice(NOISE) + rng.choice(["\n", "\r\n"])
            number += 1
        number += 1
        marks[number] = row.mark
        text += rng.choice(["", " ", "\t"]) + json.dumps(row.data) + rng.choice(["\n", "\r\n", " \t\r\n", "\t\n"])
    return Variant(text.removesuffix("\n") if rng.random() < 0.3 else text, marks)


@relation
def json_form(case: Case) -> Variant | None:
    """'JSON Lines: one object a line': the order of keys, blanks within and escapes are no part of an object."""
    rng = case.rng

    def dumped(line: Line) -> str:
        keys = rng.sample(list(line), len(line))
        cut = rng.choice([(",", ":"), (", ", ": "), (" ,  ", "  :\t")])
        return json.dumps({key: line[key] for key in keys}, ensure_ascii=rng.random() < 0.5, separators=cut)

    lines = [case.evening.header, *(row.data for row in case.evening.rows)]
    return Variant("".join(dumped(line) + "\n" for line in lines), case.evening.marks())


@relation
def header_spelled_out(case: Case) -> Variant | None:
    """'`first` (... by default the first listed; not in solo), `rulings` ... are optional': defaults said, sets in
    any order.
    """
    header, answer = dict(case.evening.header), case.answer
    if header["mode"] != "solo":
        if any("seats" in row.data for row in case.evening.rows):
            return None
        header.setdefault("first", header["seats"][0])
    if not any("rulings" in row.data for row in case.evening.rows):
        header["rulings"] = answer["rulings"]
    header["sets"] = case.rng.sample(header["sets"], len(header["sets"]))
    return told(Evening(header, case.evening.rows))


@relation
def french(case: Case) -> Variant | None:
    """`--lang`: 'the language of every sentence', and of nothing else."""
    variant = told(case.evening)
    variant.lang = "fr"
    return variant
