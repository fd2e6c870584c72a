# Counted in simulations
count-challenges-right = sfide vinte
count-challenges-wrong = sfide perse
count-catches = giocatori beccati
count-void-rounds = round nulli
