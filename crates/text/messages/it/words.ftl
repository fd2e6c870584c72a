# Parole
seat = Posto { $number }
clockwise = senso orario
counterclockwise = senso antiorario
players = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
list-and = e
list-and-again = ed
games = { $count ->
    [one] { $count } partita
   *[other] { $count } partite
}
