"""The sentences people read, French and English, by key; none stands in the code."""

import locale
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

NOTHING: Mapping[str, str | int] = MappingProxyType({})


class Language(StrEnum):
    """The languages every sentence exists in."""

    ENGLISH = "en"
    FRENCH = "fr"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet said: its key and what goes into its gaps."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True)
class Words:
    """Says messages in one language."""

    language: Language
    packages: tuple[str, ...]

    def say(self, message: Message) -> str:
        """The sentence in this language."""
        sentence = self._sentence(message.key)
        return sentence.format_map(message.values)

    def text(self, key: str) -> str:
        """A sentence without gaps."""
        return self._sentence(key)

    def knows(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return any(key in catalogue(package) for package in self.packages)

    def _sentence(self, key: str) -> str:
        found = next(catalogue(package)[key] for package in self.packages if key in catalogue(package))
        return found[self.language]


@cache
def catalogue(package: str) -> Mapping[str, Mapping[Language, str]]:
    """The sentences of one package by key, from its words.toml."""
    tables = tomllib.loads(files(package).joinpath("words.toml").read_text(encoding="utf-8"))
    return {key: {Language(language): text for language, text in row.items()} for key, row in tables.items()}


def system_language() -> Language:
    """The language of the person at this computer; English if it is neither."""
    asked = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((each for each in asked if each), "") or locale.getlocale()[0] or ""
    return Language.FRENCH if name.lower().startswith("fr") else Language.ENGLISH
