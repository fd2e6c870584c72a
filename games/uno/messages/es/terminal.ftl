# The terminal
letter-red = R
letter-green = V
letter-blue = Az
letter-yellow = Am
t-about-uno = Quédate sin cartas antes que nadie, y dilo cuando te quede una.
t-in-force = Color en juego
t-catch = Pillar a alguien
t-with-uno = diciendo UNO
t-choose-colour = Pide un color
t-odds-bluff = farol: { $odds }
t-help-uno = decir UNO: ahora o con la próxima carta
