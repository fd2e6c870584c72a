# Verifica
verify-no-proof = non contiene alcuna prova della distribuzione
verify-scheme = la prova è di un tipo sconosciuto: «{ $found }»
verify-malformed = la prova non si può leggere: { $reason }
verify-no-secret = il segreto non è stato rivelato: per ora non si può dimostrare nulla
verify-commitment = la distribuzione non è quella promessa: il segreto non corrisponde all’impegno preso
verify-seats = la distribuzione non è quella promessa: posti con parole { $words }, posti al tavolo { $seats }
verify-order = la distribuzione non è quella promessa: nella mescolata { $shuffle } la carta { $card } è { $written }, dovrebbe essere { $promised }
verify-lead = la distribuzione non è quella promessa: «{ $lead }» è { $written }, dovrebbe essere { $promised }
verify-flaw = la partita registrata non segue le regole; «mazzo check» dice dove
