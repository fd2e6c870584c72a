# Wörter
seat = Platz { $number }
card-single = { $number }
card-double = Doppel-{ $number }
card-reverse = Richtungswechsel
card-x2 = x2
card-trash = Müll
card-trap = Falle
colour-red = Rot
colour-green = Grün
colour-blue = Blau
colour-yellow = Gelb
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
