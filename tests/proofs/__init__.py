"""Long proofs: as many evenings as one has time for."""
