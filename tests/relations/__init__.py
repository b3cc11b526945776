"""Metamorphic relations of sightings files: changes of an evening that must not change its answer."""
