"""Random playouts per second: Mazzo next to RLCard and OpenSpiel.

Started by run.sh. Each measurement runs in a process of its own, one after the
other, so that a crash or a missing package costs one row and not the table.
Only the standard library is imported at the top for the same reason.
"""

import argparse
import json
import math
import os
import platform
import random
import resource
import subprocess
import sys
import time

PLAYERS = (2, 4)
SEED = 1

RLCARD_ENV = "RLCard uno, env.run"
RLCARD_CORE = "RLCard uno, bare game"
OPENSPIEL_PYTHON = "OpenSpiel crazy_eights, Python"
OPENSPIEL_CPP = "OpenSpiel crazy_eights, C++"
MAZZO_UNO = "Mazzo uno"
MAZZO_DICIASSETTE = "Mazzo diciassette"


# ---------------------------------------------------------------- the peers
#
# A measurement gets the number of players and the CPU seconds to use, and
# returns a dict with "games", "decisions" and "cpu_seconds". Imports and setup
# are not timed. A decision is one choice by a player, also if only one action
# is legal; chance is never one.


def rlcard_env(players, seconds):
    import numpy
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": SEED, "game_num_players": players})
    # RLCard 1.2.0 ignores game_num_players for uno and always makes a game for
    # two, so the number is set by hand. The game itself takes any number.
    env.game.configure({"game_num_players": players})
    env.num_players = env.game.get_num_players()
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])
    numpy.random.seed(SEED)  # RandomAgent draws from the global generator

    env.run()
    games = 0
    first = env.timestep  # Env counts one timestep per decision
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        trajectories, _ = env.run()
        games += 1
    if len(trajectories) != players:
        raise RuntimeError(f"the game had {len(trajectories)} players")
    return {"games": games, "decisions": env.timestep - first, "cpu_seconds": spent}


def rlcard_core(players, seconds):
    import numpy
    from rlcard.games.uno import Game

    game = Game(num_players=players)
    game.np_random = numpy.random.RandomState(SEED)
    choice = random.Random(SEED).choice

    games = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        game.init_game()
        while not game.is_over():
            game.step(choice(game.get_legal_actions()))
            decisions += 1
        games += 1
    return {"games": games, "decisions": decisions, "cpu_seconds": spent}


def crazy_eights(players):
    import pyspiel

    # The rest stays at the defaults (no special cards, no reshuffle): those
    # gave OpenSpiel the most decisions per second of the settings tried.
    return pyspiel.load_game(f"crazy_eights(players={players})")


def apply_chance(state, rng):
    actions, weights = zip(*state.chance_outcomes())
    state.apply_action(rng.choices(actions, weights)[0])


def play_out(state, rng):
    """Plays the state to its end and returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def openspiel_python(players, seconds):
    game = crazy_eights(players)
    rng = random.Random(SEED)

    games = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play_out(game.new_initial_state(), rng)
        games += 1
    return {"games": games, "decisions": decisions, "cpu_seconds": spent}


def openspiel_cpp(players, seconds):
    """Whole random playouts inside OpenSpiel's C++ code.

    The Python package does not expose RandomRolloutEvaluator.evaluate. But an
    MCTS search of one simulation does nothing except evaluate its root, and so
    runs the evaluator's rollouts, each to the end of the game, in C++.

    Two things to know about the numbers:
    - Rollouts are counted, decisions are estimated. C++ does not say how many
      decisions it made, so the mean per game is measured first, with the Python
      loop from the very same deals. Both choose uniformly, so the means agree
      but for chance (about 0.3 %).
    - A rollout starts from a just-dealt state: the search crashes if its root
      is a chance node. So OpenSpiel is spared the dealing here.
    """
    import pyspiel

    deals_wanted = 256
    games_per_deal = 8  # in Python, to estimate the decisions per game
    rollouts_per_call = 64  # enough to make the cost of the call itself vanish

    game = crazy_eights(players)
    rng = random.Random(SEED)
    # Many deals, since some give longer games than others.
    deals = []
    for _ in range(deals_wanted):
        state = game.new_initial_state()
        while state.is_chance_node():
            apply_chance(state, rng)
        deals.append(state)
    sample = [play_out(deal.clone(), rng) for deal in deals for _ in range(games_per_deal)]
    decisions_per_game = sum(sample) / len(sample)

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts_per_call, seed=SEED)
    bot = pyspiel.MCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    calls = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        bot.mcts_search(deals[calls % deals_wanted])
        calls += 1
    games = calls * rollouts_per_call
    return {
        "games": games,
        "decisions": round(games * decisions_per_game),
        "cpu_seconds": spent,
        "decisions_are_estimated": True,
    }


# -------------------------------------------------------------------- Mazzo


def mazzo(game):
    def measure(players, seconds):
        # Mazzo plays a number of games, not for a time: grow the number until
        # a run is long enough. The last run is the one that counts.
        games = 100
        for _ in range(20):
            run, used = run_mazzo(game, players, games, timeout=10 * seconds + 60)
            cpu = run["cpu_seconds"]
            if cpu >= 0.9 * seconds:
                break
            # A short run says little about a long one, so at most 50 times more.
            growth = 50 if cpu <= 0 else min(50, 1.05 * seconds / cpu)
            games = math.ceil(games * max(growth, 1.2))
        else:
            raise RuntimeError(f"mazzo took only {cpu} CPU seconds for {run['games']} games")
        # Mazzo times itself, so check it: only start-up may be left out.
        if used > 1.1 * cpu + 0.3:
            raise RuntimeError(f"mazzo reported {cpu:.2f} CPU seconds but used {used:.2f}")
        return {
            # A game of Mazzo's Uno is a match of several rounds. A game of the
            # others is one round, so Mazzo's rounds stand in their place.
            "games": run["rounds"],
            "matches": run["games"],
            "decisions": run["moves"],
            "cpu_seconds": cpu,
        }

    return measure


def run_mazzo(game, players, games, timeout):
    command = [os.environ["MAZZO"], "simulate", game, "--players", str(players)]
    command += ["--games", str(games), "--threads", "1", "--seed", str(SEED), "--json"]
    before = children_cpu()
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=timeout)
    used = children_cpu() - before
    if done.returncode != 0:
        raise RuntimeError(exit_reason(done, line=0))
    try:
        run = json.loads(done.stdout)
        for field in ("games", "rounds", "moves", "cpu_seconds"):
            if not isinstance(run[field], (int, float)):
                raise TypeError(field)
    except (ValueError, KeyError, TypeError) as error:
        raise RuntimeError(f"mazzo printed unexpected JSON ({error!r})") from None
    if run["games"] != games or run.get("players", players) != players:
        raise RuntimeError("mazzo played other games than it was asked to")
    return run, used


def children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


# ------------------------------------------------------------------ driving

MEASUREMENTS = {
    RLCARD_ENV: rlcard_env,
    RLCARD_CORE: rlcard_core,
    OPENSPIEL_PYTHON: openspiel_python,
    OPENSPIEL_CPP: openspiel_cpp,
    MAZZO_UNO: mazzo("uno"),
    MAZZO_DICIASSETTE: mazzo("diciassette"),
}


def is_mazzo(row):
    return row["simulator"] in (MAZZO_UNO, MAZZO_DICIASSETTE)


def exit_reason(done, line):
    """Why a process failed: the given line of its stderr, if it wrote any."""
    if done.returncode < 0:
        return f"killed by signal {-done.returncode}"
    lines = done.stderr.strip().splitlines()
    return lines[line].strip() if lines else f"exit code {done.returncode}"


def work(simulator, players, seconds):
    """The inside of one measurement process: the result goes to stdout as JSON."""
    try:
        result = MEASUREMENTS[simulator](players, seconds)
    except ModuleNotFoundError as error:
        sys.exit(f"{simulator.split()[0]} is not installed (no Python module {error.name})")
    except subprocess.TimeoutExpired:
        sys.exit("mazzo did not finish in time")
    except Exception as error:  # whatever a peer throws becomes the text of its row
        text = " ".join(str(error).split()) or "no message"
        known = isinstance(error, RuntimeError)
        sys.exit(text if known else f"{type(error).__name__}: {text}")
    print(json.dumps(result))


def measure(simulator, players, seconds):
    row = {"simulator": simulator, "players": players}
    command = [sys.executable, os.path.abspath(__file__), "--seconds", str(seconds)]
    command += ["--work", simulator, str(players)]
    try:
        # The process has its own limits; this one is only against a hang.
        limit = 30 * seconds + 300
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return row | {"error": "did not finish in time"}
    if done.returncode != 0:
        # The last line is ours; a library may have warned before it.
        return row | {"error": exit_reason(done, line=-1)}
    # A library may print too; the result is the last line.
    row |= json.loads(done.stdout.strip().splitlines()[-1])
    if row["cpu_seconds"] <= 0 or row["games"] <= 0 or row["decisions"] <= 0:
        return row | {"error": "measured nothing"}
    row["games_per_second"] = row["games"] / row["cpu_seconds"]
    row["decisions_per_second"] = row["decisions"] / row["cpu_seconds"]
    return row


def median_row(rows):
    """The middle of the repeats, by decisions/s. A failed repeat fails the row."""
    for row in rows:
        if "error" in row:
            return row
    ordered = sorted(rows, key=lambda row: row["decisions_per_second"])
    rates = [row["decisions_per_second"] for row in rows]
    return ordered[(len(ordered) - 1) // 2] | {"decisions_per_second_of_repeats": rates}


def measure_all(seconds, repeat):
    jobs = [(simulator, players) for players in PLAYERS for simulator in MEASUREMENTS]
    runs = {job: [] for job in jobs}
    number = 0
    # The repeats go round the whole list, so that a slow minute of the machine
    # does not fall on one simulator alone.
    for _ in range(repeat):
        for simulator, players in jobs:
            number += 1
            progress = f"[{number}/{repeat * len(jobs)}] {simulator}, {players} players"
            print(progress, file=sys.stderr, flush=True)
            row = measure(simulator, players, seconds)
            if "error" in row:
                print(f"  failed: {row['error']}", file=sys.stderr, flush=True)
            runs[simulator, players].append(row)
    rows = [median_row(runs[job]) for job in jobs]

    rates = {
        (row["simulator"], row["players"]): row["decisions_per_second"]
        for row in rows
        if "error" not in row
    }
    for row in rows:
        if "error" in row:
            continue
        for column, base in (("vs_rlcard_env", RLCARD_ENV), ("vs_openspiel_cpp", OPENSPIEL_CPP)):
            base_rate = rates.get((base, row["players"]))
            row[column] = row["decisions_per_second"] / base_rate if base_rate else None
    return rows


def number_text(value):
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def ratio_text(ratio):
    if ratio is None:
        return "-"
    if ratio < 0.1:
        return f"{ratio:.4f}x"
    return f"{ratio:.2f}x" if ratio < 10 else f"{number_text(ratio)}x"


def table(rows):
    header = f"{'simulator':32}{'players':>9}{'games/s':>12}{'decisions/s':>14}"
    header += f"{'RLCard env.run':>16}{'OpenSpiel C++':>14}"
    lines = ["decisions/s relative to".rjust(len(header)), header, "-" * len(header)]
    players = PLAYERS[0]
    for row in rows:
        if row["players"] != players:
            players = row["players"]
            lines.append("")
        text = f"{row['simulator']:32}{row['players']:>9}"
        if "error" in row:
            lines.append(f"{text}   failed: {row['error']}")
            continue
        mark = "*" if is_mazzo(row) else "~" if row.get("decisions_are_estimated") else " "
        lines.append(
            f"{text}{number_text(row['games_per_second']):>12}{mark}"
            f"{number_text(row['decisions_per_second']):>13}"
            f"{ratio_text(row['vs_rlcard_env']):>16}{ratio_text(row['vs_openspiel_cpp']):>14}"
        )
    lines += [
        "",
        f"One thread, {core_text()}, random play, process CPU time.",
        "* Rounds/s: a game of Mazzo uno is a match to 500 points, a game of RLCard one round.",
        "~ Rollouts from just-dealt states; decisions/s = rollouts/s x mean decisions per game.",
    ]
    found = {(row["simulator"], row["players"]): row for row in rows if "error" not in row}
    for players in PLAYERS:
        ours, theirs = found.get((MAZZO_UNO, players)), found.get((RLCARD_ENV, players))
        if ours and theirs:
            ratio = ratio_text(ours["games_per_second"] / theirs["games_per_second"])
            text = f"Mazzo uno has {ratio} the rounds/s of RLCard env.run."
            lines.append(f"Round for round, {players} players: {text}")
    lines.append("The rules differ (see README.md): decisions are compared, not identical games.")
    return "\n".join(lines)


def core_text():
    if hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1:
        return "the same core for all"
    return "not pinned to a core"


def package_versions():
    from importlib import metadata

    versions = {}
    for package in ("rlcard", "open_spiel", "numpy"):
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = None
    return versions


def cpu_model():
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def parse_options():
    parser = argparse.ArgumentParser(
        prog="run.sh",
        description="Random playouts per second of Mazzo, RLCard and OpenSpiel.",
        epilog="Environment: MAZZO=binary to measure (else it is built), "
        "CORE=core to pin to, PYTHON=interpreter for the virtual environment.",
    )
    parser.add_argument(
        "--seconds", type=float, default=5, help="CPU seconds per measurement (default 5)"
    )
    parser.add_argument(
        "--repeat", type=int, default=1, help="measure N times and show the median (default 1)"
    )
    parser.add_argument("--json", metavar="FILE", help="save the raw numbers too")
    parser.add_argument("--check-options", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not 0.1 <= options.seconds <= 600:
        parser.error("--seconds must be between 0.1 and 600")
    if not 1 <= options.repeat <= 100:
        parser.error("--repeat must be between 1 and 100")
    if options.json is not None:
        folder = os.path.dirname(os.path.abspath(options.json))
        if os.path.isdir(options.json) or not os.access(folder, os.W_OK):
            parser.error(f"--json: {options.json} cannot be written")
    return options


def main():
    options = parse_options()
    if options.check_options:
        return 0
    if options.work:
        work(options.work[0], int(options.work[1]), options.seconds)
        return 0
    if not os.environ.get("MAZZO"):
        sys.exit("peers: MAZZO does not name the mazzo binary; start run.sh instead.")

    rows = measure_all(options.seconds, options.repeat)
    print(table(rows))
    if options.json is not None:
        report = {
            "cpu": cpu_model(),
            "python": platform.python_version(),
            "packages": package_versions(),
            "seconds": options.seconds,
            "repeat": options.repeat,
            "rows": rows,
        }
        try:
            with open(options.json, "w") as file:
                json.dump(report, file, indent=2)
                file.write("\n")
        except OSError as error:
            sys.exit(f"peers: {options.json} could not be written ({error.strerror}).")
    return 1 if any(is_mazzo(row) and "error" in row for row in rows) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
