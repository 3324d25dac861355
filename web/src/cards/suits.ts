import './colours.css'

export type Suit = 'S' | 'H' | 'C' | 'D'
export type Rank = '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A'

export const suits: readonly Suit[] = ['S', 'H', 'C', 'D']
export const ranks: readonly Rank[] = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A']

/** Each suit as one outline in a box of 100 by 100, so that it can be filled and lined alike. */
export const suitPaths: Record<Suit, string> = {
  S: 'M50 4C57 22 91 41 91 65C91 76 82 84 72 84C64 84 57 80 54 73C55 83 59 91 67 96H33C41 91 45 83 46 73C43 80 36 84 28 84C18 84 9 76 9 65C9 41 43 22 50 4Z',
  H: 'M50 95C43 78 7 60 7 32C7 17 18 7 30 7C40 7 47 13 50 23C53 13 60 7 70 7C82 7 93 17 93 32C93 60 57 78 50 95Z',
  C: 'M54 68.9C55 82 59 91 67 96H33C41 91 45 82 46 68.9A21 21 0 1 1 33.5 40A21 21 0 1 1 66.5 40A21 21 0 1 1 54 68.9Z',
  D: 'M50 3C58 20 71 38 85 50C71 62 58 80 50 97C42 80 29 62 15 50C29 38 42 20 50 3Z',
}

const two = { S: 'black', H: 'red', C: 'black', D: 'red' } as const
const four = { S: 'black', H: 'red', C: 'green', D: 'blue' } as const

/** The class that gives a suit its colour; colours.css holds the colours. */
export function colourClass(suit: Suit, fourColours = false): string {
  return `suit-${(fourColours ? four : two)[suit]}`
}
