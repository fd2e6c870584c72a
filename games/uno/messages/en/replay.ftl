# Replay
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
