# Counted in simulations
count-calls-right = calls that were right
count-calls-wrong = calls that were wrong
count-traps = Traps that paid
