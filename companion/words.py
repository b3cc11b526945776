"""The sentences people read, French and English, by key; none stands in the code."""

import locale
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Self


class Language(StrEnum):
    """The languages every sentence exists in."""

    ENGLISH = "en"
    FRENCH = "fr"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence not yet said: its key and what goes into its gaps, other messages too."""

    key: str
    values: "Values" = field(default_factory=lambda: NOTHING)


Values = Mapping[str, str | float | Message]
NOTHING: Values = MappingProxyType({})


class _Counted(int):
    """A number that knows its plural: `{cards} card{cards:s}`; in French one and a half is still singular."""

    _is_plural: bool

    def __new__(cls, value: int, language: Language) -> Self:
        counted = super().__new__(cls, value)
        counted._is_plural = abs(value) > 1 if language is Language.FRENCH else value != 1
        return counted

    def __format__(self, spec: str) -> str:
        return ("s" if self._is_plural else "") if spec == "s" else super().__format__(spec)


class _Measured(float):
    """A number with a decimal point, or a comma: `{error:.2f} mm`."""

    _language: Language

    def __new__(cls, value: float, language: Language) -> Self:
        measured = super().__new__(cls, value)
        measured._language = language
        return measured

    def __format__(self, spec: str) -> str:
        english = super().__format__(spec)
        return english if self._language is Language.ENGLISH else english.replace(",", "\u202f").replace(".", ",")


@dataclass(frozen=True)
class Words:
    """Says messages in one language."""

    language: Language
    packages: tuple[str, ...]

    def say(self, message: Message) -> str:
        """The sentence in this language."""
        return self._sentence(message.key).format_map({key: self._said(each) for key, each in message.values.items()})

    def text(self, key: str) -> str:
        """A sentence without gaps."""
        return self._sentence(key)

    def number(self, value: float, digits: int) -> str:
        """A number as people write it in this language."""
        return format(_Measured(value, self.language), f",.{digits}f")

    def knows(self, key: str) -> bool:
        """Whether there is a sentence of this key."""
        return any(key in each for each in self._catalogues())

    def _said(self, value: str | float | Message) -> str | float:
        match value:
            case Message():
                return self.say(value)
            case int():
                return _Counted(value, self.language)
            case float():
                return _Measured(value, self.language)
            case _:
                return value

    def _sentence(self, key: str) -> str:
        return next(each[key] for each in self._catalogues() if key in each)

    def _catalogues(self) -> Iterator[Mapping[str, str]]:
        return (catalogue(each, self.language) for each in self.packages)


@cache
def catalogue(package: str, language: Language) -> Mapping[str, str]:
    """The sentences of one package in one language, by key; the same key twice is no TOML."""
    file = Path(import_module(package).__path__[0], "words", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def system_language() -> Language:
    """The language of the person at this computer; English if it is neither."""
    asked = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next((each for each in asked if each), "") or locale.getlocale()[0] or ""
    return Language.FRENCH if name.lower().startswith("fr") else Language.ENGLISH
