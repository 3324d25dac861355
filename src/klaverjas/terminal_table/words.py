"""Every word of the table in the terminal, in English and Dutch."""

from typing import Final

from klaverjas.errors import KlaverjasError
from klaverjas.sentences import Language, Phrase

WORDS: Final = {
    # --- before there is a table -----------------------------------------------------------------
    "no-server": Phrase(
        "{server} is not responding: {why}.",
        "{server} antwoordt niet: {why}.",
    ),
    "no-klaverjas-server": Phrase(
        "{server} is not a klaverjas server.",
        "{server} is geen klaverjasserver.",
    ),
    "name-needed": Phrase(
        "You are new at {server}: choose a name with --name.",
        "Je bent nieuw bij {server}: zeg met --name wie je bent.",
    ),
    "which-table": Phrase(
        "Which table? Give its code, or open a new one with --new.",
        "Welke tafel? Geef de code, of open er een met --new.",
    ),
    "waits-for-host": Phrase(
        "Waiting for the host to let you in: the table is locked, or the link is old (Ctrl+C to cancel)...",
        "De gastheer moet je eerst binnenlaten: de tafel is op slot, of de link is oud. Wachten "
        "(Ctrl+C stopt ermee)...",
    ),
    "code-or-new": Phrase(
        "Use a code or --new, not both: a new table gets its own code.",
        "Geef een code of --new: een nieuwe tafel krijgt een eigen code.",
    ),
    "rules-with-new": Phrase(
        "--rules only works with --new.",
        "--rules is voor een nieuwe tafel: gebruik het met --new.",
    ),
    "no-terminal": Phrase(
        "This command needs a terminal.",
        "Een tafel heeft een terminal nodig om getoond te worden.",
    ),
    # --- the connection --------------------------------------------------------------------------
    "connecting": Phrase("Connecting…", "Verbinden…"),
    "lost": Phrase("Connection lost. Trying again…", "Geen verbinding. Opnieuw proberen…"),
    "goodbye": Phrase("{sentence} (q to quit)", "{sentence} (q sluit af)"),
    # --- the table -------------------------------------------------------------------------------
    "table": Phrase("Table", "Tafel"),
    "round": Phrase("Round {number}", "Ronde {number}"),
    "round-of": Phrase("Round {number} of {most}", "Ronde {number} van {most}"),
    "troef": Phrase("Trump", "Troef"),
    "sans": Phrase("sans", "sans"),
    "dealer": Phrase("dealer", "deler"),
    "Dealer": Phrase("Dealer", "Deler"),
    "Playing": Phrase("Playing", "Spelen"),
    "Bid": Phrase("Bid", "Bod"),
    "Tricks": Phrase("Tricks", "Slagen"),
    "Total": Phrase("Total", "Totaal"),
    "Roem": Phrase("Roem", "Roem"),
    "Clock": Phrase("Clock", "Klok"),
    "Rules": Phrase("Rules", "Regels"),
    "Here": Phrase("Here", "Aanwezig"),
    "seconds": Phrase("{count} s", "{count} s"),
    "bot": Phrase("bot", "bot"),
    "level-beginner": Phrase("beginner", "beginner"),
    "level-club": Phrase("club", "club"),
    "level-sterk": Phrase("strong", "sterk"),
    "level-meester": Phrase("master", "meester"),
    "away": Phrase("away", "weg"),
    "host": Phrase("host", "gastheer"),
    "watches": Phrase("watching", "kijkt"),
    "display": Phrase("screen", "scherm"),
    "you": Phrase("you", "jij"),
    "empty": Phrase("empty", "leeg"),
    "pass": Phrase("pass", "pas"),
    "wants-seat": Phrase("wants {seat}", "wil {seat}"),
    # --- what is asked now -----------------------------------------------------------------------
    "ask-sit": Phrase("Choose a seat: 1 to 4.", "Kies een plaats: 1 t/m 4."),
    "ask-host-bots": Phrase("Waiting for players; b adds bots.", "Wachten op spelers; b vult aan met bots."),
    "ask-start": Phrase("Everyone is seated: g to start.", "Iedereen zit: g begint."),
    "ask-again": Phrase("g to play again.", "g begint een nieuwe partij."),
    "ask-wait-start": Phrase("Waiting for {name} to start.", "Wachten tot {name} begint."),
    "ask-wait-players": Phrase("Waiting for players.", "Wachten op spelers."),
    "ask-card": Phrase("Your turn: play a card.", "Jij bent: speel een kaart."),
    "ask-troef": Phrase("Choose trump.", "Jij maakt troef."),
    "ask-bid": Phrase("Your bid.", "Jouw bod."),
    "turn-card": Phrase("{name} to play.", "{name} is aan de beurt."),
    "turn-troef": Phrase("{name} chooses trump.", "{name} maakt troef."),
    "turn-bid": Phrase("{name} to bid.", "{name} mag bieden."),
    "trick-to": Phrase("The trick goes to {name}.", "De slag is voor {name}."),
    "next-deal": Phrase("The next deal is coming.", "Zo wordt er weer gedeeld."),
    "closing": Phrase("The game is decided.", "De partij is beslist."),
    "next-deal-alone": Phrase("Space or Enter: next deal.", "Spatie of Enter: de volgende ronde."),
    "closing-alone": Phrase("Space or Enter: end of the game.", "Spatie of Enter: het einde van de partij."),
    "waiting-for": Phrase("Waiting for {names}.", "Wachten op {names}."),
    "wants-end": Phrase("{names}: end the game? a to agree.", "{names} wil stoppen: met a stem je in."),
    "you-want-end": Phrase(
        "You want to end the game; the others must agree.", "Jij wilt stoppen; de anderen moeten instemmen."
    ),
    "tapped": Phrase("Waiting for the others.", "Wachten op de anderen."),
    "closed": Phrase("This table has closed.", "De tafel is gesloten."),
    # --- how it ended ----------------------------------------------------------------------------
    "made": Phrase("made", "gehaald"),
    "nat": Phrase("nat", "nat"),
    "pit": Phrase("pit", "pit"),
    "tegenpit": Phrase("tegenpit", "tegenpit"),
    "verzaakt": Phrase("verzaakt", "verzaakt"),
    "passed-out": Phrase("passed out", "rondpas"),
    "outcome-of": Phrase("{team}: {outcome}", "{team}: {outcome}"),
    "outcome-with": Phrase("{team} with {troef}: {outcome}", "{team} met {troef}: {outcome}"),
    "wins": Phrase("{team} wins", "{team} wint"),
    "draw": Phrase("A draw", "Gelijkspel"),
    "ended-agreed": Phrase("Ended by agreement", "In overleg gestopt"),
    "ended-alone": Phrase("Ended early", "Hier gestopt"),
    "ended-abandoned": Phrase("The game was abandoned", "De partij is verlaten"),
    "ended-too-long": Phrase("Game stopped: too many deals", "De partij is gestopt: te veel giften"),
    # --- the log ---------------------------------------------------------------------------------
    "log-joined": Phrase("{name} joined", "{name} komt aan tafel"),
    "log-left": Phrase("{name} left", "{name} is vertrokken"),
    "log-removed": Phrase("{name} was removed", "{name} is verwijderd"),
    "log-link": Phrase("link for friends: {link}", "de link voor vrienden: {link}"),
    "log-locked": Phrase(
        "the table is locked: newcomers must ask the host",
        "de tafel is op slot: wie komt, vraagt het de gastheer",
    ),
    "log-unlocked": Phrase("the table is open again", "de tafel is weer open"),
    "log-renewed": Phrase("the table code is now {code}", "de code van de tafel is nu {code}"),
    "log-asks": Phrase("{name} wants to join", "{name} wil binnenkomen"),
    "log-asks-old": Phrase(
        "{name} wants to join, with an old link", "{name} wil binnenkomen, met een oude link"
    ),
    "log-turned-away": Phrase("{name} was not let in", "{name} is niet binnengelaten"),
    "log-expired": Phrase("{name} is no longer waiting", "{name} wacht niet meer"),
    "log-connected": Phrase("{name} is connected", "{name} is er"),
    "log-disconnected": Phrase("{name} is away", "{name} is weg"),
    "log-host": Phrase("{name} is the host", "{name} is gastheer"),
    "log-sat": Phrase("{name} sits {seat}", "{name} zit op {seat}"),
    "log-stood": Phrase("{name} stands up", "{name} staat op"),
    "log-swap": Phrase("{name} wants to sit {seat}", "{name} wil op {seat} zitten"),
    "log-swapped": Phrase("{seat} and {other} swap seats", "{seat} en {other} ruilen"),
    "log-bot": Phrase("a bot sits {seat}: {level}", "op {seat} zit een bot: {level}"),
    "log-no-bot": Phrase("the bot at {seat} leaves", "de bot gaat van {seat} weg"),
    "log-stand-in": Phrase("a bot plays for {name}", "een bot speelt voor {name}"),
    "log-handed-back": Phrase("{name} is playing again", "{name} speelt weer zelf"),
    "log-prepared": Phrase(
        "the next deals are fixed: {commitment}…", "de volgende giften liggen vast: {commitment}…"
    ),
    "log-text": Phrase("{name} adds to the shuffle: “{text}”", "{name} schudt mee: “{text}”"),
    "log-rules": Phrase("rules: {rules}", "regels: {rules}"),
    "log-begun": Phrase("Game {number} starts", "Partij {number} begint"),
    "log-dealt": Phrase("{name} deals", "{name} deelt"),
    "log-troef": Phrase("{name} chooses {suit}", "{name} maakt {suit} troef"),
    "log-bid": Phrase("{name} bids {bid}", "{name} biedt {bid}"),
    "log-passed": Phrase("{name} passes", "{name} past"),
    "log-auction": Phrase("{name} plays {bid}", "{name} speelt {bid}"),
    "log-claim-right": Phrase("{name} calls {points} roem", "{name} roept {points} roem"),
    "log-claim-wrong": Phrase("{name} calls {points} roem: wrong", "{name} roept {points}: onjuist"),
    "log-knock-right": Phrase("{name} knocks", "{name} klopt"),
    "log-knock-wrong": Phrase("{name} knocks: false", "{name} klopt: vals"),
    "log-trick-only": Phrase("{name} takes the trick", "{name} haalt de slag"),
    "log-trick": Phrase("{name} takes {cards}: {points}", "{name} pakt {cards}: {points}"),
    "log-accused-wrong": Phrase(
        "{name} accuses {accused}: wrongly", "{name} beschuldigt {accused}: onterecht"
    ),
    "log-accused-right": Phrase(
        "{name} accuses {accused}: verzaakt!", "{name} beschuldigt {accused}: verzaakt!"
    ),
    "log-offence": Phrase(
        "  trick {trick}: {card} (rule {rule}); correct: {cards}",
        "  slag {trick}: {card} (regel {rule}); goed: {cards}",
    ),
    "log-penalty": Phrase("penalty for {team}", "straf voor {team}"),
    "log-arbiter": Phrase("{name} is the arbiter", "{name} is arbiter"),
    "log-no-arbiter": Phrase("there is no arbiter any more", "er is geen arbiter meer aangewezen"),
    "log-complained": Phrase("{name} complains: {about} talked", "{name} klaagt dat {about} praat"),
    "log-complaint-upheld": Phrase("the arbiter upholds the complaint", "de arbiter geeft de klacht gelijk"),
    "log-complaint-admitted": Phrase("the complaint is admitted", "het wordt toegegeven"),
    "log-complaint-dismissed": Phrase("the arbiter dismisses the complaint", "de arbiter wijst de klacht af"),
    "log-complaint-lapsed": Phrase("the complaint expires", "de klacht vervalt"),
    "log-penalty-lifted": Phrase(
        "the penalty for {team} is taken back", "de straf voor {team} is teruggenomen"
    ),
    "log-scored": Phrase("{outcome}: {first}, {second}", "{outcome}: {first}, {second}"),
    "log-won": Phrase("{team} wins: {points}", "{team} wint: {points}"),
    "log-draw": Phrase("a draw: {points}", "gelijkspel: {points}"),
    "log-clock": Phrase("{name} ran out of time: a bot played", "de tijd van {name} is om: een bot speelde"),
    "log-end-wish": Phrase("{name} wants to end the game", "{name} wil stoppen"),
    "log-end-not": Phrase("{name} wants to play on", "{name} wil doorspelen"),
    "log-ended": Phrase(
        "the game is over; its secret: {secret}…", "de partij is afgelopen; het geheim: {secret}…"
    ),
    "log-closed": Phrase("the table has closed", "de tafel is gesloten"),
    # --- what one can do -------------------------------------------------------------------------
    "do-sit": Phrase("sit {seat}", "op {seat} zitten"),
    "do-swap": Phrase("swap to {seat}", "naar {seat} ruilen"),
    "do-stand": Phrase("stand up", "opstaan"),
    "do-bots": Phrase("bots", "bots"),
    "do-bots-of": Phrase("bots of another level…", "bots van een ander niveau…"),
    "title-level": Phrase("Which level?", "Welk niveau?"),
    "do-tip": Phrase("tip", "tip"),
    "tip-pass": Phrase("Pass.", "Passen."),
    "tip-roem": Phrase("Call it (r).", "Roep het (r)."),
    "tip-accuse": Phrase("Accuse (v).", "Beschuldig (v)."),
    "do-remove-bot": Phrase("remove the bot at {seat}", "de bot op {seat} wegsturen"),
    "do-rules": Phrase("choose the rules…", "regels kiezen…"),
    "do-rules-named": Phrase("{name}: {summary}", "{name}: {summary}"),
    "do-start": Phrase("start", "beginnen"),
    "do-tap": Phrase("continue", "verder"),
    "do-roem": Phrase("roem…", "roem…"),
    "do-claim": Phrase("call {points}", "{points} roepen"),
    "do-knock": Phrase("knock", "kloppen"),
    "do-accuse": Phrase("verzaakt…", "verzaakt…"),
    "do-accuse-seat": Phrase("accuse {name}", "{name} beschuldigen"),
    "do-stand-in": Phrase("a bot for {name}", "een bot voor {name}"),
    "do-agree": Phrase("end the game", "partij beëindigen"),
    "do-go-on": Phrase("play on", "doorspelen"),
    "do-disagree": Phrase("play on after all", "toch doorspelen"),
    "do-complain": Phrase("complain about talking", "klagen dat iemand praat"),
    "do-complain-about": Phrase("about {name}", "over {name}"),
    "title-complain": Phrase("Who talked about their cards?", "Wie verried iets over de eigen kaarten?"),
    "do-admit": Phrase("admit it: you lose the round", "toegeven: de ronde is verloren"),
    "do-uphold": Phrase("uphold the complaint about {name}", "de klacht over {name} gelijk geven"),
    "do-dismiss": Phrase("dismiss the complaint", "de klacht afwijzen"),
    "do-lift": Phrase("take the penalty back", "de straf terugnemen"),
    "do-no-arbiter": Phrase("{name} is no longer arbiter", "{name} niet langer arbiter"),
    "do-arbiter": Phrase("make {name} arbiter", "{name} arbiter maken"),
    "do-remove": Phrase("remove {name}", "{name} wegsturen"),
    "do-lock": Phrase("lock the table", "tafel op slot doen"),
    "do-unlock": Phrase("unlock the table", "tafel van slot doen"),
    "do-let-in": Phrase("let {name} in", "{name} binnenlaten"),
    "do-turn-away": Phrase("turn {name} away", "{name} weigeren"),
    "do-hand-over": Phrase("make {name} host", "{name} gastheer maken"),
    "do-leave": Phrase("leave the table", "de tafel verlaten"),
    "do-go": Phrase("quit, but keep my seat", "weggaan, mijn plaats houden"),
    "do-stay": Phrase("stay", "blijven"),
    # --- titles and keys -------------------------------------------------------------------------
    "title-menu": Phrase("What do you want to do?", "Wat wil je doen?"),
    "title-roem": Phrase("How much roem is there?", "Hoeveel roem ligt er?"),
    "title-accuse": Phrase("Who has verzaakt?", "Wie heeft verzaakt?"),
    "title-end": Phrase("End the game here?", "De partij hier beëindigen?"),
    "title-rules": Phrase("Which rules?", "Welke regels?"),
    "title-quit": Phrase("Do you want to leave?", "Ga je weg?"),
    "title-sheet": Phrase("Score sheet", "Scoreformulier"),
    "title-keys": Phrase("Keys", "Toetsen"),
    "title-last": Phrase("Last trick", "De laatste slag"),
    "no-last": Phrase("You can no longer see it.", "Die is niet meer te zien."),
    "by-knock": Phrase("knock", "klop"),
    "no-sheet": Phrase("No round has been played yet.", "Er is nog geen ronde gespeeld."),
    "nothing": Phrase("There is nothing to do now.", "Er is nu niets te doen."),
    "escape": Phrase("Esc to close", "Esc sluit"),
    "Round": Phrase("Round", "Ronde"),
    "Outcome": Phrase("Outcome", "Uitkomst"),
    "key-card": Phrase("card", "kaart"),
    "key-choose": Phrase("choose", "kiezen"),
    "key-bid": Phrase("bid", "bieden"),
    "key-seat": Phrase("seat", "plaats"),
    "key-pass": Phrase("pass", "passen"),
    "key-last": Phrase("last trick", "laatste slag"),
    "key-sheet": Phrase("score", "score"),
    "key-menu": Phrase("menu", "menu"),
    "key-help": Phrase("keys", "toetsen"),
    "key-quit": Phrase("quit", "stoppen"),
    "help-lobby": Phrase("Before the game", "Vóór de partij"),
    "help-game": Phrase("In the game", "Tijdens de partij"),
    "help-always": Phrase("Always", "Altijd"),
    "help-seats": Phrase("sit there, or ask to swap", "daar gaan zitten, of met iemand ruilen"),
    "help-stand": Phrase("stand up", "opstaan"),
    "help-bots": Phrase("add bots to the empty seats (host)", "bots op de lege plaatsen (gastheer)"),
    "help-start": Phrase("start (host)", "beginnen (gastheer)"),
    "help-cards": Phrase("play that card, or name that suit", "die kaart spelen, of die kleur noemen"),
    "help-arrows": Phrase(
        "choose a card or a suit; bid more or less", "kaart of kleur kiezen; hoger of lager bieden"
    ),
    "help-enter": Phrase("play, name or bid it", "spelen, noemen, bieden"),
    "help-pass": Phrase("pass", "passen"),
    "help-tap": Phrase("continue without waiting", "verder, zonder te wachten"),
    "help-roem": Phrase("call roem, or knock", "roem roepen, of kloppen"),
    "help-tip": Phrase("what would a strong player do?", "wat zou een sterke speler doen?"),
    "help-accuse": Phrase("accuse someone of verzaakt", "iemand van verzaken beschuldigen"),
    "help-last": Phrase("see the last trick", "de laatste slag bekijken"),
    "help-stand-in": Phrase(
        "let a bot play for an absent player (host)", "bot laten spelen voor wie er niet is (gastheer)"
    ),
    "help-agree": Phrase("end the game now, if everyone agrees", "hier stoppen, als allen instemmen"),
    "help-sheet": Phrase("see the score sheet", "het scoreformulier"),
    "help-menu": Phrase("everything you can do now", "alles wat je nu kunt doen"),
    "help-quit": Phrase("quit, or leave the table", "weggaan, of de tafel verlaten"),
}


LEVELS: Final = ("beginner", "club", "sterk", "meester")  # from weak to strong


def level_name(bot: str, language: Language) -> str:
    """A bot as people call it, by its level; another name stays as it is."""
    return word(f"level-{bot}", language) if bot in LEVELS else bot


def word(key: str, language: Language, **facts: object) -> str:
    return WORDS[key].said(language).format(**facts)


class NotJoined(KlaverjasError):
    """Somebody cannot come to the table. The sentence is the server's own, or one of the words above."""

    def __init__(self, code: str, sentence: Phrase) -> None:
        super().__init__(code)
        self.words = sentence

    def sentence(self, language: Language = "en") -> str:
        return self.words.said(language)


def complaint(code: str, **facts: object) -> NotJoined:
    """A reason of our own."""
    return NotJoined(code, Phrase(word(code, "en", **facts), word(code, "nl", **facts)))


def server_said(code: str, sentence: str) -> NotJoined:
    """A reason that the server gave, in the language that it was asked for."""
    return NotJoined(code, Phrase(sentence, sentence))
