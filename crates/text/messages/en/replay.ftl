# Replay, both games
replay-round = Round { $number }
replay-winner = { $name } wins.
replay-winners = { $names } win together.

# Replay, Diciassette
d-starts = { $name } starts.
d-plays-up = { $name } plays { $card }, face up.
d-plays-down = { $name } plays { $card }, face down.
d-reversed = The direction turns: { $direction }.
d-doubled = The next player plays two cards.
d-trashed = The Trash takes the last card of the row with it.
d-trashed-nothing = The row is empty: only the Trash goes.
d-shuffled = The discard pile is shuffled into a new draw pile.
d-must-call = { $name } has no card left and must call.
d-calls = { $name } calls 17!
d-turned = Turned up: { $cards }.
d-total-reached = The row adds up to { $total }: 17 or more. The call is right.
d-total-under = The row adds up to { $total }: under 17. The call is wrong.
d-victory-trap = { $name } gets a victory token: the Trap caught the caller.
d-victory-call = { $name } gets a victory token.
d-penalty-trap = Penalty for { $name }: there was a Trap in the row.
d-penalty-call = Penalty for { $name }: the row was { $total }.
d-returned = Second penalty token: { $name } gives both back, and a victory token with them.
d-returned-only = Second penalty token: { $name } gives both back.
d-standing = { $name }: { $victory } victory, { $penalty } penalty

# Replay, Uno
u-cut = { $name } draws { $card } for the deal.
u-deals = { $name } deals.
u-first = The first card is { $card }.
u-returned = A Wild +4 cannot start: back into the pile with it.
u-names = { $name } names { $colour }.
u-plays = { $name } plays { $card }.
u-plays-naming = { $name } plays { $card } and names { $colour }.
u-jumps = { $name } jumps in.
u-draws = { $count ->
    [one] { $name } draws a card.
   *[other] { $name } draws { $count } cards.
}
u-keeps = { $name } keeps it.
u-passes = { $name } has nothing to draw and passes.
u-reversed = The direction turns: { $direction }.
u-skipped = { $name } loses the turn.
u-raised = { $count ->
    [one] { $count } card is due.
   *[other] { $count } cards are due.
}
u-accepts = { $name } accepts.
u-challenges = { $name } challenges { $other }!
u-guilty = It was a bluff: { $name } held the colour.
u-innocent = It was fair: { $name } held no card of the colour.
u-says = { $name }: UNO!
u-catches = { $name } to { $other }: you did not say UNO!
u-caught = { $name } has not said it.
u-mistaken = { $name } has, and is not to blame.
u-mistaken-late = Too late: { $name } can no longer be caught.
u-swapped = { $names } swap hands.
u-rotated = All hands are passed on.
u-shuffled = The discard pile is shuffled into a new draw pile.
u-round-won = { $name } is out of cards and wins the round.
u-voided = Nobody can go on: the round is void.
u-scored = { $points ->
    [one] { $name } gets { $points } point: { $total } in all.
   *[other] { $name } gets { $points } points: { $total } in all.
}
