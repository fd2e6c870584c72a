# Narration
d-plays-hidden = { $name } plays a card, face down.
d-tokens = victories { $victory }, penalties { $penalty }
back-plain = a plain back
back-double = a double { $number }
act-up = Play { $card } face up
act-down = Play { $card } face down
act-call = Call 17
rule-direction = Direction
rule-direction-about = What becomes of the direction of play when a round ends.
rule-direction-carry = stays as it is
rule-direction-reset = clockwise again
hint-odds-row = The row is 17 or more: { $odds }
hint-odds-row-two = The row is 17 or more: { $odds } by the cards alone, { $judged } as counter judges the players
illegal-own-card = nobody calls on their own card
illegal-nothing-to-call = calls come after a turn
