# What somebody at the table sees, beyond what a record tells
d-plays-hidden = { $name } plays a card, face down.
u-shows = { $name } shows { $other } the hand.
u-shows-you = { $name } shows you the hand: { $cards }
u-card = { $colour } { $symbol }
u-draw-two = +2
u-reverse = Reverse
u-skip = Skip
u-wild = Wild
u-wild-draw-four = Wild +4
u-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
d-tokens = victories { $victory }, penalties { $penalty }
back-plain = a plain back
back-double = a double { $number }

# Actions, as on a button
act-up = Play { $card } face up
act-down = Play { $card } face down
act-call = Call 17
act-let = Let it go
act-play = Play { $card }
act-name = Play { $card }, name { $colour }
act-swap = { $action }, swap with { $name }
act-jump = Jump in with { $card }
act-with-uno = { $action }, saying UNO
act-pass = Pass
act-colour = Name { $colour }
act-accept = Accept and draw { $count }
act-say = UNO!
act-draw = { $count ->
    [one] Draw a card
   *[other] Draw { $count } cards
}
act-keep = Keep it
act-challenge = Challenge
act-catch = Catch { $name }

# How strong, how fast
level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
level-easy-about = Misjudges most things and forgets most cards.
level-medium-about = Misjudges some things and forgets some cards.
level-hard-about = Judges exactly and forgets nothing.
level-expert-about = Looks ahead.
pace-relaxed = relaxed
pace-normal = normal
pace-fast = fast
pace-instant = instant
pace-relaxed-about = Take your time: there is no clock on a turn.
pace-normal-about = Half a minute for a turn.
pace-fast-about = For people who know the game.
pace-instant-about = For programs: nobody waits.

# House rules
rule-on = on
rule-off = off
rule-direction = Direction
rule-direction-about = What becomes of the direction of play when a round ends.
rule-direction-carry = stays as it is
rule-direction-reset = clockwise again
rule-two-players-reverse = Reverse for two
rule-two-players-reverse-about = What a Reverse does when only two play.
rule-two-players-reverse-skip = skips the other
rule-two-players-reverse-turn = only turns
rule-wild-draw-four = Wild +4
rule-wild-draw-four-about = Whether you may bluff with it and be challenged, or play it only when it is fair.
rule-wild-draw-four-challenge = bluff and challenge
rule-wild-draw-four-strict = only when fair
rule-wrong-catch = Wrong catch
rule-wrong-catch-about = What it costs to catch somebody who is not to blame.
rule-wrong-catch-free = nothing
rule-wrong-catch-draw-one = a card
rule-scoring = Scoring
rule-scoring-about = Whether the winner of a round collects the points of the others, or everybody their own, and low wins.
rule-scoring-points = winner takes all
rule-scoring-low = low wins
rule-target = Goal
rule-target-about = The points that end the match.
rule-stacking = Stacking
rule-stacking-about = A +2 may answer a +2, a +4 a +4: the next player draws the sum or adds.
rule-draw-to-match = Draw to match
rule-draw-to-match-about = Whoever draws goes on until a card fits.
rule-force-play = Forced play
rule-force-play-about = A drawn card that fits has to be played.
rule-jump-in = Jump in
rule-jump-in-about = The identical card may be played out of turn, and play goes on from there.
rule-seven-zero = Seven-zero
rule-seven-zero-about = A 7 swaps hands with somebody, a 0 passes all hands on.

# Why something had no effect
refused-not-host = Only the host can do that.
refused-not-seated = Take a seat first.
refused-taken = Somebody sits there already.
refused-full = Every seat is taken.
refused-no-such-seat = There is no such seat.
refused-not-now = That does not work right now.
refused-stale = Too late: the table has moved on.
refused-no-action = That is no move of this game.
refused-illegal = That does not work: { $reason }.
refused-sent-away = The host has closed this table to you.
refused-bad-text = That is empty, or too long.
refused-lookalike = That name looks too much like another one here.
refused-bad-settings = The table cannot be like that.
refused-no-chat = No free text here; there are phrases.
refused-closed = The table is closed.
refused-too-much = Too much at once here. Wait a moment.
refused-unavailable = The server cannot store that just now. Try again.

# When a server hangs up, or does not answer
net-silent = The server does not answer.
problem-no-table = There is no such table. Perhaps it was closed.
problem-no-record = There is no such game.
problem-wrong-code = That code does not work. It may have been used, or be older than five minutes.
problem-too-much = Too much at once. Try again in a minute.
problem-full = The server is full. Try again later.
problem-data-full = The server is running out of space: no new tables for now.
problem-wrong-host = The server does not go by this address.
problem-other-version = The server speaks another version. Update this program.
problem-stopping = The server is about to start again.
problem-storage = The server cannot store anything just now.
problem-no-identity = The server does not know you any more. Join again.
problem-other = The server refuses: { $message }

# Phrases, as one says them at the table
phrase-0 = Hello, everyone!
phrase-1 = Good luck.
phrase-2 = Well played!
phrase-3 = Nice one.
phrase-4 = Oh, come on!
phrase-5 = I don’t believe a word of it.
phrase-6 = Go on, call it. I dare you.
phrase-7 = My turn yet?
phrase-8 = Take your time, the bar is open.
phrase-9 = That hurt.
phrase-10 = Pure luck!
phrase-11 = Now it gets interesting.
phrase-12 = I’m not saying anything.
phrase-13 = Who shuffled these?
phrase-14 = Sorry about that. Not really.
phrase-15 = Another round?
phrase-16 = Thanks for the game!
phrase-17 = I have to go, good night.
emote-18 = { $name } laughs out loud.
emote-19 = { $name } raises an eyebrow.
emote-20 = { $name } sighs and looks at the ceiling.
emote-21 = { $name } drums on the table.
emote-22 = { $name } raises a glass.
emote-23 = { $name } takes a bow.
phrase-18 = laugh out loud
phrase-19 = raise an eyebrow
phrase-20 = sigh
phrase-21 = drum on the table
phrase-22 = raise a glass
phrase-23 = take a bow

# What the odds are
hint-odds-row = The row is 17 or more: { $odds }
hint-odds-row-two = The row is 17 or more: { $odds } by the cards alone, { $judged } as counter judges the players
hint-odds-bluff = The Wild +4 was a bluff: { $odds }

# Why a move is not legal
illegal-game-over = the game is over
illegal-not-your-turn = somebody else is on turn
illegal-not-in-hand = there is no such card in the hand
illegal-not-now = it is not the moment for that
illegal-own-card = nobody calls on their own card
illegal-answered = the seat has answered already
illegal-nothing-to-call = calls come after a turn
illegal-does-not-match = the card matches neither colour, number nor symbol
illegal-colour = a Wild needs a colour, and no other card takes one
illegal-unfair = the hand holds a card of the colour in force
illegal-only-the-drawn = only the card just drawn may be played
illegal-must-play = a drawn card that can be played must be played
illegal-can-draw = there is something to draw
illegal-nothing-to-draw = there is nothing left to draw
illegal-no-uno = UNO is said by who is left with one card
illegal-nobody-to-catch = only somebody else with one card can be caught
illegal-swap = a 7 swaps with another player, and no other card does
illegal-not-identical = only the identical card jumps in
