# Counted in simulations
count-challenges-right = desafíos ganados
count-challenges-wrong = desafíos perdidos
count-catches = jugadores pillados
count-void-rounds = rondas nulas
