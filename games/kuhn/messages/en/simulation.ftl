count-showdowns = hands with a showdown
count-folds = hands with a fold
