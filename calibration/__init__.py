"""Makes the table profile that vision needs."""
