# The terminal
t-about-diciassette = Everyone adds cards to one row. Is it 17 yet? Call it, and be right.
t-discards = Discards { $count }
t-odds-row = 17+: { $odds }
t-help-call = call 17
t-legend-diciassette = Thin border: front. Thick border: back. ≡ a double, whose back shows its number. ( ) what you have hidden. ★ victory, ✗ penalty.
t-earlier = { $count ->
    [one] … and { $count } earlier card
   *[other] … and { $count } earlier cards
}
