# Replay
replay-round = Round { $number }
replay-winner = { $name } wins.
replay-winners = { $names } win together.
