"""Settings of all tests."""

from hypothesis import settings

# These machines are shared: how long an example takes says nothing about the program.
settings.register_profile("klaverjas", deadline=None)
settings.load_profile("klaverjas")
