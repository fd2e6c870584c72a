count-showdowns = mani a carte scoperte
count-folds = mani lasciate
