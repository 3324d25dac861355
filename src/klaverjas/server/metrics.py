"""What is counted, for Prometheus. Nothing here tells players apart."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

COMMANDS = Counter(
    "klaverjas_commands_total", "Commands, by kind and answer", ["do", "answer"], registry=REGISTRY
)
APPEND_SECONDS = Histogram(
    "klaverjas_append_seconds",
    "Time until the events of a command are on disk",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
CONNECTIONS = Gauge("klaverjas_connections", "Open sockets", registry=REGISTRY)
TABLES = Gauge("klaverjas_tables", "Tables that this node runs", registry=REGISTRY)
WATCHED = Gauge(
    "klaverjas_watched_tables", "Tables that this node holds, run here or elsewhere", registry=REGISTRY
)
STORE_UP = Gauge("klaverjas_store_up", "1 while the database answers", registry=REGISTRY)
BUS_UP = Gauge("klaverjas_bus_up", "1 while the bus answers", registry=REGISTRY)
REQUESTS = Counter(
    "klaverjas_requests_total", "HTTP requests, by route and status", ["route", "status"], registry=REGISTRY
)
LIMITED = Counter("klaverjas_limited_total", "Refusals by a limit", ["limit"], registry=REGISTRY)
GAMES = Counter("klaverjas_games_total", "Games ended, by how", ["how"], registry=REGISTRY)


def exposition() -> bytes:
    return generate_latest(REGISTRY)
