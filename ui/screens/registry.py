"""Every screen, one row each; of those that come by themselves the upper one comes first."""

from ui.screens.by_hand import ByHandScreen
from ui.screens.collection import CollectionScreen
from ui.screens.history import HistoryScreen
from ui.screens.home import HomeScreen
from ui.screens.mistake import MistakeScreen
from ui.screens.past_game import PastGameScreen
from ui.screens.question import QuestionScreen
from ui.screens.scores import ScoresScreen
from ui.screens.screen import CompanionScreen
from ui.screens.seat import SeatScreen
from ui.screens.settings import SettingsScreen
from ui.screens.statistics import StatisticsScreen
from ui.screens.table import TableScreen

SCREENS: tuple[type[CompanionScreen], ...] = (
    MistakeScreen,
    QuestionScreen,
    CollectionScreen,
    ScoresScreen,
    HomeScreen,
    TableScreen,
    SeatScreen,
    ByHandScreen,
    HistoryScreen,
    PastGameScreen,
    StatisticsScreen,
    SettingsScreen,
)
