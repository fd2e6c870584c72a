page-kuhn-about = Drei Karten, zwei Spieler, ein Einsatz: das kleinste Spiel mit Bluff.
kuhn-starts = { $name } beginnt.
kuhn-holds = { $name } hat: { $card }.
kuhn-showdown = Die Karten werden aufgedeckt: { $first } gegen { $second }.
kuhn-chips = { $count ->
    [one] { $count } Chip
   *[other] { $count } Chips
}
kuhn-pot = { $count ->
    [one] Pot: { $count } Chip
   *[other] Pot: { $count } Chips
}
kuhn-check = Schieben
kuhn-bet = Setzen
kuhn-fold = Aussteigen
kuhn-call = Mitgehen
kuhn-jack = Bube
kuhn-queen = Dame
kuhn-king = König
