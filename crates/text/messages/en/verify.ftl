# Verify
verify-no-proof = there is no proof of the deal in it
verify-scheme = the proof is of a kind that is not known here: “{ $found }”
verify-malformed = the proof cannot be read: { $reason }
verify-no-secret = the secret has not been shown, so nothing can be proved yet
verify-commitment = the deal is not what was promised: the secret is not the one that was committed to
verify-seats = the deal is not what was promised: seats with words { $words }, seats at the table { $seats }
verify-order = the deal is not what was promised: in shuffle { $shuffle } card { $card } is { $written }, it should be { $promised }
verify-lead = the deal is not what was promised: “{ $lead }” is { $written }, it should be { $promised }
verify-flaw = the record does not follow the rules; “mazzo check” says where
