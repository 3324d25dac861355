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
        "'{text}' is not a supported language: choose en or nl.",
        "'{text}' is geen taal die hier gesproken wordt: kies en of nl.",
    ),
    "card-twice": ("{card} appears twice.", "{card} komt twee keer voor."),
    "not-a-deal": (
        "A deal is four hands of eight different cards.",
        "Een gift is vier handen van acht verschillende kaarten.",
    ),
    "no-trick": (
        "'{text}' is not a trick: write the leader and at most four cards, such as 'N: HA H7'.",
        "'{text}' is geen slag: schrijf wie uitkomt en hooguit vier kaarten, zoals 'N: HA H7'.",
    ),
    # --- rule sets -------------------------------------------------------------------------------
    "unknown-rules": (
        "Unknown rule set '{text}'. Choose one of {names}.",
        "Er is geen regelset '{text}'; er zijn {names}.",
    ),
    "rules-without-version": (
        "'{text}' has no version: a record names its rule set as in rotterdam/2.",
        "'{text}' mist een versie: een partij noemt haar regelset zoals in rotterdam/2.",
    ),
    "unknown-field": (
        "A rule set has no field '{field}'.",
        "Een regelset heeft geen veld '{field}'.",
    ),
    "rules-not-an-object": (
        "A rule set must be a name, or an object with a base and the fields that differ.",
        "Een regelset is een naam, of een object met een basis en de velden die afwijken.",
    ),
    "solve-what": (
        "Choose what to solve: a record, --seed or --hands, and only one of them.",
        "Zeg wat opgelost moet worden: een verslag, --seed of --hands; één ervan.",
    ),
    "no-hands": (
        "'{text}' is not a hand: write a seat, a colon and cards, as in 'S:HA,HT'.",
        "'{text}' is geen hand: schrijf een plaats, een dubbele punt en kaarten, zoals 'S:HA,HT'.",
    ),
    "no-such-card": (
        "--after {number} is not possible: in this round it can be 0 to {count}.",
        "Er is geen kaart na {number}: in deze ronde kan het na 0 tot en met {count} kaarten.",
    ),
    "no-contract": (
        "These rules have no nat, so there is nothing to make.",
        "Volgens deze regels valt er niets te halen: nat bestaat niet.",
    ),
    "not-taken": (
        "That cannot have been taken so far: only {tricks} tricks were played, worth {points} points.",
        "Dat kan niet gehaald zijn vóór deze stand: er waren {tricks} slagen, met {points} punten.",
    ),
    "no-bid": (
        "Under these rules a team must make its bid: say how much it bid.",
        "Volgens deze regels speelt een team op zijn bod: zeg hoeveel dat was.",
    ),
    "no-position": (
        "The hands do not fit the trick: every hand has the same number of cards, one fewer for seats that "
        "have played to it, and it must be somebody's turn.",
        "De handen passen niet bij de slag: allen hebben evenveel kaarten, alleen wie al gespeeld heeft één "
        "minder, en iemand is aan de beurt.",
    ),
    "field-value": (
        "'{field}' cannot be {value}: it must be {takes}.",
        "'{field}' kan niet {value} zijn: mogelijk is {takes}.",
    ),
    "field-not-tens": (
        "'{field}' must be a multiple of ten, not {value}.",
        "'{field}' moet een veelvoud van tien zijn, en {value} is dat niet.",
    ),
    "field-does-not-apply": (
        "'{field}' does not apply here: it only applies when {when}.",
        "'{field}' betekent hier niets: het geldt alleen als {when}.",
    ),
    "field-needed": (
        "'{field}' needs a value when {when}.",
        "'{field}' moet een waarde hebben als {when}.",
    ),
    "sans-without-auction": (
        "'sans' needs an auction: set 'troef' to 'auction'.",
        "'sans' kan alleen geboden worden: daarvoor moet 'troef' 'auction' zijn.",
    ),
    "bid-contract-without-auction": (
        "'contract' cannot be 'bid' without an auction.",
        "Zonder bieden is er geen bod te halen: 'contract' kan niet 'bid' zijn.",
    ),
    "bid-limits": (
        "'{low}' ({least}) is above '{high}' ({most}).",
        "'{low}' ({least}) ligt boven '{high}' ({most}).",
    ),
    # --- choosing troef --------------------------------------------------------------------------
    "not-your-turn": (
        "It is {turn}'s turn, not {seat}'s.",
        "{seat} is niet aan de beurt, maar {turn}.",
    ),
    "troef-not-chosen": (
        "Trump has not been chosen yet.",
        "Er is nog geen troef gemaakt.",
    ),
    "troef-chosen": (
        "Trump has already been chosen.",
        "Er is al troef gemaakt.",
    ),
    "no-auction": (
        "There is no bidding now: {turn} must name a suit.",
        "Er kan nu niet geboden worden: {turn} moet een kleur noemen.",
    ),
    "auction": (
        "At this table you bid for trump: bid or pass.",
        "Aan deze tafel wordt om troef geboden: bied of pas.",
    ),
    "no-passing": (
        "You cannot pass here: {turn} must name a suit.",
        "Passen bestaat hier niet: {turn} moet een kleur noemen.",
    ),
    "no-sans": ("This table does not play sans.", "Sans wordt aan deze tafel niet gespeeld."),
    "bid-not-tens": (
        "{bid} is not a valid bid: bids go up in tens.",
        "{bid} is geen bod: bieden gaat met tientallen.",
    ),
    "bid-too-low": (
        "{bid} is too low: bid at least {least}.",
        "{bid} is te laag: minstens {least}.",
    ),
    "bid-impossible": (
        "{bid} is not possible: the current bid leaves no room for it.",
        "{bid} kan niet geboden worden: over het laatste bod kan zoiets niet meer.",
    ),
    "bid-too-high": (
        "{bid} is too high: bid at most {most}.",
        "{bid} is te hoog: hooguit {most}.",
    ),
    # --- playing ---------------------------------------------------------------------------------
    "round-done": ("The round is over.", "De ronde is voorbij."),
    "card-not-held": (
        "{seat} does not have {card}.",
        "{seat} heeft {card} niet.",
    ),
    "card-not-in-hand": ("{card} is not in the hand.", "{card} zit niet in de hand."),
    "incorrect-card": (
        "You cannot play {card} (rule {rule}). You can play: {cards}.",
        "{card} mag niet gespeeld worden (regel {rule}); goed zijn: {cards}.",
    ),
    "nothing-to-collect": (
        "There is no complete trick to collect.",
        "Er ligt geen volle slag om op te halen.",
    ),
    "eighth-trick": (
        "This is the eighth trick: it can only be collected.",
        "De achtste slag ligt er: die kan alleen opgehaald worden.",
    ),
    # --- roem ------------------------------------------------------------------------------------
    "roem-automatic": (
        "Roem counts automatically at this table.",
        "Roem telt aan deze tafel vanzelf.",
    ),
    "roem-by-knock": (
        "At this table you knock for roem; you do not call an amount.",
        "Roem wordt aan deze tafel geklopt, niet als bedrag geroepen.",
    ),
    "roem-by-amount": (
        "At this table you call the amount of roem; you do not knock.",
        "Roem wordt aan deze tafel als bedrag geroepen, niet geklopt.",
    ),
    "claim-amount": (
        "{points} is not a valid amount of roem: call 1 to {most}.",
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
        "There are no cards on the table to knock for.",
        "Er ligt geen kaart om voor te kloppen.",
    ),
    "knock-again": (
        "Someone has already knocked for this trick.",
        "Voor de roem van deze slag is al geklopt.",
    ),
    # --- verzaakt --------------------------------------------------------------------------------
    "no-verzaakt": (
        "This table refuses incorrect cards, so nobody can have verzaakt.",
        "Deze tafel weigert foute kaarten, dus niemand kan verzaakt hebben.",
    ),
    "accuse-oneself": ("You cannot accuse yourself.", "Niemand beschuldigt zichzelf."),
    "accuse-too-early": (
        "No card has been played yet.",
        "Er is nog geen kaart gespeeld.",
    ),
    "accuse-too-late": (
        "It is too late to accuse anyone in this round.",
        "Het is te laat om in deze ronde te beschuldigen.",
    ),
    "no-talk-penalty": (
        "This table has no penalty for talking about cards.",
        "De regels van deze tafel kennen geen straf voor praten over kaarten.",
    ),
    "complain-about-oneself": (
        "You cannot complain about yourself.",
        "Je kunt niet over jezelf klagen.",
    ),
    "bots-do-not-talk": ("Bots do not talk about their cards.", "Een bot praat niet over zijn kaarten."),
    "complaint-open": (
        "Another complaint is still open.",
        "Er is al een klacht waarover nog niet beslist is.",
    ),
    "complaints-used-up": (
        "You can complain at most {most} times per deal.",
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
    "arbiter-decides": (
        "Only the arbiter can decide this complaint.",
        "De arbiter beslist over deze klacht.",
    ),
    "arbiter-only": (
        "Only the arbiter can do that: the host if not playing, or someone the host has named.",
        "Alleen de arbiter mag dat: een gastheer die niet meespeelt, of wie hij heeft aangewezen.",
    ),
    "arbiter-seated": (
        "The arbiter must be someone at the table who is not playing.",
        "De arbiter is iemand aan de tafel die niet meespeelt.",
    ),
    "arbiter-has-seen": (
        "An arbiter must not have seen a hand of this game.",
        "Een arbiter mag in deze partij geen hand gezien hebben.",
    ),
    "nothing-to-lift": (
        "This round has no penalty to take back.",
        "Er is in deze ronde geen straf om terug te nemen.",
    ),
    "penalise-too-late": (
        "It is too late to give a penalty in this round.",
        "Het is te laat om in deze ronde te straffen.",
    ),
    # --- the game --------------------------------------------------------------------------------
    "no-round": ("No cards have been dealt yet.", "Er is nog niet gedeeld."),
    "round-not-done": (
        "The round is not over yet.",
        "De ronde is nog niet voorbij.",
    ),
    "game-decided": (
        "The game is decided: no more rounds are dealt.",
        "De partij is beslist: er wordt niet meer gedeeld.",
    ),
    "game-undecided": ("The game is not decided yet.", "De partij is nog niet beslist."),
    "game-closed": ("The game is closed.", "De partij is gesloten."),
    "bad-events": (
        "These events are not a valid round or game: {why}.",
        "Deze gebeurtenissen vertellen geen ronde of partij: {why}.",
    ),
    # --- tables ----------------------------------------------------------------------------------
    "table-closed": ("This table has closed.", "De tafel is gesloten."),
    "table-full": (
        "This table is full: {most} people are already here.",
        "Er zijn al {most} mensen aan deze tafel.",
    ),
    "no-such-table": ("There is no open table with this code.", "Er is geen open tafel met die code."),
    "not-at-table": (
        "You are not at this table: join it first.",
        "Je zit niet aan deze tafel: neem eerst deel.",
    ),
    "removed-from-table": (
        "The host has removed you from this table.",
        "De gastheer heeft je van deze tafel verwijderd.",
    ),
    "turned-away": (
        "The host did not let you in.",
        "De gastheer heeft je aan deze tafel niet binnengelaten.",
    ),
    "too-many-waiting": (
        "Too many people are waiting to be let in: try again later.",
        "Er wachten al te veel mensen op het ja van deze gastheer: probeer het later opnieuw.",
    ),
    "left-table": ("You have left the table.", "Je hebt de tafel verlaten."),
    "name-taken": (
        "Someone at this table is already called {name}.",
        "Aan deze tafel heet al iemand {name}.",
    ),
    "name-alike": (
        "{name} looks too much like another name at this table.",
        "Aan deze tafel lijkt {name} te veel op de naam van iemand anders.",
    ),
    "bad-name": (
        "A name must have 3 to 50 visible characters.",
        "Een naam heeft 3 tot 50 zichtbare tekens.",
    ),
    "host-himself": (
        "Only the host can do that, not the player standing in as host.",
        "Dat mag alleen de gastheer zelf, niet wie hem vervangt.",
    ),
    "nobody-waiting": (
        "That player is not waiting to be let in.",
        "Die speler wacht niet om binnengelaten te worden.",
    ),
    "already-seated": (
        "You are already at this table as {seat}, under another name.",
        "Je zit al op {seat} aan deze tafel, onder een andere naam.",
    ),
    "host-only": ("Only the host can do that.", "Dat mag alleen de gastheer."),
    "game-running": ("You cannot do that during a game.", "Niet terwijl er een partij gespeeld wordt."),
    "no-game": ("No game is being played.", "Er wordt geen partij gespeeld."),
    "not-seated": ("You do not have a seat at this table.", "Je hebt geen plaats aan deze tafel."),
    "not-your-seat": ("Your seat is {seat}.", "Je zit op {seat}."),
    "seat-taken": ("{seat} is taken.", "{seat} is bezet."),
    "held-other-seat": (
        "You were {seat} in this game: nobody may see two hands.",
        "Je zat in deze partij op {seat}: niemand ziet twee handen.",
    ),
    "display-cannot-sit": (
        "This device shows the table and cannot have a seat: join on another device.",
        "Een tafelscherm heeft geen plaats: neem deel met een eigen apparaat.",
    ),
    "seats-empty": ("Still empty: {seats}.", "Op {seats} zit nog niemand."),
    "no-bots-here": ("Bots are not allowed at this table.", "Aan deze tafel wordt zonder bots gespeeld."),
    "tips-not-allowed": (
        "Tips are off at this table; the host can turn them on between games.",
        "Aan deze tafel worden geen tips gegeven; de gastheer kan dat tussen twee partijen veranderen.",
    ),
    "tip-too-late": (
        "The game moved on before the tip was ready.",
        "De tafel is verdergegaan terwijl er over de tip werd nagedacht.",
    ),
    "nothing-to-do": ("There is nothing for you to do now.", "Er is nu niets voor je te doen."),
    "no-bot-there": ("There is no bot at {seat}.", "Op {seat} zit geen bot."),
    "nobody-missing": ("Nobody is missing at {seat}.", "Op {seat} ontbreekt niemand."),
    "nobody-like-that": ("That person is not at this table.", "Zo iemand zit niet aan deze tafel."),
    "remove-oneself": (
        "You cannot remove yourself: leave the table instead.",
        "Om zelf te gaan, verlaat je de tafel.",
    ),
    "lead-waits": (
        "The trick stays until everyone has had time to claim roem.",
        "De slag blijft liggen tot iedereen heeft kunnen roemen.",
    ),
    "lead-replaced": (
        "You chose another card.",
        "Je hebt in plaats daarvan een andere kaart gekozen.",
    ),
    "lead-lapsed": (
        "Your card was not played: the round changed.",
        "De ronde liep anders; je kaart is niet gespeeld.",
    ),
    "no-pause": ("There is no pause to skip.", "Er is geen pauze om te beëindigen."),
    # --- the server ------------------------------------------------------------------------------
    "unknown-player": (
        "We do not know you yet: join a table with a name, or log in.",
        "Je bent hier niet bekend: neem deel met een naam, of log in.",
    ),
    "wrong-password": ("Wrong name or password.", "Naam of wachtwoord klopt niet."),
    "password-needed": (
        "Enter the password of this account.",
        "Dit account heeft een wachtwoord: geef het op.",
    ),
    "session-ended": (
        "This session has ended: you logged out, or logged in again.",
        "Je bent uitgelogd, of opnieuw ingelogd.",
    ),
    "account-taken": (
        "The account name {name} is taken, or looks too much like another one.",
        "Er is al een account {name}, of een dat erop lijkt.",
    ),
    "no-account": ("You have no account.", "Je hebt geen account."),
    "has-account": ("You already have an account.", "Je hebt al een account."),
    "game-not-yours": (
        "Only its players, or people with the link, can see this game.",
        "Alleen wie meedeed mag deze partij zien, of wie de link heeft.",
    ),
    "no-such-game-here": ("This game does not exist.", "Die partij is er niet."),
    "foreign-origin": (
        "This request comes from another website.",
        "Deze aanroep komt van een pagina van een andere site.",
    ),
    "too-many": (
        "Too many requests: try again in {seconds} s.",
        "Dat is te veel ineens: probeer het over {seconds} s opnieuw.",
    ),
    "too-many-changes": (
        "You have made too many changes: try again in {seconds} s.",
        "Je hebt hier heel veel veranderd: probeer het over {seconds} s opnieuw.",
    ),
    "too-many-messages": ("Too many messages per second.", "Dat zijn te veel berichten per seconde."),
    "too-slow": (
        "This connection is too slow to follow the table.",
        "Deze verbinding is te traag om de tafel te volgen.",
    ),
    "message-too-long": ("A message can be at most {most} bytes.", "Een bericht heeft hooguit {most} bytes."),
    "bad-message": ("Invalid command: {why}.", "Dit is geen opdracht: {why}."),
    "bad-request": ("Invalid request: {why}.", "Deze vraag wordt niet begrepen: {why}."),
    "body-too-long": ("The request body is too long.", "De inhoud van deze vraag is te lang."),
    "url-too-long": ("The request URL is too long.", "Het adres van deze vraag is te lang."),
    "head-too-long": (
        "The request has too many headers, or they are too long.",
        "De headers van deze vraag zijn te lang, of het zijn er te veel.",
    ),
    "request-too-slow": ("The request took too long to arrive.", "Deze vraag komt te langzaam binnen."),
    "not-found": ("Not found.", "Hier is niets."),
    "wrong-method": ("This method is not allowed here.", "Dat kan hier niet."),
    "wrong-calls-used": (
        "You were wrong {most} times in this deal: you can call again in the next one.",
        "Je had het in deze gift {most} keer mis: in de volgende kun je weer roepen.",
    ),
    "accusation-repeated": (
        "You have already proven that.",
        "Dat heb je al bewezen.",
    ),
    "calls-used": (
        "This deal has had its {most} calls: you can call again in the next one.",
        "Er is in deze gift {most} keer geroepen: in de volgende kun je weer roepen.",
    ),
    "game-too-long": (
        "A game can have at most {rounds} rounds, or a target of at most {points} points.",
        "Een partij duurt hier hoogstens {rounds} rondes, of gaat tot hoogstens {points} punten.",
    ),
    "no-free-code": (
        "No new table can be opened right now: try again.",
        "Er kan nu geen tafel bij: probeer het opnieuw.",
    ),
    "store-down": (
        "The database is not responding. Nothing is lost; the game continues when it is back.",
        "De database antwoordt niet. Wat bevestigd is gaat niet verloren; het spel gaat door zodra hij terug is.",
    ),
    "bus-down": (
        "The servers have trouble reaching each other: updates may arrive a second late.",
        "De servers horen elkaar slecht: wat er gebeurt kan een seconde later komen.",
    ),
    "owner-away": (
        "This table cannot be reached right now: try again.",
        "De tafel is even niet bereikbaar: probeer het opnieuw.",
    ),
    "server-stopping": ("The server is shutting down: try again.", "De server stopt: probeer het opnieuw."),
    "server-restarts": (
        "The server is restarting: reconnect to continue your game.",
        "De server herstart: verbind opnieuw, en het spel gaat door.",
    ),
    "broken": (
        "Something went wrong on our side.",
        "De server liep hierop vast; dat is een fout van de server.",
    ),
    "bad-database-url": (
        "'{url}' is not a valid database URL: write sqlite:///file or postgresql://…",
        "'{url}' is geen database: schrijf sqlite:///bestand of postgresql://…",
    ),
    "database-too-new": (
        "This database was made by a newer version of klaverjas (version {version}): please update.",
        "Deze database is van een nieuwer programma (versie {version}): werk klaverjas bij.",
    ),
    "bad-bus-url": (
        "'{url}' is not a valid bus URL: write redis://…, postgresql://… or memory:",
        "'{url}' is geen bus: schrijf redis://…, postgresql://… of memory:",
    ),
    "database-damaged": (
        "The database is damaged ({why}): restore a backup into a new database.",
        "De database is beschadigd ({why}): zet een reservekopie terug in een nieuwe.",
    ),
    "disk-full": (
        "The disk is full, so nothing can be saved. The game continues when there is space again.",
        "De schijf is vol: er kan niets bij. Het spel gaat door zodra er ruimte is.",
    ),
    "table-unreadable": (
        "This table cannot be read; the administrator can run 'klaverjas db check' to find out why.",
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
    "no-database": ("The database {file} does not exist yet.", "Er is nog geen database {file}."),
    "database-in-use": (
        "{file} is in use by another server. SQLite allows one server; PostgreSQL allows several.",
        "Een andere server gebruikt {file}; een SQLite-bestand heeft één server, PostgreSQL kan er veel hebben.",
    ),
    "already-playing": (
        "You are already playing in another terminal: continue there.",
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
        "'{text}' is not a valid public URL, such as https://klaverjas.example.",
        "'{text}' is geen openbaar adres zoals https://klaverjas.example.",
    ),
    "bad-proxy": (
        "A trusted proxy must be an address or a network: {why}.",
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
    "record-tag-twice": ("the tag {name} appears twice.", "het label {name} komt twee keer voor."),
    "record-tag-value": (
        "the tag {name} must be {takes}.",
        "het label {name} vraagt {takes}.",
    ),
    "record-version": (
        "this record has format {value}; this program reads format 1.",
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
        "A comment cannot contain '}}' or control characters.",
        "Commentaar kan geen '}}' of besturingstekens bevatten.",
    ),
    "record-comment-place": (
        "A comment refers to a deal or action that is not in the game.",
        "Een commentaar staat bij een gift of handeling die de partij niet heeft.",
    ),
    "record-reserved-tag": (
        "The tag {name} is reserved: it is derived from the game.",
        "Het label {name} wordt uit de partij zelf geschreven.",
    ),
    "record-tag-name": (
        "'{name}' is not a valid tag name: use a letter, then letters, digits, dots, hyphens or underscores.",
        "'{name}' is geen naam voor een label: een letter, dan letters, cijfers, punten en streepjes.",
    ),
    "record-too-long": (
        "too long: at most {most} are allowed.",
        "dat zijn er meer dan {most}; zo lang speelt niemand.",
    ),
    "record-not-written": (
        "This game is too long for a record: more than {deals} deals, or more than {items} items in one "
        "deal.",
        "Deze partij is te lang om op te schrijven: meer dan {deals} giften, of meer dan {items} woorden in een gift.",
    ),
    "record-empty": ("There is no game in this record.", "Er staat geen partij in."),
    # --- deals that can be verified --------------------------------------------------------------
    "not-verifiable": (
        "The record has no {missing}, so its deals cannot be verified.",
        "De partij bevat geen {missing}, dus de giften zijn niet te controleren.",
    ),
    "bad-secret": (
        "A secret must be 32 to 200 visible ASCII characters without spaces.",
        "Een geheim is 32 tot 200 zichtbare ASCII-tekens zonder spaties.",
    ),
    "bad-text": (
        "A shuffle text can be at most 200 Unicode characters.",
        "De tekst van een speler is hooguit 200 tekens Unicode.",
    ),
    # --- bots ------------------------------------------------------------------------------------
    "unknown-bot": (
        "Unknown bot '{text}'. Choose one of {names}.",
        "Er is geen bot '{text}'; er zijn {names}.",
    ),
    "unknown-level": (
        "Unknown level '{text}'. From weak to strong: {names}.",
        "Er is geen niveau '{text}'; van zwak naar sterk zijn er {names}.",
    ),
    "unknown-setting": (
        "{bot} has no setting '{text}'. Its settings are: {names}.",
        "{bot} heeft geen instelling '{text}'; wel: {names}.",
    ),
    "bad-setting": (
        "'{text}' is not a valid value: write a number from 1 to {most}.",
        "'{text}' is geen instelling: schrijf een getal van 1 tot {most}.",
    ),
    # --- the engine protocol ---------------------------------------------------------------------
    "bad-json": ("Invalid JSON: {why}.", "Dit is geen JSON: {why}."),
    "not-an-object": ("A request must be a JSON object.", "Een vraag is een JSON-object."),
    "line-too-long": (
        "This line is longer than {most} bytes.",
        "Deze regel is langer dan {most} bytes.",
    ),
    "unknown-op": (
        "Unknown op '{op}'. Choose one of {ops}.",
        "Er is geen op '{op}'; er zijn {ops}.",
    ),
    "missing-field": ("The field '{field}' is missing.", "Het veld '{field}' ontbreekt."),
    "wrong-field": (
        "The field '{field}' must be {takes}.",
        "Het veld '{field}' moet {takes} zijn.",
    ),
    "bad-action": (
        "Invalid action: {why}.",
        "Dit is geen handeling: {why}.",
    ),
    "unavailable": (
        "This engine has no {what}, so it cannot answer '{op}'.",
        "Deze engine heeft geen {what} en kan '{op}' niet beantwoorden.",
    ),
    "internal": (
        "Something went wrong in the engine. This is a bug in the engine.",
        "De engine liep vast op deze vraag; dat is een fout van de engine.",
    ),
    # --- the commands ----------------------------------------------------------------------------
    "cannot-read": ("Cannot read {file}: {why}.", "Kan {file} niet lezen: {why}."),
    "cannot-write": ("Cannot write {file}: {why}.", "Kan {file} niet schrijven: {why}."),
    "no-input": ("Cannot use standard input: {why}.", "Standaardinvoer is niet te gebruiken: {why}."),
    "file-failed": ("Cannot use {file}: {why}.", "{file} is niet te gebruiken: {why}."),
    "no-output": (
        "Cannot use standard output: {why}.",
        "Standaarduitvoer is niet te gebruiken: {why}.",
    ),
    "sheet-or-round": (
        "Choose --sheet or --round, not both: the sheet covers the whole game.",
        "Kies --sheet of --round: het formulier is van de hele partij.",
    ),
    "no-such-round": (
        "There is no round {number}: this game has {count}.",
        "Er is geen ronde {number}: de partij heeft er {count}.",
    ),
    "no-such-game": (
        "There is no game {number}: this file has {count}.",
        "Er is geen partij {number}: het bestand bevat er {count}.",
    ),
    # --- surveys ---------------------------------------------------------------------------------
    "survey-what": (
        "Choose the deals: --deals with a number, or --from with a file.",
        "Zeg welke giften: --deals met een aantal, of --from met een bestand.",
    ),
    "workers-or-dask": (
        "Use --workers or --dask, not both: a cluster has its own workers.",
        "Zeg --workers of --dask, niet allebei: een cluster heeft eigen werkers.",
    ),
    "option-range": (
        "{option} must be between {least} and {most}.",
        "{option} moet van {least} tot {most} zijn.",
    ),
    "survey-ending": (
        "'{file}' has no known file extension: use one of {endings}.",
        "'{file}' heeft geen bekende extensie: kies een van {endings}.",
    ),
    "survey-finished": (
        "{file} already exists and is complete: use 'klaverjas survey show' to see the results.",
        "{file} is er al, en er valt niets meer van op te lossen: 'klaverjas survey show' vertelt wat erin staat.",
    ),
    "survey-other": (
        "{file} belongs to another, unfinished survey. Repeat its deals, rules and dealer to resume it, "
        "choose another file, or remove {journal}.",
        "Een ander onderzoek naar {file} is niet af: geef de giften, regels en deler daarvan om verder te "
        "gaan, kies een ander bestand, of verwijder {journal}.",
    ),
    "survey-running": (
        "Another process is working on this survey: {journal} is in use.",
        "Een ander proces werkt aan dit onderzoek: {journal} is in gebruik.",
    ),
    "no-journal": (
        "{journal} is not a survey progress file: {why}.",
        "{journal} is niet de voortgang van een onderzoek: {why}.",
    ),
    "no-survey": ("{file} is not a survey file.", "{file} is geen onderzoek."),
    "no-deals": ("{file} contains no deals.", "Er staat geen gift in {file}."),
    "deal-line": ("{file}, line {line}: {what}", "{file}, regel {line}: {what}"),
    "deal-too-long": (
        "A deal can be at most {most} characters long.",
        "Een gift heeft hooguit {most} tekens.",
    ),
    "deal-not-text": ("This is not UTF-8 text.", "Dit is geen UTF-8-tekst."),
    "no-cluster": (
        "No Dask cluster at {address}: {why}.",
        "Er antwoordt geen Dask-cluster op {address}: {why}.",
    ),
    "cluster-failed": (
        "The Dask cluster at {address} failed: {why}. Run the same command again to resume.",
        "Het Dask-cluster op {address} liet het afweten: {why}. Dezelfde opdracht gaat hier verder.",
    ),
    # --- the arena -------------------------------------------------------------------------------
    "own-bot": (
        "'{text}' does not name a bot: write python:FILE:NAME.",
        "'{text}' zegt niet welke bot: schrijf python:BESTAND:NAAM.",
    ),
    "no-own-bot": (
        "{file} has no bot called {name}: it must be a klaverjas.bots.Bot, or return one.",
        "In {file} staat geen bot die {name} heet: het moet een klaverjas.bots.Bot zijn, of er een geven.",
    ),
    "no-python-file": ("{file} is not a Python file.", "{file} is geen Python-bestand."),
    "own-bot-fault": (
        "Cannot use {file}: {why}",
        "{file} kan niet gebruikt worden: {why}",
    ),
    "no-such-player": (
        "Unknown player '{text}'. Choose one of {names}, or an engine as exec:COMMAND.",
        "Er is geen speler '{text}'; er zijn {names}, en engines als exec:OPDRACHT.",
    ),
    "arena-two": (
        "Name at least two partnerships.",
        "Zeg wie elkaar ontmoeten: twee paren of meer.",
    ),
    "arena-twice": (
        "'{text}' appears twice: with more than two partnerships, name each only once.",
        "'{text}' staat er twee keer: bij meer dan twee paren wordt elk één keer genoemd.",
    ),
    "arena-troef": (
        "Random trump needs rules in which a player must name it: it does not work with an auction.",
        "Het lot kan alleen troef maken waar iemand dat moet: niet waar geboden wordt.",
    ),
    "sprt-bounds": (
        "'{text}' is not a pair of bounds: write LOW,HIGH with the lower one first, such as 0,5.",
        "'{text}' zijn geen twee verschillen: schrijf LAAG,HOOG, zoals 0,5, de laagste eerst.",
    ),
    "arena-finished": (
        "{file} already exists and is complete: use 'klaverjas arena show' to see the results.",
        "{file} is er al, en er valt niets meer van te spelen: 'klaverjas arena show' vertelt wat erin staat.",
    ),
    "arena-other": (
        "{file} belongs to another, unfinished arena. Repeat its players, rules and deals to resume it, "
        "choose another file, or remove {journal}.",
        "Een andere arena naar {file} is niet af: geef de spelers, regels en giften daarvan om verder te "
        "gaan, kies een ander bestand, of verwijder {journal}.",
    ),
    "arena-running": (
        "Another process is working on this arena: {journal} is in use.",
        "Een ander proces werkt aan deze arena: {journal} is in gebruik.",
    ),
    "arena-no-journal": (
        "{journal} is not an arena progress file: {why}.",
        "{journal} is niet de voortgang van een arena: {why}.",
    ),
    "watch-other": (
        "{file} belongs to another, unfinished run. Repeat its bot and settings to resume it, choose "
        "another file, or remove {journal}.",
        "Voor {file} wordt iets anders bekeken: geef dezelfde bot en instellingen om verder te gaan, "
        "kies een ander bestand, of verwijder {journal}.",
    ),
    "watch-running": (
        "Another process is already collecting decisions for this network: {journal} is in use.",
        "Een ander proces kijkt al voor deze leerling: {journal} is in gebruik.",
    ),
    "nothing-seen": (
        "None of the moves of '{name}' was possible, so there is nothing to learn from it.",
        "Niets van wat '{name}' wilde doen kon: er valt niets van te leren.",
    ),
    "watch-no-journal": (
        "{journal} is not a file of recorded decisions: {why}.",
        "{journal} is niet wat er van een bot gezien is: {why}.",
    ),
    "arena-worker": (
        "A worker process ended unexpectedly. Run the same command again to resume.",
        "Een proces dat giften speelde is opgehouden. Dezelfde opdracht gaat hier verder.",
    ),
    "no-arena": ("{file} is not an arena file.", "{file} is geen arena."),
    "player-too-long": (
        "The name of a partnership can be at most {most} characters long.",
        "Een paar wordt met hooguit {most} tekens geschreven.",
    ),
    "no-move": ("{seat} did not move.", "{seat} deed geen zet."),
    "engine-no-start": (
        "Cannot start the engine '{engine}': {why}.",
        "De engine '{engine}' is niet te starten: {why}.",
    ),
    "engine-died": (
        "The engine '{engine}' stopped: {why}.",
        "De engine '{engine}' is opgehouden: {why}.",
    ),
    "engine-late": (
        "The engine '{engine}' did not answer within {seconds} seconds.",
        "De engine '{engine}' antwoordde niet binnen {seconds} seconden.",
    ),
    "engine-nonsense": (
        "The engine '{engine}' does not follow the engine protocol: {why}.",
        "De engine '{engine}' spreekt het engineprotocol niet: {why}.",
    ),
    "engine-error": (
        "The engine '{engine}' returned an error: {why}.",
        "De engine '{engine}' antwoordde met een fout: {why}.",
    ),
    "engine-refused": (
        "The engine '{engine}' made a move that is not allowed, {action}: {why}",
        "De engine '{engine}' deed wat de ronde niet toestaat, {action}: {why}",
    ),
    "unknown-action": (
        "'{text}' is not a valid action of the environments.",
        "'{text}' is geen actie van de omgevingen.",
    ),
    "rounds-needed": (
        "At least one round is needed, not {number}.",
        "Er is ten minste één ronde nodig, niet {number}.",
    ),
    "actions-needed": (
        "Expected {number} whole numbers, one action per round, not {kind} of shape {shape}.",
        "Er zijn {number} hele getallen nodig, een actie per ronde, niet {kind} in de vorm {shape}.",
    ),
    "action-not-possible": (
        "This action is not possible now: {action}.",
        "Dat kan nu niet: {action}.",
    ),
    "missing-extra": (
        "This needs {package}, which is not installed: {command}",
        "Hiervoor is {package} nodig, dat niet geïnstalleerd is: {command}",
    ),
    "no-gpu": (
        "No CUDA GPU was found: leave out the option to use the CPU.",
        "Deze machine heeft geen GPU die CUDA kan gebruiken: vraag er niet om, dan doet de processor hetzelfde.",
    ),
    "no-weights": (
        "Cannot read {file}: {why}.",
        "{file} kan niet worden gelezen: {why}.",
    ),
    "bad-weights": (
        "{file} does not contain valid network weights, or is damaged.",
        "{file} bevat niet de gewichten van een speler, of is beschadigd.",
    ),
    "older-weights": (
        "The weights in {file} have version {version}; version {wanted} is needed.",
        "De gewichten in {file} zijn van versie {version}; versie {wanted} is nodig.",
    ),
    "no-judge": (
        "These weights have no value network, so they cannot look ahead: use them with the bot 'net'.",
        "Bij deze gewichten hoort geen beoordelaar, die vooruitkijkt: ze zijn voor de bot 'net'.",
    ),
    "weights-do-not-fit": (
        "The network in {file} is wider than the one to be trained, or has a different depth.",
        "De speler in {file} is breder dan die getraind moet worden, of heeft een andere diepte.",
    ),
    "no-course": (
        "There is no training run in {folder}.",
        "Er is geen training in {folder}.",
    ),
    "bad-course": (
        "The training run in {folder} cannot be resumed: it is damaged, or has another version. Its best "
        "checkpoint can start a new run, with --begin-with.",
        "De training in {folder} kan niet worden voortgezet: die is beschadigd, of van een andere versie. De speler "
        "die bewaard is kan het begin van een nieuwe zijn, met --begin-with.",
    ),
    "course-in-use": (
        "Another process is already using the training run in {folder}.",
        "Een ander proces gaat al verder met de training in {folder}.",
    ),
    "course-has-begun": (
        "The training run in {folder} has already started: --begin-with is for a new run.",
        "De training in {folder} is al begonnen: --begin-with is voor een nieuwe.",
    ),
    "guests-are-missing": (
        "The training run in {folder} uses guest networks: name them again with --guests.",
        "Aan de training in {folder} doen gasten mee: zeg met --guests opnieuw wie dat zijn.",
    ),
    "bad-opponent": (
        "'{name}' cannot name an opponent: 'best' and 'strangers' are reserved, and each name can be used "
        "once. Write NAME=FILE.",
        "'{name}' kan niet de naam van een tegenstander zijn: 'best' en 'strangers' zijn er al, en elke naam staat "
        "voor één. Schrijf NAAM=BESTAND.",
    ),
    "weights-name": (
        "A weights file must have the extension .npz: {file}.",
        "De naam van een bestand met gewichten moet op .npz eindigen, en {file} doet dat niet.",
    ),
    "other-course": (
        "{folder} holds a training run with other settings: continue it without --set, or choose an empty "
        "folder.",
        "{folder} bevat een training met andere instellingen: ga daarmee verder zonder instellingen, of neem een lege "
        "map.",
    ),
    "bad-training-setting": (
        "'{text}' is not a training setting. Choose from {names}; set the share of a rule set with "
        "'rooms.lugus=4'.",
        "'{text}' is geen instelling van een training. Dat zijn {names}; een deel van de tafels is 'rooms.lugus=4'.",
    ),
    "bad-setting-value": (
        "'{text}' is not a valid setting. The default is {name}={usual}.",
        "'{text}' is niet te begrijpen. Gewoonlijk is het {name}={usual}.",
    ),
    "no-such-choice": (
        "Unknown choice '{text}'. Choose one of {names}.",
        "'{text}' is er niet. Er zijn {names}.",
    ),
    "training-too-large": (
        "This training needs about {needed} GB of memory, and {there} GB is available: use fewer tables or "
        "steps, a smaller batch or narrower networks.",
        "Een training met deze instellingen neemt ongeveer {needed} GB, en er zijn er {there}: minder tafels of "
        "stappen, een kleinere batch of smallere netwerken nemen minder.",
    ),
    "training-no-memory": (
        "Out of memory: use fewer tables or steps, a smaller batch or narrower networks. Checkpoints saved "
        "earlier are still valid.",
        "Er is niet genoeg geheugen voor deze training: minder tafels of stappen, een kleinere batch of smallere "
        "netwerken nemen minder. Wat eerder bewaard is is nog goed.",
    ),
    "training-broke": (
        "Training diverged after {lessons} updates: some numbers are no longer finite. Start a new run "
        "from an earlier checkpoint (--begin-with), with a lower learning rate.",
        "De training is na {lessons} lessen gebroken: de getallen zijn niet meer eindig. Wat eerder bewaard is is nog "
        "goed: begin daarmee een nieuwe (--begin-with), met kleinere stappen.",
    ),
    # --- RECYCLE programs ------------------------------------------------------------------------
    "program": ("Line {line}, column {column}: {what}", "Regel {line}, kolom {column}: {what}"),
    "recycle-too-long": (
        "a program can have at most {most} characters.",
        "een programma heeft hooguit {most} tekens.",
    ),
    "recycle-sign": (
        "'{text}' is not valid RECYCLE: words are in lower case, names in CAPITALS, variables are 'CAPITALS.",
        "'{text}' betekent niets in RECYCLE: woorden zijn klein, namen in HOOFDLETTERS, variabelen 'HOOFDLETTERS.",
    ),
    "recycle-begin": (
        "a program must begin with (game, not with '{found}'.",
        "een programma begint met (game, maar hier staat '{found}'.",
    ),
    "recycle-after-the-end": (
        "the program has already ended: its last bracket is closed before this.",
        "het programma is hiervoor al afgelopen: het laatste haakje is al gesloten.",
    ),
    "recycle-open": ("this bracket is never closed.", "dit haakje wordt nergens gesloten."),
    "recycle-too-deep": (
        "brackets can be nested at most {most} deep.",
        "meer dan {most} haakjes in elkaar worden niet gelezen.",
    ),
    "recycle-expected": (
        "expected {expected}; found {found}.",
        "verwacht werd {expected}; hier staat {found}.",
    ),
    "recycle-variable": (
        "{name} is unknown here; known names: {known}.",
        "{name} is hier niet bekend; bekend zijn: {known}.",
    ),
    "recycle-too-large": (
        "a number can be at most {most}.",
        "getallen gaan tot {most}.",
    ),
    "recycle-too-many-cards": (
        "a game can have at most {most} cards.",
        "een spel heeft hooguit {most} kaarten.",
    ),
    "recycle-no-points": (
        "no points are defined as {name} yet.",
        "er zijn nog geen punten vastgelegd als {name}.",
    ),
    "recycle-no-member": (
        "number {number} is out of range: use 1 to {most}.",
        "nummer {number} bestaat niet: ze gaan van 1 tot {most}.",
    ),
    "recycle-nobodys": (
        "the card is in {place}, so it belongs to no player.",
        "de kaart ligt in {place}, en is dus van geen speler.",
    ),
    "recycle-negative": (
        "{number} is too small here.",
        "{number} is hier te klein voor.",
    ),
    "recycle-zero": ("cannot divide by 0.", "delen door 0 kan niet."),
    "recycle-no-range": (
        "the range from {least} to {most} is empty.",
        "er is geen getal van {least} tot {most}.",
    ),
    "recycle-no-cards": (
        "there is no such card: the pile is too small.",
        "die kaart is er niet: zoveel liggen er niet.",
    ),
    "recycle-no-place": (
        "{name} stands for cards, not for a place to put a card.",
        "{name} staat voor kaarten, niet voor een plek waar er een bij kan.",
    ),
    "recycle-memory-moved": (
        "{place} is memory: use 'remember' to add a copy and 'forget' to remove it.",
        "{place} is geheugen: een kopie komt erin met 'remember' en gaat eruit met 'forget'.",
    ),
    "recycle-not-memory": (
        "{place} is not memory ('mem'): its cards are real and must be moved.",
        "{place} is geen geheugen ('mem'): de kaarten erin zijn echt, en worden verplaatst.",
    ),
    "recycle-export": (
        "Only rules with forced trump, refused incorrect cards and automatic roem can be exported: set "
        "{changes}.",
        "Een programma kan alleen gemaakt worden van regels waarbij troef verplicht is, een onjuiste kaart geweigerd "
        "wordt en roem vanzelf telt: zet {changes}.",
    ),
    "recycle-player": (
        "'{text}' is not a known player: choose one of {names}.",
        "'{text}' is geen speler van programma's: kies een van {names}.",
    ),
    "recycle-no-option": (
        "player {player} must choose, but has no options.",
        "speler {player} moet kiezen, maar er valt niets te kiezen.",
    ),
    "recycle-endless": (
        "endless loop: stopped after {steps} steps without a choice.",
        "hier komt geen eind aan: gestopt na {steps} stappen waarin niemand iets koos.",
    ),
    "recycle-endless-choices": (
        "endless game: stopped after {most} choices.",
        "hier komt geen eind aan: gestopt na {most} keuzes.",
    ),
}
