# Replay
replay-round = Round { $number }
replay-winner = Vince { $name }.
replay-winners = Vincono insieme { $names }.
