# Words
card-single = { $number }
card-double = double { $number }
card-reverse = Reverse
card-x2 = x2
card-trash = Trash
card-trap = Trap
