# Replay
replay-round = Runde { $number }
replay-winner = { $name } gewinnt.
replay-winners = { $names } gewinnen gemeinsam.
