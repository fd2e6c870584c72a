# Replay
u-hands = En la mano: { $cards }
