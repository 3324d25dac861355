/** What events change in what is known of a table. Bookkeeping only: what follows from the rules, the server says in `now`. */

import type { GameSeen, Happening, RoundHappening, RoundSeen, SeatLetter, TableSeen } from '../protocol/types'
import { SEATS, cardsIn, teamOf } from './seats'

const IN_ROUND: ReadonlySet<Happening['kind']> = new Set<RoundHappening['kind']>([
  'troef-chosen',
  'bid-made',
  'passed',
  'auction-won',
  'card-played',
  'roem-claimed',
  'knocked',
  'trick-won',
  'accusation-failed',
  'accusation-proven',
  'penalty-imposed',
  'penalty-lifted', // a snapshot of the position before it follows
  'round-scored',
])

/** What is known of a table, as far as events change it. */
export interface Known {
  table: TableSeen
  game: GameSeen | null
}

/** Go on with one event. */
export function happens(known: Known, event: Happening): void {
  const { table } = known
  switch (event.kind) {
    case 'rules-changed':
      table.rules = event.rules
      table.options = { ...event.options }
      break
    case 'table-locked':
      table.locked = event.locked
      break
    case 'key-renewed':
      table.code = event.code
      table.key = event.key
      break
    case 'entry-asked':
      table.waiting = table.waiting.filter((asker) => asker.player !== event.player)
      table.waiting.push({
        player: event.player,
        name: event.name,
        display: event.display,
        how: event.how,
        until: event.until,
      })
      break
    case 'entry-refused':
      table.waiting = table.waiting.filter((asker) => asker.player !== event.player)
      break
    case 'joined':
      table.waiting = table.waiting.filter((asker) => asker.player !== event.player)
      table.people = table.people.filter((person) => person.player !== event.player)
      table.people.push({
        player: event.player,
        name: event.name,
        display: event.display,
        present: false,
      })
      break
    case 'left':
      table.people = table.people.filter((person) => person.player !== event.player)
      delete table.swaps[event.player]
      for (const seat of SEATS) {
        if (table.seats[seat].player === event.player) {
          table.seats[seat] = { player: null, bot: null, stand_in: null }
        }
      }
      break
    case 'connected':
    case 'disconnected':
      for (const person of table.people) {
        if (person.player === event.player) person.present = event.kind === 'connected'
      }
      break
    case 'host-changed':
      table.host = event.player
      break
    case 'sat':
      for (const seat of SEATS) {
        if (table.seats[seat].player === event.player) table.seats[seat].player = null
      }
      table.seats[event.seat] = { player: event.player, bot: null, stand_in: null }
      delete table.swaps[event.player]
      break
    case 'stood-up':
      table.seats[event.seat].player = null
      delete table.swaps[event.player]
      break
    case 'swap-proposed':
      table.swaps[event.player] = event.seat
      break
    case 'seats-swapped': {
      const chair = table.seats[event.seat]
      table.seats[event.seat] = table.seats[event.other]
      table.seats[event.other] = chair
      for (const seat of [event.seat, event.other]) {
        const player = table.seats[seat].player
        if (player !== null) delete table.swaps[player]
      }
      break
    }
    case 'bot-sat':
      table.seats[event.seat] = { player: null, bot: event.bot, stand_in: null }
      break
    case 'bot-left':
      table.seats[event.seat].bot = null
      break
    case 'stand-in-sat':
      table.seats[event.seat].stand_in = event.bot
      break
    case 'seat-handed-back':
      table.seats[event.seat].stand_in = null
      break
    case 'game-prepared':
      table.next_game = event.number
      table.commitment = event.commitment
      table.texts_given = []
      break
    case 'text-added':
      if (!table.texts_given.includes(event.player)) table.texts_given.push(event.player)
      break
    case 'game-begun':
      table.stage = 'playing'
      table.swaps = {}
      known.game = {
        number: event.number,
        id: null,
        round_number: 0,
        rules: { ...table.rules },
        sheet: [],
        round: null,
        texts: event.texts,
        how_ended: null,
        secret: null,
      }
      break
    case 'game-ended':
      table.stage = 'lobby'
      if (known.game !== null) {
        known.game.how_ended = event.how
        known.game.secret = event.secret
        known.game.id = event.game
      }
      break
    case 'table-closed':
      table.stage = 'closed'
      break
    default:
      if (known.game !== null) happensInGame(known.game, event)
  }
}

function happensInGame(game: GameSeen, event: Happening): void {
  if (event.kind === 'dealt') {
    const passedOut = game.sheet.filter((row) => row.result.outcome === 'passed-out').length
    game.round_number = game.sheet.length - passedOut + 1
    game.round = dealt(event.dealer, event.hand)
    return
  }
  const round = game.round
  if (round === null || !IN_ROUND.has(event.kind)) return
  round.log.push(event as RoundHappening)
  switch (event.kind) {
    case 'troef-chosen':
      round.troef = event.suit
      round.makers = teamOf(event.seat)
      round.bid = event.bid
      round.phase = 'play'
      break
    case 'bid-made':
      round.standing = [event.seat, event.bid]
      break
    case 'auction-won': {
      const suit = event.bid.replace(/^[0-9]+/, '')
      round.troef = suit === 'sans' ? null : (suit as RoundSeen['troef'])
      round.makers = teamOf(event.seat)
      round.bid = event.bid
      round.phase = 'play'
      break
    }
    case 'card-played': {
      const cards = cardsIn(round.trick)
      round.trick = [...cards, event.card].join(' ')
      round.counts[event.seat] -= 1
      if (round.hand !== null) {
        round.hand = cardsIn(round.hand)
          .filter((card) => card !== event.card)
          .join(' ')
      }
      if (cards.length === 0) round.leader = event.seat
      if (cards.length === 3) round.phase = 'trick-end'
      break
    }
    case 'trick-won':
      round.previous_trick = {
        leader: round.leader,
        cards: round.trick,
        winner: event.winner,
        points: event.points,
        roem: event.roem,
      }
      round.trick = ''
      round.leader = event.winner
      round.tricks_won[teamOf(event.winner)] += 1
      round.phase = 'play'
      break
    case 'round-scored': {
      const row = { dealer: round.dealer, result: event.result }
      if (round.phase === 'done') game.sheet[game.sheet.length - 1] = row
      else game.sheet.push(row)
      round.phase = 'done'
      break
    }
  }
}

function dealt(dealer: SeatLetter, hand: string | null): RoundSeen {
  const leader = SEATS[(SEATS.indexOf(dealer) + 1) % 4]!
  return {
    dealer,
    phase: 'troef',
    troef: null,
    makers: null,
    bid: null,
    standing: null,
    hand,
    counts: { S: 8, W: 8, N: 8, E: 8 },
    leader,
    trick: '',
    previous_trick: null,
    tricks_won: { NS: 0, WE: 0 },
    log: [],
  }
}
