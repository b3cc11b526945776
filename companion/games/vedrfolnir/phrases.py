"""Cards, seats and acts in the words of a reader."""

from collections.abc import Iterable

from companion.cards import Card, Deck
from companion.games.vedrfolnir.acts import Act, Choice, Finish, Give, Hide, KeepTable, Played, Refusal, Reveal
from companion.games.vedrfolnir.catalogue import Kind
from companion.games.vedrfolnir.verdicts import named
from companion.games.vedrfolnir.zones import Recipient
from companion.places import Zone
from companion.words import Message, Words


def zone_message(zone: Zone) -> Message:
    """A zone as people name it."""
    place, _, seat = zone.partition(":")
    return Message(f"zone.{place}", {"seat": seat})


class Phrases:
    """Says what happened in one language."""

    def __init__(self, words: Words, deck: Deck) -> None:
        self.words = words
        self._deck = deck

    def card(self, card: Card) -> str:
        """A card as people name it: `Thor 3r 2★`."""
        runes = "" if card.print.runes is None else f" {card.print.runes}r"
        stars = "" if card.print.stars is None else f" {card.print.stars}★"
        side = "" if card.side is None else f" ({self.words.text(f'kind.{card.side}')})"
        return f"{self.words.text(f'kind.{card.print.kind}')}{runes}{stars}{side}"

    def card_named(self, name: str) -> str:
        """A card by its written name; one that is in no deck keeps it."""
        card = self.known_card(name)
        return name if card is None else self.card(card)

    def known_card(self, name: str) -> Card | None:
        """The card of this name, if the deck has it."""
        return self._deck.card(name)

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards, a comma between them."""
        return ", ".join(map(self.card, cards))

    def recipient(self, recipient: Recipient) -> str:
        """Whoever is given a card."""
        name = named(recipient)
        return self.words.say(name) if isinstance(name, Message) else name

    def act(self, act: Act) -> str:
        """What was done."""
        if isinstance(act, Give | Reveal) and act.played.card.startswith(Kind.BRYNHILDR):
            return self.words.text("act.brynhildr" if isinstance(act, Give) else "act.stopped")
        match act:
            case Give(played, to, draws):
                return self._played(played, to) + self._drawn(draws)
            case Reveal(played, draws):
                revealed = Message("act.revealed", {"card": self._played(played)})
                return self.words.say(revealed) + self._drawn(draws)
            case Hide():
                return self.words.text("act.hidden")
            case Finish():
                return self.words.text("act.finished")
            case KeepTable():
                return self.words.text("act.kept")

    def _played(self, played: Played, to: Recipient | None = None) -> str:
        name = self.card_named(played.card)
        where = "" if to is None else f" → {self.recipient(to)}"
        chosen = [self._choice(choice) for choice in (played.choice, *(played.each or ()))]
        return f"{name}{''.join(chosen)}{where}{''.join(map(self._refusal, played.refusals))}"

    def _drawn(self, draws: tuple[Played, ...]) -> str:
        return "".join(self.words.say(Message("act.draws", {"card": self._played(each)})) for each in draws)

    def _refusal(self, refusal: Refusal) -> str:
        to = "" if refusal.to is None else self.recipient(refusal.to)
        said = self.words.say(Message(f"act.refused-{refusal.joker}", {"recipient": to}))
        return said + self._choice(refusal.choice)

    def choice(self, choice: Choice) -> str:
        """What was declared with a card."""
        parts = []
        if choice.side is not None:
            parts.append(self.words.text(f"kind.{choice.side}"))
        if choice.end is not None:
            parts.append(self.words.text(f"end.{choice.end}"))
        if choice.joker is not None:
            joker = Message(f"kind.{choice.joker.kind}")
            parts.append(self.words.say(Message("act.against-joker", {"joker": joker, "seat": choice.joker.seat})))
        if choice.stake is not None:
            end = Message(f"end.{choice.stake.end}")
            parts.append(self.words.say(Message("act.against-stake", {"end": end, "seat": choice.stake.seat})))
        return ", ".join(parts)

    def _choice(self, choice: Choice) -> str:
        said = self.choice(choice)
        return f" ({said})" if said else ""
