"""Acts left undone in a way that only people can supply, later."""

from dataclasses import dataclass

from companion.games.vedrfolnir.act_reading import ActReading
from companion.games.vedrfolnir.acts import Act
from companion.games.vedrfolnir.evidence import Evidence
from companion.games.vedrfolnir.moves import Owed
from companion.games.vedrfolnir.rulebook import step
from companion.games.vedrfolnir.state import Game
from companion.games.vedrfolnir.verdicts import Forbidden


@dataclass(frozen=True, slots=True)
class Late:
    """An act that was left undone in a way only people can supply: what they do later still decides what it was."""

    before: Game
    evidence: Evidence
    since: tuple[Act, ...]
    owed: Owed | None

    def game(self, reading: ActReading) -> Game | None:
        """The game as it stands if the act is read so, with everything that came after it."""
        game: Game | Forbidden = reading.game
        for act in self.since:
            game = game if isinstance(game, Forbidden) else step(game, act)
        return None if isinstance(game, Forbidden) else game
