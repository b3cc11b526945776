"""What a line of a journal proves by itself: which game it is of, its place, the line before it, its text."""

import json
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import NewType

GameKey = NewType("GameKey", bytes)

KEY_BYTES, BEFORE_BYTES, SEAL_BYTES = 16, 8, 32
NUMBER_BYTES = 8
NOTHING_BEFORE = bytes(BEFORE_BYTES)
# No cell holds more; what claims to is no line.
MOST_LINES = 2**63 - 1

# What is said of a game beside its lines; the journal's own is said of the journal's id.
NUMBER, DELETED, JOURNAL = "number", "deleted", "journal"


def new_key() -> GameKey:
    """An id that no other game anywhere has."""
    return GameKey(secrets.token_bytes(KEY_BYTES))


def new_epoch() -> str:
    """What tells a journal from the one that it was before a recovery."""
    return secrets.token_hex(NUMBER_BYTES)


@dataclass(frozen=True, slots=True)
class SealedLine:
    """A line as it lies in every copy, equal byte for byte; line 0 is how the game began."""

    game: GameKey
    n: int
    text: str
    before: bytes
    seal: bytes

    @property
    def is_proved(self) -> bool:
        """Whether it is as it was written."""
        return self.seal == line_seal(self.game, self.n, self.before, self.text)

    def follows(self, line: "SealedLine | None") -> bool:
        """Whether it is the very next one; after nothing comes line 0."""
        if line is None:
            return self.n == 0 and self.before == NOTHING_BEFORE
        return (self.game, self.n, self.before) == (line.game, line.n + 1, line.seal[:BEFORE_BYTES])


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said of a game, or of the journal, beside the lines."""

    about: GameKey
    name: str
    value: str
    seal: bytes

    @property
    def is_proved(self) -> bool:
        """Whether it is as it was written."""
        return self.seal == mark_seal(self.about, self.name, self.value)


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game began, which is its line 0."""

    header: str
    deck: str | None
    started: str

    @property
    def text(self) -> str:
        """As one line."""
        fields = {"deck": self.deck, "header": self.header, "started": self.started}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def beginning(text: str) -> Beginning | None:
    """What a line 0 says, if it is one."""
    try:
        match json.loads(text):
            case {"header": str(header), "deck": str() | None as deck, "started": str(started)}:
                return Beginning(header, deck, started)
    except (ValueError, RecursionError):
        pass
    return None


def sealed(game: GameKey, line: SealedLine | None, text: str) -> SealedLine:
    """The next line of a game."""
    n = 0 if line is None else line.n + 1
    before = NOTHING_BEFORE if line is None else line.seal[:BEFORE_BYTES]
    return SealedLine(game, n, text, before, line_seal(game, n, before, text))


def marked(about: GameKey, name: str, value: str) -> Mark:
    """A mark with its seal."""
    return Mark(about, name, value, mark_seal(about, name, value))


def line_seal(game: bytes, n: int, before: bytes, text: str) -> bytes:
    """SHA-256 of all that a line says; only the last part has no length of its own."""
    return sha256(b"line\0" + game + n.to_bytes(NUMBER_BYTES, "big") + before + text.encode()).digest()


def mark_seal(about: bytes, name: str, value: str) -> bytes:
    """The same of a mark; a name has no NUL."""
    return sha256(b"mark\0" + about + name.encode() + b"\0" + value.encode()).digest()


def line_of(row: tuple[object, ...]) -> SealedLine | None:
    """A line as a row has it, if that is a whole one and proves itself."""
    match row:
        case (bytes(game), int(n), str(text), bytes(before), bytes(seal)) if _is_whole(game, n, before):
            line = SealedLine(GameKey(game), n, text, before, seal)
            return line if line.is_proved else None
    return None


def mark_of(row: tuple[object, ...]) -> Mark | None:
    """The same for a mark."""
    match row:
        case (bytes(about), str(name), str(value), bytes(seal)) if len(about) == KEY_BYTES:
            mark = Mark(GameKey(about), name, value, seal)
            return mark if mark.is_proved else None
    return None


def _is_whole(game: bytes, n: int, before: bytes) -> bool:
    return len(game) == KEY_BYTES and 0 <= n <= MOST_LINES and len(before) == BEFORE_BYTES
