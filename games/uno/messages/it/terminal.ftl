# The terminal
letter-red = R
letter-green = V
letter-blue = B
letter-yellow = G
t-about-uno = Finisci le carte prima degli altri, e dillo quando te ne resta una.
t-in-force = Colore in gioco
t-catch = Becca qualcuno
t-with-uno = dicendo UNO
t-choose-colour = Di’ un colore
t-odds-bluff = bluff: { $odds }
t-help-uno = di’ UNO: adesso o con la prossima carta
