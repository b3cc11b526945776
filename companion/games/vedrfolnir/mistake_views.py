"""Mistakes as people put them right: what lies there, what should, the rule, and steps that tick themselves off."""

from collections import Counter
from dataclasses import replace

from companion.cards import split_name
from companion.facts import BACK, UNKNOWN, Way
from companion.games.vedrfolnir.amending import Amendment
from companion.games.vedrfolnir.catalogue import CATALOGUE, Set
from companion.games.vedrfolnir.difference import names
from companion.games.vedrfolnir.mistakes import Mistake, MistakeId
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.setup import EXPANSIONS
from companion.games.vedrfolnir.table_views import card_views, lying_view, lying_views
from companion.games.vedrfolnir.views import AmendmentView, MistakeView, PlaceView, StepView, WayOutView
from companion.games.vedrfolnir.zones import DISCARD, DRAW, PILE, Place
from companion.mirror import Lying
from companion.places import Zone
from companion.words import Message

# What stands for all mistakes of a turn.
LOST = "lost"
# So many cards of a set that is not in play, and it probably is.
PROBABLE_CARDS = 3


def mistake_views(referee: Referee, phrases: Phrases) -> tuple[MistakeView, ...]:
    """The mistakes that are not put right yet, the oldest first."""
    return tuple(mistake_view(referee, each, phrases) for each in referee.mistakes if not each.is_settled)


def told_mistakes(referee: Referee, phrases: Phrases) -> tuple[MistakeView, ...]:
    """What is not put right yet; once the thread is lost, one thing instead of everything in this turn."""
    since, turn = referee.lost_since, referee.game.turn
    if since is None:
        return mistake_views(referee, phrases)
    left = [each for each in referee.mistakes if not each.is_settled]
    before = (mistake_view(referee, each, phrases) for each in left if each.turn != turn)
    return (*before, _lost(referee, [each for each in left if each.turn == turn], phrases))


def _lost(referee: Referee, mistakes: list[Mistake], phrases: Phrases) -> MistakeView:
    """The thread is lost: the steps of all these mistakes together, or the table as it lies."""
    line = min(each.line for each in mistakes)
    zones = dict.fromkeys(zone for each in mistakes for zone in _zones(each))
    steps = {each.said: each for mistake in mistakes for each in _steps(referee, mistake, Report(phrases))}
    return MistakeView(
        id=LOST,
        line=line,
        card=None,
        zone=None,
        index=None,
        said=phrases.words.say(Message("lost.since", {"line": line})),
        places=tuple(_place(referee, zone, phrases) for zone in zones),
        rule=phrases.words.text("lost.rule"),
        rule_said=phrases.words.text("lost.said"),
        steps=tuple(replace(each, number=number) for number, each in enumerate(steps.values(), start=1)),
        ways_out=_ways_out(referee, mistakes[0], phrases),
        is_settled=False,
    )


def foreign_set(referee: Referee) -> Set | None:
    """The set that is not in play and that so many foreign cards are of that it probably is."""
    foreign = (each.finding.card for each in referee.mistakes if each.finding.id is MistakeId.FOREIGN_CARD)
    sets = Counter(_set(each) for each in set(foreign) if each is not None)
    probable = (each for each, cards in sets.items() if cards >= PROBABLE_CARDS)
    return next((each for each in probable if each in EXPANSIONS and each not in referee.game.setup.sets), None)


def _set(name: str) -> Set | None:
    kind = (split_name(name) or (UNKNOWN,))[0]
    known = next((row for each, row in CATALOGUE.items() if kind == each or kind.startswith(f"{each}-")), None)
    return None if known is None else known.set


def mistake_view(referee: Referee, mistake: Mistake, phrases: Phrases) -> MistakeView:
    """One mistake as it stands now."""
    finding, report = mistake.finding, Report(phrases)
    return MistakeView(
        id=finding.id.value,
        line=mistake.line,
        card=finding.card,
        zone=finding.zone,
        index=_index(referee, mistake),
        said=report.message(mistake),
        places=tuple(_place(referee, zone, phrases) for zone in _zones(mistake)),
        rule=finding.rule,
        rule_said=phrases.words.text(f"rule.{finding.rule}"),
        steps=_steps(referee, mistake, report),
        ways_out=_ways_out(referee, mistake, phrases),
        is_settled=mistake.is_settled,
    )


def amendment_view(change: Amendment, phrases: Phrases) -> AmendmentView:
    """What would change, line by line."""
    return AmendmentView(tuple(Report(phrases).amendment(change)), change.is_nothing)


def _steps(referee: Referee, mistake: Mistake, report: Report) -> tuple[StepView, ...]:
    """The steps, each done once its card lies where the rules have it."""
    finding = mistake.finding
    wrong = {each.name for each in referee.undone}
    is_by_card = bool(finding.steps) and finding.id is not MistakeId.BRYNHILDR_SEEN
    done = [each.name not in wrong for each in finding.steps] if is_by_card else []
    said = report.fix(mistake)
    ticks = [mistake.is_settled or is_done for is_done in done] or [mistake.is_settled] * len(said)
    return tuple(StepView(*each) for each in zip(range(1, len(said) + 1), said, ticks, strict=True))


def _zones(mistake: Mistake) -> tuple[Zone, ...]:
    """The places that the mistake is about; the discard settles itself."""
    steps = mistake.finding.steps
    zones = (mistake.finding.zone, *(zone for each in steps for zone in (each.source, each.target)))
    return tuple(dict.fromkeys(zone for zone in zones if zone is not None and zone not in (DISCARD, DRAW)))


def _index(referee: Referee, mistake: Mistake) -> int | None:
    card, zone = mistake.finding.card, mistake.finding.zone
    return None if card is None or zone is None else referee.mirror.find(card, zone)


def _place(referee: Referee, zone: Zone, phrases: Phrases) -> PlaceView:
    report, cards = Report(phrases), referee.game.cards.get(zone, ())
    wanted = (BACK,) * referee.game.pile if zone == PILE else names(cards)
    shown = tuple(each.name for each in referee.mirror.lying(zone))
    # Cards of a won pile lie in no order.
    order = sorted if zone.startswith(f"{Place.WON}:") else tuple[str, ...]
    back = lying_view(Lying(BACK, Way.UPRIGHT), phrases)
    due = (back,) * referee.game.pile if zone == PILE else card_views(cards, phrases)
    said, wished = (tuple(order(map(report.card, each))) for each in (shown, wanted))
    return PlaceView(zone, report.zone(zone), said, wished, lying_views(referee, zone, phrases), due)


def _ways_out(referee: Referee, mistake: Mistake, phrases: Phrases) -> tuple[WayOutView, ...]:
    """Keep the table, name a misread card, or take the last line back."""
    lying = (each.name for zone in _zones(mistake) for each in referee.mirror.lying(zone))
    is_open = {
        "keep": not referee.game.is_revealing,
        "correct": any(each != BACK for each in lying),
        "undo": True,
    }
    return tuple(
        WayOutView(intent, phrases.words.say(Message(f"way-out.{intent}")), may) for intent, may in is_open.items()
    )
