# Words
card-single = { $number }
card-double = { $number } doble
card-reverse = Cambio de sentido
card-x2 = x2
card-trash = Basura
card-trap = Trampa
