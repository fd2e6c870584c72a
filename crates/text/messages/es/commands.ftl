# Lo que dicen los comandos sobre registros, y qué falla en un archivo
where-line = { $file }, línea { $line }: { $problem }
where-move = { $file }, línea { $line }, jugada { $number }: { $problem }
flaw-io = no se puede leer: { $reason }
flaw-too-long = la línea pasa de { $limit } bytes
flaw-json = esto no es un registro: { $reason }
flaw-format = el formato es «{ $found }» y no «mazzo/1»
flaw-game = no existe el juego «{ $found }»
flaw-seats = { $game } es para { $min } a { $max } jugadores, no para { $found }
flaw-option-unknown = no existe la opción «{ $key }»; hay: { $known }
flaw-option-value = «{ $key }» no puede ser «{ $value }»; puede ser { $expected }
flaw-no-lead = falta «{ $lead }»
flaw-other-lead = «{ $lead }» es { $written }, pero las cartas dicen { $dealt }
flaw-unknown-card = no existe la carta «{ $card }» (barajada { $shuffle })
flaw-shuffle-missing = falta la barajada { $shuffle }
flaw-shuffle-cards = la barajada { $shuffle } no contiene las cartas del mazo
flaw-shuffle-seat = no existe el asiento { $seat }
flaw-shuffle-extra = barajadas escritas: { $given }; usadas: { $used }
flaw-no-move = «{ $text }» no es una jugada
flaw-illegal = «{ $text }» no está permitido: { $reason }
flaw-no-result = la partida ha acabado y falta el resultado
flaw-not-over = hay un resultado y la partida no ha acabado
flaw-other-result = en el resultado «{ $field }» es { $written }, debería ser { $found }
flaw-times = los tiempos y las jugadas no coinciden: { $times } y { $moves }
error-file = { $file }: { $reason }
error-no-such-game = En { $file } no hay partida { $number }; la última es la { $count }.
error-empty = { $file } no contiene ningún registro.
error-players = { $game } es para { $min } a { $max } jugadores, no para { $found }.
error-bots = { $found } bots para { $players } asientos: pon uno para todos o uno por asiento.
error-disk = No se han podido escribir los registros. { $reason }
error-record-name = Los registros van a un archivo, no a la salida estándar.
error-exists = { $file } ya existe. Elige otro nombre o añade --force para sustituirlo.
replay-unfinished = El registro termina aquí; la partida no había acabado.
replay-house-rules = Reglas de la casa: { $rules }
replay-hand = { $name } tiene { $cards }
verify-shuffles = { $count ->
    [one] { $count } barajada
   *[other] { $count } barajadas
}
verify-passed = repartido como se prometió ({ $shuffles })
verify-passed-unfinished = repartido como se prometió, hasta donde se jugó ({ $shuffles })
verify-no-words = encaja con su promesa, { $shuffles }; pero ningún asiento añadió palabras, así que la casa pudo elegir el reparto
