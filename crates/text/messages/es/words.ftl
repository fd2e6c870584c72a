# Palabras
seat = Asiento { $number }
clockwise = horario
counterclockwise = antihorario
players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
list-and = y
list-and-again = e
games = { $count ->
    [one] { $count } partida
   *[other] { $count } partidas
}
