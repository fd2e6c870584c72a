# Narration
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
hint-odds-bluff = The Wild +4 was a bluff: { $odds }
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
