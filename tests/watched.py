"""Sessions of watched games, and everything there is to see of them."""

from companion.games.vedrfolnir.mistake_views import mistake_view
from companion.games.vedrfolnir.outcome_views import collection_views, scores_view
from companion.games.vedrfolnir.phrases import Phrases
from companion.games.vedrfolnir.referee import Referee
from companion.games.vedrfolnir.table_views import question_views, solo_view, table_view
from companion.games.vedrfolnir.views import View
from companion.words import Language, Words

PACKAGES = ("companion", "companion.games.vedrfolnir", "deploy")
STARTED = "2026-11-16T20:00:00+00:00"


def phrases(referee: Referee, language: Language = Language.ENGLISH) -> Phrases:
    return Phrases(Words(language, PACKAGES), referee.game.setup.deck)


def views(referee: Referee, language: Language = Language.ENGLISH) -> list[View]:
    """Every view of a game but its odds, which take long to count."""
    said = phrases(referee, language)
    mistakes = [mistake_view(referee, each, said) for each in referee.mistakes]
    solo = [solo_view(referee, said)] if referee.game.setup.is_solo else []
    return [
        table_view(referee, said),
        *question_views(referee, said),
        *solo,
        *collection_views(referee, said),
        *mistakes,
        scores_view(referee.game, said),
    ]
