# Counted in simulations
count-calls-right = richtige Rufe
count-calls-wrong = falsche Rufe
count-traps = Fallen, die zuschnappten
