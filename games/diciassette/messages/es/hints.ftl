# Hints
hint-row = Fila
hint-tokens = Fichas
hint-hidden = { $count ->
    [one] = { $sum } y { $count } carta tapada
   *[other] = { $sum } y { $count } cartas tapadas
}
hint-up = { $card }, boca arriba
hint-down = { $card }, boca abajo
hint-call = cantar 17
