# Counted in simulations
count-calls-right = 17 bien cantados
count-calls-wrong = 17 mal cantados
count-traps = Trampas que pagaron
