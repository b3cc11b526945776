"""The touchscreen: views in, intents out."""
