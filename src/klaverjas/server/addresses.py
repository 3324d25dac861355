"""Internet addresses of callers: which of them is a proxy of ours, and which belong to one household."""

import ipaddress
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Networks: TypeAlias = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


def caller(peer: str, forwarded: str, proxies: Networks) -> str:
    """Who calls: the last hop of X-Forwarded-For that is not a trusted proxy. Earlier ones may be invented.

    >>> trusted = (ipaddress.ip_network("127.0.0.0/8"),)
    >>> caller("127.0.0.1", "6.6.6.6, 10.0.0.7", trusted), caller("10.0.0.7", "6.6.6.6", trusted)
    ('10.0.0.7', '10.0.0.7')
    >>> caller("127.0.0.1", "10.0.0.7:4711", trusted), caller("127.0.0.1", "anything", trusted)
    ('10.0.0.7', '127.0.0.1')
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    while hops and is_trusted(peer, proxies):
        hop = _without_port(hops.pop())
        if _parsed(hop) is None:  # no address: whoever can have it written there could be anybody each time
            break
        peer = hop
    return household(peer)


def _without_port(hop: str) -> str:
    """A hop as some proxies write it: with a port, and IPv6 in brackets.

    >>> _without_port("10.0.0.7:4711"), _without_port("[2001:db8::1]:99"), _without_port("2001:db8::1")
    ('10.0.0.7', '2001:db8::1', '2001:db8::1')
    """
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def household(address: str) -> str:
    """Of IPv6 the network: one customer has 2 to the power of 64 addresses, and could use another every time.

    >>> household("2001:db8:1:2:3::4"), household("::ffff:10.0.0.7"), household("10.0.0.7")
    ('2001:db8:1:2::', '10.0.0.7', '10.0.0.7')
    """
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
    return address if parsed is None else str(parsed)


def is_trusted(address: str, proxies: Networks) -> bool:
    """Whether this is one of our own proxies."""
    if not proxies:
        return False
    parsed = _parsed(address)
    if parsed is None:
        return False
    return any(parsed in network for network in proxies if network.version == parsed.version)


def _parsed(address: str) -> Address | None:
    """An IPv4 address that came to an IPv6 socket is what it is."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
