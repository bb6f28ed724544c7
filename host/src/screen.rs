//! The terminal: its width, its colours, and whether its encoding is UTF-8; and tables whose columns are as wide as their content.

use std::io::IsTerminal;
use std::iter::once;

use nonogram_puzzles::render::Colours;

use crate::exit::Failure;
use crate::output;

/// The columns of the terminal on stdout; `None` if stdout is not a terminal, or the terminal does not report its width.
pub fn width() -> Option<usize> {
    let stdout = std::io::stdout();
    if stdout.is_terminal() {
        columns(stdout)
    } else {
        None
    }
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

/// Whether the encoding of the locale is UTF-8. If no locale is set, as in containers and on Windows, the encoding counts as
/// UTF-8.
pub fn is_utf_8() -> bool {
    locale_is_utf_8(|name| std::env::var(name).ok())
}

/// Whether the encoding of the locale that these variables set, by POSIX's precedence, is UTF-8.
fn locale_is_utf_8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
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
    output::stdout(table_text(header, rows))
}

fn table_text<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let rows: Vec<_> = once(header.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    });
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(cell, width)| format!("{cell:width$}  "))
            .collect();
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_locale_variable_with_a_value_decides() {
        let is_utf_8 = |variables: &[(&str, &str)]| {
            locale_is_utf_8(|name| {
                let found = variables.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(is_utf_8(&[]));
        assert!(is_utf_8(&[("LANG", "en_GB.UTF-8")]));
        assert!(is_utf_8(&[("LC_ALL", ""), ("LC_CTYPE", "de_DE.utf8")]));
        assert!(!is_utf_8(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(!is_utf_8(&[("LANG", "en_US")]));
    }

    #[test]
    fn columns_are_as_wide_as_their_content() {
        let rows = [
            ["ulx3s", "classic11, clue32"],
            ["tang_nano_9k", "classic11"],
        ];
        assert_eq!(
            table_text(["NAME", "BUILDS"], rows.map(|row| row.map(str::to_owned))),
            "NAME          BUILDS\n\
             ulx3s         classic11, clue32\n\
             tang_nano_9k  classic11\n"
        );
    }
}
