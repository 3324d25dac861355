// What the server says and hears, described in docs/protocol.md.
// This file is made by tools/protocol_types.py from the server's own types: do not edit it.

// --- how things are written

export type SeatLetter = 'S' | 'W' | 'N' | 'E'
export type TeamLetters = 'NS' | 'WE'
export type SuitLetter = 'S' | 'H' | 'C' | 'D'
export type RankLetter = '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A'
export type Role = 'player' | 'spectator' | 'display'
export type PhaseWord = 'troef' | 'play' | 'trick-end' | 'done'
export type Stage = 'lobby' | 'playing' | 'closed'
export type DeadlineKind = 'collect' | 'deal' | 'close' | 'turn' | 'entry' | 'expire'
export type HowEnded = 'finished' | 'agreed' | 'abandoned' | 'too-long'
export type Arrival = 'key' | 'code' | 'old'
export type DutyWord = 'follow' | 'beat-troef' | 'trump' | 'overtrump' | 'undertrump' | 'discard' | 'no-undertrump'
export type OutcomeWord = 'made' | 'nat' | 'pit' | 'tegenpit' | 'verzaakt' | 'passed-out'

/** A card: suit, then rank, as in 'HT'. */
export type CardText = string

/** Cards, separated by spaces; '' for none. */
export type CardsText = string

/** A bid: '90H' or '80sans'. */
export type BidText = string

/** A rule set, with every field. */
export interface Rules {
  base: string
  /** How many cards each player gets at a time; eight in total. */
  deal: number[]
  /** Who deals the first round; after that the deal passes clockwise. */
  first_dealer: SeatLetter
  /** Whether one player must name a suit, or everyone bids for it. */
  troef: 'forced' | 'auction'
  /** Whether players may bid to play without trump. */
  sans: boolean
  /** What happens when nobody bids. */
  all_pass: 'redeal' | 'forced' | null
  /** The lowest bid in a suit. */
  min_bid: number | null
  /** The highest bid in a suit; 160 is the most that can be made. */
  max_bid: number | null
  /** The lowest bid without trump. */
  min_bid_sans: number | null
  /** The highest bid without trump; 130 is the most that can be made. */
  max_bid_sans: number | null
  /** The smallest step from one bid to the next. */
  bid_step: number | null
  /** Whether players must beat a led trump if they can. */
  beat_led_troef: boolean
  /** What a player who cannot follow suit must do while partner is winning. */
  partner_winning: 'must_trump' | 'free' | 'discard'
  /** What a player who must trump but cannot beat the trick must do. */
  undertrump: 'required' | 'last_resort'
  /** Roem for four cards of one rank in a trick, for each rank that counts. */
  four_alike: Partial<Record<RankLetter, number>>
  /** How roem is claimed. */
  claim: 'amount' | 'knock' | 'automatic'
  /** Whether roem can be claimed again in the same trick. */
  claim_lock: 'trick' | 'raise' | null
  /** Points for the opponents after a knock without roem. */
  false_knock: number | null
  /** Whether the table refuses an incorrect card, or the players must spot it. */
  incorrect_card: 'challenge' | 'refused'
  /** How long a player can be accused of verzaakt. */
  challenge_until: 'last_trick' | 'next_deal' | null
  /** Points for the other team when someone has verzaakt. */
  verzaakt: number | null
  /** Whether the other team gets all roem of the round; otherwise it is lost. */
  verzaakt_keeps_roem: boolean | null
  /** Whether giving away information about your cards is punished like verzaakt. */
  talk_penalty: boolean | null
  /** Which earlier tricks of the round players may look at. */
  look_back: 'previous' | 'all'
  /** What the playing team needs to avoid nat. */
  contract: 'half' | 'bid' | 'none'
  /** Whether roem counts towards what the team needs. */
  roem_counts: boolean | null
  /** Bonus for the playing team when it wins all eight tricks. */
  pit: number
  /** Bonus for the defenders when they win all eight tricks. */
  tegenpit: number
  /** Whether scores are written in points or in tens. */
  rounding: 'none' | 'tens'
  /** A number of rounds, or the points a team must reach. */
  end: { rounds: number } | { points: number }
  /** What happens when both teams reach the target with the same score. */
  target_tie: 'draw' | 'play_on' | null
}

/** A rule set by what differs from its base. */
export type RuleChanges = { base: string } & Partial<Rules>

/** How a table is run; its rules are apart. All times are in seconds. */
export interface Options {
  public: boolean
  trick_pause: number
  round_pause: number
  turn_clock: number | null
  bots: boolean
  bot_pace: number
  tips: boolean
}

/** An incorrect card: where, which rule it broke, and what would have been correct (Rules 6.3). */
export interface Offence {
  trick: number
  card: CardText
  rule: string
  correct: CardsText
}

/** A scored round. By team: raw *cards* and *roem* as counted, *knocks*, and *score* in the table's unit. */
export interface Result {
  outcome: OutcomeWord
  makers: TeamLetters | null
  cards: [number, number]
  roem: [number, number]
  knocks: [number, number]
  score: [number, number]
  display: [string, string]
  offender: TeamLetters | null
  accused: SeatLetter | null
  offences: Offence[]
}

// --- what the server says

/** Why some cards are not correct: what must be done, by which paragraph, with which suit if with one. */
export interface DutySeen {
  rule: string
  duty: DutyWord
  suit: SuitLetter | null
}

/** What the client may do now. What is not there is not possible. */
export interface May {
  /** cards; on a challenge table every card held */
  play?: CardsText
  troef?: boolean
  bids?: BidText[]
  pass?: boolean
  claims?: number[]
  knock?: boolean
  accuse?: SeatLetter[]
  /** on a strict table, where not every card held is correct */
  duty?: DutySeen
  /** about whom */
  complain?: SeatLetter[]
  admit?: boolean
  /** the arbiter: uphold or dismiss the complaint that is open */
  judge?: boolean
  /** the arbiter: take the penalty back */
  lift?: boolean
}

/** Something happens by itself at *until*, in milliseconds since 1970. */
export interface Deadline {
  what: DeadlineKind
  until: number
}

/** A player says that another one passed information about his cards. */
export interface ComplaintSeen {
  seat: SeatLetter
  about: SeatLetter
}

/** What follows from the rules for this client at this moment, so that it need not know them. */
export interface Now {
  phase: PhaseWord | null
  turn: SeatLetter | null
  /** who is winning the trick on the table */
  winning: SeatLetter | null
  /** the roem that this trick brings, as far as claimed */
  registered: number
  /** the cards on the table that make it */
  combination: CardsText
  may: May
  /** seats of a running game where nobody is */
  waiting_for: SeatLetter[]
  deadline: Deadline | null
  tapped: string[]
  agreed: string[]
  totals: Record<TeamLetters, number> | null
  decided: boolean
  /** who decides on complaints */
  arbiter: string | null
  /** the one that is open */
  complaint: ComplaintSeen | null
}

export interface You {
  player: string
  role: Role
  seat: SeatLetter | null
  host: boolean
}

export interface PersonSeen {
  player: string
  name: string
  display: boolean
  present: boolean
}

/** Somebody who waits for the host's yes. */
export interface AskerSeen {
  player: string
  name: string
  display: boolean
  how: Arrival
  until: number
}

export interface ChairSeen {
  player: string | null
  bot: string | null
  stand_in: string | null
}

export interface TrickSeen {
  leader: SeatLetter
  cards: CardsText
  winner: SeatLetter
  points: number
  roem: number
}

export interface RoundSeen {
  dealer: SeatLetter
  phase: PhaseWord
  troef: SuitLetter | null
  makers: TeamLetters | null
  bid: BidText | null
  /** the highest bid so far, and whose it is */
  standing: [SeatLetter, BidText] | null
  /** one's own cards */
  hand: CardsText | null
  counts: Record<SeatLetter, number>
  /** of the trick on the table */
  leader: SeatLetter
  trick: CardsText
  previous_trick: TrickSeen | null
  tricks_won: Record<TeamLetters, number>
  /** the events since the deal */
  log: RoundHappening[]
}

export interface SheetRow {
  dealer: SeatLetter
  result: Result
}

export interface GameSeen {
  /** once it has ended: under which it can be had over HTTP */
  id: string | null
  number: number
  round_number: number
  rules: Rules
  sheet: SheetRow[]
  round: RoundSeen | null
  texts: string[]
  how_ended: HowEnded | null
  /** revealed after the game */
  secret: string | null
}

export interface TableSeen {
  code: string
  /** of the link for friends */
  key: string
  locked: boolean
  stage: Stage
  /** every field */
  rules: Rules
  options: Options
  host: string | null
  people: PersonSeen[]
  waiting: AskerSeen[]
  seats: Record<SeatLetter, ChairSeen>
  swaps: Record<string, SeatLetter>
  next_game: number
  /** of the game that is prepared or played */
  commitment: string
  /** who has added a text for the next game */
  texts_given: string[]
}

/** A command without its id, ready to be sent; with the fields of that command only. */
export interface Suggested {
  do: 'troef' | 'bid' | 'pass' | 'play' | 'claim' | 'knock' | 'accuse'
  suit?: SuitLetter
  bid?: BidText
  card?: CardText
  points?: number
  accused?: SeatLetter
}

/** What can be done, and what comes of it. */
export interface Expected {
  action: Suggested
  /** how many the asker's team is expected to end ahead in this round, to one decimal */
  points: number
}

/** A hidden card, and how likely each seat is to have it. */
export interface Holders {
  card: CardText
  /** S W N E: 0 to 1, to two decimals */
  seats: number[]
}

/** What a good player expects in somebody's place, from what is seen there. */
export interface OutlookSeen {
  /** the best first; of many, the likeliest */
  choices: Expected[]
  /** how likely the playing team is to go nat: 0 to 1; null where that cannot be */
  nat: number | null
  /** every card that the asker has not seen */
  holders: Holders[]
}

/** Everything that this client may know, after event *seq*. */
export interface Snapshot {
  type: 'snapshot'
  seq: number
  time: number
  you: You
  table: TableSeen
  game: GameSeen | null
  now: Now
}

/** What happened, in order; *now* is how things stand after the last of them. */
export interface Events {
  type: 'events'
  /** of the last event */
  seq: number
  time: number
  events: Told<Happening>[]
  you: You
  now: Now
}

/** A command was carried out and is on disk; *seq* is its last event. */
export interface Done {
  type: 'done'
  id: string
  seq: number
}

/** The answer to the command ``tip``, for this client alone. *action* is null when there is nothing to do. */
export interface TipGiven {
  type: 'tip'
  id: string
  action: Suggested | null
  code: string
  sentence: string
  /** null off turn, and where no numbers are known */
  outlook: OutlookSeen | null
}

/** A command was refused, or a message was none (then without id). */
export interface Refused {
  type: 'refused'
  id: string | null
  code: string
  sentence: string
}

/** The server cannot go on for the moment, or (code null) it can again. */
export interface Trouble {
  type: 'trouble'
  code: string | null
  sentence: string | null
}

/** The server closes this connection, and why. */
export interface Goodbye {
  type: 'goodbye'
  code: string
  sentence: string
}

export type ServerMessage =
  | Snapshot
  | Events
  | Done
  | TipGiven
  | Refused
  | Trouble
  | Goodbye

// --- what happens

export interface TableOpened {
  kind: 'table-opened'
  player: string
  rules: RuleChanges
  options: Options
}

export interface RulesChanged {
  kind: 'rules-changed'
  rules: Rules
  options: Options
}

export interface Joined {
  kind: 'joined'
  player: string
  /** a tablet that lies on the table, or a wall */
  display: boolean
  name: string
}

export interface Left {
  kind: 'left'
  player: string
  removed: boolean
}

/** Newcomers wait for the host's yes, or no longer. */
export interface TableLocked {
  kind: 'table-locked'
  locked: boolean
}

/** Somebody was removed: the code and the key by which he came lead to the host's question from now on. */
export interface KeyRenewed {
  kind: 'key-renewed'
  code: string
  key: string
}

/** Somebody waits for the host's yes; a yes is the event ``joined``. */
export interface EntryAsked {
  kind: 'entry-asked'
  player: string
  display: boolean
  how: Arrival
  /** when the question expires, in milliseconds since 1970 */
  until: number
  name: string
}

/** The host said no, or nobody answered in time. */
export interface EntryRefused {
  kind: 'entry-refused'
  player: string
  expired: boolean
}

/** Somebody is there, through a connection to this node. */
export interface Connected {
  kind: 'connected'
  player: string
}

export interface Disconnected {
  kind: 'disconnected'
  player: string
}

export interface HostChanged {
  kind: 'host-changed'
  player: string | null
}

export interface Sat {
  kind: 'sat'
  player: string
  seat: SeatLetter
}

export interface StoodUp {
  kind: 'stood-up'
  player: string
  seat: SeatLetter
}

export interface SwapProposed {
  kind: 'swap-proposed'
  player: string
  seat: SeatLetter
}

export interface SeatsSwapped {
  kind: 'seats-swapped'
  seat: SeatLetter
  other: SeatLetter
}

export interface BotSat {
  kind: 'bot-sat'
  seat: SeatLetter
  bot: string
}

export interface BotLeft {
  kind: 'bot-left'
  seat: SeatLetter
}

/** A bot plays on for somebody who is not there. */
export interface StandInSat {
  kind: 'stand-in-sat'
  seat: SeatLetter
  bot: string
}

export interface SeatHandedBack {
  kind: 'seat-handed-back'
  seat: SeatLetter
}

/** The secret of the next game's deals is fixed. Only its commitment is ever shown before the end. */
export interface GamePrepared {
  kind: 'game-prepared'
  number: number
  commitment: string
}

export interface TextAdded {
  kind: 'text-added'
  player: string
  text: string
}

/** By seat: who plays, which bot sits there, and the players' texts. */
export interface GameBegun {
  kind: 'game-begun'
  number: number
  players: (string | null)[]
  bots: (string | null)[]
  texts: string[]
}

/** Something happens by itself at this time, in milliseconds since 1970. */
export interface DeadlineSet {
  kind: 'deadline-set'
  what: DeadlineKind
  until: number
}

export interface ClockRanOut {
  kind: 'clock-ran-out'
  seat: SeatLetter
}

/** Somebody need not wait for the end of the pause. */
export interface Tapped {
  kind: 'tapped'
  player: string
}

/** Somebody would end the game here, or no longer. */
export interface EndProposed {
  kind: 'end-proposed'
  player: string
  agree: boolean
}

/** Who decides on complaints, where the host does not; null names nobody. */
export interface ArbiterNamed {
  kind: 'arbiter-named'
  player: string | null
}

/** A player says that another one passed information about his cards. */
export interface Complained {
  kind: 'complained'
  seat: SeatLetter
  about: SeatLetter
}

export interface ComplaintEnded {
  kind: 'complaint-ended'
  how: 'upheld' | 'admitted' | 'dismissed' | 'lapsed'
}

/** The game is over, and the secret of its deals is revealed. */
export interface GameEnded {
  kind: 'game-ended'
  number: number
  how: HowEnded
  secret: string
  game: string
}

/** Nobody has been there for long. */
export interface TableClosed {
  kind: 'table-closed'
  expired: boolean
}

/** A round has begun. The only event that holds hidden cards. */
export interface Dealt {
  kind: 'dealt'
  dealer: SeatLetter
  hand: CardsText | null
}

/** A suit was named where that is forced; *bid* is what must be reached, where all had passed. */
export interface TroefChosen {
  kind: 'troef-chosen'
  seat: SeatLetter
  suit: SuitLetter
  bid: BidText | null
}

export interface BidMade {
  kind: 'bid-made'
  seat: SeatLetter
  bid: BidText
}

export interface Passed {
  kind: 'passed'
  seat: SeatLetter
}

export interface AuctionWon {
  kind: 'auction-won'
  seat: SeatLetter
  bid: BidText
}

export interface CardPlayed {
  kind: 'card-played'
  seat: SeatLetter
  card: CardText
}

/** Somebody called an amount; only the right one is registered. */
export interface RoemClaimed {
  kind: 'roem-claimed'
  seat: SeatLetter
  points: number
  right: boolean
}

/** Somebody knocked; without roem it costs. */
export interface Knocked {
  kind: 'knocked'
  seat: SeatLetter
  right: boolean
}

/** A trick was collected: its card points (the last trick's ten included), and the roem registered. */
export interface TrickWon {
  kind: 'trick-won'
  winner: SeatLetter
  points: number
  roem: number
}

export interface AccusationFailed {
  kind: 'accusation-failed'
  seat: SeatLetter
  accused: SeatLetter
}

export interface AccusationProven {
  kind: 'accusation-proven'
  seat: SeatLetter
  accused: SeatLetter
  offences: Offence[]
}

/** A team is punished for talking (Rules 6.6). */
export interface PenaltyImposed {
  kind: 'penalty-imposed'
  team: TeamLetters
}

/** The last penalty was taken back. Everything but the log is as it was before it (Rules 6.6). */
export interface PenaltyLifted {
  kind: 'penalty-lifted'
  team: TeamLetters
}

/** The round is over; a later one of these replaces an earlier (Rules 6.2). */
export interface RoundScored {
  kind: 'round-scored'
  result: Result
}

export interface GameStarted {
  kind: 'game-started'
  rules: RuleChanges
}

/** No more rounds. *winner* is None after a draw. */
export interface GameClosed {
  kind: 'game-closed'
  totals: [number, number]
  winner: TeamLetters | null
}

/** What happens around the game. */
export type TableHappening =
  | TableOpened
  | RulesChanged
  | Joined
  | Left
  | TableLocked
  | KeyRenewed
  | EntryAsked
  | EntryRefused
  | Connected
  | Disconnected
  | HostChanged
  | Sat
  | StoodUp
  | SwapProposed
  | SeatsSwapped
  | BotSat
  | BotLeft
  | StandInSat
  | SeatHandedBack
  | GamePrepared
  | TextAdded
  | GameBegun
  | DeadlineSet
  | ClockRanOut
  | Tapped
  | EndProposed
  | ArbiterNamed
  | Complained
  | ComplaintEnded
  | GameEnded
  | TableClosed

/** What happens in a round, after the deal. */
export type RoundHappening =
  | TroefChosen
  | BidMade
  | Passed
  | AuctionWon
  | CardPlayed
  | RoemClaimed
  | Knocked
  | TrickWon
  | AccusationFailed
  | AccusationProven
  | PenaltyImposed
  | PenaltyLifted
  | RoundScored

/** Everything that can happen. */
export type Happening =
  | TableHappening
  | RoundHappening
  | Dealt
  | GameStarted
  | GameClosed

/** Something that happened, with its number and its time. */
export type Told<T extends Happening> = T & { seq: number; at: number }

// --- what a client may ask for

/** Take an empty seat, or that of a bot; during a game one that was left. */
export interface Sit {
  do: 'sit'
  id: string
  seat: SeatLetter
}

/** Give up the seat and watch. */
export interface Stand {
  do: 'stand'
  id: string
}

/** Change with another seat: at once with an empty one or a bot, with a player when both ask for it. */
export interface Swap {
  do: 'swap'
  id: string
  seat: SeatLetter
}

/** The host puts a bot into an empty seat, or in place of another bot; without a seat, into every empty one. */
export interface AddBot {
  do: 'bot'
  id: string
  bot?: string
  seat?: SeatLetter | null
}

export interface RemoveBot {
  do: 'remove-bot'
  id: string
  seat: SeatLetter
}

/** The host changes the rules or the options before a game. What is not named stays. */
export interface Configure {
  do: 'configure'
  id: string
  rules?: string | RuleChanges
  public?: boolean
  trick_pause?: number
  round_pause?: number
  turn_clock?: number | null
  bots?: boolean
  bot_pace?: number
  tips?: boolean
}

/** Add a text of one's own to the shuffle of the next game. */
export interface AddText {
  do: 'text'
  id: string
  text: string
}

/** The host begins the game, or the next one with the same seats. */
export interface Start {
  do: 'start'
  id: string
}

/** The host sends somebody away, for good: the table's code and key change. */
export interface Remove {
  do: 'remove'
  id: string
  player: string
}

/** The host lets nobody in any more without his yes; or everyone with the link again. */
export interface Lock {
  do: 'lock'
  id: string
  locked?: boolean
}

/** The host says yes to somebody who waits. */
export interface LetIn {
  do: 'let-in'
  id: string
  player: string
}

/** The host says no to somebody who waits. */
export interface TurnAway {
  do: 'turn-away'
  id: string
  player: string
}

/** The host makes somebody else host. */
export interface HandOver {
  do: 'hand-over'
  id: string
  player: string
}

/** Leave the table. */
export interface Leave {
  do: 'leave'
  id: string
}

/** The host lets a bot play on for a player who is missing. */
export interface StandIn {
  do: 'stand-in'
  id: string
  seat: SeatLetter
  bot?: string
}

/** Agree to end the game here; it ends when all players who are there agree. */
export interface EndGame {
  do: 'end'
  id: string
  agree?: boolean
}

/** Need not wait for the end of the pause; it ends when all players who are there have tapped. */
export interface Tap {
  do: 'tap'
  id: string
}

/** Say that a player passed information about his cards. */
export interface Complain {
  do: 'complain'
  id: string
  seat?: SeatLetter | null
  about: SeatLetter
}

/** Admit what one's team is accused of in a complaint, where no arbiter decides. */
export interface Admit {
  do: 'admit'
  id: string
  seat?: SeatLetter | null
}

/** The arbiter finds nothing in a complaint. */
export interface Dismiss {
  do: 'dismiss'
  id: string
}

/** The arbiter upholds a complaint: the team is punished as for verzaken. */
export interface PenaliseCommand {
  do: 'penalise'
  id: string
  team: TeamLetters
}

/** The arbiter takes a penalty back, until the next deal. */
export interface Lift {
  do: 'lift'
  id: string
}

/** The host names the arbiter: somebody at the table who does not sit. Null names nobody. */
export interface NameArbiter {
  do: 'arbiter'
  id: string
  player: string | null
}

export interface ChooseTroefCommand {
  do: 'troef'
  id: string
  seat?: SeatLetter | null
  suit: SuitLetter
}

export interface BidCommand {
  do: 'bid'
  id: string
  seat?: SeatLetter | null
  bid: BidText
}

export interface PassCommand {
  do: 'pass'
  id: string
  seat?: SeatLetter | null
}

export interface PlayCommand {
  do: 'play'
  id: string
  seat?: SeatLetter | null
  card: CardText
}

export interface ClaimCommand {
  do: 'claim'
  id: string
  seat?: SeatLetter | null
  points: number
}

export interface KnockCommand {
  do: 'knock'
  id: string
  seat?: SeatLetter | null
}

export interface AccuseCommand {
  do: 'accuse'
  id: string
  seat?: SeatLetter | null
  accused: SeatLetter
}

/** Be told, alone, what a good player would do in one's place. Nothing happens at the table. */
export interface Tip {
  do: 'tip'
  id: string
}

export type AnyCommand =
  | Sit
  | Stand
  | Swap
  | AddBot
  | RemoveBot
  | Configure
  | AddText
  | Start
  | Remove
  | Lock
  | LetIn
  | TurnAway
  | HandOver
  | Leave
  | StandIn
  | EndGame
  | Tap
  | Complain
  | Admit
  | Dismiss
  | PenaliseCommand
  | Lift
  | NameArbiter
  | ChooseTroefCommand
  | BidCommand
  | PassCommand
  | PlayCommand
  | ClaimCommand
  | KnockCommand
  | AccuseCommand
  | Tip

// --- over HTTP

/** A new table. *rules* is the name of a rule set, or an object with a base and the fields that differ. */
export interface NewTable {
  name: string
  rules?: string | RuleChanges
  public?: boolean
  trick_pause?: number
  round_pause?: number
  turn_clock?: number | null
  bots?: boolean
  bot_pace?: number
  tips?: boolean
  display?: boolean
}

/** A request to join a table; *key* is the part after ``#`` in its link. */
export interface JoinTable {
  name: string
  display?: boolean
  key?: string | null
}

export interface Credentials {
  name: string
  password: string
}

export interface NewPassword {
  old: string
  new: string
}

/** *password* is the account password; leave it out for a guest. */
export interface Erasure {
  password?: string | null
}

/** How to reach a table: its code, the link for friends, and the socket to play on. */
export interface TableLink {
  code: string
  link: string
  socket: string
  player: string
  /** the host has to let the caller in: ask again in a few seconds */
  waits: boolean
}

/** A table as the lobby shows it; *link* is for friends. Callers who must wait for the host see no names. */
export interface TableListed {
  code: string
  link: string
  stage: Stage
  rules: string
  own_rules: boolean
  people: number
  free_seats: number
  bots: boolean
  names: string[]
  created_at: number
  /** the host has to let newcomers in */
  waits: boolean
}

export interface Me {
  player: string
  name: string | null
  account: string | null
  tables: TableListed[]
}

export interface GameListed {
  id: string
  rules: string
  own_rules: boolean
  began_at: number
  ended_at: number
  how: HowEnded
  rounds: number
  seat: SeatLetter | null
  names: Record<SeatLetter, string>
  points: Record<TeamLetters, number>
}

export interface GameShown {
  id: string
  rules: string
  own_rules: boolean
  began_at: number
  ended_at: number
  how: HowEnded
  rounds: number
  seat: SeatLetter | null
  names: Record<SeatLetter, string>
  points: Record<TeamLetters, number>
  record: string
}

/** One deal: the hands as they were dealt, and everything that happened from there on. */
export interface RoundReplayed {
  dealer: SeatLetter
  hands: Record<SeatLetter, CardsText>
  events: RoundHappening[]
  /** null where the game was ended in the middle of the round */
  result: Result | null
}

/** A finished game. From secret, texts, dealers and ``rules.deal`` every deal can be computed again. */
export interface Replay {
  id: string
  began_at: number
  ended_at: number
  how: HowEnded
  /** of who asks */
  seat: SeatLetter | null
  names: Record<SeatLetter, string>
  bots: Record<SeatLetter, string | null>
  points: Record<TeamLetters, number>
  /** every field */
  rules: Rules
  /** null in a game that was imported without it */
  commitment: string | null
  secret: string | null
  texts: string[]
  rounds: RoundReplayed[]
}

/** Counts over finished games. Shares run from 0 to 1, or are null if there is nothing to count. */
export interface Count {
  games: number
  won: number
  drawn: number
  lost: number
  rounds: number
  rounds_making: number
  nat: number
  pit: number
  verzaakt: number
  won_share: number | null
  making_share: number | null
  nat_share: number | null
  points_share: number | null
  roem_share: number | null
}

/** Counts for one rule set. Points are in *unit*: do not add them across rule sets. Roem is always in points. */
export interface CountByRules {
  games: number
  won: number
  drawn: number
  lost: number
  rounds: number
  rounds_making: number
  nat: number
  pit: number
  verzaakt: number
  won_share: number | null
  making_share: number | null
  nat_share: number | null
  points_share: number | null
  roem_share: number | null
  key: string
  unit: 'points' | 'tens'
  points: number
  points_against: number
  roem_claimed: number
  roem_missed: number
}

export interface CountByPartner {
  games: number
  won: number
  drawn: number
  lost: number
  rounds: number
  rounds_making: number
  nat: number
  pit: number
  verzaakt: number
  won_share: number | null
  making_share: number | null
  nat_share: number | null
  points_share: number | null
  roem_share: number | null
  key: string
  player: string | null
  bot: string | null
}

export interface StatisticsShown {
  total: Count
  by_rules: CountByRules[]
  by_partner: CountByPartner[]
}

export interface RuleSetShown {
  name: string
  summary: string
  fields: Rules
}

/** *bots* are all bots on this server; *levels* are the ones people can choose, from weak to strong. */
export interface RulesShown {
  rules: RuleSetShown[]
  bots: string[]
  levels: string[]
  default_level: string
}

export interface ShareLink {
  token: string
  link: string
}

export interface Health {
  status: string
  version: string
}

/** Why a request was refused. The code is stable; the sentence is for people. */
export interface ErrorBody {
  code: string
  sentence: string
}
