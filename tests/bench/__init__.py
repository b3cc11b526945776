"""What is measured, and what must not have changed."""
