"""Where phones in the same network reach this machine. Nothing is sent to find out."""

import ipaddress
import socket
from typing import Final

# Addresses that nobody has: the way there begins at the address by which this machine is known.
FAR_AWAY: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
NO_PORT_IN_PARTICULAR: Final = 9


def address_on_the_way(family: socket.AddressFamily) -> str | None:
    """The address of this machine from which a way leads out, without asking anyone."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as unused:
            unused.connect((FAR_AWAY[family], NO_PORT_IN_PARTICULAR))  # of a datagram this sends nothing
            return _of_use(unused.getsockname()[0])
    except OSError:
        return None


def addresses(families: tuple[socket.AddressFamily, ...]) -> list[str]:
    """All that can be found, the likeliest first. Where no way leads out, what the machine's own name means."""
    found = [address_on_the_way(family) for family in families]
    if not any(found):
        found = [_named(family) for family in families]
    return [address for address in found if address is not None]


def _named(family: socket.AddressFamily) -> str | None:
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_DGRAM)
    except OSError:
        return None
    return next((address for *_, place in known if (address := _of_use(str(place[0])))), None)


def _of_use(address: str) -> str | None:
    """The address, if another machine can use it."""
    parsed = ipaddress.ip_address(address)
    return None if parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local else address
