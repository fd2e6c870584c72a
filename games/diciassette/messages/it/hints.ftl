# Hints
hint-row = Fila
hint-tokens = Gettoni
hint-hidden = { $count ->
    [one] = { $sum } più { $count } carta coperta
   *[other] = { $sum } più { $count } carte coperte
}
hint-up = scoperta: { $card }
hint-down = coperta: { $card }
hint-call = chiamare 17
