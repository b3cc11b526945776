"""What the project needs to be made, and nobody who plays: pictures for the docs, art, wheels, emulation."""
