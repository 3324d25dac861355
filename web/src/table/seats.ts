/** Seats, and where they are on the screen. */

import type { SeatLetter, TeamLetters } from '../protocol/types'

export const SEATS: readonly SeatLetter[] = ['S', 'W', 'N', 'E']
export type Side = 'bottom' | 'left' | 'top' | 'right'
export const SIDES: readonly Side[] = ['bottom', 'left', 'top', 'right']

export const teamOf = (seat: SeatLetter): TeamLetters => (seat === 'N' || seat === 'S' ? 'NS' : 'WE')
export const otherTeam = (team: TeamLetters): TeamLetters => (team === 'NS' ? 'WE' : 'NS')

/** The seat so many places further, clockwise. */
export const after = (seat: SeatLetter, places: number): SeatLetter =>
  SEATS[(SEATS.indexOf(seat) + places) % 4]!

/** The side on which a seat appears for somebody who sees *bottom* below. */
export const sideOf = (seat: SeatLetter, bottom: SeatLetter): Side =>
  SIDES[(SEATS.indexOf(seat) - SEATS.indexOf(bottom) + 4) % 4]!

export const seatAt = (side: Side, bottom: SeatLetter): SeatLetter => after(bottom, SIDES.indexOf(side))

/** "S8 SK S9" as a list. */
export const cardsIn = (text: string | null | undefined): string[] => (text ? text.split(' ') : [])

/** Who played which card of a trick. */
export const byPlayer = (leader: SeatLetter, cards: string): { seat: SeatLetter; card: string }[] =>
  cardsIn(cards).map((card, place) => ({ seat: after(leader, place), card }))
