/** Klaverjas for beginners. Words between asterisks are terms to learn. */

import type { Lesson } from './learn.nl'

export const lessons: Lesson[] = [
  {
    title: 'What is it about?',
    blocks: [
      'Klaverjas is played by four people in two teams. Your *partner* sits opposite you: North and South play together against East and West. Your team tries to win as many points as it can.',
      'There are 32 cards: the 7, 8, 9, 10, jack, queen, king and ace of each suit. Everyone gets eight. You take turns playing a card to the table; four cards make a *trick*. The best card wins the trick and all the points in it.',
      'One suit is *trump* (in Dutch, *troef*): it beats all other suits. After eight tricks the round is over. The points go on the score sheet, and the next player deals.',
    ],
  },
  {
    title: 'A round, step by step',
    blocks: [
      {
        steps: [
          'The *dealer* gives everyone eight cards. After each round the deal moves one seat clockwise.',
          '*Trump* is chosen. Usually the player left of the dealer names a suit. At other tables there is an auction: the player who bids the most points chooses the suit.',
          'The player who chose trump and their partner are the *playing team*. They must make good on it: with too few points they are nat.',
          'The player left of the dealer *leads* any card. The others follow clockwise.',
          'The winner of a trick leads to the next one.',
          'The last trick is worth ten extra points. That makes 162 points in each round, and sometimes more: the roem.',
        ],
      },
    ],
  },
  {
    title: 'Card order and points',
    blocks: [
      'In a plain suit the ace is highest and the ten comes second. The numbers below the cards are their points.',
      {
        order: [['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['J', 2], ['9', 0], ['8', 0], ['7', 0]],
        troef: false,
      },
      'Trump is different. The jack, called the *boer*, is highest, and the nine, the *nel*, comes next. Together they are worth 34 points.',
      {
        order: [['J', 20], ['9', 14], ['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['8', 0], ['7', 0]],
        troef: true,
      },
    ],
  },
  {
    title: 'Who wins the trick?',
    blocks: [
      'The highest trump wins. If there is no trump in the trick, the highest card of the suit that was led wins. A high card of another suit never wins. In these examples clubs are trump.',
      {
        cards: ['HA', 'H7', 'HT', 'HK'],
        winner: 'HA',
        text: 'Hearts were led and there is no trump: the ace wins. The trick is worth 11 + 10 + 4 = 25.',
      },
      {
        cards: ['HA', 'H9', 'C7', 'HQ'],
        winner: 'C7',
        text: 'One player had no hearts and trumped. The seven of clubs is the lowest trump, but it beats the ace.',
      },
      {
        cards: ['CA', 'CJ', 'CT', 'C9'],
        winner: 'CJ',
        text: 'All trump. The boer wins, with 11 + 20 + 10 + 14 = 55 points.',
      },
    ],
  },
  {
    title: 'Which card may you play?',
    blocks: [
      {
        steps: [
          '*Follow suit.* If you have the suit that was led, play it.',
          '*Trump.* If you cannot follow suit, play a trump if you have one.',
          '*Overtrump.* If there is already a trump in the trick, play a higher one if you can.',
          'If you have neither the suit nor a trump, play anything. If your partner is winning the trick, add a card with points.',
        ],
      },
      'This is where tables differ most. *Rotterdam:* you always trump, even when your partner is winning, and if you cannot play higher you play a lower trump. *Amsterdam:* while your partner is winning you do not have to trump, and you play a lower trump only if you have nothing else.',
      'You do not have to remember this yet. Tables that refuse incorrect cards show you which cards you can play.',
    ],
  },
  {
    title: 'Roem',
    blocks: [
      'Some cards in a trick belong together. That is *roem*: extra points for the team that wins the trick, no matter who played the cards. Roem in your hand does not count. Clubs are trump again.',
      { cards: ['S7', 'S8', 'S9', 'HA'], text: '20: three in a row, in one suit.' },
      { cards: ['D8', 'D9', 'DT', 'DJ'], text: '50: four in a row.' },
      { cards: ['CK', 'CQ', 'H7', 'H8'], text: '20: *stuk*, the king and queen of trump.' },
      { cards: ['CJ', 'CQ', 'CK', 'H7'], text: '40: three in a row, and stuk.' },
      { cards: ['SA', 'HA', 'CA', 'DA'], text: '100: four alike. At some tables four jacks are worth 200.' },
      'The order in a row is 7, 8, 9, 10, jack, queen, king, ace, even in trump.',
      'At some tables roem counts automatically. At others you must call the amount, or *knock*, before the trick is collected. If nobody sees it, it does not count.',
    ],
  },
  {
    title: 'Nat and pit',
    blocks: [
      'The playing team must win more than half of all points in the round, including roem. Without roem that is 82 of 162. If it fails it is *nat* (“wet”): it gets nothing, and the others get everything.',
      'For example, South chooses trump. North and South win 85 points, East and West 77 and 20 roem. That is 182 in total, so 92 are needed. North-South is nat: 0 to 182.',
      'If the playing team wins all eight tricks, that is *pit*: 100 extra points. With an auction, the bid is what counts: a team that does not reach it is nat.',
    ],
  },
  {
    title: 'Verzaakt',
    blocks: [
      'A player who plays a card that is not allowed has *verzaakt*. Many tables simply refuse such a card. At others you have to watch out yourself, as you would at home.',
      'Do you think someone has verzaakt? Press ‘Verzaakt!’ and choose who. Every card that player played in the round is checked, and everyone sees the verdict. If you are right, the round is over and the other team gets the points. If you are wrong, the game just continues.',
    ],
  },
  {
    title: 'For your first evening',
    blocks: [
      {
        steps: [
          'Choose a long suit as trump, ideally with the boer or the nel in it.',
          'If you are the playing team, lead trump until the others have none left.',
          'Count the trumps. There are eight.',
          'Otherwise lead an ace: it wins unless someone trumps it.',
          'Look for roem in every trick, even if it does not seem to be yours.',
        ],
      },
    ],
  },
]
