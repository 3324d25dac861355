"""Every sentence that the program says when it refuses something, in Dutch and English.

One catalogue: a refusal is raised with a code and its facts, and the sentence is looked up here. The
codes are stable (programs rely on them); the sentences may improve. A name in braces is a fact of
the refusal and is said in the reader's language: a seat as "Zuid" or "South", a card as "♥B" or "♥J".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Language: TypeAlias = Literal["en", "nl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "nl")


@dataclass(frozen=True)
class Phrase:
    """The same words in both languages."""

    en: str
    nl: str

    def said(self, language: Language) -> str:
        return self.nl if language == "nl" else self.en


_DUTCH_MARKS: Final = str.maketrans(",.", ".,")


def numeral(number: float, language: Language, places: int = 0) -> str:
    """A number as it is written: 12,000.5 in English is 12.000,5 in Dutch."""
    text = f"{number:,.{places}f}"
    return text.translate(_DUTCH_MARKS) if language == "nl" else text


# code: (English, Dutch)
SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    # --- text ------------------------------------------------------------------------------------
    "unknown-card": (
        "'{text}' is not a card: write suit and rank, such as SA for the ace of spades or HT for the ten of hearts.",
        "'{text}' is geen kaart: schrijf kleur en rang, zoals SA voor schoppenaas of HT voor hartentien.",
    ),
    "reversed-card": (
        "'{text}' is not a card: the suit comes first, so did you mean {meant}?",
        "'{text}' is geen kaart: de kleur komt eerst, bedoel je {meant}?",
    ),
    "unknown-suit": (
        "'{text}' is not a suit: write S, H, C or D, a symbol, or the name.",
        "'{text}' is geen kleur: schrijf S, H, C of D, een symbool, of de naam.",
    ),
    "unknown-seat": (
        "'{text}' is not a seat: write S, W, N or E.",
        "'{text}' is geen plaats: schrijf S, W, N of E.",
    ),
    "unknown-team": (
        "'{text}' is not a team: write NS or WE.",
        "'{text}' is geen team: schrijf NS of WE.",
    ),
    "unknown-bid": (
        "'{text}' is not a bid: write an amount and a suit or sans, such as 90H or 80sans.",
        "'{text}' is geen bod: schrijf een bedrag en een kleur of sans, zoals 90H of 80sans.",
    ),
    "unknown-language": (
        "'{text}' is not a language that is spoken here: choose en or nl.",
        "'{text}' is geen taal die hier gesproken wordt: kies en of nl.",
    ),
    "card-twice": ("{card} is there twice.", "{card} komt twee keer voor."),
    "not-a-deal": (
        "A deal is four hands of eight different cards.",
        "Een deling is vier handen van acht verschillende kaarten.",
    ),
    "no-trick": (
        "'{text}' is not a trick: write the leader and at most four cards, such as 'N: HA H7'.",
        "'{text}' is geen slag: schrijf wie uitkomt en hooguit vier kaarten, zoals 'N: HA H7'.",
    ),
    # --- rule sets -------------------------------------------------------------------------------
    "unknown-rules": (
        "There is no rule set '{text}'; there are {names}.",
        "Er is geen regelset '{text}'; er zijn {names}.",
    ),
    "rules-without-version": (
        "'{text}' lacks a version: a record names its rule set as in rotterdam/2.",
        "'{text}' mist een versie: een partij noemt haar regelset zoals in rotterdam/2.",
    ),
    "unknown-field": (
        "A rule set has no field '{field}'.",
        "Een regelset heeft geen veld '{field}'.",
    ),
    "rules-not-an-object": (
        "A rule set is a name, or an object with a base and the fields that differ.",
        "Een regelset is een naam, of een object met een basis en de velden die afwijken.",
    ),
    "solve-what": (
        "Say what to solve: a record, --seed, or --hands; one of them.",
        "Zeg wat opgelost moet worden: een verslag, --seed of --hands; één ervan.",
    ),
    "no-hands": (
        "'{text}' is no hand: write a seat, a colon and cards, as in 'S:HA,HT'.",
        "'{text}' is geen hand: schrijf een plaats, een dubbele punt en kaarten, zoals 'S:HA,HT'.",
    ),
    "no-such-card": (
        "There is no card after {number}: the round has cards to be asked about after 0 to {count}.",
        "Er is geen kaart na {number}: in deze ronde kan het na 0 tot en met {count} kaarten.",
    ),
    "no-contract": (
        "Under these rules there is nothing to make: a round has no nat.",
        "Volgens deze regels valt er niets te halen: nat bestaat niet.",
    ),
    "not-taken": (
        "That cannot have been taken before this position: {tricks} tricks were, with {points} points.",
        "Dat kan niet gehaald zijn vóór deze stand: er waren {tricks} slagen, met {points} punten.",
    ),
    "no-bid": (
        "Under these rules a team plays what it bid: say how much that was.",
        "Volgens deze regels speelt een team op zijn bod: zeg hoeveel dat was.",
    ),
    "no-position": (
        "The hands do not fit the trick: all have equally many cards, but who has played to it one fewer, "
        "and it is somebody's turn.",
        "De handen passen niet bij de slag: allen hebben evenveel kaarten, alleen wie al gespeeld heeft één "
        "minder, en iemand is aan de beurt.",
    ),
    "field-value": (
        "'{field}' cannot be {value}: it takes {takes}.",
        "'{field}' kan niet {value} zijn: mogelijk is {takes}.",
    ),
    "field-not-tens": (
        "'{field}' must be a multiple of ten, and {value} is not.",
        "'{field}' moet een veelvoud van tien zijn, en {value} is dat niet.",
    ),
    "field-does-not-apply": (
        "'{field}' means nothing here: it applies only when {when}.",
        "'{field}' betekent hier niets: het geldt alleen als {when}.",
    ),
    "field-needed": (
        "'{field}' must have a value when {when}.",
        "'{field}' moet een waarde hebben als {when}.",
    ),
    "sans-without-auction": (
        "'sans' can only be bid: it needs 'troef' to be 'auction'.",
        "'sans' kan alleen geboden worden: daarvoor moet 'troef' 'auction' zijn.",
    ),
    "bid-contract-without-auction": (
        "Without an auction there is no bid to reach: 'contract' cannot be 'bid'.",
        "Zonder bieden is er geen bod te halen: 'contract' kan niet 'bid' zijn.",
    ),
    "bid-limits": (
        "'{low}' ({least}) is above '{high}' ({most}).",
        "'{low}' ({least}) ligt boven '{high}' ({most}).",
    ),
    # --- choosing troef --------------------------------------------------------------------------
    "not-your-turn": (
        "It is not {seat}'s turn but {turn}'s.",
        "{seat} is niet aan de beurt, maar {turn}.",
    ),
    "troef-not-chosen": (
        "Troef has not been chosen yet.",
        "Er is nog geen troef gemaakt.",
    ),
    "troef-chosen": (
        "Troef has been chosen already.",
        "Er is al troef gemaakt.",
    ),
    "no-auction": (
        "No bid can be made now: {turn} must name a suit.",
        "Er kan nu niet geboden worden: {turn} moet een kleur noemen.",
    ),
    "auction": (
        "At this table troef is bid for: bid or pass.",
        "Aan deze tafel wordt om troef geboden: bied of pas.",
    ),
    "no-passing": (
        "Passing does not exist here: {turn} must name a suit.",
        "Passen bestaat hier niet: {turn} moet een kleur noemen.",
    ),
    "no-sans": ("Sans is not played at this table.", "Sans wordt aan deze tafel niet gespeeld."),
    "bid-not-tens": (
        "{bid} is not a bid: bids go by tens.",
        "{bid} is geen bod: bieden gaat met tientallen.",
    ),
    "bid-too-low": (
        "{bid} is too low: at least {least}.",
        "{bid} is te laag: minstens {least}.",
    ),
    "bid-impossible": (
        "{bid} cannot be bid: over the bid that stands, nothing of that kind is possible any more.",
        "{bid} kan niet geboden worden: over het laatste bod kan zoiets niet meer.",
    ),
    "bid-too-high": (
        "{bid} is too high: at most {most}.",
        "{bid} is te hoog: hooguit {most}.",
    ),
    # --- playing ---------------------------------------------------------------------------------
    "round-done": ("The round is over.", "De ronde is voorbij."),
    "card-not-held": (
        "{seat} does not hold {card}.",
        "{seat} heeft {card} niet.",
    ),
    "card-not-in-hand": ("{card} is not in the hand.", "{card} zit niet in de hand."),
    "incorrect-card": (
        "{card} may not be played (rule {rule}); correct: {cards}.",
        "{card} mag niet gespeeld worden (regel {rule}); goed zijn: {cards}.",
    ),
    "nothing-to-collect": (
        "There is no complete trick to collect.",
        "Er ligt geen volle slag om op te halen.",
    ),
    "eighth-trick": (
        "The eighth trick lies there: it can only be collected.",
        "De achtste slag ligt er: die kan alleen opgehaald worden.",
    ),
    # --- roem ------------------------------------------------------------------------------------
    "roem-automatic": (
        "Roem counts by itself at this table.",
        "Roem telt aan deze tafel vanzelf.",
    ),
    "roem-by-knock": (
        "Roem is claimed with a knock at this table, not by amount.",
        "Roem wordt aan deze tafel geklopt, niet als bedrag geroepen.",
    ),
    "roem-by-amount": (
        "Roem is claimed by amount at this table, not with a knock.",
        "Roem wordt aan deze tafel als bedrag geroepen, niet geklopt.",
    ),
    "claim-amount": (
        "{points} is no amount of roem: claim something from 1 to {most}.",
        "{points} is geen roembedrag: roep iets van 1 tot {most}.",
    ),
    "claim-before-playing": (
        "{seat} has not played to this trick yet.",
        "{seat} heeft nog niet in deze slag gespeeld.",
    ),
    "claim-again": (
        "The roem of this trick has already been claimed.",
        "De roem van deze slag is al gemeld.",
    ),
    "knock-without-cards": (
        "No card lies on the table to knock for.",
        "Er ligt geen kaart om voor te kloppen.",
    ),
    "knock-again": (
        "The roem of this trick has been knocked for already.",
        "Voor de roem van deze slag is al geklopt.",
    ),
    # --- verzaakt --------------------------------------------------------------------------------
    "no-verzaakt": (
        "This table refuses incorrect cards, so nobody can have verzaakt.",
        "Deze tafel weigert foute kaarten, dus niemand kan verzaakt hebben.",
    ),
    "accuse-oneself": ("Nobody accuses himself.", "Niemand beschuldigt zichzelf."),
    "accuse-too-early": (
        "No card has been played yet.",
        "Er is nog geen kaart gespeeld.",
    ),
    "accuse-too-late": (
        "It is too late to accuse in this round.",
        "Het is te laat om in deze ronde te beschuldigen.",
    ),
    "no-talk-penalty": (
        "The rules of this table know no penalty for talking about cards.",
        "De regels van deze tafel kennen geen straf voor praten over kaarten.",
    ),
    "complain-about-oneself": (
        "You cannot complain about yourself.",
        "Je kunt niet over jezelf klagen.",
    ),
    "bots-do-not-talk": ("A bot does not talk about its cards.", "Een bot praat niet over zijn kaarten."),
    "complaint-open": (
        "There is already a complaint that has not been decided.",
        "Er is al een klacht waarover nog niet beslist is.",
    ),
    "complaints-used-up": (
        "You have complained {most} times in this deal; that is the most.",
        "Je hebt in deze gift al {most} keer geklaagd; vaker kan niet.",
    ),
    "no-complaint": (
        "There is no complaint about a player of that team.",
        "Er is geen klacht over een speler van dat team.",
    ),
    "not-for-you-to-admit": (
        "The complaint is not about your team.",
        "De klacht gaat niet over jouw team.",
    ),
    "arbiter-decides": ("The arbiter decides on this complaint.", "De arbiter beslist over deze klacht."),
    "arbiter-only": (
        "Only the arbiter may do that: a host who does not sit, or whom the host has named.",
        "Alleen de arbiter mag dat: een gastheer die niet meespeelt, of wie hij heeft aangewezen.",
    ),
    "arbiter-seated": (
        "The arbiter is somebody at the table who does not sit there.",
        "De arbiter is iemand aan de tafel die niet meespeelt.",
    ),
    "arbiter-has-seen": (
        "An arbiter must not have seen a hand of this game.",
        "Een arbiter mag in deze partij geen hand gezien hebben.",
    ),
    "nothing-to-lift": (
        "There is no penalty to take back in this round.",
        "Er is in deze ronde geen straf om terug te nemen.",
    ),
    "penalise-too-late": (
        "It is too late to punish in this round.",
        "Het is te laat om in deze ronde te straffen.",
    ),
    # --- the game --------------------------------------------------------------------------------
    "no-round": ("No cards have been dealt yet.", "Er is nog niet gedeeld."),
    "round-not-done": (
        "The round is not over yet.",
        "De ronde is nog niet voorbij.",
    ),
    "game-decided": (
        "The game is decided: no further round is dealt.",
        "De partij is beslist: er wordt niet meer gedeeld.",
    ),
    "game-undecided": ("The game is not decided yet.", "De partij is nog niet beslist."),
    "game-closed": ("The game is closed.", "De partij is gesloten."),
    "bad-events": (
        "These events do not tell a round or a game: {why}.",
        "Deze gebeurtenissen vertellen geen ronde of partij: {why}.",
    ),
    # --- tables ----------------------------------------------------------------------------------
    "table-closed": ("The table is closed.", "De tafel is gesloten."),
    "table-full": (
        "There are {most} people at this table already.",
        "Er zijn al {most} mensen aan deze tafel.",
    ),
    "no-such-table": ("There is no open table with that code.", "Er is geen open tafel met die code."),
    "not-at-table": (
        "You are not at this table: join it first.",
        "Je zit niet aan deze tafel: neem eerst deel.",
    ),
    "removed-from-table": (
        "The host has removed you from this table.",
        "De gastheer heeft je van deze tafel verwijderd.",
    ),
    "turned-away": (
        "The host did not let you in at this table.",
        "De gastheer heeft je aan deze tafel niet binnengelaten.",
    ),
    "too-many-waiting": (
        "Too many people are waiting for this host's yes: try again later.",
        "Er wachten al te veel mensen op het ja van deze gastheer: probeer het later opnieuw.",
    ),
    "left-table": ("You have left the table.", "Je hebt de tafel verlaten."),
    "name-taken": (
        "Somebody at this table is called {name} already.",
        "Aan deze tafel heet al iemand {name}.",
    ),
    "name-alike": (
        "At this table {name} looks too much like the name of somebody else.",
        "Aan deze tafel lijkt {name} te veel op de naam van iemand anders.",
    ),
    "bad-name": (
        "A name has 3 to 50 visible characters.",
        "Een naam heeft 3 tot 50 zichtbare tekens.",
    ),
    "host-himself": (
        "Only the host may do that, not the player who acts for the host.",
        "Dat mag alleen de gastheer zelf, niet wie hem vervangt.",
    ),
    "nobody-waiting": (
        "That player is not waiting to be let in.",
        "Die speler wacht niet om binnengelaten te worden.",
    ),
    "already-seated": (
        "You already sit {seat} at this table, under another name.",
        "Je zit al op {seat} aan deze tafel, onder een andere naam.",
    ),
    "host-only": ("Only the host may do that.", "Dat mag alleen de gastheer."),
    "game-running": ("Not while a game is being played.", "Niet terwijl er een partij gespeeld wordt."),
    "no-game": ("No game is being played.", "Er wordt geen partij gespeeld."),
    "not-seated": ("You have no seat at this table.", "Je hebt geen plaats aan deze tafel."),
    "not-your-seat": ("You sit {seat}.", "Je zit op {seat}."),
    "seat-taken": ("{seat} is taken.", "{seat} is bezet."),
    "held-other-seat": (
        "You sat {seat} in this game: nobody sees two hands.",
        "Je zat in deze partij op {seat}: niemand ziet twee handen.",
    ),
    "display-cannot-sit": (
        "A table display has no seat: join with a device of your own.",
        "Een tafelscherm heeft geen plaats: neem deel met een eigen apparaat.",
    ),
    "seats-empty": ("Nobody sits {seats} yet.", "Op {seats} zit nog niemand."),
    "no-bots-here": ("This table is played without bots.", "Aan deze tafel wordt zonder bots gespeeld."),
    "tips-not-allowed": (
        "No tips are given at this table; the host can change that between two games.",
        "Aan deze tafel worden geen tips gegeven; de gastheer kan dat tussen twee partijen veranderen.",
    ),
    "tip-too-late": (
        "The table went on while the tip was being thought of.",
        "De tafel is verdergegaan terwijl er over de tip werd nagedacht.",
    ),
    "nothing-to-do": ("There is nothing for you to do now.", "Er is nu niets voor je te doen."),
    "no-bot-there": ("There is no bot on {seat}.", "Op {seat} zit geen bot."),
    "nobody-missing": ("Nobody is missing on {seat}.", "Op {seat} ontbreekt niemand."),
    "nobody-like-that": ("Nobody like that is at this table.", "Zo iemand zit niet aan deze tafel."),
    "remove-oneself": ("To go yourself, leave the table.", "Om zelf te gaan, verlaat je de tafel."),
    "lead-waits": (
        "The trick stays until everyone has had time to claim.",
        "De slag blijft liggen tot iedereen heeft kunnen roemen.",
    ),
    "lead-replaced": (
        "You chose another card instead.",
        "Je hebt in plaats daarvan een andere kaart gekozen.",
    ),
    "lead-lapsed": (
        "The round took another turn; your card was not played.",
        "De ronde liep anders; je kaart is niet gespeeld.",
    ),
    "no-pause": ("There is no pause to end.", "Er is geen pauze om te beëindigen."),
    # --- the server ------------------------------------------------------------------------------
    "unknown-player": (
        "You are not known here: join a table with a name, or log in.",
        "Je bent hier niet bekend: neem deel met een naam, of log in.",
    ),
    "wrong-password": ("Name or password is wrong.", "Naam of wachtwoord klopt niet."),
    "password-needed": (
        "This account has a password: give it.",
        "Dit account heeft een wachtwoord: geef het op.",
    ),
    "session-ended": (
        "You have logged out, or logged in anew.",
        "Je bent uitgelogd, of opnieuw ingelogd.",
    ),
    "account-taken": (
        "There is an account {name} already, or one that looks like it.",
        "Er is al een account {name}, of een dat erop lijkt.",
    ),
    "no-account": ("You have no account.", "Je hebt geen account."),
    "has-account": ("You have an account already.", "Je hebt al een account."),
    "game-not-yours": (
        "Only who took part may see this game, or who has its link.",
        "Alleen wie meedeed mag deze partij zien, of wie de link heeft.",
    ),
    "no-such-game-here": ("There is no such game.", "Die partij is er niet."),
    "foreign-origin": (
        "This call comes from a page of another site.",
        "Deze aanroep komt van een pagina van een andere site.",
    ),
    "too-many": (
        "That is too much at once: try again in {seconds} s.",
        "Dat is te veel ineens: probeer het over {seconds} s opnieuw.",
    ),
    "too-many-changes": (
        "You have changed a great deal here: try again in {seconds} s.",
        "Je hebt hier heel veel veranderd: probeer het over {seconds} s opnieuw.",
    ),
    "too-many-messages": ("That is too many messages a second.", "Dat zijn te veel berichten per seconde."),
    "too-slow": (
        "This connection is too slow to follow the table.",
        "Deze verbinding is te traag om de tafel te volgen.",
    ),
    "message-too-long": ("A message has at most {most} bytes.", "Een bericht heeft hooguit {most} bytes."),
    "bad-message": ("This is not a command: {why}.", "Dit is geen opdracht: {why}."),
    "bad-request": ("This request is not understood: {why}.", "Deze vraag wordt niet begrepen: {why}."),
    "body-too-long": ("The body of this request is too long.", "De inhoud van deze vraag is te lang."),
    "url-too-long": ("The address of this request is too long.", "Het adres van deze vraag is te lang."),
    "head-too-long": (
        "The headers of this request are too long, or there are too many of them.",
        "De headers van deze vraag zijn te lang, of het zijn er te veel.",
    ),
    "request-too-slow": ("This request takes too long to arrive.", "Deze vraag komt te langzaam binnen."),
    "not-found": ("There is nothing here.", "Hier is niets."),
    "wrong-method": ("This cannot be done here.", "Dat kan hier niet."),
    "wrong-calls-used": (
        "You were wrong {most} times in this deal: you can call again in the next one.",
        "Je had het in deze gift {most} keer mis: in de volgende kun je weer roepen.",
    ),
    "accusation-repeated": (
        "You have proven that already.",
        "Dat heb je al bewezen.",
    ),
    "calls-used": (
        "There were {most} calls in this deal: you can call again in the next one.",
        "Er is in deze gift {most} keer geroepen: in de volgende kun je weer roepen.",
    ),
    "game-too-long": (
        "A game here has at most {rounds} rounds, or goes to at most {points} points.",
        "Een partij duurt hier hoogstens {rounds} rondes, of gaat tot hoogstens {points} punten.",
    ),
    "no-free-code": (
        "No table can be opened now: try again.",
        "Er kan nu geen tafel bij: probeer het opnieuw.",
    ),
    "store-down": (
        "The database does not answer. Nothing that was confirmed is lost; play goes on as soon as it is back.",
        "De database antwoordt niet. Wat bevestigd is gaat niet verloren; het spel gaat door zodra hij terug is.",
    ),
    "bus-down": (
        "The servers do not hear each other well: what happens may come a second late.",
        "De servers horen elkaar slecht: wat er gebeurt kan een seconde later komen.",
    ),
    "owner-away": (
        "The table cannot be reached for the moment: try again.",
        "De tafel is even niet bereikbaar: probeer het opnieuw.",
    ),
    "server-stopping": ("The server is stopping: try again.", "De server stopt: probeer het opnieuw."),
    "server-restarts": (
        "The server restarts: connect again, and play goes on.",
        "De server herstart: verbind opnieuw, en het spel gaat door.",
    ),
    "broken": (
        "The server failed on this; that is a fault of the server.",
        "De server liep hierop vast; dat is een fout van de server.",
    ),
    "bad-database-url": (
        "'{url}' is no database: write sqlite:///file or postgresql://…",
        "'{url}' is geen database: schrijf sqlite:///bestand of postgresql://…",
    ),
    "database-too-new": (
        "This database was made by a newer program (version {version}): update klaverjas.",
        "Deze database is van een nieuwer programma (versie {version}): werk klaverjas bij.",
    ),
    "bad-bus-url": (
        "'{url}' is no bus: write redis://…, postgresql://… or memory:",
        "'{url}' is geen bus: schrijf redis://…, postgresql://… of memory:",
    ),
    "database-damaged": (
        "The database is damaged ({why}): restore a backup into a new one.",
        "De database is beschadigd ({why}): zet een reservekopie terug in een nieuwe.",
    ),
    "disk-full": (
        "The disk is full: nothing can be written. Play goes on when there is room.",
        "De schijf is vol: er kan niets bij. Het spel gaat door zodra er ruimte is.",
    ),
    "table-unreadable": (
        "This table cannot be read; whoever keeps the server can see more with 'klaverjas db check'.",
        "Deze tafel is niet te lezen; wie de server beheert ziet meer met 'klaverjas db check'.",
    ),
    "game-unreadable": (
        "This game cannot be read: {why}",
        "Deze partij is niet te lezen: {why}",
    ),
    "database-not-empty": (
        "This database is not empty: restore into a new one.",
        "Deze database is niet leeg: zet terug in een nieuwe.",
    ),
    "bad-backup": ("This backup cannot be used: {why}.", "Deze reservekopie is niet te gebruiken: {why}."),
    "no-database": ("There is no database {file} yet.", "Er is nog geen database {file}."),
    "database-in-use": (
        "Another server uses {file}; an SQLite file has one server, PostgreSQL can have many.",
        "Een andere server gebruikt {file}; een SQLite-bestand heeft één server, PostgreSQL kan er veel hebben.",
    ),
    "already-playing": (
        "You are playing already, in another terminal: that game is the one to go on with.",
        "Je speelt al, in een andere terminal: ga daar verder.",
    ),
    "cannot-start": (
        "The server could not start: {why}.",
        "De server kon niet starten: {why}.",
    ),
    "target-is-database": (
        "{file} is the database itself: choose another file.",
        "{file} is de database zelf: kies een ander bestand.",
    ),
    "bad-public-url": (
        "'{text}' is not a public address such as https://klaverjas.example.",
        "'{text}' is geen openbaar adres zoals https://klaverjas.example.",
    ),
    "bad-proxy": (
        "A trusted proxy is an address or a network: {why}.",
        "Een vertrouwde proxy is een adres of een netwerk: {why}.",
    ),
    # --- records ---------------------------------------------------------------------------------
    "record": (
        "Line {line}, column {column}: {what}",
        "Regel {line}, kolom {column}: {what}",
    ),
    "record-expected": (
        "expected {expected}, found {found}.",
        "verwacht werd {expected}, gevonden {found}.",
    ),
    "record-unclosed-comment": (
        "this comment is not closed with '}}'.",
        "dit commentaar wordt niet gesloten met '}}'.",
    ),
    "record-bad-tag": (
        "a tag is written [Name value], the value in JSON: {why}.",
        "een label is [Naam waarde], de waarde in JSON: {why}.",
    ),
    "record-tag-twice": ("the tag {name} is there twice.", "het label {name} komt twee keer voor."),
    "record-tag-value": (
        "the tag {name} takes {takes}.",
        "het label {name} vraagt {takes}.",
    ),
    "record-version": (
        "this record is of format {value}; this program reads format 1.",
        "deze partij heeft formaat {value}; dit programma leest formaat 1.",
    ),
    "record-score": (
        "the score does not follow from the cards: it should read '{expected}'.",
        "de score volgt niet uit de kaarten: er hoort '{expected}' te staan.",
    ),
    "record-result": (
        "the result does not follow from the rounds: it should read '{expected}'.",
        "de uitslag volgt niet uit de rondes: er hoort '{expected}' te staan.",
    ),
    "record-mark": (
        "'{found}' does not follow from the cards: it should read '{expected}'.",
        "'{found}' volgt niet uit de kaarten: er hoort '{expected}' te staan.",
    ),
    "record-comment-text": (
        "A comment cannot hold '}}' or control characters.",
        "Commentaar kan geen '}}' of besturingstekens bevatten.",
    ),
    "record-comment-place": (
        "A comment stands at a deal or an item that the game does not have.",
        "Een commentaar staat bij een deling of handeling die de partij niet heeft.",
    ),
    "record-reserved-tag": (
        "The tag {name} is written from the game itself.",
        "Het label {name} wordt uit de partij zelf geschreven.",
    ),
    "record-tag-name": (
        "'{name}' is no name for a tag: a letter, then letters, digits, dots, hyphens and underscores.",
        "'{name}' is geen naam voor een label: een letter, dan letters, cijfers, punten en streepjes.",
    ),
    "record-too-long": (
        "that is more than {most} here; nobody plays that long.",
        "dat zijn er meer dan {most}; zo lang speelt niemand.",
    ),
    "record-not-written": (
        "This game is too long for a record: more than {deals} deals, or more than {items} words in a deal.",
        "Deze partij is te lang om op te schrijven: meer dan {deals} giften, of meer dan {items} woorden in een gift.",
    ),
    "record-empty": ("There is no game in it.", "Er staat geen partij in."),
    # --- deals that can be verified --------------------------------------------------------------
    "not-verifiable": (
        "The record holds no {missing}, so its deals cannot be verified.",
        "De partij bevat geen {missing}, dus de delingen zijn niet te controleren.",
    ),
    "bad-secret": (
        "A secret is 32 to 200 visible ASCII characters without spaces.",
        "Een geheim is 32 tot 200 zichtbare ASCII-tekens zonder spaties.",
    ),
    "bad-text": (
        "A player's text is at most 200 characters of Unicode text.",
        "De tekst van een speler is hooguit 200 tekens Unicode.",
    ),
    # --- bots ------------------------------------------------------------------------------------
    "unknown-bot": (
        "There is no bot '{text}'; there are {names}.",
        "Er is geen bot '{text}'; er zijn {names}.",
    ),
    "unknown-level": (
        "There is no level '{text}'; from weak to strong there are {names}.",
        "Er is geen niveau '{text}'; van zwak naar sterk zijn er {names}.",
    ),
    "unknown-setting": (
        "{bot} has no setting '{text}'; it has: {names}.",
        "{bot} heeft geen instelling '{text}'; wel: {names}.",
    ),
    "bad-setting": (
        "'{text}' is not a setting: write a number from 1 to {most}.",
        "'{text}' is geen instelling: schrijf een getal van 1 tot {most}.",
    ),
    # --- the engine protocol ---------------------------------------------------------------------
    "bad-json": ("This is not JSON: {why}.", "Dit is geen JSON: {why}."),
    "not-an-object": ("A request is a JSON object.", "Een vraag is een JSON-object."),
    "line-too-long": (
        "This line is longer than {most} bytes.",
        "Deze regel is langer dan {most} bytes.",
    ),
    "unknown-op": (
        "There is no op '{op}'; there are {ops}.",
        "Er is geen op '{op}'; er zijn {ops}.",
    ),
    "missing-field": ("The field '{field}' is missing.", "Het veld '{field}' ontbreekt."),
    "wrong-field": (
        "The field '{field}' must be {takes}.",
        "Het veld '{field}' moet {takes} zijn.",
    ),
    "bad-action": (
        "This is not an action: {why}.",
        "Dit is geen handeling: {why}.",
    ),
    "unavailable": (
        "This engine has no {what}, so it cannot answer '{op}'.",
        "Deze engine heeft geen {what} en kan '{op}' niet beantwoorden.",
    ),
    "internal": (
        "The engine failed on this request; that is a fault of the engine.",
        "De engine liep vast op deze vraag; dat is een fout van de engine.",
    ),
    # --- the commands ----------------------------------------------------------------------------
    "cannot-read": ("Cannot read {file}: {why}.", "Kan {file} niet lezen: {why}."),
    "cannot-write": ("Cannot write {file}: {why}.", "Kan {file} niet schrijven: {why}."),
    "no-input": ("Standard input cannot be used: {why}.", "Standaardinvoer is niet te gebruiken: {why}."),
    "file-failed": ("{file} cannot be used: {why}.", "{file} is niet te gebruiken: {why}."),
    "no-output": (
        "Standard output cannot be used: {why}.",
        "Standaarduitvoer is niet te gebruiken: {why}.",
    ),
    "sheet-or-round": (
        "Choose --sheet or --round: the sheet is of the whole game.",
        "Kies --sheet of --round: het formulier is van de hele partij.",
    ),
    "no-such-round": (
        "There is no round {number}: the game has {count}.",
        "Er is geen ronde {number}: de partij heeft er {count}.",
    ),
    "no-such-game": (
        "There is no game {number}: the file holds {count}.",
        "Er is geen partij {number}: het bestand bevat er {count}.",
    ),
    # --- surveys ---------------------------------------------------------------------------------
    "survey-what": (
        "Say which deals: --deals with a number, or --from with a file.",
        "Zeg welke delingen: --deals met een aantal, of --from met een bestand.",
    ),
    "workers-or-dask": (
        "Say --workers or --dask, not both: a cluster has its own workers.",
        "Zeg --workers of --dask, niet allebei: een cluster heeft eigen werkers.",
    ),
    "option-range": (
        "{option} must be from {least} to {most}.",
        "{option} moet van {least} tot {most} zijn.",
    ),
    "survey-ending": (
        "'{file}' has no ending that says what to write: one of {endings}.",
        "'{file}' heeft geen uitgang die zegt wat er geschreven wordt: een van {endings}.",
    ),
    "survey-finished": (
        "{file} is there already, and nothing of it is left to solve: 'klaverjas survey show' tells what is in it.",
        "{file} is er al, en er valt niets meer van op te lossen: 'klaverjas survey show' vertelt wat erin staat.",
    ),
    "survey-other": (
        "Another survey to {file} is unfinished: give its deals, rules and dealer to go on, "
        "choose another file, or remove {journal}.",
        "Een ander onderzoek naar {file} is niet af: geef de delingen, regels en deler daarvan om verder te gaan, "
        "kies een ander bestand, of verwijder {journal}.",
    ),
    "survey-running": (
        "Another process is working on this survey: {journal} is in use.",
        "Een ander proces werkt aan dit onderzoek: {journal} is in gebruik.",
    ),
    "no-journal": (
        "{journal} is not the progress of a survey: {why}.",
        "{journal} is niet de voortgang van een onderzoek: {why}.",
    ),
    "no-survey": ("{file} is not a survey.", "{file} is geen onderzoek."),
    "no-deals": ("There is no deal in {file}.", "Er staat geen deling in {file}."),
    "deal-line": ("{file}, line {line}: {what}", "{file}, regel {line}: {what}"),
    "deal-too-long": (
        "A deal has at most {most} characters.",
        "Een deling heeft hooguit {most} tekens.",
    ),
    "deal-not-text": ("This is not UTF-8 text.", "Dit is geen UTF-8-tekst."),
    "no-cluster": (
        "No Dask cluster answers at {address}: {why}.",
        "Er antwoordt geen Dask-cluster op {address}: {why}.",
    ),
    "cluster-failed": (
        "The Dask cluster at {address} failed: {why}. The same command goes on from here.",
        "Het Dask-cluster op {address} liet het afweten: {why}. Dezelfde opdracht gaat hier verder.",
    ),
    # --- the arena -------------------------------------------------------------------------------
    "own-bot": (
        "'{text}' does not say which bot: write python:FILE:NAME.",
        "'{text}' zegt niet welke bot: schrijf python:BESTAND:NAAM.",
    ),
    "no-own-bot": (
        "In {file} there is no bot that is called {name}: it must be a klaverjas.bots.Bot, or give one.",
        "In {file} staat geen bot die {name} heet: het moet een klaverjas.bots.Bot zijn, of er een geven.",
    ),
    "no-python-file": ("{file} is no Python file.", "{file} is geen Python-bestand."),
    "own-bot-fault": (
        "{file} cannot be used: {why}",
        "{file} kan niet gebruikt worden: {why}",
    ),
    "no-such-player": (
        "There is no player '{text}'; there are {names}, and engines as exec:COMMAND.",
        "Er is geen speler '{text}'; er zijn {names}, en engines als exec:OPDRACHT.",
    ),
    "arena-two": (
        "Say who meets whom: two partnerships or more.",
        "Zeg wie elkaar ontmoeten: twee paren of meer.",
    ),
    "arena-twice": (
        "'{text}' is there twice: with more than two partnerships each is named once.",
        "'{text}' staat er twee keer: bij meer dan twee paren wordt elk één keer genoemd.",
    ),
    "arena-troef": (
        "Chance can name the troef only where somebody must: not where there is an auction.",
        "Het lot kan alleen troef maken waar iemand dat moet: niet waar geboden wordt.",
    ),
    "sprt-bounds": (
        "'{text}' are not two differences: write LOW,HIGH, such as 0,5, the lower one first.",
        "'{text}' zijn geen twee verschillen: schrijf LAAG,HOOG, zoals 0,5, de laagste eerst.",
    ),
    "arena-finished": (
        "{file} is there already, and nothing of it is left to play: 'klaverjas arena show' tells what is in it.",
        "{file} is er al, en er valt niets meer van te spelen: 'klaverjas arena show' vertelt wat erin staat.",
    ),
    "arena-other": (
        "Another arena to {file} is unfinished: give its players, rules and deals to go on, "
        "choose another file, or remove {journal}.",
        "Een andere arena naar {file} is niet af: geef de spelers, regels en delingen daarvan om verder te gaan, "
        "kies een ander bestand, of verwijder {journal}.",
    ),
    "arena-running": (
        "Another process is working on this arena: {journal} is in use.",
        "Een ander proces werkt aan deze arena: {journal} is in gebruik.",
    ),
    "arena-no-journal": (
        "{journal} is not the progress of an arena: {why}.",
        "{journal} is niet de voortgang van een arena: {why}.",
    ),
    "watch-other": (
        "Something else is being watched for {file}: give the same bot and settings to go on, "
        "choose another file, or remove {journal}.",
        "Voor {file} wordt iets anders bekeken: geef dezelfde bot en instellingen om verder te gaan, "
        "kies een ander bestand, of verwijder {journal}.",
    ),
    "watch-running": (
        "Another process is watching for this pupil: {journal} is in use.",
        "Een ander proces kijkt al voor deze leerling: {journal} is in gebruik.",
    ),
    "nothing-seen": (
        "Nothing that '{name}' wanted to do could be done: there is nothing to learn from it.",
        "Niets van wat '{name}' wilde doen kon: er valt niets van te leren.",
    ),
    "watch-no-journal": (
        "{journal} is not what was seen of a bot: {why}.",
        "{journal} is niet wat er van een bot gezien is: {why}.",
    ),
    "arena-worker": (
        "A process that played deals has ended. The same command goes on from here.",
        "Een proces dat delingen speelde is opgehouden. Dezelfde opdracht gaat hier verder.",
    ),
    "no-arena": ("{file} is not an arena.", "{file} is geen arena."),
    "player-too-long": (
        "A partnership is written with at most {most} characters.",
        "Een paar wordt met hooguit {most} tekens geschreven.",
    ),
    "no-move": ("{seat} made no move.", "{seat} deed geen zet."),
    "engine-no-start": (
        "The engine '{engine}' cannot be started: {why}.",
        "De engine '{engine}' is niet te starten: {why}.",
    ),
    "engine-died": (
        "The engine '{engine}' has ended: {why}.",
        "De engine '{engine}' is opgehouden: {why}.",
    ),
    "engine-late": (
        "The engine '{engine}' did not answer within {seconds} seconds.",
        "De engine '{engine}' antwoordde niet binnen {seconds} seconden.",
    ),
    "engine-nonsense": (
        "The engine '{engine}' does not speak the engine protocol: {why}.",
        "De engine '{engine}' spreekt het engineprotocol niet: {why}.",
    ),
    "engine-error": (
        "The engine '{engine}' answered with an error: {why}.",
        "De engine '{engine}' antwoordde met een fout: {why}.",
    ),
    "engine-refused": (
        "The engine '{engine}' did what the round does not allow, {action}: {why}",
        "De engine '{engine}' deed wat de ronde niet toestaat, {action}: {why}",
    ),
    "unknown-action": (
        "'{text}' is not an action of the environments.",
        "'{text}' is geen actie van de omgevingen.",
    ),
    "rounds-needed": (
        "At least one round is needed, not {number}.",
        "Er is ten minste één ronde nodig, niet {number}.",
    ),
    "actions-needed": (
        "{number} whole numbers are needed, an action for each round, not {kind} in the shape {shape}.",
        "Er zijn {number} hele getallen nodig, een actie per ronde, niet {kind} in de vorm {shape}.",
    ),
    "action-not-possible": (
        "That is not possible now: {action}.",
        "Dat kan nu niet: {action}.",
    ),
    "missing-extra": (
        "This needs {package}, which is not installed: {command}",
        "Hiervoor is {package} nodig, dat niet geïnstalleerd is: {command}",
    ),
    "no-gpu": (
        "This machine has no GPU that CUDA can use: leave out what asks for one, and the processor does the same.",
        "Deze machine heeft geen GPU die CUDA kan gebruiken: vraag er niet om, dan doet de processor hetzelfde.",
    ),
    "no-weights": (
        "{file} cannot be read: {why}.",
        "{file} kan niet worden gelezen: {why}.",
    ),
    "bad-weights": (
        "{file} does not hold the weights of a player, or is damaged.",
        "{file} bevat niet de gewichten van een speler, of is beschadigd.",
    ),
    "older-weights": (
        "The weights in {file} are of version {version}; version {wanted} is needed.",
        "De gewichten in {file} zijn van versie {version}; versie {wanted} is nodig.",
    ),
    "no-judge": (
        "These weights have no judge, who looks ahead: they are for the bot 'net'.",
        "Bij deze gewichten hoort geen beoordelaar, die vooruitkijkt: ze zijn voor de bot 'net'.",
    ),
    "weights-do-not-fit": (
        "The player in {file} is wider than the one that is to be trained, or has another depth.",
        "De speler in {file} is breder dan die getraind moet worden, of heeft een andere diepte.",
    ),
    "no-course": (
        "There is no course of training in {folder}.",
        "Er is geen training in {folder}.",
    ),
    "bad-course": (
        "The course of training in {folder} cannot be taken up: it is damaged, or of another version. The player that "
        "it kept can be the beginning of a new one, with --begin-with.",
        "De training in {folder} kan niet worden voortgezet: die is beschadigd, of van een andere versie. De speler "
        "die bewaard is kan het begin van een nieuwe zijn, met --begin-with.",
    ),
    "course-in-use": (
        "Another process goes on with the course of training in {folder}.",
        "Een ander proces gaat al verder met de training in {folder}.",
    ),
    "course-has-begun": (
        "The course of training in {folder} has begun already: --begin-with is for a new one.",
        "De training in {folder} is al begonnen: --begin-with is voor een nieuwe.",
    ),
    "guests-are-missing": (
        "The course of training in {folder} has guests: say again with --guests who they are.",
        "Aan de training in {folder} doen gasten mee: zeg met --guests opnieuw wie dat zijn.",
    ),
    "bad-opponent": (
        "'{name}' cannot be the name of somebody to meet: 'best' and 'strangers' are there already, and each name "
        "stands for one. Write NAME=FILE.",
        "'{name}' kan niet de naam van een tegenstander zijn: 'best' en 'strangers' zijn er al, en elke naam staat "
        "voor één. Schrijf NAAM=BESTAND.",
    ),
    "weights-name": (
        "The name of a file with weights must end in .npz, and {file} does not.",
        "De naam van een bestand met gewichten moet op .npz eindigen, en {file} doet dat niet.",
    ),
    "other-course": (
        "{folder} holds a course of training with other settings: continue that one without settings, or take an empty "
        "folder.",
        "{folder} bevat een training met andere instellingen: ga daarmee verder zonder instellingen, of neem een lege "
        "map.",
    ),
    "bad-training-setting": (
        "'{text}' is no setting of training. They are {names}; a part of the tables is 'rooms.lugus=4'.",
        "'{text}' is geen instelling van een training. Dat zijn {names}; een deel van de tafels is 'rooms.lugus=4'.",
    ),
    "bad-setting-value": (
        "'{text}' is not understood. As usual it is {name}={usual}.",
        "'{text}' is niet te begrijpen. Gewoonlijk is het {name}={usual}.",
    ),
    "no-such-choice": (
        "'{text}' is not there. There are {names}.",
        "'{text}' is er niet. Er zijn {names}.",
    ),
    "training-too-large": (
        "A training with these settings takes about {needed} GB, and there are {there}: fewer tables or steps, a "
        "smaller batch or narrower networks take less.",
        "Een training met deze instellingen neemt ongeveer {needed} GB, en er zijn er {there}: minder tafels of "
        "stappen, een kleinere batch of smallere netwerken nemen minder.",
    ),
    "training-no-memory": (
        "There is not enough memory for this training: fewer tables or steps, a smaller batch or narrower networks "
        "take less. What was kept before is still good.",
        "Er is niet genoeg geheugen voor deze training: minder tafels of stappen, een kleinere batch of smallere "
        "netwerken nemen minder. Wat eerder bewaard is is nog goed.",
    ),
    "training-broke": (
        "The training broke after {lessons} lessons: its numbers are no longer finite. What was kept before is still "
        "good: begin a new course with it (--begin-with) and with a lower rate.",
        "De training is na {lessons} lessen gebroken: de getallen zijn niet meer eindig. Wat eerder bewaard is is nog "
        "goed: begin daarmee een nieuwe (--begin-with), met kleinere stappen.",
    ),
    # --- RECYCLE programs ------------------------------------------------------------------------
    "program": ("Line {line}, column {column}: {what}", "Regel {line}, kolom {column}: {what}"),
    "recycle-too-long": (
        "a program has at most {most} signs.",
        "een programma heeft hooguit {most} tekens.",
    ),
    "recycle-sign": (
        "'{text}' means nothing in RECYCLE: words are in small letters, names in CAPITALS, variables are 'CAPITALS.",
        "'{text}' betekent niets in RECYCLE: woorden zijn klein, namen in HOOFDLETTERS, variabelen 'HOOFDLETTERS.",
    ),
    "recycle-begin": (
        "a program begins with (game, but here is '{found}'.",
        "een programma begint met (game, maar hier staat '{found}'.",
    ),
    "recycle-after-the-end": (
        "the program ends before this: its last bracket is closed already.",
        "het programma is hiervoor al afgelopen: het laatste haakje is al gesloten.",
    ),
    "recycle-open": ("this bracket is never closed.", "dit haakje wordt nergens gesloten."),
    "recycle-too-deep": (
        "more than {most} brackets within each other are not read.",
        "meer dan {most} haakjes in elkaar worden niet gelezen.",
    ),
    "recycle-expected": (
        "expected {expected}; found {found}.",
        "verwacht werd {expected}; hier staat {found}.",
    ),
    "recycle-variable": (
        "{name} is not known here; known are: {known}.",
        "{name} is hier niet bekend; bekend zijn: {known}.",
    ),
    "recycle-too-large": (
        "numbers go up to {most}.",
        "getallen gaan tot {most}.",
    ),
    "recycle-too-many-cards": (
        "a game has at most {most} cards.",
        "een spel heeft hooguit {most} kaarten.",
    ),
    "recycle-no-points": (
        "no points have been set as {name} yet.",
        "er zijn nog geen punten vastgelegd als {name}.",
    ),
    "recycle-no-member": (
        "there is no number {number}: they go from 1 to {most}.",
        "nummer {number} bestaat niet: ze gaan van 1 tot {most}.",
    ),
    "recycle-nobodys": (
        "the card lies in {place}, and so belongs to no player.",
        "de kaart ligt in {place}, en is dus van geen speler.",
    ),
    "recycle-negative": (
        "{number} is too small for this.",
        "{number} is hier te klein voor.",
    ),
    "recycle-zero": ("nothing can be divided by 0.", "delen door 0 kan niet."),
    "recycle-no-range": (
        "there is no number from {least} to {most}.",
        "er is geen getal van {least} tot {most}.",
    ),
    "recycle-no-cards": (
        "there is no such card: not so many lie there.",
        "die kaart is er niet: zoveel liggen er niet.",
    ),
    "recycle-no-place": (
        "{name} stands for cards, not for a place where one can be laid.",
        "{name} staat voor kaarten, niet voor een plek waar er een bij kan.",
    ),
    "recycle-memory-moved": (
        "{place} is memory: a copy in it is made with 'remember' and removed with 'forget'.",
        "{place} is geheugen: een kopie komt erin met 'remember' en gaat eruit met 'forget'.",
    ),
    "recycle-not-memory": (
        "{place} is not memory ('mem'): its cards are real, and are moved.",
        "{place} is geen geheugen ('mem'): de kaarten erin zijn echt, en worden verplaatst.",
    ),
    "recycle-export": (
        "A program can only be made of rules by which troef is forced, an incorrect card is refused and roem counts "
        "by itself: set {changes}.",
        "Een programma kan alleen gemaakt worden van regels waarbij troef verplicht is, een onjuiste kaart geweigerd "
        "wordt en roem vanzelf telt: zet {changes}.",
    ),
    "recycle-player": (
        "'{text}' is no player of programs: choose one of {names}.",
        "'{text}' is geen speler van programma's: kies een van {names}.",
    ),
    "recycle-no-option": (
        "player {player} has to choose, but nothing can be chosen.",
        "speler {player} moet kiezen, maar er valt niets te kiezen.",
    ),
    "recycle-endless": (
        "this goes on without end: stopped after {steps} steps in which nobody chose anything.",
        "hier komt geen eind aan: gestopt na {steps} stappen waarin niemand iets koos.",
    ),
    "recycle-endless-choices": (
        "this goes on without end: stopped after {most} choices.",
        "hier komt geen eind aan: gestopt na {most} keuzes.",
    ),
}
