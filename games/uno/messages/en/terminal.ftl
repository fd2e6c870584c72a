# The terminal
letter-red = R
letter-green = G
letter-blue = B
letter-yellow = Y
t-about-uno = Get rid of your cards first, and say so when you are down to one.
t-in-force = Colour in force
t-catch = Catch somebody
t-with-uno = say UNO with it
t-choose-colour = Name a colour
t-odds-bluff = bluff: { $odds }
t-help-uno = say UNO: now, or with the next card
