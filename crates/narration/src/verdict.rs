//! Sentences for a client's verdict on the fairness of a deal.

use mazzo_record::fair::{Breach, Judged, Unproven};
use mazzo_text::{Lang, msg};

/// The verdict in one line.
pub fn verdict(lang: Lang, judged: &Judged) -> String {
    match judged {
        Judged::Verified(_) => msg::fair_verified(lang),
        Judged::Unproven(Unproven::NotThere) => msg::fair_not_there(lang),
        Judged::Unproven(Unproven::NoWords) => msg::fair_no_words(lang),
        Judged::Unproven(Unproven::NoRecord) => msg::fair_no_record(lang),
        Judged::Unproven(Unproven::TooLong) => msg::fair_too_long(lang),
        Judged::Wrong(_) => msg::fair_wrong(lang),
    }
}

/// The sentence for the proof that a deal was dishonest.
pub fn wrong(lang: Lang, wrong: &Breach) -> String {
    match wrong {
        Breach::Commitment { .. } => msg::fair_wrong_commitment(lang),
        Breach::Seal { seat } => msg::fair_wrong_seal(lang, &(seat + 1).to_string()),
        Breach::Attempt => msg::fair_wrong_attempt(lang),
        Breach::Words => msg::fair_wrong_words(lang),
        Breach::OtherGame => msg::fair_wrong_other_game(lang),
        Breach::Record { reason } => msg::fair_wrong_record(lang, reason),
        Breach::Cards { .. } => msg::fair_wrong_cards(lang),
    }
}
