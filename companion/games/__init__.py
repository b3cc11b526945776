"""One package for each game; none knows another."""
