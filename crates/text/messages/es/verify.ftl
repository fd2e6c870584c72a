# Verificación
verify-no-proof = no contiene ninguna prueba del reparto
verify-scheme = la prueba es de un tipo desconocido: «{ $found }»
verify-malformed = la prueba no se puede leer: { $reason }
verify-no-secret = el secreto aún no se ha revelado, así que todavía no se puede demostrar nada
verify-commitment = el reparto no es el prometido: el secreto no corresponde al compromiso
verify-seats = el reparto no es el prometido: asientos con palabras { $words }, asientos en la mesa { $seats }
verify-order = el reparto no es el prometido: en la barajada { $shuffle } la carta { $card } es { $written }, debería ser { $promised }
verify-lead = el reparto no es el prometido: «{ $lead }» es { $written }, debería ser { $promised }
verify-flaw = la partida registrada no sigue las reglas; «mazzo check» dice dónde
