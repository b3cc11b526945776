"""Settings, sounds and the voice: kept, repeatable, and never waited for."""

import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.facts import UNKNOWN, Fact, Placed, Way
from companion.games.vedrfolnir.mistakes import MistakeId
from companion.games.vedrfolnir.session import Session
from companion.games.vedrfolnir.simulation import simulate_from
from companion.games.vedrfolnir.zones import stake
from companion.journal import Journal
from companion.places import Seat
from companion.words import Language, Words
from deploy.evening import played_evening
from tests.games import setup
from tests.practice.blunders import blunder_evening
from tests.test_screens import environment, ran
from ui.announcing import Announcement, Sound, announcement, noticed, spoken
from ui.desk import Desk
from ui.sounding import SOUNDS, Speaker

PACKAGES = ("companion", "companion.games.vedrfolnir", "ui")
ENGLISH = Words(Language.ENGLISH, PACKAGES)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Journal(tmp_path / "games.sqlite") as journal:
        yield Desk(journal, ENGLISH, lambda: 0.0)


def test_what_was_chosen_is_there_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("aplay", "espeak-ng"):
        stand_in(tmp_path, name, "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}:{environment()['PATH']}")
    first = ran("chosen", tmp_path)
    again = ran("chosen_again", tmp_path)
    assert first["kept"] == again["kept"]
    assert first["kept"] == {
        "language": "fr",
        "theme": "light",
        "text": "largest",
        "sounds": "on",
        "voice": "on",
        "odds": "on",
        "scale": 1.4,
        "said": "Retour",
    }
    assert str(first["odds"]).startswith("Bo")


def stand_in(folder: Path, name: str, does: str) -> str:
    """A program of this name that writes down what it is asked to do."""
    program = folder / name
    program.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {folder}/{name}.told\n{does}\n')
    program.chmod(0o755)
    return str(program)


def found_in(folder: Path) -> Callable[[str], str | None]:
    return lambda name: str(folder / name) if (folder / name).exists() else None


def told(folder: Path, name: str) -> str:
    """What such a program was asked to do, once it has begun."""
    file, until_s = folder / f"{name}.told", time.monotonic() + 10
    while not file.exists() and time.monotonic() < until_s:
        time.sleep(0.01)
    time.sleep(0.05)
    return file.read_text()


def test_sounds_and_sentences_are_left_to_other_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("aplay", "espeak-ng"):
        stand_in(tmp_path, name, "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    speaker = Speaker(found_in(tmp_path))
    assert (speaker.has_sounds, speaker.has_voice) == (True, True)
    speaker.play(Sound.MISTAKE)
    speaker.say("-x Bo", Language.FRENCH)
    assert told(tmp_path, "aplay") == f"-q|{SOUNDS / 'mistake.wav'}|"
    assert told(tmp_path, "espeak-ng").startswith("-v|fr|")
    assert told(tmp_path, "espeak-ng").endswith("|--|-x Bo|")
    speaker.close()


def test_programs_that_hang_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("aplay", "espeak-ng"):
        stand_in(tmp_path, name, "exec sleep 60")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    speaker = Speaker(found_in(tmp_path))
    began_s = time.monotonic()
    for _ in range(8):
        speaker.play(Sound.CARD)
        speaker.say("Bo", Language.ENGLISH)
    speaker.close()
    assert time.monotonic() - began_s < 5


def test_a_computer_without_them_is_silent() -> None:
    speaker = Speaker(lambda _: None)
    speaker.play(Sound.CARD)
    speaker.say("Bo", Language.ENGLISH)
    speaker.close()
    assert (speaker.has_sounds, speaker.has_voice) == (False, False)


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_a_small_file_of_our_own(sound: Sound) -> None:
    path = SOUNDS / f"{sound}.wav"
    with wave.open(str(path), "rb") as file:
        tones = file.readframes(file.getnframes())
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 1, 11_025)
    assert (len(set(tones)) > 20, path.stat().st_size < 16_000) == (True, True)


def announced(desk: Desk, facts: tuple[Fact, ...]) -> list[Announcement]:
    """What is to be heard of these facts, one by one."""
    heard = []
    for fact in facts:
        before = None if desk.scene is None else noticed(desk.scene)
        hear(desk.session, fact)
        desk.speak(desk.words)
        assert desk.scene is not None
        heard.append(announcement(before, desk.scene, desk.words))
    return [each for each in heard if each is not None]


def hear(session: Session | None, fact: Fact) -> None:
    assert session is not None
    session.hear(fact)


def test_a_mistake_is_heard_and_that_it_was_put_right(desk: Desk) -> None:
    evening = next(each for seed in range(9) if (each := blunder_evening(MistakeId.SECOND_CARD, seed)))
    desk.begin(evening.setup)
    heard = announced(desk, evening.facts[: evening.fixed_at + 1])
    assert [each.sound for each in heard if each.sound in (Sound.MISTAKE, Sound.SETTLED)] == [
        Sound.MISTAKE,
        Sound.SETTLED,
    ]
    assert next(each.said for each in heard if each.sound is Sound.MISTAKE).endswith("this turn.")


def test_collections_questions_and_the_end_are_heard(desk: Desk) -> None:
    game = setup()
    desk.begin(game)
    heard = announced(desk, played_evening(game, simulate_from(game, "heard").acts, 1).facts)
    assert heard[0].sound is Sound.CARD
    assert heard[-1].sound is Sound.END
    assert "collect" in next(each.said for each in heard if each.sound is Sound.COLLECTION).lower()
    desk.begin(game)
    (asked,) = announced(desk, (Placed(1.0, UNKNOWN, stake(Seat("Bo")), 0, Way.UPRIGHT),))
    assert asked.sound is Sound.QUESTION


def test_opening_a_game_makes_no_noise(desk: Desk) -> None:
    desk.begin(setup())
    assert desk.scene is not None
    before = noticed(desk.scene)
    desk.begin(setup())
    assert announcement(before, desk.scene, desk.words) is None


def test_signs_are_spoken_as_words() -> None:
    assert spoken("Thor 3r 1★ → Bo", ENGLISH) == "Thor 3 runes 1 star , Bo"
