# Palabras
seat = Asiento { $number }
card-single = { $number }
card-double = { $number } doble
card-reverse = Cambio de sentido
card-x2 = x2
card-trash = Basura
card-trap = Trampa
colour-red = rojo
colour-green = verde
colour-blue = azul
colour-yellow = amarillo
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
