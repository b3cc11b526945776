"""Giving cards by touch: an act put together one touch after the other, the rules saying what may be touched next."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards import Print
from companion.games.vedrfolnir.acts import (
    NO_CHOICE,
    Act,
    Choice,
    Give,
    Hide,
    JokerTarget,
    Played,
    Refusal,
    Reveal,
    StakeTarget,
)
from companion.games.vedrfolnir.catalogue import CATALOGUE, Kind, Side
from companion.games.vedrfolnir.chain import is_chosen_by_each
from companion.games.vedrfolnir.declaring import Need, need
from companion.games.vedrfolnir.effects import End, Joker
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden, named
from companion.games.vedrfolnir.zones import BRYNHILDR, Recipient, recipients
from companion.words import Message

CHOICE_RULE = "VED-4.1"


@dataclass(frozen=True, slots=True)
class Draft:
    """An act as far as it has been touched: the cards named, the recipient, and what is known of the next card."""

    played: tuple[Played, ...] = ()
    to: Recipient | None = None
    kind: str | None = None
    runes: int | None = None
    is_hidden: bool = False


START = Draft()


@dataclass(frozen=True, slots=True)
class OptionView:
    """Something that may be touched, and the draft it leads to."""

    said: str
    kind: str | None
    draft: Draft


@dataclass(frozen=True, slots=True)
class DraftView:
    """What is asked next, or the whole act; `refusals` may be touched as well where a recipient holds a joker."""

    said: str
    options: tuple[OptionView, ...]
    refusals: tuple[OptionView, ...]
    act: Act | None


def draft_view(game: Game, draft: Draft, phrases: Phrases) -> DraftView:
    """What may be touched next."""
    return _Drafting(game, draft, phrases).view()


class _Drafting:
    def __init__(self, game: Game, draft: Draft, phrases: Phrases) -> None:
        self._game, self._draft, self._phrases = game, draft, phrases

    def view(self) -> DraftView:
        draft = self._draft
        if draft.is_hidden:
            return DraftView(self._phrases.words.text("act.hidden"), (), (), Hide())
        if draft.kind is not None:
            return self._named(draft.kind)
        if not draft.played:
            return self._asking(self._which, [*self._kinds(), *self._hiding()])
        if self._needs_recipient:
            return self._asking(Message("draft.to", {"card": self._last_name}), self._recipients())
        return self._resolved()

    def _resolved(self) -> DraftView:
        """The rules say what is still missing: a choice, a card that was drawn, or nothing."""
        result = step(self._game, self._act(self._draft))
        refusals = tuple(self._refusals())
        if isinstance(result, Owed):
            title = Message("draft.drawn", {"recipient": named(result.recipient)})
            return self._asking(title, self._kinds(), refusals)
        if isinstance(result, Forbidden) and result.rule == CHOICE_RULE:
            return self._asking(Message("draft.choice", {"card": self._last_name}), self._choices(), refusals)
        if isinstance(result, Forbidden):
            return DraftView(self._phrases.words.say(result.message), (), (), None)
        act = self._act(self._draft)
        return DraftView(self._phrases.act(act), (), refusals, act)

    def _asking(self, said: Message, options: "list[OptionView]", refusals: tuple[OptionView, ...] = ()) -> DraftView:
        return DraftView(self._phrases.words.say(said), tuple(options), refusals, None)

    # Which card

    @property
    def _which(self) -> Message:
        to = self._draft.to
        return Message("draft.card") if to is None else Message("draft.card-for", {"recipient": named(to)})

    def _left(self) -> list[Print]:
        """The prints of which a copy may still come; those of this draft are out already."""
        deck, seen = self._game.setup.deck, self._game.seen
        drafted = [each.card for each in self._draft.played]
        return [
            each for each, copies in deck.copies.items() if copies > len(seen.get(each, ())) + drafted.count(each.name)
        ]

    def _kinds(self) -> list[OptionView]:
        left = {each.kind for each in self._left()}
        if not self._draft.played and not self._game.is_revealing and not self._unserved:
            left &= {Kind.BRYNHILDR}
        return [
            self._option(Message(f"kind.{kind}"), replace(self._draft, kind=kind), kind)
            for kind in CATALOGUE
            if kind in left
        ]

    def _hiding(self) -> Iterator[OptionView]:
        """In solo one unseen card a turn goes on Brynhildr's pile (VED-8.1)."""
        game = self._game
        is_free = self._draft.to is None and BRYNHILDR not in game.served
        if game.setup.is_solo and not game.is_revealing and is_free:
            yield self._option(Message("act.hidden"), replace(self._draft, is_hidden=True))

    def _named(self, kind: str) -> DraftView:
        """Runes, then stars, each asked only where the deck has a choice of them."""
        draft = self._draft
        prints = [each for each in self._left() if each.kind == kind and draft.runes in (None, each.runes)]
        if not prints:
            return self._asking(Message(f"kind.{kind}"), [])
        runes = sorted({each.runes for each in prints if each.runes is not None})
        if draft.runes is None and len(runes) > 1:
            options = [self._option(Message("draft.runes", {"runes": n}), replace(draft, runes=n), kind) for n in runes]
            return self._asking(Message(f"kind.{kind}"), options)
        if len(prints) > 1:
            stars = sorted(prints, key=lambda each: each.stars or 0)
            options = [self._option(_stars(each), self._with_card(each), kind) for each in stars]
            return self._asking(Message(f"kind.{kind}"), options)
        return _Drafting(self._game, self._with_card(prints[0]), self._phrases).view()

    def _with_card(self, each: Print) -> Draft:
        return replace(self._draft, kind=None, runes=None, played=(*self._draft.played, Played(each.name)))

    # For whom

    @property
    def _needs_recipient(self) -> bool:
        is_brynhildr = self._draft.played[0].card.startswith(Kind.BRYNHILDR)
        return self._draft.to is None and not self._game.is_revealing and not is_brynhildr

    def _recipients(self) -> list[OptionView]:
        return [self._option(self._name(each), replace(self._draft, to=each)) for each in self._unserved]

    @property
    def _unserved(self) -> list[Recipient]:
        return [each for each in recipients(self._game.seats_in_play) if each not in self._game.served]

    def _refusals(self) -> Iterator[OptionView]:
        """How the last card may be refused: with Nornes, or, once declared, sent on with Heimdall (VED-4.2)."""
        others = recipients(self._game.setup.seats)
        for refusal in (Refusal(Joker.NORNES), *(Refusal(Joker.HEIMDALL, each) for each in others)):
            last = self._draft.played[-1]
            draft = self._with_last(replace(last, refusals=(*last.refusals, refusal)))
            if self._may_be(draft):
                to = self._name(refusal.to) if refusal.to is not None else ""
                yield self._option(Message(f"draft.{refusal.joker}", {"recipient": to}), draft, refusal.joker.value)

    # What is declared

    def _choices(self) -> list[OptionView]:
        """What may be declared with the last card; of a card going round, by each seat in turn (VED-R15)."""
        last = self._draft.played[-1]
        if self._is_by_each:
            drafts = [self._with_last(replace(last, each=(*(last.each or ()), each))) for each in self._declarable()]
            said = [each.played[-1].each or () for each in drafts]
            return [
                self._option(self._phrases.choice(each[-1]), draft) for each, draft in zip(said, drafts, strict=True)
            ]
        drafts = [self._with_last(replace(last, choice=each)) for each in self._declarable()]
        return [
            self._option(self._phrases.choice(each.played[-1].choice), each) for each in drafts if self._may_be(each)
        ]

    @property
    def _is_by_each(self) -> bool:
        """Whether the last card was drawn by a raven and every seat chooses for itself."""
        card = self._phrases.known_card(self._draft.played[-1].card)
        before = replace(self._draft, played=self._draft.played[:-1])
        owed = step(self._game, self._act(before)) if before.played else None
        if card is None or not isinstance(owed, Owed) or owed.raven is None:
            return False
        return is_chosen_by_each(owed.game, card, owed.recipient)

    def _declarable(self) -> Iterator[Choice]:
        card, game = self._phrases.known_card(self._draft.played[-1].card), self._game
        match Need.NOTHING if card is None else need(card):
            case Need.SIDE:
                yield from (Choice(side=side) for side in Side)
            case Need.END:
                yield from (Choice(end=end) for end in End)
            case Need.TARGET:
                held = [
                    JokerTarget(seat, Joker(each.print.kind)) for seat in game.setup.seats for each in game.jokers(seat)
                ]
                yield from (Choice(joker=each) for each in held)
                yield from (Choice(stake=StakeTarget(seat, end)) for seat in game.setup.seats for end in End)
            case Need.NOTHING:
                yield NO_CHOICE

    def _may_be(self, draft: Draft) -> bool:
        """Whether the rules allow a draft as far as it goes."""
        return isinstance(step(self._game, self._act(draft)), Game | Owed)

    def _act(self, draft: Draft) -> Give | Reveal:
        first, *draws = draft.played
        return Reveal(first, tuple(draws)) if self._game.is_revealing else Give(first, draft.to, tuple(draws))

    def _with_last(self, played: Played) -> Draft:
        return replace(self._draft, played=(*self._draft.played[:-1], played))

    # Words

    @property
    def _last_name(self) -> str:
        return self._phrases.card_named(self._draft.played[-1].card)

    def _name(self, recipient: Recipient) -> str:
        return self._phrases.recipient(recipient)

    def _option(self, said: str | Message, draft: Draft, kind: str | None = None) -> OptionView:
        return OptionView(said if isinstance(said, str) else self._phrases.words.say(said), kind, draft)


def _stars(each: Print) -> Message:
    return Message("draft.stars", {"stars": each.stars or 0})
