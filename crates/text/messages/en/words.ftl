# Words
seat = Seat { $number }
card-single = { $number }
card-double = double { $number }
card-reverse = Reverse
card-x2 = x2
card-trash = Trash
card-trap = Trap
colour-red = red
colour-green = green
colour-blue = blue
colour-yellow = yellow
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
