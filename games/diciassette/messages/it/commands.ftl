# Replay
d-legend = Le carte tra [parentesi] sono coperte.
d-row-empty = la fila è vuota
d-sum = = { $total }, di cui { $open } in vista
d-priority = { $name } viene prima nel giro: vale la sua chiamata.
