# La pagina prima che il programma sia arrivato
page-title = Mazzo: due giochi di carte per chi sa bluffare
page-description = Diciassette e Uno con gli amici o contro i bot: un link, un nome e si gioca. Senza account, su telefono e computer, anche offline.
page-loading = Si mescola …
page-no-script = Per giocare a Mazzo serve JavaScript.
