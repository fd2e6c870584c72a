# Narration
d-plays-hidden = { $name } gioca una carta coperta.
d-tokens = vittorie { $victory }, penalità { $penalty }
back-plain = un dorso neutro
back-double = un { $number } doppio
act-up = Gioca scoperta: { $card }
act-down = Gioca coperta: { $card }
act-call = Chiama 17
rule-direction = Verso
rule-direction-about = Che cosa succede al verso di gioco quando finisce un round.
rule-direction-carry = resta com’è
rule-direction-reset = torna orario
hint-odds-row = La fila fa 17 o più: { $odds }
hint-odds-row-two = La fila fa 17 o più: { $odds } a guardare le carte, { $judged } per come counter giudica i giocatori
illegal-own-card = non si chiama sulla propria carta
illegal-nothing-to-call = si chiama dopo un turno
