"""Every screen: accessible, in one language, and with nothing that hangs out of it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from e2e.browser import LAPTOP, PHONE, SIDEWAYS, Device, Size
from e2e.house import House
from e2e.player import Player
from e2e.tour import Language, tour
from klaverjas.rules.fields import FIELDS
from klaverjas.rules.named import SUMMARIES

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
LITERAL = re.compile(r"'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
WORD = re.compile(r"\b[^\W\d_]{3,}\b")  # whole ones: letters in a seal's digits say nothing
OWN_NAMES = {"nederlands", "english"}  # a language is called by its own name
SEEN = """() => {
  const texts = [document.title]
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data)
    if (node.nodeType !== Node.ELEMENT_NODE || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.tagName)) return
    if (node.lang && node.lang !== document.documentElement.lang) return
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
      texts.push(node.getAttribute(name) ?? '')
    }
    node.childNodes.forEach(walk)
  }
  walk(document.body)
  return texts.join(' ')
}"""

HANGS_OUT = """async () => {
  const frame = () => new Promise(requestAnimationFrame)
  await frame()
  await frame()  // a new size is laid out
  await Promise.allSettled(document.getAnimations().map((one) => one.effect.getTiming().iterations > 1 || one.finished))
  const root = document.documentElement
  const out = root.scrollWidth > root.clientWidth ? ['scrolls sideways'] : []
  const table = '.screen-table :is(header button, .over button, .actions button, .hand .card)'
  for (const one of document.querySelectorAll(table)) {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const slack = 4  // cards are fanned
    if (left < -slack || right > innerWidth + slack || top < 0 || bottom > innerHeight + slack) {
      out.push(`${one.dataset.card ?? one.textContent.trim()} at ${[left, top, right, bottom].map(Math.round)}`)
    }
  }
  return out
}"""


# --- what the page may say ---------------------------------------------------------------------------


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """Every word of the page, and of what the server says of rules, in this language."""
    texts = [getattr(words, language) for field in FIELDS.values() for words in (field.title, field.text)]
    texts += [getattr(summary, language) for summary in SUMMARIES.values()]
    for path in (WEB / "src" / "words").glob(f"*{language}.ts"):
        for plain, pattern in LITERAL.findall(path.read_text()):
            texts.append(re.sub(r"\$\{[^{}]*\}", " ", plain or pattern))
    return frozenset(word.lower() for text in texts for word in WORD.findall(text)) - OWN_NAMES


def foreign_to(language: Language) -> frozenset[str]:
    """Words that only the other language has."""
    other: Language = "en" if language == "nl" else "nl"
    return vocabulary(other) - vocabulary(language)


def test_dutch_and_english_have_words_of_their_own() -> None:
    assert {"speelt", "kaarten", "verbinding", "spelregels"} <= foreign_to("en")
    assert {"cards", "your", "round", "rules"} <= foreign_to("nl")
    assert not {"roem", "troef", "verzaakt"} & foreign_to("en")


async def said_in_another_language(device: Device, language: Language) -> set[str]:
    seen: str = await device.page.evaluate(SEEN)
    return {word.lower() for word in WORD.findall(seen)} & foreign_to(language)


# --- accessibility -----------------------------------------------------------------------------------


async def violations(device: Device) -> list[str]:
    """Serious and critical ones that axe finds."""
    if not await device.page.evaluate("typeof axe === 'object'"):
        await device.page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = await device.page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


async def hangs_out(device: Player) -> list[str]:
    """What does not fit: a page that can be scrolled sideways; at the table, what one plays with beyond the edge."""
    found: list[str] = await device.page.evaluate(HANGS_OUT)
    return found


async def at_other_sizes(device: Player) -> list[str]:
    """The same on the narrowest phone, on a phone held sideways, and on a laptop at 200 %."""
    before = device.page.viewport_size
    assert before is not None
    found = []
    for width, height in ((320, 568), SIDEWAYS, (LAPTOP[0] // 2, LAPTOP[1] // 2)):
        await device.page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {what}" for what in await hangs_out(device)]
    await device.page.set_viewport_size(before)
    return found


@pytest.mark.parametrize(
    ("language", "size"), [("nl", PHONE), ("en", LAPTOP)], ids=["dutch-phone", "english-laptop"]
)
async def test_every_screen_is_accessible_and_in_one_language(
    house: House, language: Language, size: Size
) -> None:
    faults: dict[str, object] = {}
    seen = set()
    async for stop in tour(house, language, size):
        seen.add(stop.name)
        assert await stop.device.page.evaluate("document.documentElement.lang") == language
        found = [
            *await violations(stop.device),
            *sorted(await said_in_another_language(stop.device, language)),
            *await hangs_out(stop.device),
            *([] if stop.display else await at_other_sizes(stop.device)),
        ]
        if found:
            faults[stop.name] = found
    assert len(seen) > 25
    assert faults == {}, "\n".join(f"{name}: {found}" for name, found in faults.items())
