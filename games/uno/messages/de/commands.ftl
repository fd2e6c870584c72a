# Replay
u-hands = Auf der Hand: { $cards }
