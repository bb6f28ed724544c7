//! The terminal: its width, its colours, and whether its encoding is UTF-8; tables whose columns are as wide as their content; and progress.
//!
//! Progress is shown on stderr, on a terminal only: a bar of bytes on the wire and the time left, or a spinner with the elapsed time of a
//! search or of a step. All other output passes through [`aside`], which hides the bar while it is written.

use std::fmt;
use std::io::IsTerminal;
use std::iter::once;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use nonogram_kit::device::Event;
use nonogram_puzzles::render::Colours;

use crate::exit::{Failure, harmless};
use crate::output;

/// The columns of the terminal on stdout; `None` if stdout is not a terminal, or the terminal does not report its width.
pub fn width() -> Option<usize> {
    let stdout = std::io::stdout();
    if stdout.is_terminal() { columns(stdout) } else { None }
}

/// The columns of the terminal on a stream; `None` if it is not a terminal or does not report them. Its rows are not checked, because a
/// terminal may report its columns only.
#[cfg(unix)]
pub fn columns(stream: impl std::os::fd::AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    (size.ws_col > 0).then(|| size.ws_col.into())
}

/// The columns of the terminal on a stream; `None` if it is not a terminal or does not report them.
#[cfg(windows)]
pub fn columns(stream: impl std::os::windows::io::AsHandle) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(stream)?;
    Some(width.0.into())
}

/// The colours to use on a terminal, by <https://no-color.org> and the variables that terminals set.
pub fn colours() -> Colours {
    let variable = |name| std::env::var(name).unwrap_or_default();
    match (&variable("NO_COLOR")[..], &variable("COLORTERM")[..]) {
        ("", "truecolor" | "24bit") => Colours::True,
        ("", _) if variable("TERM") == "dumb" => Colours::None,
        ("", _) => Colours::Indexed,
        _ => Colours::None,
    }
}

/// Whether the encoding of the locale, which these variables set by POSIX's precedence, is UTF-8. If no locale is set, as in containers and
/// on Windows, the encoding counts as UTF-8.
pub fn is_utf_8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| std::env::var(name).ok());
    let set = set.into_iter().flatten().find(|value| !value.is_empty());
    set.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Writes a table to stdout.
///
/// # Errors
/// Stdout cannot be written to.
pub fn table<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> Result<(), Failure> {
    let rows: Vec<_> = once(header.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    });
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(widths);
        let line: String = cells.map(|(cell, width)| format!("{cell:width$}  ")).collect();
        line.trim_end().to_owned() + "\n"
    };
    output::stdout(rows.iter().map(line).collect::<String>())
}

/// The bar that is on the screen now, if there is one.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to stdout or stderr while no bar is on the screen.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        // A full bar has nothing more to show, and would be redrawn only to be cleared.
        Some(bar) if bar.length().is_some_and(|length| bar.position() >= length) => {
            clear();
            write()
        }
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the bar from the screen.
pub fn clear() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

/// Draws a bar on stderr, and redraws it while nothing happens.
fn show(bar: &ProgressBar) {
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(TICK);
    *shown() = Some(bar.clone());
}

/// The interval at which a bar is redrawn while nothing happens, so that its time is updated.
const TICK: Duration = Duration::from_millis(200);

/// The least width of a terminal, in columns, for a bar that shows the number of bytes.
const WIDE: usize = 72;

/// The style of the bar for bytes on the wire, for the terminal's width; the message takes the rest of the line.
fn wire_style() -> ProgressStyle {
    style(match columns(std::io::stderr()) {
        Some(width) if width < WIDE => "{wide_msg} [{bar:8}] {percent:>3}%, {eta} left",
        _ => "{wide_msg} [{bar:20}] {bytes}/{total_bytes}, {eta} left",
    })
}

/// The style of the bar for a search on the device, whose end cannot be predicted.
fn search_style() -> ProgressStyle {
    let seconds = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Writing to this buffer does not fail.
        let _ = write!(out, "{} s", state.elapsed().as_secs());
    };
    style("{spinner} searching, {seconds}: {wide_msg}").with_key("seconds", seconds)
}

/// A style with the characters that the terminal supports.
fn style(template: &str) -> ProgressStyle {
    // A template that cannot be parsed is replaced by the default, which affects only the appearance.
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    if is_utf_8() { style } else { style.progress_chars("#-").tick_chars("|/-\\ ") }
}

/// A spinner with the elapsed time, for work whose end cannot be predicted; it is removed when this value is dropped.
#[must_use]
pub struct Step(());

/// Shows a spinner with this text on a terminal.
pub fn step(doing: &str) -> Step {
    let bar = ProgressBar::hidden().with_style(style("{spinner} {wide_msg} {elapsed}"));
    bar.set_message(doing.to_owned());
    show(&bar);
    Step(())
}

impl Drop for Step {
    fn drop(&mut self) {
        clear();
    }
}

/// The current activity of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Sending,
    Searching,
    Receiving,
}

/// The time without a received byte after which sending is shown again; with streamed boards, sending and receiving alternate.
const LULL: Duration = Duration::from_secs(1);

/// A bar for one board, or for a stream of boards.
pub struct Bar {
    /// The name of the boards, shown on the bar.
    title: String,
    bar: ProgressBar,
    phase: Phase,
    sent: u64,
    received: u64,
    /// The time of the last byte received; at first the time at which the bar was created.
    heard: Instant,
}

impl Bar {
    /// A bar for boards with this name; it appears when they are sent.
    pub fn new(name: &str) -> Self {
        // The file name is the most useful part of a path.
        let title = Path::new(name)
            .file_name()
            .map_or_else(|| name.to_owned(), |name| name.to_string_lossy().into_owned());
        Self {
            title: harmless(&title),
            bar: ProgressBar::hidden(),
            phase: Phase::Sending,
            sent: 0,
            received: 0,
            heard: Instant::now(),
        }
    }

    /// Shows the current phase.
    fn show_phase(&self) {
        let (style, doing) = match self.phase {
            Phase::Sending => (wire_style(), "sending "),
            Phase::Searching => (search_style(), ""),
            Phase::Receiving => (wire_style(), "receiving "),
        };
        // The estimates of one phase do not apply to the next.
        self.bar.reset_eta();
        self.bar.set_style(style);
        self.bar.set_message(format!("{doing}{}", self.title));
        if self.phase == Phase::Searching {
            self.bar.reset_elapsed();
        }
        self.bar.force_draw();
    }

    /// Shows an event of the device.
    pub fn on_event(&mut self, event: Event) {
        let phase = match event {
            Event::Begin(bytes) => return self.begin(bytes),
            Event::Slow(text) | Event::Retry(text) => return say!("nonogram: {text}"),
            Event::Sent(bytes) => {
                self.sent = bytes;
                match self.phase {
                    Phase::Receiving if self.heard.elapsed() > LULL => Phase::Sending,
                    phase => phase,
                }
            }
            Event::Received(bytes) => {
                self.received = bytes;
                self.heard = Instant::now();
                Phase::Receiving
            }
            Event::Searching => Phase::Searching,
        };
        self.bar.set_position(self.sent + self.received);
        if phase != self.phase {
            self.phase = phase;
            self.show_phase();
        }
    }

    /// Shows the bar of a new round, for this number of bytes.
    fn begin(&mut self, bytes: u64) {
        // An earlier round may have left its bar on the screen.
        clear();
        (self.sent, self.received, self.phase) = (0, 0, Phase::Sending);
        // The bar is replaced, because a bar whose draw target changes loses the record of what it has drawn.
        self.bar = ProgressBar::hidden();
        self.bar.set_length(bytes);
        self.show_phase();
        show(&self.bar);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        clear();
    }
}
