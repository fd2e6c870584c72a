//! Sentences for refused actions, commands and requests.

use mazzo_protocol::{Problem, Refusal};
use mazzo_text::{Lang, msg};

/// Half a sentence that says why the rules forbid an action; `reason` is the key of [`mazzo_core::Notation::reason`].
pub fn illegal(lang: Lang, reason: &str) -> String {
    msg::lookup(lang, &format!("illegal-{reason}")).unwrap_or_else(|| reason.to_owned())
}

/// The sentence for a refused command.
pub fn refusal(lang: Lang, why: &Refusal) -> String {
    match why {
        Refusal::NotHost => msg::refused_not_host(lang),
        Refusal::NotSeated => msg::refused_not_seated(lang),
        Refusal::Taken => msg::refused_taken(lang),
        Refusal::Full => msg::refused_full(lang),
        Refusal::NoSuchSeat => msg::refused_no_such_seat(lang),
        Refusal::NotNow => msg::refused_not_now(lang),
        Refusal::Stale => msg::refused_stale(lang),
        Refusal::NoAction => msg::refused_no_action(lang),
        Refusal::Illegal { reason } => msg::refused_illegal(lang, &illegal(lang, reason)),
        Refusal::SentAway => msg::refused_sent_away(lang),
        Refusal::BadText => msg::refused_bad_text(lang),
        Refusal::Lookalike => msg::refused_lookalike(lang),
        Refusal::BadSettings => msg::refused_bad_settings(lang),
        Refusal::NoChat => msg::refused_no_chat(lang),
        Refusal::Closed => msg::refused_closed(lang),
        Refusal::TooMuch => msg::refused_too_much(lang),
        Refusal::Unavailable => msg::refused_unavailable(lang),
    }
}

/// The sentence for a refused HTTP request.
pub fn problem(lang: Lang, problem: &Problem) -> String {
    let known = msg::lookup(lang, &format!("problem-{}", problem.why.replace('_', "-")));
    let clean: String = problem.message.chars().filter(|c| !c.is_control()).take(120).collect();
    known.unwrap_or_else(|| msg::problem_other(lang, &clean))
}
