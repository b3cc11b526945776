"""The words every game shares: cards, places, records, journal, texts."""
