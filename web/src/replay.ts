/** A finished round at any of its moments. Bookkeeping only: who won what, the events say. */

import { deck, handsDealt, sameCards, commitmentTo } from './fair'
import type { BidText, CardText, Replay, RoundHappening, RoundReplayed, SeatLetter, SuitLetter, TeamLetters } from './protocol/types'
import { SEATS, cardsIn, teamOf } from './table/seats'
import { inOrder } from './table/shown'

/** How things are after so many events of a round. */
export interface Moment {
  hands: Record<SeatLetter, CardText[]>
  trick: { seat: SeatLetter; card: CardText }[]
  /** Who took the trick that lies there still. */
  winner: SeatLetter | null
  trickNumber: number
  troef: SuitLetter | 'sans' | null
  maker: SeatLetter | null
  bid: BidText | null
  /** What each player said last, while troef was being made. */
  said: Partial<Record<SeatLetter, BidText | 'pass'>>
  tricks: Record<TeamLetters, number>
  points: Record<TeamLetters, number>
  roem: Record<TeamLetters, number>
  /** The event that led here; null before the first. */
  event: RoundHappening | null
}

/** "90H" is played with hearts, "80sans" without troef. */
const suitIn = (bid: BidText): SuitLetter | 'sans' => bid.replace(/^[0-9]+/, '') as SuitLetter | 'sans'

function begin(round: RoundReplayed): Moment {
  return {
    hands: Object.fromEntries(SEATS.map((seat) => [seat, cardsIn(round.hands[seat])])) as Moment['hands'],
    trick: [],
    winner: null,
    trickNumber: 1,
    troef: null,
    maker: null,
    bid: null,
    said: {},
    tricks: { NS: 0, WE: 0 },
    points: { NS: 0, WE: 0 },
    roem: { NS: 0, WE: 0 },
    event: null,
  }
}

function goOn(moment: Moment, event: RoundHappening): void {
  moment.event = event
  switch (event.kind) {
    case 'bid-made':
      moment.said[event.seat] = event.bid
      break
    case 'passed':
      moment.said[event.seat] = 'pass'
      break
    case 'troef-chosen':
      moment.troef = event.suit
      moment.maker = event.seat
      moment.bid = event.bid
      break
    case 'auction-won':
      moment.troef = suitIn(event.bid)
      moment.maker = event.seat
      moment.bid = event.bid
      break
    case 'card-played':
      if (moment.winner !== null) {
        moment.trick = []
        moment.winner = null
        moment.trickNumber += 1
      }
      moment.said = {}
      moment.trick = [...moment.trick, { seat: event.seat, card: event.card }]
      moment.hands[event.seat] = moment.hands[event.seat].filter((card) => card !== event.card)
      break
    case 'trick-won': {
      const team = teamOf(event.winner)
      moment.winner = event.winner
      moment.tricks[team] += 1
      moment.points[team] += event.points
      moment.roem[team] += event.roem
      break
    }
  }
}

/** The moment after the first *steps* events. */
export function momentAt(round: RoundReplayed, steps: number): Moment {
  const moment = begin(round)
  for (const event of round.events.slice(0, steps)) goOn(moment, event)
  const troef = moment.troef === 'sans' ? null : moment.troef
  for (const seat of SEATS) moment.hands[seat] = inOrder(moment.hands[seat], troef)
  return moment
}

/** The deals that do not follow from the secret; null where the game has no secret to check against. */
export function wrongDeals({ secret, commitment, texts, rules, rounds }: Replay): number[] | null {
  if (secret === null || commitment === null) return null
  if (commitmentTo(secret) !== commitment) return rounds.map((_, place) => place + 1)
  return rounds.flatMap((round, place) => {
    const hands = handsDealt(deck(secret, texts, place + 1), round.dealer, rules.deal)
    const right = SEATS.every((seat) => sameCards(hands[seat], cardsIn(round.hands[seat])))
    return right ? [] : [place + 1]
  })
}
