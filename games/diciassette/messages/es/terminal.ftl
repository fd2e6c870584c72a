# The terminal
t-about-diciassette = Todos añaden cartas a una fila. ¿Ya suma 17? Cántalo, y acierta.
t-discards = Descarte { $count }
t-odds-row = 17+: { $odds }
t-help-call = cantar 17
t-legend-diciassette = Borde fino: cara. Borde grueso: reverso. ≡ un doble, que enseña su número también por detrás. ( ) lo que has tapado tú. ★ victoria, ✗ penalización.
t-earlier = { $count ->
    [one] … y { $count } carta antes
   *[other] … y { $count } cartas antes
}
