# Replay
u-hands = In mano: { $cards }
