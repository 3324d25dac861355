/** What happened, in a sentence: for the log, and for whoever listens instead of looking. */

import { cardName, suitName } from '../cards/names'
import type { Happening, SeatLetter, Suggested } from '../protocol/types'
import { settings } from '../settings.svelte'
import { t } from '../words/index.svelte'

/** Who is who at the table. */
export interface Names {
  nameOf(seat: SeatLetter): string
  nameOfPlayer(player: string): string
  /** Whether nobody sits there. */
  isEmpty?(seat: SeatLetter): boolean
}

/** "90 harten", "80 sans". */
export function bidText(bid: string): string {
  const [, amount = '', suit = ''] = /^([0-9]+)(.*)$/.exec(bid) ?? []
  return `${amount} ${suit === 'sans' ? t().sans : suitName(suit as 'S', settings.language)}`
}

/** Something that can be done, in a few words. */
export function deedText(action: Suggested): string | null {
  switch (action.do) {
    case 'play':
      return action.card ? cardName(action.card, settings.language) : null
    case 'troef':
      return action.suit ? suitName(action.suit, settings.language) : null
    case 'bid':
      return action.bid ? bidText(action.bid) : null
    case 'pass':
      return t().choose.pass
    case 'claim':
      return t().table.claim(action.points ?? 0)
    case 'knock':
      return t().table.knock
    case 'accuse':
      return action.accused ? `${t().table.verzaakt} ${t().seats[action.accused]}` : null
  }
}

export function said(event: Happening, names: Names): string | null {
  const words = t().said
  const at = (seat: SeatLetter) => names.nameOf(seat)
  const who = (player: string) => names.nameOfPlayer(player)
  switch (event.kind) {
    case 'dealt':
      return words.dealt(at(event.dealer))
    case 'troef-chosen':
      return words.troef(at(event.seat), suitName(event.suit, settings.language))
    case 'bid-made':
      return words.bid(at(event.seat), bidText(event.bid))
    case 'passed':
      return words.passed(at(event.seat))
    case 'auction-won':
      return words.won(at(event.seat), bidText(event.bid))
    case 'card-played':
      return words.played(at(event.seat), cardName(event.card, settings.language))
    case 'trick-won':
      return words.trick(at(event.winner), event.points, event.roem)
    case 'roem-claimed':
      return (event.right ? words.claimed : words.claimedWrong)(at(event.seat), event.points)
    case 'knocked':
      return (event.right ? words.knocked : words.knockedWrong)(at(event.seat))
    case 'accusation-failed':
      return words.accusationFailed(at(event.seat), at(event.accused))
    case 'accusation-proven':
      return words.accusationProven(at(event.seat), at(event.accused))
    case 'penalty-imposed':
      return words.penalty(t().teams[event.team])
    case 'penalty-lifted':
      return words.penaltyLifted(t().teams[event.team])
    case 'arbiter-named':
      return event.player === null ? words.noArbiter : words.arbiter(who(event.player))
    case 'complained':
      return words.complained(at(event.seat), at(event.about))
    case 'complaint-ended':
      return words.complaintEnded[event.how]
    case 'round-scored':
      return event.result.outcome === 'passed-out' ? words.passedOut : words.scored(...event.result.display)
    case 'game-closed':
      return words.closed
    case 'joined':
      return words.joined(event.name)
    case 'left':
      return (event.removed ? words.removed : words.left)(who(event.player))
    case 'disconnected':
      return words.disconnected(who(event.player))
    case 'connected':
      return words.connected(who(event.player))
    case 'table-locked':
      return event.locked ? words.locked : words.unlocked
    case 'key-renewed':
      return words.renewed(event.code)
    case 'entry-asked':
      return words.asks(event.name)
    case 'entry-refused':
      return (event.expired ? words.askedTooLong : words.turnedAway)(who(event.player))
    case 'sat':
      return words.sat(who(event.player), t().seats[event.seat])
    case 'stood-up':
      return words.stoodUp(who(event.player))
    case 'bot-sat':
      return words.botSat(t().seats[event.seat])
    case 'stand-in-sat':
      return words.standIn(t().seats[event.seat])
    case 'seat-handed-back':
      return names.isEmpty?.(event.seat) ? words.botGone(t().seats[event.seat]) : words.handedBack(at(event.seat))
    case 'clock-ran-out':
      return words.clock(at(event.seat))
    case 'end-proposed':
      return event.agree ? words.endProposed(who(event.player)) : null
    case 'host-changed':
      return event.player === null ? null : words.host(who(event.player))
    case 'swap-proposed':
      return words.swapProposed(who(event.player), at(event.seat))
    case 'game-begun':
      return words.begun(event.number)
    default:
      return null
  }
}
