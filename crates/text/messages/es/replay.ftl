# Replay
replay-round = Ronda { $number }
replay-winner = Gana { $name }.
replay-winners = Comparten la victoria { $names }.
