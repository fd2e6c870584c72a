# Parole
seat = Posto { $number }
card-single = { $number }
card-double = { $number } doppio
card-reverse = Inversione
card-x2 = x2
card-trash = Cestino
card-trap = Trappola
colour-red = rosso
colour-green = verde
colour-blue = blu
colour-yellow = giallo
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
