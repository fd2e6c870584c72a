# Words
card-single = { $number }
card-double = Doppel-{ $number }
card-reverse = Richtungswechsel
card-x2 = x2
card-trash = Müll
card-trap = Falle
