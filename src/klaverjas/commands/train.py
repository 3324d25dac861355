"""`klaverjas train`: a player that teaches itself."""

import json as json_module
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from klaverjas.arena.players import player_named
from klaverjas.commands.terminal import AsJson, Lang, check_range, check_writable, console, spoken, visible
from klaverjas.commands.words import word
from klaverjas.errors import KlaverjasError, TextError
from klaverjas.kernel.nn.weights import SUFFIX, load_weights
from klaverjas.plumbing.extras import needs
from klaverjas.plumbing.svg import check_picture, save_picture
from klaverjas.sentences import Language, numeral
from klaverjas.train.curve import AGAINST, NAMES, called, read_curve, svg_of

if TYPE_CHECKING:
    from klaverjas.train.pupil import Pupil

app = App(
    name="train",
    help="Train a policy by self-play, on a GPU or (smaller and slower) on a CPU.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas train course --minutes 25\n\n"
        "  klaverjas train course --minutes 25 --begin-with older/best.npz --against older=older/best.npz\n\n"
        "  klaverjas train small --lessons 200 --device cpu --set tables=512,batch=1024,width=96,depth=2\n\n"
        "  klaverjas train show course --plot curve.svg\n\n"
        "  klaverjas arena net:course/best.npz regels\n\n"
        "The folder holds the training run: running the same command again resumes it, even after kill -9. best.npz is "
        "the strongest checkpoint so far; curve.jsonl holds the evaluations over time."
    ),
    help_format="plaintext",
)
MOST = 1_000_000
MOST_WORKERS = 1_024
LEAST_MEETINGS = 2  # of one alone it is not known how sure that is
Device = Annotated[
    Literal["cuda", "cpu"] | None, Parameter(help="Where to train; default: a GPU if there is one.")
]


@app.default
def train(
    folder: Path,
    /,
    *,
    minutes: Annotated[float | None, Parameter(help="Total training time, in minutes.")] = None,
    lessons: Annotated[int | None, Parameter(help="Total number of updates.")] = None,
    device: Device = None,
    set: Annotated[
        str, Parameter(help="Settings that differ from the defaults, such as 'width=96,rate=0.001:0.0001'.")
    ] = "",
    begin_with: Annotated[Path | None, Parameter(help="Checkpoint to start from, such as best.npz.")] = None,
    against: Annotated[
        tuple[str, ...],
        Parameter(help="Opponent for every evaluation, as NAME=FILE.", consume_multiple=True),
    ] = (),
    guests: Annotated[
        tuple[Path, ...],
        Parameter(
            help="Checkpoints that play at some of the tables, so that the policy does not only meet itself.",
            consume_multiple=True,
        ),
    ] = (),
    look: Annotated[int, Parameter(help="Evaluate after every N updates.")] = 150,
    meetings: Annotated[int, Parameter(help="Deals per rule set in each evaluation.")] = 8192,
    fuse: Annotated[
        bool, Parameter(help="Compile the updates with torch: faster, after a minute of compiling.")
    ] = True,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Train a policy by self-play, on a GPU or (smaller and slower) on a CPU.

    Parameters
    ----------
    folder
        Folder of the training run.
    """
    language = spoken(lang)
    if minutes is None and lessons is None:
        minutes = 25.0
    check_range("--minutes", minutes, 0.01, MOST)
    for option, value in (("--lessons", lessons), ("--look", look)):
        check_range(option, value, 1, MOST)
    check_range("--meetings", meetings, LEAST_MEETINGS, MOST)
    opponents = files_by_name(against)
    where = device_here(device)
    with needs("train"):
        from klaverjas.train.capacity import check_memory, enough_memory
        from klaverjas.train.course import COURSE, TrainingRun
        from klaverjas.train.settings import TrainingSettings
    for file in opponents.values():
        load_weights(file)  # or it is no player, which is better known now than at the first look
    fused = fuse and where == "cuda"
    if (folder / COURSE).exists():
        course = TrainingRun.taken_up(folder, where, fuse=fused, guests=guests)
        if set and settings_from(set, course.settings.to_json()) != course.settings.to_json():
            raise TextError("other-course", folder=str(folder))
        if begin_with:
            raise TextError("course-has-begun", folder=str(folder))
    else:
        wanted = TrainingSettings.from_json(settings_from(set, TrainingSettings().to_json()))
        kept = wanted.tables * wanted.steps
        check_memory(wanted, where, kept=kept, at_once=max(wanted.tables, min(wanted.batch, kept)))
        with enough_memory():
            course = TrainingRun(folder, wanted, where, fuse=fused, guests=guests)
        if begin_with:
            course.take_over(begin_with)
    if not json:
        tables, so_far = (numeral(many, language) for many in (course.settings.tables, course.lessons))
        console().print(word("training", language, device=where, tables=tables, lessons=so_far))
    try:
        with enough_memory():
            course.run(
                lessons=lessons,
                seconds=60 * minutes if minutes else None,
                look=look,
                meetings=meetings,
                against=opponents,
                say=lambda row: tell(row, as_json=json, language=language),
            )
    except KeyboardInterrupt:
        tell_stopped("training-stopped", course.lessons, language)
        raise
    return 0


@app.command(
    help_epilogue="Example:\n\n  klaverjas train imitate pupil.npz --minutes 10 --set forgets=what,width=64,depth=1"
)
def imitate(
    pupil: Path,
    /,
    *,
    teacher: Annotated[
        Path | None, Parameter(help="Checkpoint to imitate; default: the built-in master.")
    ] = None,
    minutes: Annotated[float, Parameter(help="Training time, in minutes.")] = 10.0,
    device: Device = None,
    set: Annotated[
        str, Parameter(help="Settings that differ from the defaults, such as 'width=96,forgets=what'.")
    ] = "",
    meetings: Annotated[int, Parameter(help="Deals against the teacher in the final evaluation.")] = 2048,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Train a smaller network to imitate a teacher, optionally with a worse memory.

    Parameters
    ----------
    pupil
        Output file for the network (.npz).
    """
    language = spoken(lang)
    check_range("--minutes", minutes, 0.01, MOST)
    check_range("--meetings", meetings, LEAST_MEETINGS, MOST)
    where = device_here(device)
    with needs("train"):
        from klaverjas.train.capacity import check_memory, enough_memory
        from klaverjas.train.imitation import SETTINGS, Imitation, the_master
        from klaverjas.train.settings import TrainingSettings
    settings = TrainingSettings.from_json(settings_from(set, SETTINGS.to_json()))
    check_memory(settings, where, kept=settings.tables, at_once=settings.tables)
    check_pupil(pupil)
    with enough_memory():
        imitation = Imitation(the_master(teacher, where), settings, where)
        run_pupil(imitation, pupil, seconds=60 * minutes, as_json=json, language=language)
    against = imitation.meeting(meetings)
    if json:
        print(json_module.dumps({AGAINST + "teacher": against}), flush=True)
    else:
        tell_ahead(word("teacher", language), against, language)
    return 0


@app.command(
    help_epilogue=(
        "Example:\n\n"
        "  klaverjas train watch montecarlo:simulations=800 guest.npz --minutes 40\n\n"
        "  klaverjas train course --guests guest.npz"
    )
)
def watch(
    bot: str,
    pupil: Path,
    /,
    *,
    minutes: Annotated[
        float, Parameter(help="Time to record decisions, in minutes; training follows.")
    ] = 30.0,
    workers: Annotated[int, Parameter(help="Number of processes that record.")] = 2,
    device: Device = None,
    set: Annotated[
        str, Parameter(help="Settings that differ from the defaults, such as 'width=96,seed=2'.")
    ] = "",
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Train a network to imitate a bot (behaviour cloning), so that it can play at thousands of tables at once.

    Running the same command again after an interruption resumes recording, for the full time.

    Parameters
    ----------
    bot
        The bot to imitate, such as montecarlo:simulations=800.
    pupil
        Output file for the network (.npz).
    """
    language = spoken(lang)
    check_range("--minutes", minutes, 0.01, MOST)
    check_range("--workers", workers, 1, MOST_WORKERS)
    where = device_here(device)
    with needs("train"):
        from klaverjas.train.capacity import check_memory, enough_memory
        from klaverjas.train.settings import TrainingSettings
        from klaverjas.train.watched import SETTINGS, Copy, journal_for, watch_for
    settings = TrainingSettings.from_json(settings_from(set, SETTINGS.to_json()))
    check_memory(settings, where, kept=0, at_once=settings.batch)
    player_named(bot).close()  # or there is nobody of that name
    check_pupil(pupil)

    def say(seen: int) -> None:
        tell_seen(bot, seen, as_json=json, language=language)

    with journal_for(bot, settings, pupil) as journal:
        try:
            notes = watch_for(bot, settings, 60 * minutes, workers, journal, say)
            say(len(notes.actions))
            copy = Copy(notes, settings, where)
            if not json:
                begins = "begins-with-master" if copy.begins_with_master else "begins-with-nothing"
                console().print(word(begins, language))
        except KeyboardInterrupt:
            print(f"klaverjas: {word('watching-stopped', language)}", file=sys.stderr)
            raise
        with enough_memory():
            run_pupil(copy, pupil, lessons=copy.lessons_to_learn, as_json=json, language=language)
        journal.remove()
    same = {"lessons": copy.lessons, "same": round(copy.same(), 4)}
    tell_agreement(same, as_json=json, language=language)
    return 0


@app.command(help_epilogue="Example:\n\n  klaverjas train show course --plot curve.svg")
def show(
    folder: Path,
    /,
    *,
    plot: Annotated[Path | None, Parameter(help="Draw the curve to a file: .svg or .png.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Show the evaluations of a training run over time.

    Parameters
    ----------
    folder
        Folder of the training run.
    """
    language = spoken(lang)
    if plot is not None:
        check_picture(plot)
    rows = read_curve(folder)
    for row in rows:
        tell(row, as_json=json, language=language)
    if plot is not None:
        save_picture(plot, svg_of(word("course-of", language, folder=folder.name), rows, language))
    return 0


def device_here(wanted: str | None) -> str:
    """Where to train: as is wanted, or on a GPU when there is one."""
    with needs("train"):
        import torch
    if wanted == "cuda" and not torch.cuda.is_available():
        raise KlaverjasError("no-gpu")
    return wanted or ("cuda" if torch.cuda.is_available() else "cpu")


def settings_from(text: str, usual: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with some of them changed: a number, two with a colon between them, or rooms as 'rooms.lugus=4'."""
    changed = dict(usual)
    for setting in filter(None, text.split(",")):
        name, _, value = setting.partition("=")
        room = name.removeprefix("rooms.")
        if name == room and (name == "rooms" or name not in usual):
            raise TextError("bad-training-setting", text=setting[:40], names=[*usual])
        try:
            if name != room:
                rooms = changed["rooms"] if changed["rooms"] is not usual["rooms"] else {}
                changed["rooms"] = {**rooms, room: float(value)}
            elif isinstance(usual[name], tuple | list):
                first, _, last = value.partition(":")
                changed[name] = (float(first), float(last or first))
            else:
                changed[name] = type(usual[name])(value)
        except (ValueError, OverflowError) as error:
            before = 1 if name != room else usual[name]
            text = ":".join(map(str, before)) if isinstance(before, tuple | list) else str(before)
            raise TextError("bad-setting-value", text=setting[:40], name=name[:40], usual=text) from error
    return changed


def check_pupil(file: Path) -> None:
    """Whether a pupil can be written there."""
    if file.suffix != SUFFIX:
        raise TextError("weights-name", file=str(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not file.exists()
    check_writable(str(file))
    if is_new:  # there is no pupil yet
        file.unlink()


def run_pupil(
    pupil: "Pupil",
    file: Path,
    *,
    seconds: float | None = None,
    lessons: int | None = None,
    as_json: bool,
    language: Language,
) -> None:
    """Let a pupil learn for so long or so often, and keep it; also when it is stopped."""

    def say(agreed: Mapping[str, float]) -> None:
        tell_agreement(agreed, as_json=as_json, language=language)

    try:
        pupil.run(say, seconds=seconds, lessons=lessons)
    except KeyboardInterrupt:
        pupil.save(file)
        tell_stopped("imitation-stopped", pupil.lessons, language)
        raise
    pupil.save(file)


def files_by_name(texts: Iterable[str]) -> dict[str, Path]:
    """Files as NAME=FILE, or as files alone, which are then called like their path."""
    files: dict[str, Path] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        path = Path(file if equals else text)
        name = name if equals else str(path.with_suffix(""))
        if name in (*NAMES, *files):
            raise TextError("bad-opponent", name=name[:40])
        files[name] = path
    return files


def tell_stopped(what: str, lessons: int, language: Language) -> None:
    print(f"klaverjas: {word(what, language, lessons=numeral(lessons, language))}", file=sys.stderr)


def tell(row: Mapping[str, Any], *, as_json: bool, language: Language) -> None:
    """How far it is, and how strong."""
    if as_json:
        print(json_module.dumps(row), flush=True)
        return
    out = console()
    out.print(
        word(
            "lessons-done",
            language,
            **{name: numeral(row[name], language) for name in ("lessons", "rounds", "seconds")},
        )
    )
    for name, figures in row.items():
        if name.startswith(AGAINST):
            tell_ahead(called(name.removeprefix(AGAINST), language), figures, language)


def tell_ahead(name: str, figures: Mapping[str, tuple[float, float]], language: Language) -> None:
    """How far ahead of somebody, under each rule set."""
    ahead = "  ".join(f"{rules} {mean:+.1f} ± {error:.1f}" for rules, (mean, error) in figures.items())
    told = word("ahead-of", language, name=visible(name), ahead=ahead)
    console().print(told, soft_wrap=True, markup=False)


def tell_seen(bot: str, decisions: int, *, as_json: bool, language: Language) -> None:
    """How much was seen of a bot."""
    if as_json:
        print(json_module.dumps({"seen": decisions}), flush=True)
    else:
        told = word("seen-of", language, name=visible(bot), decisions=numeral(decisions, language))
        console().print(told, markup=False)


def tell_agreement(agreed: Mapping[str, float], *, as_json: bool, language: Language) -> None:
    """How far a pupil is, and how often it does what the teacher does."""
    if as_json:
        print(json_module.dumps(agreed), flush=True)
        return
    lessons, same = numeral(agreed["lessons"], language), numeral(100 * agreed["same"], language, places=1)
    console().print(word("agreement", language, lessons=lessons, same=same))
