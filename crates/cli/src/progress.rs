//! What long runs share: their threads, their seed, Ctrl-C, and a progress bar, on a terminal only.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use mazzo_arena::Progress;

/// The wanted number of threads, or one for each core.
pub(crate) fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// A new seed of 32 bits: short enough to retype.
pub(crate) fn new_seed() -> u64 {
    u64::from(getrandom::u32().unwrap_or(1))
}

/// The progress of many games, which Ctrl-C stops.
pub(crate) fn stopped_by_ctrl_c() -> Arc<Progress> {
    let progress = Arc::new(Progress::default());
    let flag = Arc::clone(&progress);
    // Without a handler Ctrl-C ends the process as usual.
    let _ = ctrlc::set_handler(move || flag.stop.store(true, Ordering::Relaxed));
    progress
}

/// A bar with this layout.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Runs the work on a thread, and shows its progress.
pub(crate) fn with_bar<T: Send>(
    length: u64,
    position: impl Fn() -> u64,
    work: impl FnOnce() -> T + Send,
) -> T {
    let bar =
        styled(ProgressBar::new(length), "{wide_bar} {percent}%  {human_pos}/{human_len}  {per_sec}  {eta}");
    std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            bar.set_position(position());
            std::thread::park_timeout(Duration::from_millis(if bar.is_hidden() { 5 } else { 50 }));
        }
        bar.finish_and_clear();
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
