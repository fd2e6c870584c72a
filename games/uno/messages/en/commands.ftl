# Replay
u-hands = In hand: { $cards }
