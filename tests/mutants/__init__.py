"""Files that are broken in every way a seed can think of, and what the commands make of them."""
