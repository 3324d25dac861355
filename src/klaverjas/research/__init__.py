"""The laboratory: klaverjas as researchers' programs know games. Translation only: no rule is written here again."""
