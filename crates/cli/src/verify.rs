//! `mazzo verify`: verifies the deals of games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mazzo_record::Numbered;
use mazzo_record::fair::{Judged, Verified, VerifyError};
use mazzo_text::{Lang, msg};
use serde_json::{Value, json};

use crate::args::Verify;
use crate::style::{QUIET, STRONG, WARNING, paint, print};
use crate::{evidence, problem, records};

/// Number of games by verdict.
#[derive(Default)]
struct Verdicts {
    passed: u64,
    unproved: u64,
    failed: u64,
}

pub(crate) fn run(wanted: &Verify, lang: Lang) -> anyhow::Result<ExitCode> {
    let mut verdicts = Verdicts::default();
    let (evidence, files): (Vec<PathBuf>, Vec<PathBuf>) =
        wanted.files.iter().cloned().partition(|file| evidence::is_evidence(file));
    for file in &evidence {
        let judged = evidence::judge(file);
        match &judged {
            Ok(Judged::Verified(_)) => verdicts.passed += 1,
            Ok(Judged::Unproven(_)) => verdicts.unproved += 1,
            Ok(Judged::Wrong(_)) | Err(_) => verdicts.failed += 1,
        }
        if !wanted.quiet {
            let line = if wanted.json {
                evidence_json(file, &judged).to_string()
            } else {
                evidence_sentence(lang, file, &judged)
            };
            print(&format!("{line}\n"))?;
        }
    }
    records::judge_all(&files, lang, |file, game| {
        let game = match game {
            Ok(game) => game,
            Err(sentence) => {
                verdicts.failed += 1;
                let line = if wanted.json { unreadable(file, &sentence).to_string() } else { sentence };
                return (!wanted.quiet).then_some(line);
            }
        };
        let verdict = mazzo_games::verify(&game.record, game.line);
        match &verdict {
            Ok(Verified { with_words: 1.., .. }) => verdicts.passed += 1,
            Ok(_) | Err(VerifyError::NoProof) => verdicts.unproved += 1,
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
        // Programs parse this line, so it is the same in every language.
        print(&format!("{passed} passed, {unproved} without proof, {failed} failed\n"))?;
    }
    // A proof removed from a record must not go unnoticed.
    Ok(ExitCode::from(u8::from(unproved + failed > 0)))
}

/// The verdict of an evidence file, as a sentence.
fn evidence_sentence(lang: Lang, file: &Path, judged: &Result<Judged, String>) -> String {
    let said = match judged {
        Ok(judged @ Judged::Verified(_)) => paint(STRONG, mazzo_narration::verdict(lang, judged)),
        Ok(judged @ Judged::Unproven(_)) => paint(QUIET, mazzo_narration::verdict(lang, judged)),
        Ok(judged @ Judged::Wrong(wrong)) => {
            let (title, why) = (mazzo_narration::verdict(lang, judged), mazzo_narration::wrong(lang, wrong));
            paint(WARNING, format!("{title}. {why}"))
        }
        Err(reason) => {
            return msg::ErrorFile { file: &file.display().to_string(), reason }.say(lang);
        }
    };
    format!("{}: {said}", file.display())
}

fn evidence_json(file: &Path, judged: &Result<Judged, String>) -> Value {
    let (verdict, reason) = match judged {
        Ok(Judged::Verified(_)) => ("passed", None),
        Ok(Judged::Unproven(unproven)) => ("no_proof", Some(format!("{unproven:?}"))),
        Ok(Judged::Wrong(wrong)) => ("failed", Some(wrong.to_string())),
        Err(reason) => ("failed", Some(reason.clone())),
    };
    json!({ "file": file.display().to_string(), "evidence": true, "verdict": verdict, "reason": reason })
}

fn sentence(lang: Lang, file: &Path, game: &Numbered, verdict: &Result<Verified, VerifyError>) -> String {
    let (style, said) = match verdict {
        Ok(verified) => {
            let shuffles = msg::verify_shuffles(lang, verified.shuffles as u64);
            if verified.with_words == 0 {
                return said_of(lang, file, game, QUIET, msg::verify_no_words(lang, &shuffles));
            }
            let said = if verified.over { msg::verify_passed } else { msg::verify_passed_unfinished };
            (STRONG, said(lang, &shuffles))
        }
        Err(VerifyError::NoProof) => (QUIET, msg::verify_no_proof(lang)),
        Err(VerifyError::Scheme { found }) => (WARNING, msg::verify_scheme(lang, found)),
        Err(VerifyError::Malformed { reason }) => (WARNING, msg::verify_malformed(lang, reason)),
        Err(VerifyError::NoSecret) => (WARNING, msg::verify_no_secret(lang)),
        Err(VerifyError::Commitment) => (WARNING, msg::verify_commitment(lang)),
        Err(VerifyError::Seats { words, seats }) => {
            let (seats, words) = (&seats.to_string(), &words.to_string());
            (WARNING, msg::VerifySeats { seats, words }.say(lang))
        }
        Err(VerifyError::Seal { seat }) => (WARNING, msg::verify_seal(lang, &(seat + 1).to_string())),
        Err(VerifyError::Order { shuffle, card, written, promised }) => {
            let (shuffle, card) = (&shuffle.to_string(), &card.to_string());
            (WARNING, msg::VerifyOrder { card, promised, shuffle, written }.say(lang))
        }
        Err(VerifyError::Lead { lead, written, promised }) => {
            let (written, promised) = (&written.to_string(), &promised.to_string());
            (WARNING, msg::VerifyLead { lead, promised, written }.say(lang))
        }
        Err(VerifyError::Flaw(flaw)) => return problem::sentence(lang, file, flaw),
    };
    said_of(lang, file, game, style, said)
}

fn said_of(lang: Lang, file: &Path, game: &Numbered, style: anstyle::Style, said: String) -> String {
    let (file, line) = (&file.display().to_string(), &game.line.to_string());
    msg::WhereLine { file, line, problem: &paint(style, said) }.say(lang)
}

/// The verdict as JSON: the reason is English, its details have their own fields.
fn to_json(file: &Path, line: u64, verdict: &Result<Verified, VerifyError>) -> Value {
    let mut json = json!({ "file": file.display().to_string(), "line": line });
    let (word, details) = match verdict {
        Ok(Verified { shuffles, over, with_words }) => {
            let word = if *with_words > 0 { "passed" } else { "no_words" };
            (word, json!({ "shuffles": shuffles, "over": over, "seats_with_words": with_words }))
        }
        Err(doubt) => {
            let word = if matches!(doubt, VerifyError::NoProof) { "no_proof" } else { "failed" };
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

fn details(doubt: &VerifyError) -> Value {
    match doubt {
        VerifyError::Order { shuffle, card, written, promised } => {
            json!({ "shuffle": shuffle, "card": card, "written": written, "promised": promised })
        }
        VerifyError::Lead { written, promised, .. } => json!({ "written": written, "promised": promised }),
        VerifyError::Flaw(flaw) => json!({ "move": flaw.place.number }),
        VerifyError::Seal { seat } => json!({ "seat": seat }),
        VerifyError::Seats { words, seats } => json!({ "words": words, "seats": seats }),
        VerifyError::NoProof
        | VerifyError::Scheme { .. }
        | VerifyError::Malformed { .. }
        | VerifyError::NoSecret
        | VerifyError::Commitment => json!({}),
    }
}

fn unreadable(file: &Path, sentence: &str) -> Value {
    json!({ "file": file.display().to_string(), "verdict": "failed", "reason": sentence })
}
