//! What a command writes to its standard streams, and how it ends.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The content has errors that were already told; status 1.
    Content,
    /// The call or the configuration is wrong; status 2.
    Usage(String),
    /// The machine failed: disk, permissions; status 3.
    Machine(String),
    /// The reader of our output went away: not our failure; status 0.
    Closed,
}

impl Failure {
    /// A failure of the machine at `what`, e.g. a path.
    pub fn machine(what: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::Machine(format!("{what}: {error}"))
    }

    /// The same of standard output, to which a result could not be written.
    pub fn of_output(self) -> Self {
        match self {
            Self::Machine(why) => Self::Machine(format!("standard output: {why}")),
            other => other,
        }
    }

    /// Says why on standard error and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (code, message) = match self {
            Self::Content => (1, None),
            Self::Usage(message) => (2, Some(message)),
            Self::Machine(message) => (3, Some(message)),
            Self::Closed => (0, None),
        };
        if let Some(message) = message {
            // Nobody is left to tell where standard error itself is gone.
            let _ = writeln!(io::stderr(), "casebook: {message}");
        }
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Machine(error.to_string()),
        }
    }
}

/// Writes a result to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Writes a result to standard output as it is.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    heard(out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::from(error).of_output()))
}

/// Whether a result was read to its end or not, the command goes on, and its exit status tells what it would
/// have told: `casebook check | head` fails where `casebook check` does.
pub fn heard(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(Failure::Closed) => Ok(()),
        other => other,
    }
}

/// JSON indented by two, with a final line end.
pub fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, Failure> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| Failure::Machine(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a result as JSON to standard output, as it is made: reports of large libraries are large.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from);
    heard(
        written
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
            .map_err(|error| Failure::from(error).of_output()),
    )
}

/// Writes a message to standard error; a closed stream is no failure.
pub fn say(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Answers each line of standard input (a JSON object) with one line (a JSON object).
///
/// A line that is not what is expected ends the run with its number; blank lines are passed over.
pub fn json_lines<I, O>(mut answer: impl FnMut(I) -> Result<O, String>) -> Result<ExitCode, Failure>
where
    I: serde::de::DeserializeOwned,
    O: serde::Serialize,
{
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let usage =
            |message: String| Failure::Usage(format!("standard input, line {}: {message}", number + 1));
        let question = serde_json::from_str(&line).map_err(|error| usage(error.to_string()))?;
        let reply = answer(question).map_err(usage)?;
        serde_json::to_writer(&mut out, &reply).map_err(|error| Failure::from(io::Error::from(error)))?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
