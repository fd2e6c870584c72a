# The page
page-diciassette-about = Las cartas van en fila, boca arriba o boca abajo. Canta 17 antes de que sea tarde, pero no demasiado pronto. De 2 a 6 jugadores.
page-backs = dorsos: { $backs }
page-round-victories = Ronda { $round } · a { $goal } victorias
page-pile-top = mazo, encima { $back }
page-discarded = { $count ->
    [one] { $count } descartada
   *[other] { $count } descartadas
}
page-row = La fila
page-row-empty = La fila está vacía. Quien empieza pone la primera carta.
page-card-up = { $card }, boca arriba
page-card-down = boca abajo, { $back }
page-yours = tuya: { $card }
page-open = a la vista
page-hidden = { $count ->
    [one] { $count } tapada
   *[other] { $count } tapadas
}
page-so-far = por ahora
page-to-turn = { $count ->
    [one] { $count } por destapar
   *[other] { $count } por destapar
}
page-reached = 17 o más
page-under = menos de 17
page-tap-card = Toca una carta y elige el lado.
page-your-turn-two = Te toca: dos cartas
page-choose-first = Elige la primera.
page-which-side = { $card }: ¿qué lado arriba?
page-face-up = Boca arriba
page-face-down = Boca abajo
page-counts = vale { $number }
page-all-know = todos saben que es un { $number }
page-nobody-knows = nadie lo sabe
page-down-trap = queda al acecho
page-up-reverse = cambia el sentido
page-up-x2 = el siguiente juega dos
page-up-trash = se lleva la última carta
page-up-trap = no hace nada
page-17-or-more = ¿17 o más?
page-has-played = { $name } ha jugado.
page-call = Cantar 17
page-call-not-now = 17: ahora no
page-called-back = Cantas 17; toca para retirarlo
page-you-call = Cantas 17
page-calls = { $name } canta 17
page-waits-up = { $card } espera, boca arriba
page-waits-down = { $card } espera, boca abajo
page-was-right = { $name } tenía razón
page-was-wrong = { $name } se equivocaba
learn-d-row = La fila
learn-d-row-about = Todos añaden cartas a la misma fila. Mientras sume menos de 17, a callar. Cuando llegue a 17 o más, alguien tiene que darse cuenta.
learn-d-turn = Te toca
learn-d-turn-about = Toca una carta y elige. Boca arriba, la cuentan todos. Boca abajo, solo tú sabes qué es.
learn-d-call = ¿17?
learn-d-call-about = Tras cada turno puede cantar cualquiera menos quien ha jugado. Cuenta lo que ves, adivina lo tapado. Canta si crees en el 17; si no, pasa.
learn-d-double = Una doble
learn-d-double-about = Esta carta está boca abajo, pero el dorso enseña su número: una doble no esconde nada. También las ves en las manos de los demás.
learn-d-special = Una carta especial
learn-d-special-about = Boca arriba hace algo: con Cambio de sentido se juega al revés, x2 hace jugar dos cartas al siguiente, Basura se lleva la última carta. Boca abajo vale 0 y no hace nada.
learn-d-trap = Una Trampa
learn-d-trap-about = Ponla boca abajo y confía en que alguien cante: quien canta se lleva una penalización y tú una victoria, sume lo que sume la fila.
learn-d-tokens = Fichas
learn-d-tokens-about = Quien tenía razón se ha llevado una victoria; quien se equivocó, una penalización. Con tres victorias se gana; dos penalizaciones se devuelven y se llevan una victoria.
