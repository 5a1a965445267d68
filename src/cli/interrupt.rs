//! What happens when somebody presses ^C, or the system asks the process to end.

use std::path::Path;

use crate::write::Stopper;

/// From now on, a build that is told to stop leaves the former site as it was and nothing of its own, or
/// finishes putting the new one in place if it has begun to. The process then ends by the signal, so that a
/// shell sees that it was stopped.
pub fn guard(stopper: Stopper, out: &Path) {
    let out = out.display().to_string();
    on_signal(move || {
        let placed = stopper.stop();
        let state = if placed { "the new site is in place" } else { "the former site is as it was" };
        super::output::say(format!("casebook: stopped; {out}: {state}"));
        None
    });
}

/// From now on, a command that runs until it is stopped says so and ends without a fault.
pub fn end() {
    on_signal(|| {
        super::output::say("stopped");
        Some(0)
    });
}

/// Runs `then` once when the process is told to stop, and ends with the status that it gives, or by the signal.
#[cfg(unix)]
fn on_signal(then: impl FnOnce() -> Option<i32> + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // Where signals cannot be watched, the process ends as any other; the next build clears what is left.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        if let Some(status) = then() {
            std::process::exit(status);
        }
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    });
}

#[cfg(not(unix))]
fn on_signal(_: impl FnOnce() -> Option<i32> + Send + 'static) {}
