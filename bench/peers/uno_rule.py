"""A bot of Mazzo against RLCard's rule agent, in RLCard's own Uno for two.

Started by `run.sh uno-rule`. The bot runs as `mazzo bot NAME` and speaks the
protocol in docs/bots.md. At each of its turns RLCard's state is translated
into a view of Mazzo's Uno, and the answer back into an action of RLCard.

The bot gets what RLCard shows to the player whose turn it is: the own hand,
the played cards, the number of cards in both hands, the legal actions and the
record of actions. Nothing else of the environment is looked at.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time
from collections import Counter

RULE_AGENT = "uno-rule-v1"
COLOURS = "rgby"
DECK = 108
HAND = 7

# The house rules that come nearest to RLCard's.
RULES = {
    "two_players_reverse": "turn",
    "wild_draw_four": "strict",
    "wrong_catch": "free",
    "scoring": "points",
    "target": 1,
    "stacking": False,
    "draw_to_match": False,
    "force_play": True,
    "jump_in": False,
    "seven_zero": False,
}

SYMBOLS = {"skip": "S", "reverse": "R", "draw_2": "+"}
WILDS = {"wild": "W", "wild_draw_4": "W+"}
TRAITS = {symbol: trait for trait, symbol in (SYMBOLS | WILDS).items()}

NO_FOUR = "wanted a Wild +4 that RLCard does not offer"
NO_DRAW = "wanted to draw, which RLCard does not offer"
NO_VIEW = "no view of Mazzo fits RLCard's table"
FALLBACKS = (NO_FOUR, NO_DRAW, NO_VIEW)


class Problem(Exception):
    """Something that the user should read as a plain sentence."""


# ---------------------------------------------------------------- the words
#
# RLCard writes r-5, g-skip, b-wild_draw_4; Mazzo writes r5, gS, W+ and, for a
# Wild with the colour that is named, W+:b.


def face(card):
    colour, trait = card.split("-")
    return WILDS.get(trait) or colour + SYMBOLS.get(trait, trait)


def is_wild(card):
    return card[2:] in WILDS


def to_mazzo(action):
    return f"{face(action)}:{action[0]}" if is_wild(action) else face(action)


def to_rlcard(action):
    action = action.removesuffix(" uno")  # RLCard has no such word
    if action == "draw":
        return action
    if action[0] == "W":
        symbol, colour = action.split(":")
        return f"{colour}-{TRAITS[symbol]}"
    return f"{action[0]}-{TRAITS.get(action[1:], action[1:])}"


def copies(name):
    if name[0] == "W":
        return 4
    return 1 if name[1] == "0" else 2


# ----------------------------------------------------------------- the view


def make_view(seat, hand, counts, discards, colour, before, last, drawn=None):
    """The table as this seat sees it, in its turn, or None if there is none.

    With `drawn` the seat has just drawn that card and must play it.
    """
    shown = Counter(hand) + Counter(discards)
    hidden = counts[1 - seat]
    pile = DECK - shown.total() - hidden
    # RLCard shuffles the card on top into the pile too, so there can be a copy
    # too many.
    if pile < 0 or any(number > copies(name) for name, number in shown.items()):
        return None
    counts = list(counts)
    counts[seat] = len(hand)
    return {
        "viewer": seat,
        "board": {
            "rules": RULES,
            "seats": 2,
            "phase": {"name": "drawn" if drawn else "turn", "seat": seat},
            "clockwise": True,  # for two it makes no difference
            "colour": colour,
            "colour_before": before,
            "due": 0,
            "passes": 0,
            "reshuffles": 0,
            "last": last,
            "next": seat,
            "dealer": 1,
            "first_dealer": 1,
            # Nobody says UNO, and nobody can be caught.
            "said": [who for who in (0, 1) if counts[who] == 1],
            "owing": [],
            "peeked": [],
            "scores": [0, 0],
            "winners": [],
            "round": 1,
            "windows": 0,
        },
        "hand": hand,
        "counts": counts,
        "known": [[], []],
        "pile": pile,
        "discards": discards,
        "drawn": drawn,
        "answer": None,
    }


def legal_in(view):
    """What Mazzo's rules allow in this view."""
    hand, colour, top = view["hand"], view["board"]["colour"], view["discards"][-1]
    if view["drawn"]:
        faces = [view["drawn"]]
    else:
        faces = [f for f in sorted(set(hand)) if f[0] in (colour, "W") or f[1:] == top[1:] and top[0] != "W"]
        if any(f[0] == colour for f in hand):
            faces = [f for f in faces if f != "W+"]
    plays = [play for f in faces for play in ([f"{f}:{c}" for c in COLOURS] if f[0] == "W" else [f])]
    if len(hand) == 2:
        plays = [play + word for play in plays for word in ("", " uno")]
    if view["drawn"]:
        return plays
    stock = view["pile"] + len(view["discards"]) - 1
    return plays + ["draw" if stock > 0 else "pass"]


# ---------------------------------------------------------- what went before


def explain(entries, cards, colour, counts, me, wanted):
    """What each recorded action put on the pile: a list with a card or None.

    The record says 'draw', but not whether the card was put down at once. The
    cards that came onto the pile, the colours, the order of the turns and the
    numbers of cards tell. None if nothing explains it, as after a reshuffle.
    """
    if not entries:
        return [] if not cards and counts == wanted else None
    (player, action), rest = entries[0], entries[1:]
    again = (rest[0][0] if rest else me) == player

    def put_down(card, change, penalty):
        after = list(counts)
        after[player] += change
        after[1 - player] += penalty
        if again != (card[2:] in ("skip", "draw_2") or penalty == 4):
            return None
        tail = explain(rest, cards[1:], card[0], tuple(after), me, wanted)
        return None if tail is None else [card, *tail]

    if action != "draw":
        if not cards or cards[0] != action:
            return None
        return put_down(action, -1, {"draw_2": 2, "wild_draw_4": 4}.get(action[2:], 0))
    if cards and (is_wild(cards[0]) or cards[0][0] == colour):
        # A Wild +4 that is drawn and put down makes nobody draw.
        found = put_down(cards[0], 0, 2 if cards[0][2:] == "draw_2" else 0)
        if found is not None:
            return found
    if again:
        return None
    after = list(counts)
    after[player] += 1
    tail = explain(rest, cards, colour, tuple(after), me, wanted)
    return None if tail is None else [None, *tail]


def facts_of(entries, cards, me, gained):
    """The same as facts of Mazzo's protocol. `gained` are the own new cards."""
    gained = iter(gained)

    def drew(player, why, card=None):
        mine = player == me
        name = face(card) if card and mine else next(gained, None) if mine else None
        return {"drew": {"seat": player, "face": name, "why": why}}

    for (player, action), card in zip(entries, cards):
        if action == "draw":
            yield drew(player, "turn", card)
        if card is None:
            continue
        colour = card[0] if is_wild(card) else None
        yield {"played": {"seat": player, "face": face(card), "colour": colour}}
        if card[2:] == "draw_2":
            yield from (drew(1 - player, "draw_two") for _ in range(2))
        elif action[2:] == "wild_draw_4":
            yield from (drew(1 - player, "draw_four") for _ in range(4))


# ---------------------------------------------------------------- the agent


class Program:
    """A running `mazzo bot`."""

    def __init__(self, path, bot, seed):
        command = [path, "bot", bot, "--seed", str(seed)]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise Problem(f"{path} could not be started ({error.strerror}).") from None
        self.questions = 0
        self.greeted = False

    def send(self, *messages):
        lines = "".join(json.dumps(m, separators=(",", ":")) + "\n" for m in messages)
        try:
            self.process.stdin.write(lines)
            self.process.stdin.flush()
        except OSError:
            self.fail()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            self.fail()
        return json.loads(line)

    def fail(self):
        """It ended, and says why on its standard error."""
        self.process.kill()
        words = " ".join(self.process.stderr.read().split()) or "without a word"
        raise Problem(f"mazzo bot ended: {words}")

    def greet(self, seat):
        hello = {"type": "hello", "protocol": "mazzo-bot/2", "game": "uno"}
        self.send(hello | {"players": 2, "seat": seat, "rules": RULES})
        if not self.greeted:
            self.read()
            self.greeted = True

    def ask(self, facts, view):
        self.questions += 1
        seen = [{"type": "seen", "seen": fact} for fact in facts]
        question = {"type": "act?", "id": self.questions, "legal": legal_in(view), "ms": 1000}
        self.send(*seen, {"type": "view", "view": view}, question)
        answer = self.read()
        if answer["id"] != self.questions:
            raise Problem("mazzo bot answered another question than was asked.")
        return answer["do"]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class MazzoAgent:
    """A bot of Mazzo as an agent of RLCard."""

    use_raw = True

    def __init__(self, program, seed, show):
        self.program = program
        self.random = random.Random(seed)
        self.show = show  # so many decisions are printed
        self.decisions = 0
        self.fallbacks = Counter()
        self.forgot = 0

    def begin(self, seat):
        """A game begins."""
        self.seat = seat
        self.facts = []
        self.recorded = 0  # actions that were looked at
        self.played = None
        self.program.greet(seat)

    def eval_step(self, state):
        return self.step(state), {}

    def step(self, state):
        table, legal = state["raw_obs"], state["raw_legal_actions"]
        self.watch(table, legal, state["action_record"])
        self.decisions += 1
        action = legal[0] if len(legal) == 1 else self.choose(legal)
        if self.show > 0:
            self.show -= 1
            pile = f"{self.discards[-1]} in {self.colour}"
            what = f"hand {' '.join(self.hand)}, other {self.counts[1 - self.seat]}, pile {pile}: {action}"
            print(f"{what}, of {' '.join(legal)}", file=sys.stderr)
        return action

    def watch(self, table, legal, record):
        """Takes in what RLCard shows, and what happened since the last turn."""
        me = self.seat
        played, counts = table["played_cards"], tuple(table["num_cards"])
        hand = [face(card) for card in table["hand"]]
        entries = record[self.recorded :]
        self.recorded = len(record)

        fresh = self.played is None
        if fresh:
            first = played[0] if played else None
            known, old_hand = played[:1], HAND
            old_counts = (HAND + 2 if first and first[2:] == "draw_2" else HAND, HAND)
            old_hand = old_counts[me]
        else:
            known, old_hand, old_counts = self.played, len(self.hand), self.counts
        cards = None
        if known and played[: len(known)] == known:
            cards = explain(entries, played[len(known) :], known[-1][0], old_counts, me, counts)
        self.facts += [{"round_began": {"dealer": 1}}] if fresh or cards is None else []
        if cards is None:
            # RLCard has shuffled all played cards. What the bot remembers of
            # the other hand is given up with them.
            self.forgot += 1
        else:
            if fresh:
                self.facts.append({"started": {"face": face(first)}})
                if is_wild(first):
                    self.facts.append({"named": {"seat": 0, "colour": first[0]}})
            own_plays = sum(player == me and action != "draw" for player, action in entries)
            gained = hand[old_hand - own_plays :]
            self.facts += facts_of(entries, cards, me, gained)

        self.hand, self.counts, self.played = hand, counts, list(played)
        self.discards = [face(card) for card in played] or [face(table["target"])]
        # The target of RLCard has the wrong colour if it is a Wild, the played
        # cards have the right one. Just after a reshuffle there are none.
        if played:
            self.colour = played[-1][0]
        elif not is_wild(table["target"]):
            self.colour = table["target"][0]
        else:
            fitting = [card[0] for card in legal if card != "draw" and not is_wild(card)]
            self.colour = fitting[0] if fitting else self.colour
        self.before = played[-2][0] if len(played) > 1 else None
        last = [player for player, action in record if action != "draw"]
        self.last = last[-1] if last else 1

    def view(self, hand, drawn=None):
        return make_view(
            self.seat, hand, self.counts, self.discards, self.colour, self.before, self.last, drawn
        )

    def ask(self, view):
        facts, self.facts = self.facts, []
        return to_rlcard(self.program.ask(facts, view))

    def choose(self, legal):
        if len({face(action) for action in legal}) == 1 and is_wild(legal[0]):
            # One Wild, and only its colour is open. Mazzo asks just that when
            # the card was drawn and must be played.
            view = self.view(self.hand, drawn=face(legal[0]))
            self.check(view, legal)
            return self.ask(view) if view else self.fall_back(legal, NO_VIEW)

        view = self.view(self.hand)
        self.check(view, legal)
        if view is None:
            return self.fall_back(legal, NO_VIEW)
        action = self.ask(view)
        if action in legal:
            return action
        if action == "draw":
            return self.fall_back(legal, NO_DRAW)
        # RLCard offers a Wild +4 only if nothing else fits, Mazzo if nothing
        # has the colour. What would the bot play if it did not have the card?
        self.fallbacks[NO_FOUR] += 1
        rest = [card for card in self.hand if card != "W+"]
        action = self.ask(self.view(rest))
        return action if action in legal else self.fall_back(legal, NO_DRAW)

    def check(self, view, legal):
        """What RLCard offers must be there in the view too."""
        if view and not {to_mazzo(action) for action in legal} <= set(legal_in(view)):
            raise Problem(f"RLCard offers {legal}, but Mazzo allows {legal_in(view)} in {json.dumps(view)}")

    def fall_back(self, legal, why):
        """A card that fits and no Wild, or the colour that the hand has most of."""
        self.fallbacks[why] += 1
        plain = [action for action in legal if not is_wild(action)]
        if plain:
            return self.random.choice(plain)
        held = Counter(card[0] for card in self.hand)
        return max(legal, key=lambda action: held[action[0]])


# ------------------------------------------------------------------ playing


def play(env, first, second, games, seed, label):
    """Every deal twice, with seats swapped. Wins of `first`, by deal."""
    import numpy

    numpy.random.seed(seed % 2**32)  # RLCard's agents draw from the global generator
    pairs, shown = [], time.monotonic()
    for deal in range(games // 2):
        wins = 0
        for seat in (0, 1):
            env.seed(seed * 1_000_003 + deal)
            agents = [first, second] if seat == 0 else [second, first]
            for who, agent in enumerate(agents):
                if isinstance(agent, MazzoAgent):
                    agent.begin(who)
            env.set_agents(agents)
            _, payoffs = env.run()
            wins += int(payoffs[seat] > 0)
        pairs.append(wins)
        if time.monotonic() - shown > 1:
            shown = time.monotonic()
            rate = sum(pairs) / len(pairs) / 2
            progress(f"{label}: {2 * len(pairs)} of {games} games, {rate:.1%}")
    progress("")
    return pairs


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)


def interval(pairs):
    """The mean of the pairs as a rate, and half of its 95 % interval."""
    scores = [wins / 2 for wins in pairs]
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    return mean, 1.96 * math.sqrt(variance / len(scores))


def report(label, pairs):
    rate, half = interval(pairs)
    both, one, none = (pairs.count(wins) for wins in (2, 1, 0))
    print(label)
    print(f"  games      {2 * len(pairs)}, each deal twice with seats swapped")
    print(f"  wins       {sum(pairs)}")
    print(f"  win rate   {rate:.2%} +- {half:.2%}, 95 % interval {rate - half:.2%} to {rate + half:.2%}")
    print(f"  deals      won twice {both}, once {one}, never {none}", flush=True)


def report_agent(agent):
    fallen = agent.fallbacks.total()
    print(f"  decisions  {agent.decisions}, asked {agent.program.questions} times")
    print(f"  fallbacks  {fallen}, {fallen / max(1, agent.decisions):.4%} of the decisions")
    for why in FALLBACKS:
        print(f"             {agent.fallbacks[why]} {why}")
    print(f"  reshuffles {agent.forgot} seen", flush=True)


# ------------------------------------------------------------------ driving


def even(text):
    number = int(text)
    if number < 0:
        raise ValueError
    return number + number % 2


even.__name__ = "number"


def parse_options():
    parser = argparse.ArgumentParser(
        prog="run.sh uno-rule",
        description="A bot of Mazzo against RLCard's rule agent, in RLCard's Uno for two.",
    )
    parser.add_argument("--games", type=even, default=20_000, help="how many games (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="where all luck comes from (default 1)")
    parser.add_argument("--bot", default="counter", help="which bot of Mazzo (default counter)")
    parser.add_argument(
        "--against",
        choices=(RULE_AGENT, "random"),
        default=RULE_AGENT,
        help=f"which agent of RLCard (default {RULE_AGENT})",
    )
    parser.add_argument(
        "--anchor",
        type=even,
        help=f"games of {RULE_AGENT} against random, to compare (default a quarter of --games)",
    )
    parser.add_argument(
        "--mazzo",
        metavar="PATH",
        default=os.environ.get("MAZZO"),
        help="the mazzo binary (default: the one that MAZZO names)",
    )
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="print the first N decisions of the bot"
    )
    parser.add_argument("--check-options", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.games < 2:
        parser.error("--games must be at least 2")
    if not 0 <= options.seed < 2**40:
        parser.error("--seed must be between 0 and 2^40")
    if options.anchor is None:
        options.anchor = even(options.games // 4)
    return options


def run(options):
    if not options.mazzo:
        raise Problem("name the mazzo binary with --mazzo or in MAZZO, or start run.sh uno-rule.")
    if not os.path.isfile(options.mazzo) or not os.access(options.mazzo, os.X_OK):
        raise Problem(f"there is no program at {options.mazzo}.")
    try:
        import rlcard
        from rlcard import models
        from rlcard.agents import RandomAgent
    except ImportError as error:
        raise Problem(f"RLCard cannot be imported ({error}); run.sh uno-rule installs it.") from None

    env = rlcard.make("uno", config={"seed": options.seed})
    rule, chance = models.load(RULE_AGENT).agents[0], RandomAgent(num_actions=env.num_actions)
    program = Program(options.mazzo, options.bot, options.seed)
    try:
        agent = MazzoAgent(program, options.seed, options.show)
        other = rule if options.against == RULE_AGENT else chance
        label = f"{options.bot} against {options.against}"
        report(label, play(env, agent, other, options.games, options.seed, label))
        report_agent(agent)
    finally:
        program.close()
    if options.anchor:
        label = f"{RULE_AGENT} against random"
        report(label, play(env, rule, chance, options.anchor, options.seed, label))


def main():
    options = parse_options()
    if options.check_options:
        return 0
    try:
        run(options)
    except Problem as problem:
        sys.exit(f"uno-rule: {problem}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
