//! A progress bar; on a terminal only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Runs the work on a thread, and shows its progress.
pub(crate) fn with_bar<T: Send>(
    length: u64,
    position: impl Fn() -> u64,
    work: impl FnOnce() -> T + Send,
) -> T {
    let bar = ProgressBar::new(length);
    let style =
        ProgressStyle::with_template("{wide_bar} {percent}%  {human_pos}/{human_len}  {per_sec}  {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
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
