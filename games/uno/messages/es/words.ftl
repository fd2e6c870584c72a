# Words
colour-red = rojo
colour-green = verde
colour-blue = azul
colour-yellow = amarillo
