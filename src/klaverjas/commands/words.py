"""The words of the terminal's tables, in English and Dutch."""

from typing import Final

from klaverjas.sentences import Language, Phrase

_WORDS: Final = {
    "round": Phrase("Round", "Ronde"),
    "of": Phrase("of", "van"),
    "deal": Phrase("Deal", "Deling"),
    "dealer": Phrase("dealer", "deler"),
    "Dealer": Phrase("Dealer", "Deler"),
    "troef": Phrase("troef", "troef"),
    "Troef": Phrase("Troef", "Troef"),
    "sans": Phrase("sans", "sans"),
    "trick": Phrase("Trick", "Slag"),
    "points": Phrase("Points", "Punten"),
    "roem": Phrase("Roem", "Roem"),
    "Total": Phrase("Total", "Totaal"),
    "Outcome": Phrase("Outcome", "Uitkomst"),
    "score-sheet": Phrase("Score sheet", "Scoreformulier"),
    "made": Phrase("made", "gehaald"),
    "nat": Phrase("nat", "nat"),
    "pit": Phrase("pit", "pit"),
    "tegenpit": Phrase("tegenpit", "tegenpit"),
    "verzaakt": Phrase("verzaakt", "verzaakt"),
    "passed-out": Phrase("passed out", "rondpas"),
    "by-knock": Phrase("knock", "klop"),
    "false-knocks": Phrase("false knocks", "valse kloppen"),
    "won": Phrase("{team} wins.", "{team} wint."),
    "draw": Phrase("A draw.", "Gelijkspel."),
    "unfinished": Phrase("The game is not finished.", "De partij is niet afgelopen."),
    "broke": Phrase("broke rule {rule}; correct: {cards}", "tegen regel {rule}; goed was: {cards}"),
    "wrong-claim": Phrase("wrong claim", "onjuiste roem"),
    "false-knock": Phrase("false knock", "valse klop"),
    "claims": Phrase("{seat} claims {points}", "{seat} roept {points}"),
    "knocks": Phrase("{seat} knocks", "{seat} klopt"),
    "accuses": Phrase("{seat} accuses {accused}", "{seat} beschuldigt {accused}"),
    "in-vain": Phrase("in vain", "ten onrechte"),
    "proven": Phrase("proven", "terecht"),
    "penalty": Phrase("penalty for {team}", "straf voor {team}"),
    "penalty-lifted": Phrase("penalty for {team} taken back", "straf voor {team} teruggenomen"),
    "passes": Phrase("passes", "past"),
    "Seed": Phrase("Seed", "Seed"),
    "card": Phrase("Card", "Kaart"),
    "worth": Phrase("Worth", "Waard"),
    "loses": Phrase("Loses", "Verliest"),
    "to-play": Phrase("{seat} is to play", "{seat} is aan de beurt"),
    "looked-at": Phrase("{count} positions looked at", "{count} posities bekeken"),
    "compile-solver": Phrase("Compiling the solver, once...", "De oplosser wordt gecompileerd, eenmalig..."),
    "makes": Phrase("{team} make it.", "{team} halen het."),
    "makes-not": Phrase("{team} do not make it.", "{team} halen het niet."),
    "compile-scores": Phrase(
        "Compiling the search for scores, once...", "Het zoeken naar scores wordt gecompileerd, eenmalig..."
    ),
    "compile-rollouts": Phrase(
        "Compiling the rollouts, once...", "De uitspelen worden gecompileerd, eenmalig..."
    ),
    "training": Phrase(
        "Training on {device} at {tables} tables; lessons so far: {lessons}.",
        "Training op {device} aan {tables} tafels; lessen tot nu toe: {lessons}.",
    ),
    "lessons-done": Phrase(
        "Lessons: {lessons}; rounds: {rounds}; {seconds} s",
        "Lessen: {lessons}; rondes: {rounds}; {seconds} s",
    ),
    "course-of": Phrase("Training: {folder}", "De training {folder}"),
    "agreement": Phrase(
        "Lessons: {lessons}; in {same} % it does what the teacher does",
        "Lessen: {lessons}; in {same} % doet hij wat de leraar doet",
    ),
    "seen-of": Phrase("{decisions} decisions of {name} seen", "{decisions} beslissingen van {name} gezien"),
    "begins-with-master": Phrase(
        "It begins with what the master of this package knows.",
        "Hij begint met wat de meester van dit pakket weet.",
    ),
    "begins-with-nothing": Phrase(
        "It is too small for what the master of this package knows, and begins with nothing.",
        "Hij is te klein voor wat de meester van dit pakket weet, en begint met niets.",
    ),
    "teacher": Phrase("the teacher", "de leraar"),
    "ahead-of": Phrase("  ahead of {name}: {ahead}", "  voor op {name}: {ahead}"),
    "compile-network": Phrase(
        "Compiling the network, once...", "Het netwerk wordt gecompileerd, eenmalig..."
    ),
    "compile-look-ahead": Phrase(
        "Compiling the look ahead, once...", "Het vooruitkijken wordt gecompileerd, eenmalig..."
    ),
    "compile-lessons": Phrase(
        "Compiling the tables of a training, once...",
        "De tafels van een training worden gecompileerd, eenmalig...",
    ),
    "compile-many-rounds": Phrase(
        "Compiling many rounds at once, once...", "Veel rondes tegelijk worden gecompileerd, eenmalig..."
    ),
    "compile-guesses": Phrase("Compiling the bots, once...", "De bots worden gecompileerd, eenmalig..."),
    "compile-exact": Phrase(
        "Compiling the player who solves, once...", "De oplosser wordt gecompileerd, eenmalig..."
    ),
    "compiled": Phrase("Ready in {seconds} s; kept in {folder}", "Klaar in {seconds} s; bewaard in {folder}"),
    "Field": Phrase("Field", "Veld"),
    "Value": Phrase("Value", "Waarde"),
    "Meaning": Phrase("Meaning", "Betekenis"),
    "Rules": Phrase("Rules", "Regels"),
    "Name": Phrase("Name", "Naam"),
    "not-applicable": Phrase("does not apply", "niet van toepassing"),
    "no-differences": Phrase("There is no difference.", "Er is geen verschil."),
    "yes": Phrase("yes", "ja"),
    "no": Phrase("no", "nee"),
    "game": Phrase("Game", "Partij"),
    "commitment-right": Phrase(
        "the secret fits the commitment that was published before the first deal",
        "het geheim past bij de vastlegging van vóór de eerste deling",
    ),
    "commitment-wrong": Phrase(
        "the secret does NOT fit the published commitment", "het geheim past NIET bij de vastlegging"
    ),
    "deals-right": Phrase("all {count} deals follow from it", "alle {count} delingen volgen eruit"),
    "deals-wrong": Phrase(
        "these deals do NOT follow from it: {deals}", "deze delingen volgen er NIET uit: {deals}"
    ),
    "saved": Phrase("The record is in {file}.", "De partij staat in {file}."),
    "demo": Phrase(
        "Four players who know the rules and nothing else.",
        "Vier spelers die de regels kennen, en verder niets.",
    ),
    "serving": Phrase(
        "The tables are open: {page}  (stop with Ctrl-C)", "De tafels zijn open: {page}  (stop met Ctrl-C)"
    ),
    "nearby": Phrase(
        "On a phone in the same network: {page}", "Op een telefoon in hetzelfde netwerk: {page}"
    ),
    "kept-in": Phrase("Games are kept in {database}", "Partijen staan in {database}"),
    "laying-table": Phrase("The table is being laid…", "De tafel wordt klaargezet…"),
    "game-kept": Phrase(
        "Your game is kept: 'klaverjas play' goes on with it.",
        "Je partij is bewaard: 'klaverjas play' gaat ermee verder.",
    ),
    "player": Phrase("Player", "Speler"),
    "backing-up": Phrase("Backing up", "Reservekopie"),
    "backed-up": Phrase("{rows} rows are in {file}.", "Er staan {rows} rijen in {file}."),
    "restoring": Phrase("Restoring", "Terugzetten"),
    "restored": Phrase("{rows} rows are back.", "Er zijn {rows} rijen teruggezet."),
    "checking": Phrase("Checking", "Controle"),
    "checked": Phrase(
        "{count} games and tables checked, {faults} faults.",
        "{count} partijen en tafels gecontroleerd, {faults} fouten.",
    ),
    "exporting": Phrase("Exporting", "Exporteren"),
    "exported": Phrase("{count} games are in {file}.", "Er staan {count} partijen in {file}."),
    "not-exported": Phrase(
        "Game {id} cannot be read and is left out: {why}",
        "Partij {id} is niet te lezen en ontbreekt: {why}",
    ),
    "importing": Phrase("Importing", "Importeren"),
    "imported": Phrase(
        "{count} games are new, {skipped} were there already.",
        "{count} partijen zijn nieuw, {skipped} waren er al.",
    ),
    "surveying": Phrase("Solving", "Oplossen"),
    "deals-a-second": Phrase("{speed} deals/s", "{speed} delingen/s"),
    "how-far": Phrase("{what}: {done} of {total}", "{what}: {done} van {total}"),
    "deals": Phrase("Deals", "Delingen"),
    "makes-it": Phrase("Makes it", "Haalt het"),
    "interval": Phrase("95 % interval", "95%-interval"),
    "mean-value": Phrase("Mean value", "Gemiddeld waard"),
    "survey-means": Phrase(
        "The player left of the dealer, with his best troef and all hands open.",
        "De speler links van de deler, met zijn beste troef en alle handen open.",
    ),
    "survey-stopped": Phrase(
        "Stopped after {solved} of {count} deals: the same command goes on from here.",
        "Gestopt na {solved} van {count} delingen: dezelfde opdracht gaat hier verder.",
    ),
    "playing": Phrase("Playing", "Spelen"),
    "training-stopped": Phrase(
        "Stopped; lessons so far: {lessons}. The same command goes on from here.",
        "Gestopt; lessen tot nu toe: {lessons}. Dezelfde opdracht gaat hier verder.",
    ),
    "watching-stopped": Phrase(
        "Stopped: what was seen is kept, and the same command goes on watching.",
        "Gestopt: wat gezien is blijft bewaard, en dezelfde opdracht kijkt verder.",
    ),
    "imitation-stopped": Phrase(
        "Stopped; lessons so far: {lessons}. The pupil is kept as it is now.",
        "Gestopt; lessen tot nu toe: {lessons}. De leerling is bewaard zoals die nu is.",
    ),
    "arena-stopped": Phrase(
        "Stopped after {played} of {total} deals: the same command goes on from here.",
        "Gestopt na {played} van {total} delingen: dezelfde opdracht gaat hier verder.",
    ),
    "arena-means": Phrase(
        "Points a round before rounding, mean ± standard error; every deal is played both ways.",
        "Punten per ronde vóór afronding, gemiddelde ± standaardfout; elke deling wordt heen en terug gespeeld.",
    ),
    "row-minus-column": Phrase("Row minus column", "Rij min kolom"),
    "partnership": Phrase("Partnership", "Paar"),
    "rating": Phrase("Rating", "Rating"),
    "standard-error": Phrase("Standard error", "Standaardfout"),
    "win-share": Phrase("Deals won", "Gewonnen"),
    "time-a-move": Phrase("Time a move", "Tijd per zet"),
    "moves": Phrase("Moves", "Zetten"),
    "mean": Phrase("Mean", "Gemiddeld"),
    "p50": Phrase("50 %", "50%"),
    "p99": Phrase("99 %", "99%"),
    "longest": Phrase("Longest", "Langste"),
    "stopped-sprt": Phrase(
        "{first} against {second}: decided for a difference of {bound} after {deals} deals.",
        "{first} tegen {second}: beslist voor een verschil van {bound} na {deals} delingen.",
    ),
    "stopped-half-width": Phrase(
        "{first} against {second}: within {bound} points after {deals} deals.",
        "{first} tegen {second}: op {bound} punten nauwkeurig na {deals} delingen.",
    ),
    "passed-out-rounds": Phrase(
        "{first} against {second}: {count} rounds were passed out, and count as 0.",
        "{first} tegen {second}: {count} rondes werden rondgepast, en tellen als 0.",
    ),
    "fault-refused": Phrase("{count} moves refused", "{count} zetten geweigerd"),
    "fault-incorrect": Phrase("{count} incorrect cards", "{count} onjuiste kaarten"),
    "fault-false_calls": Phrase("{count} false calls of roem", "{count} keer ten onrechte roem"),
    "fault-accusations": Phrase("{count} failed accusations", "{count} beschuldigingen ten onrechte"),
    "program-fine": Phrase(
        "{file} is a program: {players} players in teams {teams}, {cards} cards.",
        "{file} is een programma: {players} spelers in teams {teams}, {cards} kaarten.",
    ),
    "score": Phrase("Score", "Score"),
    "Won": Phrase("Won", "Gewonnen"),
    "flow-title": Phrase(
        "{file}: where the cards of one game went", "{file}: waar de kaarten van één partij heen gingen"
    ),
    "choose": Phrase("Your choice, 1 to {many}:", "Jouw keuze, 1 tot {many}:"),
    "choose-again": Phrase("A number from 1 to {many}, or q.", "Een getal van 1 tot {many}, of q."),
    "on-top": Phrase("{card} on top", "{card} bovenop"),
    "games-by-chance": Phrase("Games, all by chance", "Partijen, alles willekeurig"),
    "decisions": Phrase("Decisions in a game", "Beslissingen in een partij"),
    "branching": Phrase("Options at a decision", "Keuzes bij een beslissing"),
    "fitted-line": Phrase("Fitted line, at decision n", "Lijn erdoor, bij beslissing n"),
    "seat-number": Phrase("Seat {number}", "Plaats {number}"),
    "by-chance": Phrase("all by chance", "alles willekeurig"),
    "in-seat-one": Phrase("{player} in seat 1, {games} games", "{player} op plaats 1, {games} partijen"),
    "stats-means": Phrase(
        "Scores are means ± their standard errors; decisions with one option count too.",
        "Scores zijn gemiddelden ± hun standaardfout; beslissingen met één keuze tellen mee.",
    ),
    "rounds": Phrase("{count} rounds", "{count} rondes"),
    "points-end": Phrase("to {count} points", "tot {count} punten"),
}


def word(key: str, language: Language, **facts: object) -> str:
    return _WORDS[key].said(language).format(**facts)
