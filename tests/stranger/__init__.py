"""A second, independent generator of Vedrfölnir evenings, written from the two public pages only."""
