"""Surveys: many deals solved under several rule sets, into one file."""
