# Counted in simulations
count-calls-right = chiamate giuste
count-calls-wrong = chiamate sbagliate
count-traps = Trappole scattate
