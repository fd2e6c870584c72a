# La página antes de que llegue el programa
page-title = Mazzo: dos juegos de cartas para farolear
page-description = Diciassette y Uno con amigos o contra bots: un enlace, un nombre y a jugar. Sin cuenta, en el móvil y en el ordenador, también sin conexión.
page-loading = Barajando …
page-no-script = Para jugar a Mazzo hace falta JavaScript.
