"""Raises the lake level alarm of Kestrel Col Station.

levelwatch version 2.3.1, maintained by Gu Haoran.
Reads the newest level of gauge S1 every ten minutes, decides on an alarm colour and
queues the text messages. It never opens or closes anything: the sluice is worked by hand.

History
  2.3.1  2024-07-09  a second provider takes over when the first refuses (TKT-1063)
  2.3.0  2023-11-20  radar readings accepted beside pressure readings
  2.2.0  2021-04-02  hysteresis added after eleven false changes in one night
"""

from dataclasses import dataclass

# Alarm levels of Lake Oriel in metres above the gauge datum.
YELLOW_M = 2.40
ORANGE_M = 2.75
RED_M = 3.10

# An alarm is lowered only when the level is this far below its threshold.
HYSTERESIS_M = 0.05

# Seconds between two readings.
POLL_SECONDS = 600

# A reading older than this is stale: no alarm is lowered on stale data.
STALE_AFTER_SECONDS = 1_800

# How often a refused text message is sent again before the second provider is used.
MAX_SEND_ATTEMPTS = 3


@dataclass(frozen=True)
class Reading:
    """One level reading: metres above the gauge datum, and its age in seconds."""

    level_m: float
    age_s: int
    source: str  # "R80" for radar, "P3" for pressure


def discharge(level_m: float) -> float:
    """Discharge at S1 in cubic metres per second from the rating curve of May 2024.

    Q = 14.2 * (h - 0.31) ** 1.87, valid for levels from 0.35 m to 3.30 m.
    """
    if not 0.35 <= level_m <= 3.30:
        raise ValueError(f"level {level_m} m is outside the rating curve")
    return 14.2 * (level_m - 0.31) ** 1.87


def colour(level_m: float) -> str:
    """The alarm colour for a level, without memory of the colour before."""
    if level_m >= RED_M:
        return "red"
    if level_m >= ORANGE_M:
        return "orange"
    if level_m >= YELLOW_M:
        return "yellow"
    return "green"


ORDER = ["green", "yellow", "orange", "red"]


def next_colour(before: str, reading: Reading) -> str:
    """The new colour. Rising is immediate; falling waits for the hysteresis and for fresh data."""
    now = colour(reading.level_m)
    if ORDER.index(now) >= ORDER.index(before):
        return now
    if reading.age_s > STALE_AFTER_SECONDS:
        return before
    lowered = colour(reading.level_m + HYSTERESIS_M)
    return before if ORDER.index(lowered) >= ORDER.index(before) else lowered


def choose_reading(radar: Reading | None, pressure: Reading | None) -> Reading:
    """Prefers the radar sensor; falls back to the pressure probe when radar is missing or stale."""
    if radar is not None and radar.age_s <= STALE_AFTER_SECONDS:
        return radar
    if pressure is not None:
        return pressure
    if radar is not None:
        return radar
    raise LookupError("no level reading at all: call the duty phone")
