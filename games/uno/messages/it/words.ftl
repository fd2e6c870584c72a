# Words
colour-red = rosso
colour-green = verde
colour-blue = blu
colour-yellow = giallo
