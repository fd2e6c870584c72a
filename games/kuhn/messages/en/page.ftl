page-kuhn-about = Three cards, two players, one bet: the smallest game of bluff.
kuhn-starts = { $name } starts.
kuhn-holds = { $name } holds: { $card }.
kuhn-showdown = The cards are turned up: { $first } against { $second }.
kuhn-chips = { $count ->
    [one] { $count } chip
   *[other] { $count } chips
}
kuhn-pot = { $count ->
    [one] Pot: { $count } chip
   *[other] Pot: { $count } chips
}
kuhn-check = Check
kuhn-bet = Bet
kuhn-fold = Fold
kuhn-call = Call
kuhn-jack = Jack
kuhn-queen = Queen
kuhn-king = King
