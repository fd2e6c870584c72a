//! `mazzo verify`: was a game dealt as promised?

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use mazzo_fair::{Doubt, Verified};
use mazzo_record::Numbered;
use mazzo_text::{Lang, msg};
use serde_json::{Value, json};

use crate::args::Verify;
use crate::style::{QUIET, STRONG, WARNING, paint};
use crate::{problem, records};

/// How many games of each kind there were.
#[derive(Default)]
struct Verdicts {
    passed: u64,
    unproved: u64,
    failed: u64,
}

pub(crate) fn run(wanted: &Verify, lang: Lang) -> anyhow::Result<ExitCode> {
    let mut verdicts = Verdicts::default();
    records::judge_all(&wanted.files, lang, |file, game| {
        let game = match game {
            Ok(game) => game,
            Err(sentence) => {
                verdicts.failed += 1;
                let line = if wanted.json { unreadable(file, &sentence).to_string() } else { sentence };
                return (!wanted.quiet).then_some(line);
            }
        };
        let verdict = mazzo_fair::verify(&game.record, game.line);
        match &verdict {
            Ok(_) => verdicts.passed += 1,
            Err(Doubt::NoProof) => verdicts.unproved += 1,
            Err(_) => verdicts.failed += 1,
        }
        if wanted.quiet {
            None
        } else if wanted.json {
            Some(to_json(file, game.line, &verdict).to_string())
        } else {
            Some(sentence(lang, file, &game, &verdict))
        }
    })?;
    let Verdicts { passed, unproved, failed } = verdicts;
    if !wanted.json {
        let mut out = anstream::stdout().lock();
        // For programs as well, so the same in every language.
        writeln!(out, "{passed} passed, {unproved} without proof, {failed} failed")?;
        out.flush()?;
    }
    // A proof that was taken out of a record must not go unnoticed.
    Ok(ExitCode::from(u8::from(unproved + failed > 0)))
}

fn sentence(lang: Lang, file: &Path, game: &Numbered, verdict: &Result<Verified, Doubt>) -> String {
    let (style, said) = match verdict {
        Ok(verified) => {
            let shuffles = msg::verify_shuffles(lang, verified.shuffles as u64);
            let said = if verified.over { msg::verify_passed } else { msg::verify_passed_unfinished };
            (STRONG, said(lang, &shuffles))
        }
        Err(Doubt::NoProof) => (QUIET, msg::verify_no_proof(lang)),
        Err(Doubt::Scheme { found }) => (WARNING, msg::verify_scheme(lang, found)),
        Err(Doubt::Malformed { reason }) => (WARNING, msg::verify_malformed(lang, reason)),
        Err(Doubt::NoSecret) => (WARNING, msg::verify_no_secret(lang)),
        Err(Doubt::Commitment) => (WARNING, msg::verify_commitment(lang)),
        Err(Doubt::Seats { words, seats }) => {
            let (seats, words) = (&seats.to_string(), &words.to_string());
            (WARNING, msg::VerifySeats { seats, words }.say(lang))
        }
        Err(Doubt::Order { shuffle, card, written, promised }) => {
            let (shuffle, card) = (&shuffle.to_string(), &card.to_string());
            (WARNING, msg::VerifyOrder { card, promised, shuffle, written }.say(lang))
        }
        Err(Doubt::Lead { lead, written, promised }) => {
            let (written, promised) = (&written.to_string(), &promised.to_string());
            (WARNING, msg::VerifyLead { lead, promised, written }.say(lang))
        }
        Err(Doubt::Flaw(flaw)) => return problem::sentence(lang, file, flaw),
    };
    let (file, line) = (&file.display().to_string(), &game.line.to_string());
    msg::WhereLine { file, line, problem: &paint(style, said) }.say(lang)
}

/// The same for programs: the reason is English, and what it is about has fields of its own.
fn to_json(file: &Path, line: u64, verdict: &Result<Verified, Doubt>) -> Value {
    let mut json = json!({ "file": file.display().to_string(), "line": line });
    let (word, details) = match verdict {
        Ok(verified) => ("passed", json!({ "shuffles": verified.shuffles, "over": verified.over })),
        Err(doubt) => {
            let word = if matches!(doubt, Doubt::NoProof) { "no_proof" } else { "failed" };
            (word, details(doubt))
        }
    };
    json["verdict"] = word.into();
    if let Err(doubt) = verdict {
        json["reason"] = doubt.to_string().into();
    }
    if let (Some(fields), Value::Object(details)) = (json.as_object_mut(), details) {
        fields.extend(details);
    }
    json
}

fn details(doubt: &Doubt) -> Value {
    match doubt {
        Doubt::Order { shuffle, card, written, promised } => {
            json!({ "shuffle": shuffle, "card": card, "written": written, "promised": promised })
        }
        Doubt::Lead { written, promised, .. } => json!({ "written": written, "promised": promised }),
        Doubt::Flaw(flaw) => json!({ "move": flaw.place.number }),
        Doubt::Seats { words, seats } => json!({ "words": words, "seats": seats }),
        Doubt::NoProof
        | Doubt::Scheme { .. }
        | Doubt::Malformed { .. }
        | Doubt::NoSecret
        | Doubt::Commitment => json!({}),
    }
}

fn unreadable(file: &Path, sentence: &str) -> Value {
    json!({ "file": file.display().to_string(), "verdict": "failed", "reason": sentence })
}
