"""Relations of the seats: renamed, rotated, renamed midway."""

from __future__ import annotations

from .evening import Evening, first_free
from .judge import Answer
from .names import FRESH, answer_map, line_map, players, rows_map, seat_map
from .relation import Case, Variant, relation, told

LEFT_UNDONE = frozenset({"missed-collection", "not-cleared", "no-removal", "early-reveal", "brynhildr-skipped"})
"""Mistakes of several cards at once: 'several cards left lying by one act are one mistake', and no page says which is
named.
"""


def _renamed(evening: Evening, names: dict[str, str]) -> Variant:
    """The evening with other names everywhere."""
    new = Evening(line_map(names, evening.header), rows_map(names, evening.rows))
    return told(new, expect=lambda answer: answer_map(names, answer))


@relation
def rename(case: Case) -> Variant | None:
    """'Seat names are the players' own and differ; an Ase is `Ase NAME` of its player': other names, same game."""
    old = players(case.evening)
    if not old:
        return None
    fresh = case.rng.sample([name for name in FRESH if name not in old], len(old))
    return _renamed(case.evening, dict(zip(old, fresh, strict=True)))


@relation
def swap_names(case: Case) -> Variant | None:
    """'Seat names are the players' own': the same names dealt out otherwise, everywhere."""
    old = players(case.evening)
    if not old:
        return None
    new = case.rng.sample(old, len(old))
    return _renamed(case.evening, dict(zip(old, new, strict=True)))


@relation
def rename_midway(case: Case) -> Variant | None:
    """'`names` (an object, old → new; in the line itself the old ones, later lines use the new ones ...)'."""
    evening, rng = case.evening, case.rng
    old = list(evening.header.get("seats", []))
    place = rng.randint(first_free(evening), len(evening.rows))
    if not old or any("names" in row.data for row in evening.rows):
        return None
    some = rng.sample(old, rng.randint(1, len(old)))
    fresh = rng.sample([name for name in FRESH if name not in old], len(some))
    names = dict(zip(some, fresh, strict=True))
    new = evening.inserted(place, [{"say": "setup", "names": names}])
    rows = new.rows[: place + 1] + rows_map(names, new.rows[place + 1 :])
    return told(new.with_rows(rows), expect=lambda answer: answer_map(names, answer))


def _by_seats(answer: Answer, order: list[str]) -> Answer:
    """The answer with its seats listed in another order."""
    if "seats" not in answer:
        return answer
    rank = {name: number for number, name in enumerate([*order, "tribute"])}
    return {
        **answer,
        "seats": sorted(answer["seats"], key=lambda seat: rank[seat["name"]]),
        "served": sorted(answer["served"], key=rank.__getitem__),
        "winners": sorted(answer["winners"], key=rank.__getitem__),
    }


@relation
def rotate_seats(case: Case) -> Variant | None:
    """'Seats are listed clockwise', 4.5 'then clockwise', 3.5 'the seat on the left': the list's start means `first`
    only.
    """
    evening = case.evening
    header = evening.header
    if header["mode"] != "standard" or any("seats" in row.data or "names" in row.data for row in evening.rows):
        return None
    seats = header["seats"]
    turn = case.rng.randrange(1, len(seats))
    new = {**header, "seats": seats[turn:] + seats[:turn], "first": header.get("first", seats[0])}
    variant = told(Evening(new, evening.rows), expect=lambda answer: _by_seats(answer, new["seats"]))
    variant.loose = LEFT_UNDONE
    return variant


@relation
def wrong_seats_set_up(case: Case) -> Variant | None:
    """'`seats` (the same names, their true order) ... as if the header had said it': a wrong order put right by
    `setup`.
    """
    evening, rng = case.evening, case.rng
    header = evening.header
    if header["mode"] == "solo" or any(row.data.get("say") in ("setup", "undo", "redo") for row in evening.rows):
        return None
    seats, first = header["seats"], header.get("first", header["seats"][0])
    wrong = {**header, "seats": rng.sample(seats, len(seats)), "first": rng.choice(seats)}
    place = rng.randint(first_free(evening), len(evening.rows))
    return told(Evening(wrong, evening.rows).inserted(place, [{"say": "setup", "seats": seats, "first": first}]))


@relation
def names_set_up_late(case: Case) -> Variant | None:
    """'Everything is judged again as if the header had said it': other names in the header and in all lines until
    `setup`.
    """
    evening, rng = case.evening, case.rng
    right = list(evening.header.get("seats", []))
    if not right or any(row.data.get("say") in ("setup", "undo", "redo") for row in evening.rows):
        return None
    place = rng.randint(first_free(evening), len(evening.rows))
    wrong = rng.sample([name for name in FRESH if name not in right], len(right))
    back = dict(zip(right, wrong, strict=True))
    start = Evening(line_map(back, evening.header), rows_map(back, evening.rows[:place]) + evening.rows[place:])
    names = {back[name]: name for name in right}
    assert seat_map(names, wrong[0]) == right[0]
    return told(start.inserted(place, [{"say": "setup", "names": names}]))
