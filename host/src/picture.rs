//! Pictures on stdout and in files: nonogram-puzzles draws, this chooses how.
//!
//! A terminal gets blocks, colour and clues; a pipe plain text; a file what its extension names.

use std::io::IsTerminal;
use std::path::Path;

use nonogram_puzzles::render::{self, Look};
use nonogram_puzzles::{Format, Grid, Puzzle};

use crate::exit::{Exit, Failure, OrExit};
use crate::output::Pattern;
use crate::values::BadValue;

/// The help of `--output`, with all the formats that it takes.
pub fn output_help() -> String {
    format!(
        "Write the picture to a file, by extension: {}; `%d` is its number",
        extensions()
    )
}

/// The same where puzzles are written.
pub fn export_help() -> String {
    format!(
        "Write to a file instead of stdout, by extension: {}; with `%d`, each puzzle to its own",
        extensions()
    )
}

/// Every extension that names a format.
fn extensions() -> String {
    let known = Format::ALL.iter().flat_map(|format| format.extensions());
    known.copied().collect::<Vec<_>>().join(", ")
}

/// The format that a file's extension names.
pub fn format(path: &Path) -> Result<Format, BadValue> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let extension = extension.unwrap_or_default();
    Format::from_extension(extension).ok_or_else(|| {
        BadValue::new(format!(
            "the extension {extension:?} names no format; expected one of {}",
            extensions()
        ))
    })
}

/// Reads the value of `--output`.
pub fn pattern(text: &str) -> Result<Pattern, BadValue> {
    format(Path::new(text)).map(|_| Pattern::new(text.into()))
}

/// The content of a file with a puzzle's picture.
pub fn draw(path: &Path, puzzle: &Puzzle, grid: &Grid) -> Result<Vec<u8>, Failure> {
    let format = format(path).or_exit(Exit::Usage)?;
    format.write(puzzle, Some(grid)).or_exit(Exit::Usage)
}

/// The picture as it suits stdout.
pub fn text(puzzle: &Puzzle, grid: &Grid) -> String {
    if !std::io::stdout().is_terminal() {
        return render::text(grid);
    }
    let full = Look {
        // https://no-color.org
        colour: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ..Look::default()
    };
    let half = Look {
        clues: false,
        half: true,
        ..full
    };
    let width = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.into());
    let looks = [full, half];
    match looks.into_iter().find(|look| look.width(puzzle) <= width) {
        Some(look) => render::terminal(puzzle, grid, look),
        None => render::text(grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_checked_early() {
        assert!(pattern("a.txt").is_ok());
        assert!(pattern("a.NON").is_ok());
        for bad in ["a.gif", "a", "txt"] {
            let message = pattern(bad).unwrap_err();
            assert!(
                message.to_string().contains("expected one of non, "),
                "{message}"
            );
        }
    }
}
