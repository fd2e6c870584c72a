count-showdowns = Runden mit aufgedeckten Karten
count-folds = Runden, in denen jemand ausstieg
