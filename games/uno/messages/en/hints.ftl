# Hints
hint-top = On top
hint-top-none = nothing yet
hint-top-colour = { $card }, and { $colour } is in force
hint-cards = Cards
hint-points = Points
hint-due = Due
hint-draw = draw
hint-keep = keep the card
hint-accept = accept
hint-challenge = challenge
hint-say = say UNO
hint-catch = catch { $name }
hint-name = name { $colour }
hint-with-swap = { $card }, swapping with { $name }
hint-with-jump = { $card }, jumping in
hint-with-uno = { $card }, saying UNO
