# Words
card-single = { $number }
card-double = { $number } doppio
card-reverse = Inversione
card-x2 = x2
card-trash = Cestino
card-trap = Trappola
