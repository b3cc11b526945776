"""Tracking: from what single looks show to facts about zones; doubt stops here."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.beliefs import Belief, beliefs
from companion.claims import Claim, claims
from companion.doubts import LOOKS_TO_ASK, LOOKS_TO_BELIEVE, SURE, Doubt, Waitlist, area_of, is_covered
from companion.facts import BACK, UNKNOWN, Fact, Found, Placed, Sighting, Way
from companion.geometry import HALF_TURN_DEG, Pose, distance_mm, turn_between_deg
from companion.mirror import Mirror
from companion.missing import Absence
from companion.observation import Observation
from companion.outlines import CardShape, Look, Outline, ZoneMap
from companion.places import Zone
from companion.profile import ZonePlan
from companion.recognising import Recogniser, print_of
from companion.scene import Scene
from companion.stacking import LIFTED_MM, Stacking
from companion.starting import START_S, Start
from companion.tabletop import Laid, Tabletop
from companion.telling import Teller
from companion.unplaced import remember_fans, unfound

# Within this it is the same place read twice.
STEADY_MM = 1.0
STEADY_DEG = 1.0
# A card exactly where another one lay: laid on it, or misread.
EXACTLY_MM = 2.0
EXACTLY_DEG = 3.0
# Within 45° of up or down a card lies that way; once it does it has to be turned a little further to lie across.
WAY_DEG = 45.0
LEEWAY_DEG = 10.0


@dataclass(frozen=True, slots=True)
class TrackedTable:
    """What tracking has to know: the zones, the cards' shape, zones without order, zones not told, two-sided prints."""

    zones: tuple[ZonePlan, ...]
    shape: CardShape
    piles: frozenset[Zone] = frozenset()
    ignored: frozenset[Zone] = frozenset()
    sided: frozenset[str] = frozenset()


class Tracker:
    """Follows every card of a table look by look, and tells what changed."""

    def __init__(self, table: TrackedTable, start: Mirror | None = None) -> None:
        self._table = table
        self._map = ZoneMap(table.zones)
        self._tabletop = Tabletop(table.piles)
        self._teller = Teller(self._tabletop, {plan.zone: rank for rank, plan in enumerate(table.zones)})
        self._stacking = Stacking(self._tabletop, self._map)
        self._waitlist = Waitlist()
        self._start = Start(self._map) if start is None else None
        self._doubled: list[Laid] = []
        self._is_resumed = start is not None
        self._found_until_s = -math.inf
        if start is not None:
            self._resume(start)

    @property
    def model(self) -> Mapping[Zone, Sequence[Laid]]:
        """Every card of every zone, oldest first."""
        return self._tabletop.zones

    @property
    def mirror(self) -> Mirror:
        """The table as it was told."""
        return self._tabletop.mirror

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What another look would settle."""
        missed = (each for each in self._tabletop.cards if each.missed and each.outline is not None)
        return (
            *(Doubt(each.claim.card, area_of(each.claim.outlines[0]), each.since_s) for each in self._waitlist),
            *(Doubt(each.name, area_of(each.outline), each.missed_s) for each in missed if each.outline is not None),
        )

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """What should be in plain sight."""
        return beliefs(self._tabletop.cards)

    def follow(self, observation: Observation) -> tuple[Fact, ...]:
        """The facts that one look makes certain."""
        found = claims(observation.sightings, self._table.shape)
        scene = Scene(Look(observation, self._table.shape.reach_mm), found)
        self._see(scene, found)
        self._miss(scene)
        told = self._told(scene)
        return tuple(told) if self._start is None else tuple(self._start.told(scene.look, told, self.doubts))

    def pending(self, at_s: float) -> tuple[Fact, ...]:
        """What would have needed another look, told as it seemed: nothing more will be seen."""
        scene = Scene(Look(Observation(at_s, (), ()), 0.0))
        for claim in self._waitlist.take_all():
            laid = self._tabletop.copy(claim.card)
            if claim.outline is not None:
                self._accept(scene, claim, claim.outline, laid)
        told = self._told(scene)
        return tuple(told) if self._start is None else tuple(self._start.ended(at_s, told))

    def waited(self, at_s: float) -> tuple[Fact, ...]:
        """What is certain because nothing happens: at last the table is taken as it lies."""
        return () if self._start is None else tuple(self._start.waited(at_s))

    def _resume(self, start: Mirror) -> None:
        for zone, cards in start.zones.items():
            for name, way, _, said in cards:
                laid = Laid(name, way=way, height=self._stacking.top(), hint=said)
                self._tabletop.know(laid, zone)
                if "#" not in name:
                    continue
                if self._tabletop.copy(name) is None:
                    self._tabletop.learn(laid, name)
                else:
                    self._doubled.append(laid)

    # What is seen

    def _see(self, scene: Scene, found: list[Claim]) -> None:
        for laid in self._tabletop.cards:
            laid.seen, laid.before, laid.height_before, laid.missed_before = (), laid.outline, laid.height, laid.missed
        for claim in found:
            claim.has_come = claim.card == UNKNOWN and self._waitlist.has_come(claim)
        is_first, self._is_resumed = self._is_resumed, False
        self._found_until_s = scene.look.at_s + START_S if is_first else self._found_until_s
        recogniser = Recogniser(self._tabletop, self._map, self._table.shape, scene.look, is_first=is_first)
        recogniser.recognise(found)
        scene.uncovered = recogniser.uncovered
        for claim in found:
            self._hear(scene, claim, recogniser)
        self._waitlist.forget(scene.look, found)
        for claim in self._waitlist.ripe(scene.look.at_s):
            if claim.outline is not None:
                self._accept(scene, claim, claim.outline, None)

    def _hear(self, scene: Scene, claim: Claim, recogniser: Recogniser) -> None:
        """Believe a claim, or let it wait for another look."""
        laid = recogniser.known.get(claim)
        if laid is None and claim.is_echo:
            return
        claim.is_awaited = laid is None and self._may_be_carried(claim, scene.look, recogniser)
        looks = self._looks(claim, laid, recogniser)
        if (claim.outline is None or looks > 1) and not self._waitlist.is_believed(claim, scene.look.at_s, looks):
            kept = laid or recogniser.misread.get(claim)
            scene.spared.update(() if kept is None else (kept,))
            scene.things += claim.outlines
            if claim.is_awaited and claim.outline is not None:
                scene.instead[claim] = recogniser.replaced(claim, claim.outline)
        elif claim.outline is not None:
            self._waitlist.drop(claim)
            replaced = recogniser.replaced(claim, claim.outline) if laid is None else None
            is_usurper = laid is None and not claim.is_nameless and self._lies_on_another(claim.outline, recogniser)
            new = self._accept(scene, claim, claim.outline, laid)
            scene.changes.usurpers.update((new,) if is_usurper and new is not None else ())
            scene.take_place(replaced, new)

    def _looks(self, claim: Claim, laid: Laid | None, recogniser: Recogniser) -> int:
        """How many looks it takes to believe a claim."""
        if claim.outline is None or claim.is_handled or claim.is_awaited:
            return LOOKS_TO_BELIEVE
        if laid is not None and (claim.is_nameless or (laid.outline is not None and _is_still(laid, claim.outline))):
            return 1
        if claim.card == UNKNOWN:
            return LOOKS_TO_ASK
        may_be_misread = claim.card != BACK and (laid is None or not laid.is_shown)
        is_usurper = may_be_misread and self._is_usurper(claim.outline, recogniser)
        return LOOKS_TO_BELIEVE if is_usurper or claim.is_vague or claim.sureness < SURE else 1

    def _may_be_carried(self, claim: Claim, look: Look, recogniser: Recogniser) -> bool:
        """Whether a card may be one that is about to be missed where it lay."""
        lost = (each for each in self._alike(claim) if not recogniser.is_seen(each))
        return any(each.missed or self._is_looked_for(each, claim, look) for each in lost)

    def _alike(self, claim: Claim) -> Iterator[Laid]:
        """The cards that a new one may turn out to be: twins without a number; on a pile any that was misread.

        A number tells enough: a card that has one does not wait, or the next one laid on it would hide it for good.
        """
        if claim.is_nameless or claim.outline is None:
            return
        is_piled = not claim.is_copy and self._map.zone_at(claim.outline.centre) in self._table.piles
        for each in self._tabletop.cards:
            is_twin = _is_twin(each, claim)
            may_be_misread = is_piled and each.zone not in self._table.piles and each.name not in (BACK, UNKNOWN)
            if each.outline is not None and (is_twin or may_be_misread):
                yield each

    def _is_looked_for(self, laid: Laid, claim: Claim, look: Look) -> bool:
        """Whether a look may have found out that a card is gone: it showed its place, or a hand is at a twin's."""
        outline = laid.outline
        if outline is None or not laid.is_shown or not look.may_show(outline):
            return False
        over = [thing.outline for thing in claim.things]
        marks = [outline.marks[place] for place in laid.read]
        bare = (mark for mark in marks if not any(each.hides(mark, outline, look.reach_mm) for each in over))
        return any(look.shows(mark) or (_is_twin(laid, claim) and look.hides(mark)) for mark in bare)

    def _is_usurper(self, outline: Outline, recogniser: Recogniser) -> bool:
        """Whether a card shows exactly where another one was read before: perhaps one of the two was misread."""
        there = self._instead_of(outline, recogniser)
        return any(each.is_shown and each.copy is not None and each.outline is not None for each in there)

    def _lies_on_another(self, outline: Outline, recogniser: Recogniser) -> bool:
        """The same once nobody looks for the other one any more."""
        return any(each.name not in (BACK, UNKNOWN) for each in self._instead_of(outline, recogniser))

    def _instead_of(self, outline: Outline, recogniser: Recogniser) -> Iterator[Laid]:
        """Cards that were read exactly there and are not now; in a first look any of the zone that is not found yet."""
        zone = self._map.zone_at(outline.centre)
        if zone is None or zone in self._table.piles:
            return
        for each in self._tabletop.lying(zone):
            is_there = each.outline is not None and each.outline.is_near(outline, EXACTLY_MM, EXACTLY_DEG)
            is_unplaced = each.outline is None and recogniser.is_first
            if not recogniser.is_seen(each) and (is_there or is_unplaced):
                yield each

    def _accept(self, scene: Scene, claim: Claim, outline: Outline, laid: Laid | None) -> Laid | None:
        """A card lies there."""
        zone = self._zone(outline, laid)
        if laid is None and zone is None and not claim.is_copy:
            scene.things.append(outline)
            return None
        if laid is None:
            laid = Laid(claim.card)
        elif claim.is_nameless and laid.name != claim.card and laid.outline is not None:
            scene.seen[laid] = claim
            laid.missed = 0.0
            return laid
        if claim.is_copy and laid.copy is None:
            self._tabletop.learn(laid, claim.card)
        outline = self._as_it_lay(claim, outline, laid)
        self._bury(laid, outline, zone)
        self._lay(scene, claim, outline, laid)
        if zone != laid.zone:
            scene.changes.goals[laid] = zone
            laid.height = self._stacking.top()
        self._turn(scene, claim, outline, laid, zone)
        return laid

    def _bury(self, laid: Laid, outline: Outline, zone: Zone | None) -> None:
        """The first card that shows of a pile known from before lies on all the others of it, also if it came."""
        for each in self._tabletop.lying(zone) if zone is not None and zone in self._table.piles else ():
            if each is not laid and each.outline is None:
                each.outline, each.is_shown, each.height = outline, False, laid.height - 1

    def _as_it_lay(self, claim: Claim, outline: Outline, laid: Laid) -> Outline:
        """Backs, and cards nobody could read, have no top: they lie as they lay before."""
        centre, top_deg = outline.pose
        if not claim.is_nameless or laid.outline is None:
            return outline
        is_turned = turn_between_deg(top_deg, laid.outline.pose.top_deg) > HALF_TURN_DEG / 2
        return self._table.shape.laid(Pose(centre, top_deg + HALF_TURN_DEG)) if is_turned else outline

    def _zone(self, outline: Outline, laid: Laid | None) -> Zone | None:
        if laid is None or laid.outline is None:
            zone = self._map.zone_at(outline.centre)
        else:
            came_mm = distance_mm(outline.centre, laid.outline.centre)
            zone = self._map.zone_of(outline.centre, laid.zone, came_mm)
        return None if zone in self._table.ignored else zone

    def _lay(self, scene: Scene, claim: Claim, outline: Outline, laid: Laid) -> None:
        scene.seen[laid] = claim
        is_still = _is_still(laid, outline)
        if not is_still and laid.zone is not None:
            scene.moved[laid] = None
            laid.height = self._stacking.top() if self._is_relaid(laid, outline) else laid.height
        lain = laid.outline
        if lain is None or not is_still or (claim.is_whole and not lain.is_near(outline, STEADY_MM, STEADY_DEG)):
            lain = outline
        unseen = (place for place in laid.read if is_still and not scene.look.shows(lain.marks[place]))
        laid.read_before = laid.read if is_still else frozenset()
        laid.read = claim.read_on(lain) | frozenset(unseen)
        laid.outline, laid.seen, laid.missed = lain, claim.seen, 0.0
        laid.is_shown, laid.is_loose, laid.is_settled = True, False, laid.is_settled and is_still

    def _is_relaid(self, laid: Laid, outline: Outline) -> bool:
        """Whether a card was lifted and laid on top, not only pushed along."""
        if laid.outline is None:
            return False
        return laid.zone in self._table.piles or distance_mm(laid.outline.centre, outline.centre) > LIFTED_MM

    def _turn(self, scene: Scene, claim: Claim, outline: Outline, laid: Laid, zone: Zone | None) -> None:
        """How a card lies for its zone; across it counts as upright, but of a two-sided one the side is asked."""
        plan = None if zone is None else self._map.plans.get(zone)
        if plan is None or claim.is_nameless:
            return
        is_new = zone != laid.zone
        if claim.is_way_unsure:
            scene.changes.ways.update({laid: Way.UNSURE} if is_new else {})
            return
        before = None if is_new else laid.facing
        laid.facing = _facing(turn_between_deg(outline.pose.top_deg, plan.up_deg), before)
        is_sided = print_of(laid.copy or laid.name) in self._table.sided
        if laid.facing is not Way.UNSURE:
            is_told = is_new or is_sided or laid.way is not Way.UNSURE
            scene.changes.ways.update({laid: laid.facing} if is_told else {})
        elif is_new:
            scene.changes.ways[laid] = Way.UNSURE if is_sided else Way.UPRIGHT

    # What is missed

    def _miss(self, scene: Scene) -> None:
        present = {*scene.seen, *scene.spared}
        moved = {laid for laid in scene.moved if laid not in scene.changes.goals}
        cards = [laid for laid in self._tabletop.cards if laid not in scene.gone]
        new = [laid for laid in scene.seen if laid.zone is None and laid.copy is None]
        absence = Absence(
            scene.look, self._table.shape, self._table.piles, present, moved, scene.uncovered, scene.things
        )
        gone = absence.gone([*cards, *new])
        scene.changes.unfound.update(self._unfound(scene))
        for laid in (*gone, *scene.changes.unfound):
            scene.lose(laid)
        self._take_up_awaited(scene)
        scene.reunite()
        scene.rejoin(self._table.piles)
        self._bury_awaited(scene)

    def _take_up_awaited(self, scene: Scene) -> None:
        """Cards that were waited for, because others were about to be missed: now it is certain whether those left."""
        for claim in [each.claim for each in self._waitlist if each.claim.is_awaited]:
            missing = (each for each in self._alike(claim) if each not in scene.seen and each not in scene.gone)
            is_doubtful = any(self._is_in_doubt(each, claim, scene.look) for each in missing)
            if claim.outline is not None and claim.sureness >= SURE and not is_doubtful:
                self._waitlist.drop(claim)
                scene.take_place(scene.instead.get(claim), self._accept(scene, claim, claim.outline, None))

    def _bury_awaited(self, scene: Scene) -> None:
        """Cards that were waited for and show no more under others; of two that both waited the later lies on top."""
        seen = sorted(scene.seen.items(), key=lambda each: each[0].height)
        at_once = [claim for _, claim in seen if not claim.is_awaited]
        for place, (laid, claim) in enumerate(seen):
            if claim in scene.made or not is_covered(claim, [*at_once, *(later for _, later in seen[place + 1 :])]):
                continue
            del scene.seen[laid]
            above = [each.height for each in scene.seen if scene.changes.goals.get(each) == scene.changes.goals[laid]]
            laid.height = min(above, default=laid.height) - 0.5
            laid.is_shown, laid.read, laid.seen = False, frozenset(), ()

    def _is_in_doubt(self, laid: Laid, claim: Claim, look: Look) -> bool:
        """Whether another look would tell that a card is gone; only a twin waits for a hand, or what has just come."""
        marks = () if laid.outline is None or not laid.is_shown else (laid.outline.marks[place] for place in laid.read)
        is_hidden = bool(laid.missed_before) or any(map(look.hides, marks))
        return bool(laid.missed) or (_is_twin(laid, claim) and is_hidden)

    def _unfound(self, scene: Scene) -> Iterator[Laid]:
        """Cards known from before that a look at their whole zone did not show, and nothing lies on them."""
        found = {*scene.spared, *scene.changes.replaced}
        yield from unfound(self._tabletop, self._map, scene.look, found, scene.changes.goals.values())
        for zone in [each for each in self._table.piles if each in self._map.plans]:
            cards = self._tabletop.lying(zone)
            lost = [each for each in cards if each.outline is None and each not in found]
            if lost and len(lost) == len(cards) and zone not in scene.changes.goals.values():
                yield from lost if all(map(scene.look.shows, self._map.samples(zone))) else ()

    # What is told

    def _told(self, scene: Scene) -> list[Sighting]:
        for laid in self._doubled:
            scene.lose(laid)
        self._doubled = []
        self._stacking.arrange(scene)
        told = list(self._teller.tell(scene.look.at_s, scene.changes))
        for laid in scene.gone:
            self._tabletop.forget(laid)
        remember_fans(self._tabletop)
        return told if scene.look.at_s > self._found_until_s else list(map(_as_found, told))


def _as_found(fact: Sighting) -> Sighting:
    return Found(fact.at_s, fact.card, fact.zone, fact.index, fact.way) if isinstance(fact, Placed) else fact


def _is_still(laid: Laid, outline: Outline) -> bool:
    return laid.outline is not None and outline.is_still(laid.outline)


def _facing(turn_deg: float, before: Way | None) -> Way:
    """Which way a card lies that is turned so far from upright; unsure: across."""
    up_deg = WAY_DEG + {None: 0.0, Way.UPRIGHT: LEEWAY_DEG}.get(before, -LEEWAY_DEG)
    down_deg = WAY_DEG + {None: 0.0, Way.TURNED: LEEWAY_DEG}.get(before, -LEEWAY_DEG)
    if turn_deg <= up_deg:
        return Way.UPRIGHT
    return Way.TURNED if turn_deg >= HALF_TURN_DEG - down_deg else Way.UNSURE


def _is_twin(laid: Laid, claim: Claim) -> bool:
    """Whether a known card and one that shows are of one print, and no number tells them apart."""
    return not claim.is_copy and laid.copy is None and laid.name == claim.card
