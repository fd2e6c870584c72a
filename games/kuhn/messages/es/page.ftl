page-kuhn-about = Tres cartas, dos jugadores, una apuesta: el juego de faroles más pequeño.
kuhn-starts = Empieza { $name }.
kuhn-holds = { $name } tiene: { $card }.
kuhn-showdown = Se descubren las cartas: { $first } contra { $second }.
kuhn-chips = { $count ->
    [one] { $count } ficha
   *[other] { $count } fichas
}
kuhn-pot = { $count ->
    [one] Bote: { $count } ficha
   *[other] Bote: { $count } fichas
}
kuhn-check = Paso
kuhn-bet = Apuesto
kuhn-fold = No voy
kuhn-call = Voy
kuhn-jack = Jota
kuhn-queen = Reina
kuhn-king = Rey
