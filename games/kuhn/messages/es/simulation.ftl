count-showdowns = manos con cartas descubiertas
count-folds = manos abandonadas
