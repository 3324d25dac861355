"""The words of the terminal's tables, in English and Dutch."""

from typing import Final

from klaverjas.sentences import Language, Phrase

_WORDS: Final = {
    "round": Phrase("Round", "Ronde"),
    "of": Phrase("of", "van"),
    "deal": Phrase("Deal", "Gift"),
    "dealer": Phrase("dealer", "deler"),
    "Dealer": Phrase("Dealer", "Deler"),
    "troef": Phrase("trump", "troef"),
    "Troef": Phrase("Trump", "Troef"),
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
    "in-vain": Phrase("wrongly", "ten onrechte"),
    "proven": Phrase("proven", "terecht"),
    "penalty": Phrase("penalty for {team}", "straf voor {team}"),
    "penalty-lifted": Phrase("penalty for {team} taken back", "straf voor {team} teruggenomen"),
    "passes": Phrase("passes", "past"),
    "Seed": Phrase("Seed", "Seed"),
    "card": Phrase("Card", "Kaart"),
    "worth": Phrase("Value", "Waard"),
    "loses": Phrase("Loss", "Verliest"),
    "to-play": Phrase("{seat} to play", "{seat} is aan de beurt"),
    "looked-at": Phrase("{count} positions searched", "{count} posities bekeken"),
    "compile-solver": Phrase("Compiling the solver (once)...", "De oplosser wordt gecompileerd, eenmalig..."),
    "makes": Phrase("{team} make it.", "{team} halen het."),
    "makes-not": Phrase("{team} do not make it.", "{team} halen het niet."),
    "compile-scores": Phrase(
        "Compiling the score search (once)...", "Het zoeken naar scores wordt gecompileerd, eenmalig..."
    ),
    "compile-rollouts": Phrase(
        "Compiling the rollouts (once)...", "De uitspelen worden gecompileerd, eenmalig..."
    ),
    "training": Phrase(
        "Training on {device} at {tables} tables; updates so far: {lessons}.",
        "Training op {device} aan {tables} tafels; lessen tot nu toe: {lessons}.",
    ),
    "lessons-done": Phrase(
        "Updates: {lessons}; rounds: {rounds}; {seconds} s",
        "Lessen: {lessons}; rondes: {rounds}; {seconds} s",
    ),
    "course-of": Phrase("Training: {folder}", "De training {folder}"),
    "agreement": Phrase(
        "Updates: {lessons}; agrees with the teacher in {same} % of decisions",
        "Lessen: {lessons}; in {same} % doet hij wat de leraar doet",
    ),
    "seen-of": Phrase(
        "{decisions} decisions of {name} recorded", "{decisions} beslissingen van {name} gezien"
    ),
    "begins-with-master": Phrase(
        "Starting from the weights of the built-in master.",
        "Hij begint met wat de meester van dit pakket weet.",
    ),
    "begins-with-nothing": Phrase(
        "Too small for the weights of the built-in master: starting from scratch.",
        "Hij is te klein voor wat de meester van dit pakket weet, en begint met niets.",
    ),
    "teacher": Phrase("the teacher", "de leraar"),
    "ahead-of": Phrase("  ahead of {name}: {ahead}", "  voor op {name}: {ahead}"),
    "compile-network": Phrase(
        "Compiling the network (once)...", "Het netwerk wordt gecompileerd, eenmalig..."
    ),
    "compile-look-ahead": Phrase(
        "Compiling the look-ahead search (once)...", "Het vooruitkijken wordt gecompileerd, eenmalig..."
    ),
    "compile-lessons": Phrase(
        "Compiling the training tables (once)...",
        "De tafels van een training worden gecompileerd, eenmalig...",
    ),
    "compile-many-rounds": Phrase(
        "Compiling the batched rounds (once)...", "Veel rondes tegelijk worden gecompileerd, eenmalig..."
    ),
    "compile-guesses": Phrase("Compiling the bots (once)...", "De bots worden gecompileerd, eenmalig..."),
    "compile-exact": Phrase(
        "Compiling the exact player (once)...", "De oplosser wordt gecompileerd, eenmalig..."
    ),
    "compiled": Phrase(
        "Ready in {seconds} s; cached in {folder}", "Klaar in {seconds} s; bewaard in {folder}"
    ),
    "Field": Phrase("Field", "Veld"),
    "Value": Phrase("Value", "Waarde"),
    "Meaning": Phrase("Meaning", "Betekenis"),
    "Rules": Phrase("Rules", "Regels"),
    "Name": Phrase("Name", "Naam"),
    "not-applicable": Phrase("does not apply", "niet van toepassing"),
    "no-differences": Phrase("These rule sets are the same.", "Er is geen verschil."),
    "yes": Phrase("yes", "ja"),
    "no": Phrase("no", "nee"),
    "game": Phrase("Game", "Partij"),
    "commitment-right": Phrase(
        "the secret matches the commitment published before the first deal",
        "het geheim past bij de vastlegging van vóór de eerste gift",
    ),
    "commitment-wrong": Phrase(
        "the secret does NOT match the published commitment", "het geheim past NIET bij de vastlegging"
    ),
    "deals-right": Phrase("all {count} deals follow from it", "alle {count} giften volgen eruit"),
    "deals-wrong": Phrase(
        "these deals do NOT follow from it: {deals}", "deze giften volgen er NIET uit: {deals}"
    ),
    "saved": Phrase("Record saved to {file}.", "De partij staat in {file}."),
    "demo": Phrase(
        "Four players who know only the rules.",
        "Vier spelers die de regels kennen, en verder niets.",
    ),
    "serving": Phrase(
        "Server running at {page}  (stop with Ctrl-C)", "De tafels zijn open: {page}  (stop met Ctrl-C)"
    ),
    "nearby": Phrase(
        "On a phone on the same network: {page}", "Op een telefoon in hetzelfde netwerk: {page}"
    ),
    "kept-in": Phrase("Games are stored in {database}", "Partijen staan in {database}"),
    "laying-table": Phrase("Setting up the table…", "De tafel wordt klaargezet…"),
    "game-kept": Phrase(
        "Your game is saved: 'klaverjas play' resumes it.",
        "Je partij is bewaard: 'klaverjas play' gaat ermee verder.",
    ),
    "player": Phrase("Player", "Speler"),
    "backing-up": Phrase("Backing up", "Reservekopie"),
    "backed-up": Phrase("Saved {rows} rows to {file}.", "Er staan {rows} rijen in {file}."),
    "restoring": Phrase("Restoring", "Terugzetten"),
    "restored": Phrase("Restored {rows} rows.", "Er zijn {rows} rijen teruggezet."),
    "checking": Phrase("Checking", "Controle"),
    "checked": Phrase(
        "Checked {count} games and tables: {faults} errors.",
        "{count} partijen en tafels gecontroleerd, {faults} fouten.",
    ),
    "exporting": Phrase("Exporting", "Exporteren"),
    "exported": Phrase("Exported {count} games to {file}.", "Er staan {count} partijen in {file}."),
    "not-exported": Phrase(
        "Skipped game {id}, which cannot be read: {why}",
        "Partij {id} is niet te lezen en ontbreekt: {why}",
    ),
    "importing": Phrase("Importing", "Importeren"),
    "imported": Phrase(
        "Imported {count} new games; skipped {skipped} already present.",
        "{count} partijen zijn nieuw, {skipped} waren er al.",
    ),
    "surveying": Phrase("Solving", "Oplossen"),
    "deals-a-second": Phrase("{speed} deals/s", "{speed} giften/s"),
    "how-far": Phrase("{what}: {done} of {total}", "{what}: {done} van {total}"),
    "deals": Phrase("Deals", "Giften"),
    "makes-it": Phrase("Made", "Haalt het"),
    "interval": Phrase("95 % interval", "95%-interval"),
    "mean-value": Phrase("Mean value", "Gemiddeld waard"),
    "survey-means": Phrase(
        "The player left of the dealer, with the best trump suit and all hands open.",
        "De speler links van de deler, met zijn beste troef en alle handen open.",
    ),
    "survey-stopped": Phrase(
        "Stopped after {solved} of {count} deals. Run the same command to resume.",
        "Gestopt na {solved} van {count} giften: dezelfde opdracht gaat hier verder.",
    ),
    "playing": Phrase("Playing", "Spelen"),
    "training-stopped": Phrase(
        "Stopped; updates so far: {lessons}. Run the same command to resume.",
        "Gestopt; lessen tot nu toe: {lessons}. Dezelfde opdracht gaat hier verder.",
    ),
    "watching-stopped": Phrase(
        "Stopped; recorded decisions are saved. Run the same command to resume.",
        "Gestopt: wat gezien is blijft bewaard, en dezelfde opdracht kijkt verder.",
    ),
    "imitation-stopped": Phrase(
        "Stopped; updates so far: {lessons}. The network is saved as it is now.",
        "Gestopt; lessen tot nu toe: {lessons}. De leerling is bewaard zoals die nu is.",
    ),
    "arena-stopped": Phrase(
        "Stopped after {played} of {total} deals. Run the same command to resume.",
        "Gestopt na {played} van {total} giften: dezelfde opdracht gaat hier verder.",
    ),
    "arena-means": Phrase(
        "Points per round before rounding, mean ± standard error; every deal is played both ways.",
        "Punten per ronde vóór afronding, gemiddelde ± standaardfout; elke gift wordt heen en terug "
        "gespeeld.",
    ),
    "row-minus-column": Phrase("Row minus column", "Rij min kolom"),
    "partnership": Phrase("Partnership", "Paar"),
    "rating": Phrase("Rating", "Rating"),
    "standard-error": Phrase("Standard error", "Standaardfout"),
    "win-share": Phrase("Deals won", "Gewonnen"),
    "time-a-move": Phrase("Time per move", "Tijd per zet"),
    "moves": Phrase("Moves", "Zetten"),
    "mean": Phrase("Mean", "Gemiddeld"),
    "p50": Phrase("50 %", "50%"),
    "p99": Phrase("99 %", "99%"),
    "longest": Phrase("Longest", "Langste"),
    "stopped-sprt": Phrase(
        "{first} against {second}: the test chose a difference of {bound} after {deals} deals.",
        "{first} tegen {second}: beslist voor een verschil van {bound} na {deals} giften.",
    ),
    "stopped-half-width": Phrase(
        "{first} against {second}: within {bound} points after {deals} deals.",
        "{first} tegen {second}: op {bound} punten nauwkeurig na {deals} giften.",
    ),
    "passed-out-rounds": Phrase(
        "{first} against {second}: {count} rounds were passed out and count as 0.",
        "{first} tegen {second}: {count} rondes werden rondgepast, en tellen als 0.",
    ),
    "fault-refused": Phrase("{count} moves refused", "{count} zetten geweigerd"),
    "fault-incorrect": Phrase("{count} incorrect cards", "{count} onjuiste kaarten"),
    "fault-false_calls": Phrase("{count} false roem calls", "{count} keer ten onrechte roem"),
    "fault-accusations": Phrase("{count} failed accusations", "{count} beschuldigingen ten onrechte"),
    "program-fine": Phrase(
        "{file} is a valid program: {players} players in teams {teams}, {cards} cards.",
        "{file} is een programma: {players} spelers in teams {teams}, {cards} kaarten.",
    ),
    "score": Phrase("Score", "Score"),
    "Won": Phrase("Won", "Gewonnen"),
    "flow-title": Phrase(
        "{file}: where the cards of one game went", "{file}: waar de kaarten van één partij heen gingen"
    ),
    "choose": Phrase("Your choice, 1 to {many}:", "Jouw keuze, 1 tot {many}:"),
    "choose-again": Phrase("Enter a number from 1 to {many}, or q.", "Een getal van 1 tot {many}, of q."),
    "on-top": Phrase("{card} on top", "{card} bovenop"),
    "games-by-chance": Phrase("Random games", "Partijen, alles willekeurig"),
    "decisions": Phrase("Decisions per game", "Beslissingen in een partij"),
    "branching": Phrase("Options per decision", "Keuzes bij een beslissing"),
    "fitted-line": Phrase("Fitted line, at decision n", "Lijn erdoor, bij beslissing n"),
    "seat-number": Phrase("Seat {number}", "Plaats {number}"),
    "by-chance": Phrase("all random", "alles willekeurig"),
    "in-seat-one": Phrase("{player} in seat 1, {games} games", "{player} op plaats 1, {games} partijen"),
    "stats-means": Phrase(
        "Scores are mean ± standard error; decisions with only one option count too.",
        "Scores zijn gemiddelden ± hun standaardfout; beslissingen met één keuze tellen mee.",
    ),
    "rounds": Phrase("{count} rounds", "{count} rondes"),
    "points-end": Phrase("to {count} points", "tot {count} punten"),
}


def word(key: str, language: Language, **facts: object) -> str:
    return _WORDS[key].said(language).format(**facts)
