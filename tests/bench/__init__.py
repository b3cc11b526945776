"""What this machine does, what the eye tells, and what must not have changed, measured."""
