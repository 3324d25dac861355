/** Klaverjas for who has never played it. What stands between asterisks is a word to learn. */

import type { Lesson } from './learn.nl'

export const lessons: Lesson[] = [
  {
    title: 'What is it about?',
    blocks: [
      'Klaverjas is played by four, in two pairs. Your *partner* sits opposite you: North and South play together against West and East. The two of you try to get as many points as you can.',
      'There are 32 cards: in each suit 7, 8, 9, 10, jack, queen, king and ace. Everybody gets eight. In turn you put a card on the table; four cards make a *trick*. The best card wins the trick, with all the points that lie in it.',
      'One suit is *troef* (trump): it beats all others. After eight tricks the round is over. The points go on the sheet, and the next player deals.',
    ],
  },
  {
    title: 'A round, step by step',
    blocks: [
      {
        steps: [
          'The *dealer* gives everybody eight cards. After each round the deal moves one seat on, clockwise.',
          '*Troef* is chosen. Mostly the player left of the dealer names a suit. At other tables there is an auction: who promises most points chooses the suit.',
          'Who chooses troef, together with partner, is the *playing team*. They have to live up to it: with too few points they are nat.',
          'The player left of the dealer *leads* any card. The others follow, clockwise.',
          'Who wins the trick leads to the next.',
          'The last trick is worth ten points more. So there are 162 points in each round, and sometimes more than that: the roem.',
        ],
      },
    ],
  },
  {
    title: 'Order and points of the cards',
    blocks: [
      'In a plain suit the ace is the highest and the ten comes second. The numbers below are the points.',
      {
        order: [['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['J', 2], ['9', 0], ['8', 0], ['7', 0]],
        troef: false,
      },
      'Troef is different. There the jack, the *boer*, is the highest, and the nine, the *nel*, comes right after it. Together they are worth 34 points.',
      {
        order: [['J', 20], ['9', 14], ['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['8', 0], ['7', 0]],
        troef: true,
      },
    ],
  },
  {
    title: 'Who wins the trick?',
    blocks: [
      'The highest troef wins. Without troef in it, the highest card of the suit that was led does. A high card of any other suit never wins. In these examples clubs are troef.',
      {
        cards: ['HA', 'H7', 'HT', 'HK'],
        winner: 'HA',
        text: 'Hearts were led and there is no troef: the ace wins. The trick is worth 11 + 10 + 4 = 25.',
      },
      {
        cards: ['HA', 'H9', 'C7', 'HQ'],
        winner: 'C7',
        text: 'One player had no hearts and played troef. The seven of clubs is the lowest troef, and it beats the ace.',
      },
      {
        cards: ['CA', 'CJ', 'CT', 'C9'],
        winner: 'CJ',
        text: 'Nothing but troef. The boer wins, with 11 + 20 + 10 + 14 = 55 points.',
      },
    ],
  },
  {
    title: 'Which card may you play?',
    blocks: [
      {
        steps: [
          '*Follow suit.* If you hold the suit that was led, play it.',
          '*Trump.* If you do not, play troef if you have it.',
          '*Overtrump.* If there is troef in the trick already, yours must be higher if it can be.',
          'Without the suit and without troef you may play anything. If the trick is your partner’s, give it something dear.',
        ],
      },
      'This is where tables differ most. *Rotterdam:* you always trump, even when your partner is winning, and if you cannot go over you play a lower troef. *Amsterdam:* while your partner is winning you need not trump, and you play a lower troef only if you have nothing else.',
      'You need not remember this at once. At tables that refuse incorrect cards you see which ones are possible.',
    ],
  },
  {
    title: 'Roem',
    blocks: [
      'Sometimes cards in a trick belong together. That is *roem*: extra points for the pair that wins the trick, whoever played those cards. In your hand roem counts for nothing. Clubs are troef again.',
      { cards: ['S7', 'S8', 'S9', 'HA'], text: '20: three in a row, in one suit.' },
      { cards: ['D8', 'D9', 'DT', 'DJ'], text: '50: four in a row.' },
      { cards: ['CK', 'CQ', 'H7', 'H8'], text: '20: *stuk*, the king and queen of troef.' },
      { cards: ['CJ', 'CQ', 'CK', 'H7'], text: '40: three in a row, and stuk.' },
      { cards: ['SA', 'HA', 'CA', 'DA'], text: '100: four alike. At some tables four jacks are worth 200.' },
      'For a row the order is 7, 8, 9, 10, jack, queen, king, ace, in troef as well.',
      'At one table roem counts by itself. At another you have to call the amount, or *knock*, before the trick is collected. Who does not see it does not get it.',
    ],
  },
  {
    title: 'Nat and pit',
    blocks: [
      'The playing team must get more than half of all points in the round, with the roem. Without roem that is 82 of 162. If it fails it is *nat* (wet): it gets nothing, and the others get everything.',
      'An example: South chooses troef. North and South take 85 points, West and East 77 and 20 roem. Together that is 182, so 92 are needed. North-South is nat: 0 against 182.',
      'If the playing team takes all eight tricks, it is *pit*: 100 points more. Where there is an auction the bid counts: who does not reach it is nat.',
    ],
  },
  {
    title: 'Verzaakt',
    blocks: [
      'Who plays a card that was not allowed has *verzaakt*. Many tables simply refuse such a card. At others you have to watch out yourself, as at home.',
      'Do you think that somebody has verzaakt? Press ‘Verzaakt!’ and say who. All cards of that player in the round are checked, and everybody sees the verdict. If you are right, the round is over and the other pair gets the points. If you are wrong, the game just goes on.',
    ],
  },
  {
    title: 'For your first evening',
    blocks: [
      {
        steps: [
          'Choose a long suit for troef, with the boer or the nel in it if you can.',
          'If you are the playing team, lead troef until the others have none.',
          'Count the troefs. There are eight.',
          'Otherwise lead an ace: it wins unless somebody trumps it.',
          'Look for roem in every trick, even when it does not seem to be for you.',
        ],
      },
    ],
  },
]
