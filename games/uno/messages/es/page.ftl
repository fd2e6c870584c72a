# The page
page-uno-about = Quédate sin cartas, farolea con un +4 y no te olvides de la palabra. De 2 a 10 jugadores.
page-hand-of = { $count ->
    [one] Tu mano, { $count } carta
   *[other] Tu mano, { $count } cartas
}
page-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
page-round-points = Ronda { $round } · a { $goal } puntos
page-on-top = encima: { $card }
page-force-due = { $count ->
    [one] { $colour }, hay que robar { $count }
   *[other] { $colour }, hay que robar { $count }
}
page-fit = { $count ->
    [one] { $count } carta sirve.
   *[other] { $count } cartas sirven.
}
page-due = { $count ->
    [one] Contesta, o roba { $count }.
   *[other] Contesta, o roba { $count }.
}
page-drawn-fits = Sirve. Juégala o quédatela.
page-drawn-does-not-fit = No sirve.
page-play-it = Jugarla
page-challenge-or = ¿Robas { $due }, o desafías?
page-challenge-about = Es un farol si { $name } tenía { $colour }. Farol: { $name } roba { $due }. Limpio: tú robas { $more }.
page-which-colour = ¿Qué color?
page-swap-with = ¿Con quién cambias la mano?
page-catch = Pillar
page-say-uno = Decir UNO
page-uno-arm = UNO: decirlo con la próxima carta
page-uno-armed = UNO se dice con la próxima carta
page-uno-not-now = UNO: ahora no
page-one-left = Te queda una carta
page-one-left-about = Di UNO antes de que te pillen.
page-you-say-uno = Dices UNO
page-uno-back = Dices UNO; toca para retirarlo
page-has-one = A { $name } le queda una carta
page-has-one-about = ¿Ha dicho UNO?
page-you-catch = Pillas a { $name }
page-can-jump = Puedes colarte
page-can-jump-about = Tienes la carta idéntica.
page-you-jump = Te cuelas con { $card }
page-card-no-fit = { $card }, no sirve
page-bluff = Era un farol
page-fair-play = Era limpio
page-only-you = La mano de { $name }. Solo la ves tú.
page-scores = Puntos tras esta ronda
page-player = Jugador
page-left-in-hand = Cartas en mano
page-points = Puntos
learn-u-piles = El descarte
learn-u-piles-about = Pon en el descarte una carta del mismo color, número o símbolo. Gana la ronda quien antes se quede sin cartas.
learn-u-turn = Te toca
learn-u-turn-about = Las cartas levantadas sirven: toca una. El Comodín siempre sirve, y tú eliges el color.
learn-u-draw = No te sirve ninguna
learn-u-draw-about = Roba una carta. Si sirve, puedes jugarla enseguida.
learn-u-challenge = ¿Un farol?
learn-u-challenge-about = El Comodín +4 solo es limpio si no se tenía el color de antes. Desafía: te enseñan la mano. El farol le cuesta 4 cartas a quien faroleó; desafiar mal te cuesta 6.
learn-u-word = La palabra
learn-u-word-about = Tienes dos cartas: toca UNO y luego juega. A quien se le olvida lo pueden pillar, y roba dos.
learn-u-catch = ¿Pillado?
learn-u-catch-about = A alguien le queda una carta. Si no ha dicho UNO, toca Pillar: le cuesta dos cartas.
