# The terminal
t-about-diciassette = Tutti aggiungono carte a una fila. Fa già 17? Chiamala, e che sia vero.
t-discards = Scarti { $count }
t-odds-row = 17+: { $odds }
t-help-call = chiama 17
t-legend-diciassette = Bordo sottile: fronte. Bordo spesso: dorso. ≡ una doppia, che mostra il numero anche sul dorso. ( ) quello che hai coperto tu. ★ vittoria, ✗ penalità.
t-earlier = { $count ->
    [one] … più { $count } carta prima
   *[other] … più { $count } carte prima
}
