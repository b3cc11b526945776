"""The screens, one module and one kv file each."""
