# Hints
hint-top = Encima
hint-top-none = todavía nada
hint-top-colour = { $card }, y el color es { $colour }
hint-cards = Cartas
hint-points = Puntos
hint-due = Pendiente
hint-draw = robar
hint-keep = quedarse la carta
hint-accept = aceptar
hint-challenge = desafiar
hint-say = decir UNO
hint-catch = pillar a { $name }
hint-name = pedir { $colour }
hint-with-swap = { $card }, cambiando con { $name }
hint-with-jump = { $card }, colándose
hint-with-uno = { $card }, diciendo UNO
