"""Everything there is to see of a game at one moment."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from companion.facts import Touch
from companion.games.vedrfolnir.catalogue import Set
from companion.games.vedrfolnir.drafting import Draft, DraftView, draft_view
from companion.games.vedrfolnir.explaining import Explanation
from companion.games.vedrfolnir.ledger import Retold
from companion.games.vedrfolnir.leftover_views import LeftoverView, leftover_view
from companion.games.vedrfolnir.mistake_views import amendment_view, foreign_set, mistake_view, told_mistakes
from companion.games.vedrfolnir.naming import NameView, Naming, name_views
from companion.games.vedrfolnir.outcome_views import (
    collection_view,
    last_collection_view,
    pending_table_view,
    pending_view,
    scores_view,
    uncollected,
)
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.reporting import Report
from companion.games.vedrfolnir.retelling import Retelling
from companion.games.vedrfolnir.session import Intent, Session
from companion.games.vedrfolnir.sightings import Acted
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.table_views import (
    card_answers,
    card_view,
    card_views,
    has_chances,
    question_views,
    seat_chances,
    solo_view,
    table_view,
)
from companion.games.vedrfolnir.views import (
    AmendmentView,
    AnswerView,
    CardView,
    ChancesView,
    CollectionView,
    MistakeView,
    PendingView,
    QuestionView,
    ScoresView,
    SoloView,
    TableView,
)
from companion.games.vedrfolnir.zones import DISCARD, Place
from companion.intents import Correct, SayAbsent
from companion.mirror import CARDS_A_LINE, print_name
from companion.places import Seat, Zone
from companion.words import Message


class CardAt(NamedTuple):
    """A card of the game by its zone and its number there; followed by which card it is, where that is known."""

    zone: Zone
    number: int
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card really lies, as a touch names it: the uppermost of a pile has no index; `id` is which one it is.

    One that nobody saw but somebody gave by hand is taken back rather than said to be absent.
    """

    card: CardView
    zone: Zone
    index: int | None
    id: int
    is_seen: bool = True


class Scene:
    """Everything there is to see of a game at one moment; each view is made when somebody looks at it.

    So many collections are `certain` because somebody said so; `gone` are leftovers that somebody said are not there.
    """

    def __init__(
        self, session: Session, phrases: Phrases, certain: int = 0, gone: frozenset[str] = frozenset()
    ) -> None:
        self._session, self.phrases, self._certain, self._gone = session, phrases, certain, gone
        self._referee = session.referee

    @property
    def game_id(self) -> object:
        """Which game this is, told apart from every other one opened."""
        return self._session

    def has_chances(self, seat: Seat) -> bool:
        """Whether the next card may go to this seat; nobody knows while the last one may still be refused."""
        return self.pending is None and has_chances(self._referee.game, seat)

    def counting(self, seat: Seat) -> Callable[[], ChancesView]:
        """How the chances of a seat can be counted, elsewhere: it may take a while."""
        game, phrases = self._referee.game, self.phrases
        return lambda: seat_chances(game, seat, phrases)

    @cached_property
    def table(self) -> TableView:
        """The table from above."""
        return self.table_of(self._referee)

    def table_of(self, referee: Referee) -> TableView:
        """The same as a referee has it."""
        if self.pending is None:
            return table_view(referee, self.phrases)
        return pending_table_view(referee, self.pending, self.phrases)

    @cached_property
    def pending(self) -> PendingView | None:
        """A collection that may still be refused, unless somebody said that it counts."""
        is_certain = len(self._referee.game.collections) <= self._certain
        return None if is_certain else pending_view(self._referee, self.phrases)

    @cached_property
    def _told(self) -> Game:
        """The game as far as it is certain."""
        return self._referee.game if self.pending is None else uncollected(self._referee.game)

    @property
    def may_go_on(self) -> bool:
        """Whether another card may be given; not after the end, even if its card may still be refused."""
        return not self._referee.game.is_over

    @property
    def is_likely(self) -> bool:
        """Whether another game is as likely as the one that is shown."""
        return self._referee.is_likely

    @property
    def foreign_set(self) -> Set | None:
        """The set that is probably played with, although nobody said so."""
        return foreign_set(self._referee)

    @cached_property
    def last_collection(self) -> CollectionView | None:
        """The last collection so far."""
        if self.pending is None:
            return last_collection_view(self._referee, self.phrases)
        before = self._told.collections
        return collection_view(before[-1], self.phrases) if before else None

    @property
    def collected(self) -> int:
        """How many there were."""
        return len(self._told.collections)

    @cached_property
    def scores(self) -> ScoresView:
        """The ranking now."""
        return scores_view(self._told, self.phrases)

    @cached_property
    def mistakes(self) -> tuple[MistakeView, ...]:
        """What is not put right yet."""
        return told_mistakes(self._referee, self.phrases)

    @cached_property
    def mistakes_so_far(self) -> tuple[MistakeView, ...]:
        """Every mistake, put right or not."""
        return tuple(mistake_view(self._referee, each, self.phrases) for each in self._referee.mistakes)

    @cached_property
    def why_collected(self) -> tuple[str, ...]:
        """How the last collection came about and was shared."""
        return tuple(Explanation(self.phrases).last_collection(self._told))

    @cached_property
    def questions(self) -> tuple[QuestionView, ...]:
        """What only a person can say."""
        return question_views(self._referee, self.phrases)

    @cached_property
    def leftovers(self) -> tuple[LeftoverView, ...]:
        """Cards given by hand and taken back, of which nobody has said yet what lies there, the last one first."""
        left = [each for each in self._session.leftovers if each.key not in self._gone]
        left.sort(key=lambda each: -each.undone_by)
        game = self._referee.gone_on if left else self._referee.game
        return tuple(leftover_view(each, game, self.phrases) for each in left)

    def answers(self, names: tuple[str, ...]) -> tuple[AnswerView, ...]:
        """Cards by their names, as answers to touch."""
        return card_answers(names, self.phrases)

    @cached_property
    def solo(self) -> SoloView | None:
        """Brynhildr's guide, in her game."""
        if not self._session.setup.is_solo:
            return None
        view = solo_view(self._referee, self.phrases)
        return view if self.pending is None else replace(view, next_step=self.pending.said, next_rule="VED-4.2")

    @cached_property
    def is_given(self) -> bool:
        """Whether the last card was given by hand, so that no hand has to clear anything; other touches don't count."""
        lines = (each.heard for each in reversed(self._session.in_force))
        return isinstance(next((each for each in lines if not isinstance(each, Touch)), None), Acted)

    @cached_property
    def is_clear(self) -> bool:
        """Whether nothing lies on the table, as after a collection."""
        return not self.table.tribute and not any(seat.stake for seat in self.table.seats)

    def why(self, seat: Seat) -> tuple[str, ...]:
        """Why a seat stands as it does."""
        return tuple(Explanation(self.phrases).seat(self._told, seat))

    def lying(self, zone: Zone) -> tuple[CardView, ...]:
        """The cards of a zone as the rules have it."""
        return card_views(self._told.cards.get(zone, ()), self.phrases)

    def why_card(self, zone: Zone, index: int) -> tuple[str, ...]:
        """What one card counts where it lies, what it is worth, and what it does."""
        return tuple(Explanation(self.phrases).card(self._told, zone, index))

    def top(self, zone: Zone) -> int | None:
        """Which card of the game the uppermost of a pile is; none if it is another, or nobody knows it."""
        cards, lying = self._told.cards.get(zone, ()), self._referee.mirror.lying(zone)[-1:]
        same = [number for number, each in enumerate(cards) for top in lying if each.id == top.id]
        # Cards of one print are as good as each other in a pile.
        twins = [
            number for number, each in enumerate(cards) for top in lying if each.print.name == print_name(top.name)
        ]
        return next(iter((*same, *reversed(twins))), None)

    def spot(self, zone: Zone, number: int) -> Spot | None:
        """Where a card of the game lies on the table, if it can be put right there: of a pile only the uppermost."""
        cards, lying = self._told.cards.get(zone, ()), self._referee.mirror.lying(zone)
        if not cards or number < 0:
            return None
        number = min(number, len(cards) - 1)
        if is_pile(zone):
            index = len(lying) - 1 if self.top(zone) == number else None
        else:
            index = next((place for place, each in enumerate(lying) if each.id == cards[number].id), None)
        if index is None:
            return None
        is_seen = lying[index].id // CARDS_A_LINE not in self._acts
        view = card_view(cards[number], self.phrases)
        return Spot(view, zone, None if is_pile(zone) else index, lying[index].id, is_seen)

    def card_at(self, zone: Zone, number: int) -> CardAt:
        """A card of the game by its number in a zone, and which one that is."""
        cards = self._told.cards.get(zone, ())
        return CardAt(zone, number, cards[number].id if 0 <= number < len(cards) else None)

    def number(self, at: CardAt) -> int | None:
        """Which card of its zone one is by now, by the game's count; None if it has left."""
        cards = self._told.cards.get(at.zone, ())
        if at.id is None:
            return min(at.number, len(cards) - 1) if cards else None
        return next((number for number, each in enumerate(cards) if each.id == at.id), None)

    def aimed(self, intent: Intent, card: int) -> Intent | None:
        """A touch about a card, at the place where it lies by now; None if it has left its zone, or is covered."""
        if not isinstance(intent, Correct | SayAbsent):
            return intent
        lying = self._referee.mirror.lying(intent.zone)
        index = next((place for place, each in enumerate(lying) if each.id == card), None)
        if index is None or (is_pile(intent.zone) and index < len(lying) - 1):
            return None
        return replace(intent, index=None if is_pile(intent.zone) else index)

    def strayed(self, spot: Spot) -> str:
        """That a card does not lie any more where it was touched, and where it lies now, if that is known."""
        values = {"card": spot.card.name, "zone": self.zone_name(spot.zone)}
        lies = self._referee.mirror.spot(spot.id)
        due = next((zone for zone, cards in self._told.cards.items() if spot.id in [each.id for each in cards]), None)
        if lies == due == spot.zone:
            return self.phrases.words.say(Message("strayed.covered", values))
        key, now = ("strayed.due", due) if lies == spot.zone else ("strayed.moved", lies)
        if now is None:
            return self.phrases.words.say(Message("strayed.gone", values))
        return self.phrases.words.say(Message(key, values | {"now": self.zone_name(now)}))

    @cached_property
    def _acts(self) -> frozenset[int]:
        """The lines given by hand."""
        return frozenset(each.number for each in self._session.in_force if isinstance(each.heard, Acted))

    def zone_name(self, zone: Zone) -> str:
        """A zone as people name it."""
        return Report(self.phrases).zone(zone)

    def names(self, naming: Naming) -> tuple[NameView, ...]:
        """What may be touched next to name a card."""
        return name_views(self._session.setup.deck, naming, self.phrases)

    @property
    def undoable(self) -> str:
        """What an undo would take back, in words; nothing if there is nothing."""
        return self._retold(self._session.undoable)

    @property
    def redoable(self) -> str:
        """What a redo would bring back."""
        return self._retold(self._session.redoable)

    def _retold(self, line: Retold | None) -> str:
        return "" if line is None else Retelling(self.phrases).line(line)

    def preview(self, intent: Intent) -> AmendmentView:
        """What a correction or a line taken back would change."""
        return amendment_view(self._session.preview(intent), self.phrases)

    def drafted(self, draft: Draft) -> CardView | None:
        """The card that a draft speaks of, as far as it is known."""
        if draft.kind is not None:
            name = self.phrases.words.text(f"kind.{draft.kind}")
            return CardView(draft.kind, draft.runes, None, None, None, name)
        card = self.phrases.known_card(draft.played[-1].card) if draft.played else None
        return None if card is None else card_view(card, self.phrases)

    def draft(self, draft: Draft) -> DraftView:
        """What may be touched next to give a card by hand."""
        return draft_view(self._referee.gone_on, draft, self.phrases)


def is_pile(zone: Zone) -> bool:
    """Whether only the uppermost card of a zone can be put right."""
    return zone == DISCARD or zone.startswith(f"{Place.WON}:")
