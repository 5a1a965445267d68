//! Outside judges: programs named in `casebook.toml` that say of a claim and its quotes what they think.
//! Claims go out as JSON Lines, answers come back as JSON Lines; both are kept apart from our own verdict.
//!
//! A judge runs only when a person asks for it (`check --update-evidence`), never on a plain check: the
//! settings of a stranger's pull request must not start programs.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::diag::{Code, Diagnostic, Place};
use crate::model::config::Judge;
use crate::model::{Case, Claim, Library};
use crate::verify::sidecar::{Answer, question_hash};

/// What a judge may answer in all, in bytes.
const LONGEST_ANSWER: u64 = 16 << 20;

/// Longest reason that is kept, in characters.
const LONGEST_REASON: usize = 600;

/// The verdicts that a judge may give.
const VERDICTS: [&str; 5] = ["supported", "partial", "contradicted", "unsupported", "cannot-tell"];

/// One claim, as a judge reads it.
#[derive(serde::Serialize)]
struct Question<'a> {
    id: String,
    case: &'a str,
    claim: &'a str,
    kind: &'a str,
    /// What it says, by language.
    text: BTreeMap<&'a str, &'a str>,
    quotes: Vec<Quote<'a>>,
}

#[derive(serde::Serialize)]
struct Quote<'a> {
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    quote: &'a str,
}

/// One answer, as a judge writes it.
#[derive(serde::Deserialize)]
struct Reply {
    id: String,
    verdict: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    version: String,
}

/// Asks `judge` about `claims`; its answers by number of the claim, and what went wrong.
pub fn ask(
    library: &Library,
    judge: &Judge,
    claims: &[(&Case, &Claim)],
    settings: &str,
) -> (Vec<(usize, Answer)>, Vec<Diagnostic>) {
    if claims.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let questions: Vec<String> = claims
        .iter()
        .enumerate()
        .map(|(number, (case, claim))| question(library, number, case, claim))
        .collect();
    let wrong = |message: String, help: &str| {
        Diagnostic::new(Code::V021, Place::file(settings), format!("judge `{}` {message}", judge.name))
            .help(help.to_owned())
    };
    let mut told = Vec::new();
    let lines = match run(judge, questions) {
        Ok(lines) => lines,
        Err(Fault { lines, message }) => {
            told.push(wrong(message, "run its command by hand, or leave the judge out"));
            lines
        }
    };
    let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
    let mut nonsense = 0;
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        match reply(line, judge, claims) {
            Some((number, answer)) => {
                answers.entry(number).or_insert(answer);
            }
            None => nonsense += 1,
        }
    }
    if nonsense > 0 {
        told.push(wrong(
            format!("wrote {nonsense} lines that are no answer"),
            "an answer is {\"id\":…,\"verdict\":…,\"reason\":…} with the id that was asked and a verdict of supported, \
             partial, contradicted, unsupported, cannot-tell",
        ));
    }
    if told.is_empty() && answers.len() < claims.len() {
        told.push(wrong(
            format!("answered {} of {} claims", answers.len(), claims.len()),
            "a judge that cannot tell says `cannot-tell`",
        ));
    }
    (answers.into_iter().collect(), told)
}

fn question(library: &Library, number: usize, case: &Case, claim: &Claim) -> String {
    let quotes = claim.evidence.iter().map(|evidence| Quote {
        source: evidence.source.as_deref().unwrap_or(&evidence.source_name),
        url: evidence
            .source
            .as_ref()
            .and_then(|id| library.sources.get(id))
            .and_then(|source| source.url.as_deref()),
        quote: &evidence.quote.value,
    });
    let question = Question {
        id: number.to_string(),
        case: &case.id.0,
        claim: &claim.id,
        kind: claim.kind.as_str(),
        text: claim.texts.iter().map(|(lang, text)| (lang.as_str(), text.value.as_str())).collect(),
        quotes: quotes.collect(),
    };
    // Strings and maps by string always serialise.
    serde_json::to_string(&question).unwrap_or_default()
}

fn reply(line: &str, judge: &Judge, claims: &[(&Case, &Claim)]) -> Option<(usize, Answer)> {
    let reply: Reply = serde_json::from_str(line).ok()?;
    let number: usize = reply.id.parse().ok()?;
    let (case, claim) = claims.get(number)?;
    VERDICTS.contains(&reply.verdict.as_str()).then(|| {
        let answer = Answer {
            claim: claim.id.to_string(),
            judge: judge.name.clone(),
            version: reply.version.chars().take(LONGEST_REASON).collect(),
            asked: question_hash(case, claim),
            verdict: reply.verdict,
            reason: reply.reason.chars().take(LONGEST_REASON).collect(),
        };
        (number, answer)
    })
}

/// A judge that did not end well, with what it had said by then.
struct Fault {
    lines: Vec<String>,
    message: String,
}

/// What the threads that talk to the judge report.
enum Heard {
    Line(String),
    End,
}

/// Runs the judge's command over `questions`, no longer than its time.
fn run(judge: &Judge, questions: Vec<String>) -> Result<Vec<String>, Fault> {
    let fault = |lines, message| Fault { lines, message };
    let Some((program, arguments)) = judge.command.split_first() else {
        return Err(fault(Vec::new(), "has no command".to_owned()));
    };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| fault(Vec::new(), format!("cannot be run: {error}")))?;
    if let Some(mut input) = child.stdin.take() {
        // Its own thread, since a judge may answer before it has read everything. A judge that stops
        // reading is judged by its answers.
        std::thread::spawn(move || {
            for question in questions {
                if writeln!(input, "{question}").is_err() {
                    break;
                }
            }
        });
    }
    let (hear, heard) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output.take(LONGEST_ANSWER)).split(b'\n').map_while(Result::ok) {
                if hear.send(Heard::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                    return;
                }
            }
            let _ = hear.send(Heard::End);
        });
    }
    let limit = Duration::from_secs(judge.timeout);
    let mut left = limit;
    let mut lines = Vec::new();
    loop {
        #[expect(clippy::disallowed_methods, reason = "a time limit needs the clock")]
        let started = std::time::Instant::now();
        match heard.recv_timeout(left) {
            Ok(Heard::Line(line)) => lines.push(line),
            Ok(Heard::End) => break,
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(fault(
                    lines,
                    format!("gave no end of its answers within {} seconds", judge.timeout),
                ));
            }
        }
        left = left.saturating_sub(started.elapsed());
    }
    // It has closed its output; what it does after that is not waited for long.
    for _ in 0..20 {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(lines),
            Ok(Some(status)) => return Err(fault(lines, format!("failed: {status}"))),
            Ok(None) => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(fault(lines, format!("failed: {error}"))),
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(script: &str, timeout: u64) -> Judge {
        Judge { name: "j".into(), command: ["sh", "-c", script].map(String::from).to_vec(), timeout }
    }

    fn lines(script: &str, timeout: u64) -> Result<Vec<String>, String> {
        run(&judge(script, timeout), vec!["{\"id\":\"0\"}".into(), "{\"id\":\"1\"}".into()])
            .map_err(|fault| fault.message)
    }

    #[test]
    fn a_judge_reads_lines_and_writes_lines() {
        assert_eq!(lines("cat", 10).unwrap(), ["{\"id\":\"0\"}", "{\"id\":\"1\"}"]);
        assert_eq!(lines("head -n 1", 10).unwrap(), ["{\"id\":\"0\"}"]);
    }

    #[test]
    fn one_that_fails_or_hangs_is_told() {
        assert!(lines("cat >/dev/null; exit 3", 10).unwrap_err().contains("failed"));
        assert!(lines("sleep 30", 1).unwrap_err().contains("within 1 seconds"));
        let missing = Judge { name: "j".into(), command: vec!["/no/such/judge".into()], timeout: 1 };
        assert!(run(&missing, Vec::new()).is_err());
    }

    #[test]
    fn nonsense_is_no_answer() {
        for line in [
            "",
            "nonsense",
            "{}",
            "{\"id\":\"0\",\"verdict\":\"yes\"}",
            "{\"id\":\"7\",\"verdict\":\"partial\"}",
            "[1]",
        ] {
            assert!(reply(line, &judge("", 1), &[]).is_none(), "{line}");
        }
    }
}
