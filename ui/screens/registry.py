"""Every screen, one row each; of those that come by themselves the upper one comes first."""

from ui.screens.amend import AmendScreen
from ui.screens.by_hand import ByHandScreen
from ui.screens.card import CardScreen
from ui.screens.collection import CollectionScreen
from ui.screens.day import DayScreen
from ui.screens.delete import DeleteScreen
from ui.screens.history import HistoryScreen
from ui.screens.home import HomeScreen
from ui.screens.leftover import LeftoverScreen
from ui.screens.mistake import MistakeScreen
from ui.screens.naming import NamingScreen
from ui.screens.new_game import NewGameScreen
from ui.screens.new_table import NewTableScreen
from ui.screens.past_game import PastGameScreen
from ui.screens.player import PlayerScreen
from ui.screens.question import QuestionScreen
from ui.screens.rescued import RescuedScreen
from ui.screens.rulings import RulingsScreen
from ui.screens.scores import ScoresScreen
from ui.screens.screen import CompanionScreen
from ui.screens.seat import SeatScreen
from ui.screens.set_up import SetUpScreen
from ui.screens.settings import SettingsScreen
from ui.screens.solo import SoloScreen
from ui.screens.starter import StarterScreen
from ui.screens.statistics import StatisticsScreen
from ui.screens.table import TableScreen
from ui.screens.table_and_deck import TableAndDeckScreen
from ui.screens.under_way import UnderWayScreen
from ui.screens.what_we_play import WhatWePlayScreen
from ui.screens.won import WonScreen

SCREENS: tuple[type[CompanionScreen], ...] = (
    LeftoverScreen,
    MistakeScreen,
    QuestionScreen,
    CollectionScreen,
    ScoresScreen,
    HomeScreen,
    UnderWayScreen,
    NewGameScreen,
    PlayerScreen,
    StarterScreen,
    RulingsScreen,
    WhatWePlayScreen,
    TableScreen,
    SoloScreen,
    SeatScreen,
    CardScreen,
    NamingScreen,
    AmendScreen,
    ByHandScreen,
    WonScreen,
    TableAndDeckScreen,
    NewTableScreen,
    SetUpScreen,
    HistoryScreen,
    PastGameScreen,
    DeleteScreen,
    StatisticsScreen,
    SettingsScreen,
    RescuedScreen,
    DayScreen,
)
