# Replay
d-legend = Las cartas entre [corchetes] están boca abajo.
d-row-empty = la fila está vacía
d-sum = = { $total }, de ellos { $open } a la vista
d-priority = { $name } va antes en el orden de juego: vale lo que ha cantado.
