"""People at a watched table: cards that really lie there, an eye with faults, and what is said by touch."""
