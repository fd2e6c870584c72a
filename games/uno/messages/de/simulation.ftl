# Counted in simulations
count-challenges-right = zu Recht angezweifelt
count-challenges-wrong = zu Unrecht angezweifelt
count-catches = erwischte Spieler
count-void-rounds = Runden, die nicht zählten
