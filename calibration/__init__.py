"""Makes the table profile: how the camera sees the table, and where its zones are."""
