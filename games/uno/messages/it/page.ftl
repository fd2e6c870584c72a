# The page
page-uno-about = Liberati delle carte, bluffa con un +4 e non dimenticare la parola. Da 2 a 10 giocatori.
page-hand-of = { $count ->
    [one] In mano, { $count } carta
   *[other] In mano, { $count } carte
}
page-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } carte
}
page-round-points = Round { $round } · a { $goal } punti
page-on-top = in cima: { $card }
page-force-due = { $count ->
    [one] { $colour }, { $count } da pescare
   *[other] { $colour }, { $count } da pescare
}
page-fit = { $count ->
    [one] { $count } carta va bene.
   *[other] { $count } carte vanno bene.
}
page-due = { $count ->
    [one] Rispondi, o pescane { $count }.
   *[other] Rispondi, o pescane { $count }.
}
page-drawn-fits = Va bene. Giocala, o tienila.
page-drawn-does-not-fit = Non va bene.
page-play-it = Giocala
page-challenge-or = Peschi { $due }, o sfidi?
page-challenge-about = È un bluff se { $name } aveva { $colour }. Bluff: { $name } ne pesca { $due }. In regola: ne peschi { $more }.
page-which-colour = Che colore?
page-swap-with = Con chi scambi le carte?
page-catch = Becca
page-say-uno = Di’ UNO
page-uno-arm = UNO: dillo con la prossima carta
page-uno-armed = UNO si dice con la prossima carta
page-uno-not-now = UNO: non adesso
page-one-left = Ti resta una carta
page-one-left-about = Di’ UNO prima che ti becchino.
page-you-say-uno = Dici UNO
page-uno-back = Dici UNO; tocca per ripensarci
page-has-one = { $name } ha una carta
page-has-one-about = Ha detto UNO?
page-you-catch = Becchi { $name }
page-can-jump = Puoi giocare fuori turno
page-can-jump-about = Hai la carta identica.
page-you-jump = Giochi fuori turno: { $card }
page-card-no-fit = { $card }, non va bene
page-bluff = Era un bluff
page-fair-play = Era in regola
page-only-you = Le carte di { $name }. Le vedi solo tu.
page-scores = Punti dopo questo round
page-player = Giocatore
page-left-in-hand = Carte in mano
page-points = Punti
learn-u-piles = Gli scarti
learn-u-piles-about = Metti sugli scarti una carta dello stesso colore, numero o simbolo. Vince il round chi resta per primo senza carte.
learn-u-turn = Tocca a te
learn-u-turn-about = Le carte rialzate vanno bene: toccane una. Il Jolly va sempre bene, e scegli tu il colore.
learn-u-draw = Niente va bene
learn-u-draw-about = Pesca una carta. Se va bene, puoi giocarla subito.
learn-u-challenge = Un bluff?
learn-u-challenge-about = Il Jolly +4 è in regola solo se non si aveva il colore di prima. Sfida: vedi le sue carte. Il bluff costa 4 carte a chi bluffa, una sfida sbagliata ne costa 6 a te.
learn-u-word = La parola
learn-u-word-about = Hai due carte: tocca UNO e poi gioca. Chi se ne dimentica può essere beccato, e pesca due carte.
learn-u-catch = Beccato?
learn-u-catch-about = A qualcuno resta una carta. Se non ha detto UNO, tocca Becca: gli costa due carte.
