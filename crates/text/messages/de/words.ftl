# Wörter
seat = Platz { $number }
clockwise = im Uhrzeigersinn
counterclockwise = gegen den Uhrzeigersinn
players = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
list-and = und
list-and-again = und
games = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
}
