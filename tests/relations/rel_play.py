"""Relations that need to know what is owed: the referee's own `open` of the cut file tells it."""

from __future__ import annotations

from .evening import Line, Row, first_free, is_fan, is_pile, is_sighting, is_touch, kind_of, zones_of
from .judge import Answer
from .rel_things import quiet, quiet_places
from .relation import Case, Variant, relation, told

BACK: Line = {"saw": "placed", "card": "back", "zone": "discard"}


def _steps(answer: Answer) -> set[str]:
    """The kinds of open steps."""
    return {step["step"] for step in answer.get("open", [])}


def _given(case: Case, place: int) -> bool:
    """Whether the row after is a card from the hand, or none: nothing is put back or refused there."""
    rows = case.evening.rows
    if place >= len(rows):
        return True
    line = rows[place].data
    if line.get("saw") != "placed" or not (is_fan(line["zone"]) or line["zone"].startswith("pile:")):
        return False
    mirror = case.mirror(place)
    return mirror.sure and not any(card.name.split("#")[0] == line["card"].split("#")[0] for card in mirror.air)


@relation
def end_turn_said(case: Case) -> Variant | None:
    """'`end-turn`: ... said when that turn is over it only closes open steps': nothing open, nothing waiting, next a
    card given.
    """
    for place in _turn_starts(case, 12):
        return told(case.evening.inserted(place, [{"say": "end-turn"}] * case.rng.randint(1, 2)))
    return None


def _turn_starts(case: Case, most: int) -> list[int]:
    """Some places between two turns where nothing waits."""
    places = [p for p in range(max(1, first_free(case.evening)), len(case.evening.rows) + 1) if _given_fast(case, p)]
    places = case.some(places, most)
    good = []
    for place, answer in zip(places, case.prefixes(places), strict=True):
        if (
            quiet(answer)
            and answer["served"] == []
            and answer["turn"] > 1
            and not answer["over"]
            and _given(case, place)
        ):
            good.append(place)
    case.rng.shuffle(good)
    return good


def _given_fast(case: Case, place: int) -> bool:
    """Whether the row after may be a card given."""
    rows = case.evening.rows
    return place >= len(rows) or rows[place].data.get("saw") == "placed"


@relation
def turn_said(case: Case) -> Variant | None:
    """'`turn`: that seat takes the hand; optional; another than the active one is `wrong-seat-order`'."""
    if case.evening.header["mode"] == "solo":
        return None
    for place in _turn_starts(case, 12):
        active = case.prefixes([place])[0]["active"]
        return told(case.evening.inserted(place, [{"say": "turn", "seat": active}]))
    return None


@relation
def turn_left_out(case: Case) -> Variant | None:
    """'`turn`: ... optional': every one is left out, unless one was a mistake, which a later one may have put right."""
    if any(mistake["id"] == "wrong-seat-order" for mistake in case.answer["mistakes"]):
        return None
    rows = [row for row in case.evening.rows if row.data.get("say") != "turn"]
    if len(rows) == len(case.evening.rows) or any(row.data.get("say") in ("undo", "redo") for row in rows):
        return None
    return told(case.evening.with_rows(rows))


@relation
def keep_in_order(case: Case) -> Variant | None:
    """'`keep`: the table as it lies is right; the game goes on from it': said where it was right already."""
    for place in _turn_starts(case, 12):
        mirror = case.mirror(place)
        answer = case.prefixes([place])[0]
        if not answer["mistakes"] and mirror.sure and not mirror.air and case.evening.rows[place - 1].at > 3:
            return told(case.evening.inserted(place, [{"say": "keep"}]))
    return None


def _rest_rows(case: Case) -> list[int]:
    """Rows that lay a back, or an unseen card, straight on the discard."""
    found = []
    for number, row in enumerate(case.evening.rows):
        line = row.data
        if line.get("saw") == "placed" and line["zone"] == "discard" and number >= first_free(case.evening):
            found.append(number)
    return found


@relation
def more_backs(case: Case) -> Variant | None:
    """'one `back` settles it (a packet), more do no harm': another one after one that was asked for."""
    rows = case.evening.rows
    backs = [n for n in case.some(_rest_rows(case), 20) if rows[n].data["card"] == "back"]
    case.rng.shuffle(backs)
    owed = [n for n, answer in zip(backs, case.prefixes(backs), strict=True) if "rest" in _steps(answer)]
    if not owed:
        return None
    return told(case.evening.inserted(owed[0] + 1, [BACK] * case.rng.randint(1, 3)))


@relation
def rest_moved(case: Case) -> Variant | None:
    """'the rest of the hand is laid on the discard before the next card is given ... It may come before, among or
    after the clearing.' Moved within the clearing, to where `rest` is open or later.
    """
    rows = case.evening.rows
    candidates = case.some(_rest_rows(case), 12)
    case.rng.shuffle(candidates)
    owed = [n for n, answer in zip(candidates, case.prefixes(candidates), strict=True) if "rest" in _steps(answer)]
    for number in owed:
        if rows[number].data["card"] != "back":
            continue
        window = [each for each in _window(case, number) if not _is_pointed_at(case, max(each, number))]
        if window:
            return told(case.evening.with_rows(_carried(rows, number, case.rng.choice(window))))
    return None


def _clears(row: Row) -> bool:
    """Whether the row may be part of a clearing: a card leaves, or comes to a pile; a brynhildr laid there is given."""
    line = row.data
    if line.get("saw") == "placed" and line["card"].startswith("brynhildr"):
        return False
    if line.get("saw") == "moved":
        target: str = line["to"]
        return target == "discard" or target.startswith("won:")
    return line.get("saw") == "removed" or (
        line.get("saw") == "placed" and is_pile(line["zone"]) and line["card"] != "back"
    )


def _window(case: Case, number: int) -> list[int]:
    """The numbers of rows before which the back may come instead."""
    rows = case.evening.rows
    low = number
    while low > first_free(case.evening) and (
        _clears(rows[low - 1]) or rows[low - 1].data == {**rows[low - 1].data, **BACK}
    ):
        low -= 1
    earlier = list(range(low, number))
    earlier = [place for place, answer in zip(earlier, case.prefixes(earlier), strict=True) if "rest" in _steps(answer)]
    high = number + 1
    while high < len(rows) and _clears(rows[high]) and not rows[high].data.get("zone", "").startswith("pile:"):
        high += 1
    return earlier + list(range(number + 2, high + 1))


def _carried(rows: tuple[Row, ...], number: int, place: int) -> list[Row]:
    """The row `number` stands before the row `place` instead; times keep their order in the file."""
    moved = [*rows[:number], *rows[number + 1 :]]
    moved.insert(place if place < number else place - 1, rows[number])
    return [row.but(at=old.at) if "at" in row.data else row for row, old in zip(moved, rows, strict=True)]


@relation
def neighbours_swapped(case: Case) -> Variant | None:
    """Rule 9 'Until then nothing undone is a mistake': two facts of different zones that give nothing, while nothing
    is owed.
    """
    rows = case.evening.rows
    pairs = [n for n in range(first_free(case.evening), len(rows) - 1) if _apart(rows[n], rows[n + 1])]
    pairs = case.some(pairs, 15)
    counts = [count for n in pairs for count in (n, n + 1, n + 2)]
    answers = case.prefixes(counts)
    good = [n for i, n in enumerate(pairs) if all(answer.get("open") == [] for answer in answers[3 * i : 3 * i + 3])]
    return _swapped(case, case.rng.choice(good)) if good else None


def _swapped(case: Case, number: int) -> Variant:
    """Two neighbours change places, their times stay; a mistake of both is told of the first."""
    rows = case.evening.rows
    one, two = rows[number], rows[number + 1]
    new = [*rows[:number], two.but(at=one.at), one.but(at=two.at), *rows[number + 2 :]]
    return told(case.evening.with_rows(new), {two.mark: one.mark})


def _apart(one: Row, two: Row) -> bool:
    """Whether two sightings have nothing to do with each other: other zones (the discard may be both's), cards, no
    giving.
    """
    if not all(is_sighting(row) and _gives_nothing(row) for row in (one, two)):
        return False
    if one.data.get("card", 1) == two.data.get("card", 2):
        return False
    return not (zones_of(one) & zones_of(two)) - {"discard"}


def _gives_nothing(row: Row) -> bool:
    """Whether the fact can't be the giving, refusing or drawing of a card: nothing comes to a recipient, no joker
    leaves.
    """
    line = row.data
    if any(zone.startswith(("jokers:", "pile:")) for zone in zones_of(row)):
        return False
    if kind_of(str(line.get("card"))) in ("back", "unknown"):
        return False
    if line["saw"] in ("turned", "reordered", "removed"):
        return True
    return line["saw"] == "moved" and is_pile(line["to"])


@relation
def clearing_shuffled(case: Case) -> Variant | None:
    """5.2, 5.3 name no order: two neighbours of a clearing, of other zones, while only `share`, `clear` and `rest`
    are open.
    """
    rows = case.evening.rows
    pairs = [n for n in range(first_free(case.evening), len(rows) - 1) if _apart(rows[n], rows[n + 1])]
    pairs = case.some(
        [
            n
            for n in pairs
            if _clears(rows[n]) and _clears(rows[n + 1]) and not _effect_before(case, n) and not _is_pointed_at(case, n)
        ],
        15,
    )
    answers = case.prefixes([count for n in pairs for count in (n, n + 1, n + 2)])
    good = [n for i, n in enumerate(pairs) if all(_clearing(a) for a in answers[3 * i : 3 * i + 2])]
    return _swapped(case, case.rng.choice(good)) if good else None


def _clearing(answer: Answer) -> bool:
    """Whether a clearing is under way and nothing else."""
    steps = _steps(answer)
    return bool(steps & {"share", "clear"}) and steps <= {"share", "clear", "rest"}


def _is_pointed_at(case: Case, number: int) -> bool:
    """Whether a touch points at the one of a pile that came last, before the next card or another one on that pile:
    their order counts there.
    """
    after = [row.data for row in case.evening.rows[number:]]
    laid = (at for at, row in enumerate(after) if row.get("saw") == "placed" and is_fan(row["zone"]))
    given = next(laid, len(after))
    covered: set[str] = set()
    for at, row in enumerate(after):
        zone = str(row.get("to", row.get("zone")))
        if "say" in row and is_pile(zone) and (at < given or zone not in covered):
            return True
        covered |= {zone} if at > 1 and row.get("saw") in ("placed", "moved") and row["card"] != "back" else set()
    return False


def _effect_before(case: Case, number: int) -> bool:
    """Whether one of the last cards laid down removes something: what leaves first may be that (rule 6)."""
    laid = [
        row.data for row in case.evening.rows[:number] if row.data.get("saw") == "placed" and is_fan(row.data["zone"])
    ]
    touched = any(is_touch(row) for row in case.evening.rows[max(0, number - 40) : number])
    return touched or any(
        kind_of(line["card"]) in ("hell", "skoll_hati", "loki", "fenrir", "unknown") for line in laid[-4:]
    )


__all__ = ["quiet_places"]
