# Arena
arena-title = Arena: { $game }, { $players }
arena-deals = { $count ->
    [one] { $count } reparto
   *[other] { $count } repartos
}
arena-played = { $games } con { $deals }
arena-bots = Bots
arena-seed = Semilla
arena-version = Versión
arena-rules = Reglas de la casa
arena-command = Para jugarla otra vez
arena-ladder = Clasificación
arena-bot = Bot
arena-games = Partidas
arena-wins = Victorias
arena-points = Puntos
arena-elo = Elo
arena-rating = Valoración
arena-accuracy = Aciertos
arena-faults = Fallos
arena-range = de { $low } a { $high }
arena-wins-chart = Victorias por cada asiento ocupado
arena-parity = A igualdad de fuerzas: { $share }
arena-elo-chart = Elo frente a los demás
arena-elo-note = 0 es ser tan fuerte como la media de los demás; 400 más, ganar diez veces más a menudo.
arena-offset-chart = Victorias según el turno
arena-offset-note = 0 es el asiento que abre, 1 el siguiente, y así sucesivamente. La línea discontinua es la igualdad de fuerzas.
arena-all-bots = Todos los bots
arena-bar = de { $from } a { $to } { $unit }: { $games }
arena-accuracy-chart = Cantes y desafíos acertados
arena-accuracy-line = { $right } acertados, { $wrong } fallados
arena-calibration-chart = Lo que dice un bot y cuántas veces es verdad
arena-calibration-note = En horizontal: lo probable que el bot decía que era. En vertical: cuántas veces fue verdad. En la diagonal se puede fiar uno de su palabra; por debajo, el bot promete de más.
arena-calibration-line = { $claims } afirmaciones, desviadas { $error } de media
arena-calibration-dot = dicho { $said }, fue verdad { $held } ({ $range })
arena-cross = Unos contra otros
arena-cross-note = Cuántas veces ganó el bot de la izquierda y el de arriba no, en mesas donde estaban los dos.
arena-cross-cell = { $bot } contra { $other }: { $share } ({ $range }), { $games }
arena-sprt = Prueba secuencial
arena-sprt-question = ¿Es { $bot } más fuerte que { $other } por { $elo1 } Elo, o solo por { $elo0 }?
arena-sprt-accept = Más fuerte: decidido tras { $deals }.
arena-sprt-reject = No más fuerte: decidido tras { $deals }.
arena-sprt-go-on = Sigue abierto tras { $deals }.
arena-sprt-line = Logaritmo de la razón de verosimilitud: { $llr }; acaba en { $low } o en { $high }.
arena-comebacks = Remontadas: en el { $share } de las partidas ({ $range }) quien ganó iba por detrás a mitad de camino.
arena-endless = { $count ->
    [one] { $count } partida se dejó por interminable: no la ganó nadie.
   *[other] { $count } partidas se dejaron por interminables: no las ganó nadie.
}
arena-trouble = Problemas con otros programas
arena-trouble-more = { $count ->
    [one] Y { $count } más.
   *[other] Y { $count } más.
}
arena-method = Cómo se lee
arena-method-text = Cada reparto se jugó hasta que cada bot ocupó cada asiento el mismo número de veces: la suerte de las cartas no favorece a nadie. Todas las partidas de un reparto cuentan como una sola observación. El intervalo entre paréntesis contiene el valor verdadero diecinueve de cada veinte veces. La valoración es la de Weng y Lin, con una desviación típica.

# Arena, the command
error-sprt = Una prueba secuencial necesita dos valores Elo, primero el menor, por ejemplo 0,10; aquí pone «{ $text }».
error-sprt-two = Una prueba secuencial es para dos bots y en una sola máquina.
arena-written = Partidas e informe: { $file }
