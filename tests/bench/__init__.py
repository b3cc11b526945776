"""What this machine does and what the eye tells, measured: figures beside their bars."""
