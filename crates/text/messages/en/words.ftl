# Words
seat = Seat { $number }
clockwise = clockwise
counterclockwise = counter-clockwise
players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
list-and = and
list-and-again = and
games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
