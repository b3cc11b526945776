"""`companion case FOLDER…`: a case played again through today's eye and tracking, beside what was told and answered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cases import Answer, agrees, unread
from companion.columns import padded, width
from companion.facts import Absent, Corrected, Fact, Turned, Way, fact_fields
from companion.games.vedrfolnir.phrases import Phrases, zone_message
from companion.words import Message
from deploy.case_files import CASE, BadCase, Case, folded, read_case
from deploy.terminal import BAD_FILE, DONE, FORBIDDEN, Terminal
from deploy.watch import Joins
from deploy.watch_words import FactWords
from deploy.watching import Watch
from vision.frames import Fault
from vision.recent import Damaged, shown

VERDICTS = {True: "case.agrees", False: "case.differs", None: "case.unanswered"}
SHORT_VERDICTS = {True: "case.short-agrees", False: "case.short-differs", None: "case.short-unanswered"}
COLUMNS = ("case.column-case", "case.column-pictures", "case.column-then", "case.column-now", "case.column-verdict")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A case, and what is told of it today; whether that is what people said, None if they said nothing."""

    folder: Path
    case: Case
    now: tuple[Fact, ...]
    agrees: bool | None


def run_case(terminal: Terminal, folders: Sequence[str], joins: Joins, *, is_json: bool) -> int:
    """Play cases again; of several, a table."""
    status, done = DONE, []
    paths = [path for each in folders for path in case_folders(Path(each))]
    for path in paths:
        try:
            replayed = played_again(path, joins)
        except BadCase as bad:
            terminal.warn(terminal.words.say(bad.message))
            if is_json:
                terminal.show_json({"case": str(path), "error": terminal.words.say(bad.message)})
            status = BAD_FILE
            continue
        done.append(replayed)
        status = max(status, DONE if replayed.agrees else FORBIDDEN)
        if is_json:
            terminal.show_json(_fields(replayed))
        elif len(paths) == 1:
            terminal.show(_lines(terminal, replayed))
    if len(paths) > 1 and not is_json:
        terminal.show(_rows(terminal, done))
    return status


def case_folders(folder: Path) -> list[Path]:
    """The case itself, or every case in a folder of cases."""
    inner = [] if (folder / CASE).exists() else sorted(each.parent for each in folder.glob(f"*/{CASE}"))
    return inner or [folder]


def played_again(folder: Path, joins: Joins) -> Replayed:
    """What the eye and tracking of today tell of a case, from the table at its first picture."""
    case = read_case(folder)
    start = case.start
    if start is not None:
        start = unread(start, folded(start, case.told), case.answers)
    watch = Watch(joins.sight(case.profile, case.setup, case.deck, start))
    try:
        events = list(watch.events(shown(case.snapshots)))
    except Damaged as damaged:
        raise BadCase(Message("case.damaged", {"file": f"{folder / 'pictures.zip'} ({damaged.part})"})) from None
    now = tuple(each for each in events if not isinstance(each, Fault))
    return Replayed(folder, case, now, agrees(case.answers, case.said, folded(start, now).shown))


def _fields(replayed: Replayed) -> dict[str, object]:
    case = replayed.case
    return {
        "case": str(replayed.folder),
        "then": [fact_fields(each) for each in case.told],
        "now": [fact_fields(each) for each in replayed.now],
        "answered": [fact_fields(each) for each in case.answers],
        "agrees": replayed.agrees,
    }


def _lines(terminal: Terminal, replayed: Replayed) -> Iterator[str]:
    """Told then, told now, answered, and whether they agree."""
    phrases = Phrases(terminal.words, replayed.case.setup.deck)
    words = FactWords(terminal, phrases)
    pictures = replayed.case.snapshots
    seconds = pictures[-1].at_s - pictures[0].at_s if pictures else 0.0
    yield terminal.say(
        "case.title", {"folder": str(replayed.folder), "pictures": len(pictures), "seconds": round(seconds)}
    )
    then, now = ([words.line(each) for each in facts] for facts in (replayed.case.told, replayed.now))
    answered = [terminal.words.say(_answer(each, phrases)) for each in replayed.case.answers]
    for key, said in (("case.then", then), ("case.now", now), ("case.answered", answered)):
        yield terminal.say(key)
        yield from (f"  {each}" for each in said or [terminal.say("case.nothing")])
    yield terminal.say(VERDICTS[replayed.agrees])


def _answer(answer: Answer, phrases: Phrases) -> Message:
    """What people said, in words."""
    values: dict[str, Message | int | str] = {"zone": zone_message(answer.zone), "place": (answer.index or 0) + 1}
    if not isinstance(answer, Absent):
        values["card"] = phrases.card_named(answer.card)
    is_on_pile = answer.index is None
    match answer:
        case Corrected():
            return Message("case.on-pile" if is_on_pile else "case.is", values)
        case Turned(way=way):
            return Message("case.turned" if way is Way.TURNED else "case.upright", values)
        case Absent():
            return Message("case.absent-on-pile" if is_on_pile else "case.absent", values)


def _rows(terminal: Terminal, done: Sequence[Replayed]) -> Iterator[str]:
    """One line a case, and how many agree."""
    heads = [terminal.say(key) for key in COLUMNS]
    rows = [
        [
            each.folder.name,
            str(len(each.case.snapshots)),
            str(len(each.case.told)),
            str(len(each.now)),
            terminal.say(SHORT_VERDICTS[each.agrees]),
        ]
        for each in done
    ]
    widths = [max(map(width, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        yield "  ".join(padded(cell, places) for cell, places in zip(row, widths, strict=True)).rstrip()
    agreed = sum(each.agrees is True for each in done)
    yield terminal.say("case.total", {"agreed": agreed, "cases": len(done)})
