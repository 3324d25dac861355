/** Klaverjassen voor wie het nog nooit gespeeld heeft. Wat tussen sterretjes staat, is een woord om te leren. */

/** Een alinea, een rijtje stappen, kaarten met wat ervan te zeggen is, of de volgorde van de kaarten. */
export type Block =
  | string
  | { steps: string[] }
  | { cards: string[]; winner?: string; text: string }
  | { order: [rank: string, points: number][]; troef: boolean }

export interface Lesson {
  title: string
  blocks: Block[]
}

export const lessons: Lesson[] = [
  {
    title: 'Waar gaat het om?',
    blocks: [
      'Klaverjassen speel je met z’n vieren, in twee paren. Je *maat* zit tegenover je: Noord en Zuid spelen samen tegen Oost en West. Met z’n tweeën probeer je zo veel mogelijk punten te halen.',
      'Er zijn 32 kaarten: van elke kleur de 7, 8, 9, 10, boer, vrouw, heer en aas. Iedereen krijgt er acht. Om de beurt leg je een kaart op tafel; vier kaarten samen zijn een *slag*. De beste kaart wint de slag, met alle punten die erin liggen.',
      'Eén kleur is *troef*: die is sterker dan alle andere. Na acht slagen is de ronde uit. De punten komen op de lijst en de volgende deelt.',
    ],
  },
  {
    title: 'Een ronde, stap voor stap',
    blocks: [
      {
        steps: [
          'De *deler* geeft iedereen acht kaarten. Na elke ronde schuift het delen één plaats op, met de klok mee.',
          'Er wordt *troef gemaakt*. Meestal noemt de speler links van de deler een kleur. Aan andere tafels wordt er geboden: wie de meeste punten belooft, kiest de kleur.',
          'Wie troef maakt, is met zijn maat de *spelende partij*. Die twee moeten hun keuze waarmaken: te weinig punten, en ze gaan nat.',
          'De speler links van de deler *komt uit* en legt een kaart naar keuze. De anderen volgen met de klok mee.',
          'Wie de slag wint, komt uit in de volgende.',
          'De laatste slag is tien punten extra waard. Zo zijn er elke ronde 162 punten te verdelen, en soms meer: dat is de roem.',
        ],
      },
    ],
  },
  {
    title: 'Volgorde en punten van de kaarten',
    blocks: [
      'In een gewone kleur is de aas de hoogste en de tien de tweede. De getallen eronder zijn de punten.',
      {
        order: [['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['J', 2], ['9', 0], ['8', 0], ['7', 0]],
        troef: false,
      },
      'In troef is dat anders. Daar is de *boer* de hoogste, en de negen, de *nel*, komt er meteen achteraan. Samen zijn ze 34 punten waard.',
      {
        order: [['J', 20], ['9', 14], ['A', 11], ['T', 10], ['K', 4], ['Q', 3], ['8', 0], ['7', 0]],
        troef: true,
      },
    ],
  },
  {
    title: 'Wie wint de slag?',
    blocks: [
      'De hoogste troef wint. Ligt er geen troef, dan wint de hoogste kaart van de kleur waarmee is uitgekomen. Een hoge kaart van een andere kleur wint nooit. In deze voorbeelden is klaveren troef.',
      {
        cards: ['HA', 'H7', 'HT', 'HK'],
        winner: 'HA',
        text: 'Er is uitgekomen met harten en er ligt geen troef: de aas wint. De slag is 11 + 10 + 4 = 25 waard.',
      },
      {
        cards: ['HA', 'H9', 'C7', 'HQ'],
        winner: 'C7',
        text: 'Eén speler had geen harten en troefde in. De zeven van klaveren is de laagste troef, maar wint van de aas.',
      },
      {
        cards: ['CA', 'CJ', 'CT', 'C9'],
        winner: 'CJ',
        text: 'Allemaal troef. De boer wint, met 11 + 20 + 10 + 14 = 55 punten.',
      },
    ],
  },
  {
    title: 'Welke kaart mag je spelen?',
    blocks: [
      {
        steps: [
          '*Bekennen.* Heb je de kleur waarmee is uitgekomen, dan speel je die.',
          '*Introeven.* Heb je die kleur niet, dan speel je troef als je die hebt.',
          '*Overtroeven.* Ligt er al een troef, dan moet jouw troef hoger zijn als dat kan.',
          'Heb je de kleur niet en ook geen troef, dan mag alles. Is de slag voor je maat, gooi er dan iets duurs bij: dat heet *smeren*.',
        ],
      },
      'Hier verschillen tafels het meest. *Rotterdams:* je troeft altijd in, ook als de slag al aan je maat is, en als je er niet overheen kunt speel je een lagere troef. *Amsterdams:* is de slag aan je maat, dan hoef je niet te troeven, en een lagere troef speel je alleen als je niets anders hebt.',
      'Je hoeft dit niet meteen te onthouden. Aan tafels die foute kaarten weigeren, zie je welke kaarten kunnen.',
    ],
  },
  {
    title: 'Roem',
    blocks: [
      'Soms horen kaarten in een slag bij elkaar. Dat is *roem*: extra punten voor het paar dat de slag wint, wie die kaarten ook gespeeld heeft. In je hand telt roem niet. Klaveren is weer troef.',
      { cards: ['S7', 'S8', 'S9', 'HA'], text: '20: drie op een rij van één kleur.' },
      { cards: ['D8', 'D9', 'DT', 'DJ'], text: '50: vier op een rij.' },
      { cards: ['CK', 'CQ', 'H7', 'H8'], text: '20: *stuk*, de heer en de vrouw van troef.' },
      { cards: ['CJ', 'CQ', 'CK', 'H7'], text: '40: drie op een rij en stuk.' },
      { cards: ['SA', 'HA', 'CA', 'DA'], text: '100: vier gelijke. Aan sommige tafels zijn vier boeren 200 waard.' },
      'Voor een rijtje geldt de volgorde 7, 8, 9, 10, boer, vrouw, heer, aas, ook in troef.',
      'Aan de ene tafel telt roem vanzelf. Aan de andere moet je het bedrag roepen, of *kloppen*, voordat de slag wordt opgehaald. Wie het niet ziet, krijgt het niet.',
    ],
  },
  {
    title: 'Nat en pit',
    blocks: [
      'De spelende partij moet meer dan de helft halen van alle punten in de ronde, met de roem erbij. Zonder roem is dat 82 van de 162. Lukt het niet, dan is ze *nat*: zij krijgt niets, de tegenpartij alles.',
      'Een voorbeeld: Zuid maakt troef. Noord en Zuid halen 85 punten, Oost en West 77 en 20 roem. Samen is dat 182, dus er zijn er 92 nodig. Noord-Zuid is nat: 0 tegen 182.',
      'Haalt de spelende partij alle acht de slagen, dan is het *pit*: 100 punten extra. Waar geboden wordt, gaat het om het bod: wie dat niet haalt, is nat.',
    ],
  },
  {
    title: 'Verzaakt',
    blocks: [
      'Wie een kaart speelt die niet mocht, heeft *verzaakt*. Veel tafels weigeren zo’n kaart gewoon. Aan andere tafels moet je zelf opletten, net als thuis.',
      'Denk je dat iemand verzaakt heeft? Druk op ‘Verzaakt!’ en zeg wie. Alle kaarten van die speler in de ronde worden dan nagekeken, en iedereen ziet het oordeel. Heb je gelijk, dan is de ronde voorbij en krijgt het andere paar de punten. Heb je ongelijk, dan gaat het spel gewoon door.',
    ],
  },
  {
    title: 'Voor je eerste avond',
    blocks: [
      {
        steps: [
          'Maak troef van een lange kleur, het liefst met de boer of de nel erin.',
          'Ben je de spelende partij, speel dan troef tot de anderen er geen meer hebben.',
          'Tel de troeven. Het zijn er acht.',
          'Kom anders uit met een aas: die wint zolang niemand introeft.',
          'Kijk in elke slag naar roem, ook als die niet voor jou lijkt te zijn.',
        ],
      },
    ],
  },
]
