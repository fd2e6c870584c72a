page-kuhn-about = Tre carte, due giocatori, una puntata: il più piccolo gioco di bluff.
kuhn-starts = Inizia { $name }.
kuhn-holds = { $name } ha: { $card }.
kuhn-showdown = Si scoprono le carte: { $first } contro { $second }.
kuhn-chips = { $count ->
    [one] { $count } gettone
   *[other] { $count } gettoni
}
kuhn-pot = { $count ->
    [one] Piatto: { $count } gettone
   *[other] Piatto: { $count } gettoni
}
kuhn-check = Passo
kuhn-bet = Punto
kuhn-fold = Lascio
kuhn-call = Vedo
kuhn-jack = Fante
kuhn-queen = Donna
kuhn-king = Re
