"""JSON as its standard has it: what is read can be written again by any other program."""

import json
from typing import NoReturn

TOO_DEEP = "it is nested too deeply"


def strict_json_decoder() -> json.JSONDecoder:
    """A decoder that refuses NaN, Infinity and numbers that would become them."""
    return json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:40]} is too large")
    return number


def json_fault(error: ValueError) -> str:
    """What is wrong with a text that is not JSON, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg
    return "a number is too long" if "digits" in str(error) else str(error)
