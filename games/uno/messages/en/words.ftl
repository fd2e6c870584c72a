# Words
colour-red = red
colour-green = green
colour-blue = blue
colour-yellow = yellow
