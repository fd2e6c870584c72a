# Hints
hint-row = Row
hint-tokens = Tokens
hint-hidden = { $count ->
    [one] = { $sum } and { $count } hidden card
   *[other] = { $sum } and { $count } hidden cards
}
hint-up = { $card }, face up
hint-down = { $card }, face down
hint-call = call 17
