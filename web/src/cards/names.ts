import type { Rank, Suit } from './suits'

export type Language = 'nl' | 'en'

const suitNames: Record<Language, Record<Suit, string>> = {
  nl: { S: 'schoppen', H: 'harten', C: 'klaveren', D: 'ruiten' },
  en: { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' },
}

const rankNames: Record<Language, Record<Rank, string>> = {
  nl: { 7: 'zeven', 8: 'acht', 9: 'negen', T: 'tien', J: 'boer', Q: 'vrouw', K: 'heer', A: 'aas' },
  en: { 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' },
}

/** In Dutch a card is one word: klaverboer, hartenaas. */
const dutchPrefixes: Record<Suit, string> = { S: 'schoppen', H: 'harten', C: 'klaver', D: 'ruiten' }

const dutchLetters: Partial<Record<Rank, string>> = { J: 'B', Q: 'V', K: 'H' }

export function suitOf(card: string): Suit {
  return card[0] as Suit
}

export function rankOf(card: string): Rank {
  return card[1] as Rank
}

export function suitName(suit: Suit, language: Language): string {
  return suitNames[language][suit]
}

/** What stands in a card's corner. */
export function rankLetter(rank: Rank, language: Language): string {
  if (rank === 'T') return '10'
  return (language === 'nl' && dutchLetters[rank]) || rank
}

/** A card in words, for who hears the table instead of seeing it. */
export function cardName(card: string, language: Language): string {
  const suit = suitOf(card)
  const rank = rankNames[language][rankOf(card)]
  return language === 'nl' ? `${dutchPrefixes[suit]}${rank}` : `${rank} of ${suitNames[language][suit]}`
}
