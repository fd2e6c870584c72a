# Counted in simulations
count-challenges-right = challenges that were right
count-challenges-wrong = challenges that were wrong
count-catches = players caught
count-void-rounds = void rounds
