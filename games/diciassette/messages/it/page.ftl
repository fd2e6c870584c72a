# The page
page-diciassette-about = Le carte si mettono in fila, scoperte o coperte. Chiama 17 prima che sia tardi, ma non troppo presto. Da 2 a 6 giocatori.
page-backs = dorsi: { $backs }
page-round-victories = Round { $round } · a { $goal } vittorie
page-pile-top = mazzo, in cima { $back }
page-discarded = { $count ->
    [one] { $count } scartata
   *[other] { $count } scartate
}
page-row = La fila
page-row-empty = La fila è vuota. Chi comincia mette la prima carta.
page-card-up = scoperta: { $card }
page-card-down = coperta, { $back }
page-yours = tua: { $card }
page-open = in vista
page-hidden = { $count ->
    [one] { $count } coperta
   *[other] { $count } coperte
}
page-so-far = finora
page-to-turn = { $count ->
    [one] { $count } da girare
   *[other] { $count } da girare
}
page-reached = 17 o più
page-under = meno di 17
page-tap-card = Tocca una carta, poi scegli il lato.
page-your-turn-two = Tocca a te: due carte
page-choose-first = Scegli la prima.
page-which-side = { $card }: che lato in su?
page-face-up = Scoperta
page-face-down = Coperta
page-counts = vale { $number }
page-all-know = il { $number } lo vedono tutti
page-nobody-knows = nessuno lo sa
page-down-trap = resta in agguato
page-up-reverse = cambia il verso
page-up-x2 = il prossimo ne gioca due
page-up-trash = porta via l’ultima carta
page-up-trap = non fa niente
page-17-or-more = 17 o più?
page-has-played = { $name } ha giocato.
page-call = Chiama 17
page-call-not-now = 17: non adesso
page-called-back = Chiami 17; tocca per ripensarci
page-you-call = Chiami 17
page-calls = { $name } chiama 17
page-waits-up = Aspetta scoperta: { $card }
page-waits-down = Aspetta coperta: { $card }
page-was-right = { $name } aveva ragione
page-was-wrong = { $name } aveva torto
learn-d-row = La fila
learn-d-row-about = Tutti aggiungono carte alla stessa fila. Finché è sotto 17, zitti. Quando arriva a 17 o più, qualcuno deve accorgersene.
learn-d-turn = Tocca a te
learn-d-turn-about = Tocca una carta e scegli. Scoperta, la contano tutti. Coperta, la conosci solo tu.
learn-d-call = 17?
learn-d-call-about = Dopo ogni turno può chiamare chiunque, tranne chi ha giocato. Conta quel che vedi, indovina il resto. Chiama se credi al 17, se no passa.
learn-d-double = Una doppia
learn-d-double-about = Questa carta è coperta, ma il dorso mostra il numero: una doppia non nasconde niente. Le vedi anche in mano agli altri.
learn-d-special = Una carta speciale
learn-d-special-about = Scoperta fa qualcosa: Inversione cambia il verso, x2 fa giocare due carte al prossimo, Cestino porta via l’ultima carta. Coperta vale 0 e non fa niente.
learn-d-trap = Una Trappola
learn-d-trap-about = Mettila coperta e spera che qualcuno chiami: chi chiama prende una penalità, tu un gettone vittoria, qualunque sia la somma.
learn-d-tokens = Gettoni
learn-d-tokens-about = Chi aveva ragione ha preso un gettone vittoria, chi aveva torto una penalità. Con tre vittorie si vince; due penalità tornano indietro e si portano via una vittoria.
