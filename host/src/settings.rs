//! The user's defaults in a TOML file, which `nonogram config` shows and changes.
//!
//! [`Settings::load`] reads them; [`change`] changes one and keeps the rest of the file. Source of the folder: the
//! XDG Base Directory Specification.

use std::fs::File;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use nonogram_kit::device::PortAddress;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::input::read_whole;
use crate::{output, targets};

/// The environment variable that names a file to use instead of the usual one.
pub const VARIABLE: &str = "NONOGRAM_CONFIG";

/// The defaults that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The back end: the default of `--on` in `solve`.
    #[serde(deserialize_with = "text")]
    pub on: Option<String>,
    /// The port of `--on port`.
    #[serde(deserialize_with = "port")]
    pub port: Option<String>,
    /// The baud rate of serial ports in `solve` and `ports --probe`.
    #[serde(deserialize_with = "baud")]
    pub baud: Option<NonZero<u32>>,
    /// The board: the default of `--board` in `bitstream`, `flash` and `vivado`.
    #[serde(deserialize_with = "board")]
    pub board: Option<String>,
}

/// Reads a text that is not empty.
fn text<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(value)?;
    if text.is_empty() { Err(D::Error::custom("it is empty")) } else { Ok(Some(text)) }
}

/// Reads the name of a port.
fn port<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let port = text(value)?;
    let name = port.as_deref().unwrap_or_default();
    match PortAddress::of(name) {
        _ if name == "port" => Err(D::Error::custom(
            "it must be the name of a port, such as /dev/ttyUSB0 or udp://192.168.1.50:5000",
        )),
        PortAddress::Udp(Err(error)) => Err(D::Error::custom(format!("port is {name:?}: {error}"))),
        PortAddress::Serial | PortAddress::Udp(Ok(_)) => Ok(port),
    }
}

/// Reads a baud rate.
fn baud<'de, D: Deserializer<'de>>(value: D) -> Result<Option<NonZero<u32>>, D::Error> {
    let baud = NonZero::deserialize(value).map(Some);
    let most = u32::MAX;
    let expected = format!("baud must be a whole number from 1 to {most}, such as 115200");
    baud.map_err(|_| D::Error::custom(expected))
}

/// Reads the name of a board.
fn board<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let board = text(value)?;
    let found = board.as_deref().map(targets::find).transpose();
    found.map(|_| board).map_err(D::Error::custom)
}

/// The keys of the file, and their meaning.
pub const KEYS: [(&str, &str); 4] = [
    ("on", "the back end of solve if --on is left out: sim, software, port, or the name of a port"),
    ("port", "the port of `--on port`"),
    ("baud", "the baud rate of serial ports in solve and ports --probe"),
    ("board", "the board of bitstream, flash and vivado if --board is left out"),
];

/// The path of the file, even if the file does not exist.
///
/// # Errors
/// The environment variable is not set, and the user has no home folder.
pub fn path() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let folder = |variable: &str| {
        let folder = std::env::var_os(variable).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let of_user = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| Some(std::env::home_dir()?.join(".config")))
    };
    let of_user = of_user
        .with_context(|| {
            format!("no folder for settings; expected a home folder: set HOME, or {VARIABLE}")
        })
        .or_exit(Exit::Fault)?;
    Ok(of_user.join("nonogram").join("config.toml"))
}

/// The file's text; empty if there is no file.
fn read(path: &Path) -> Result<String, Failure> {
    if !path.exists() {
        return Ok(String::new());
    }
    const EXPECTED: &str = "a TOML file of settings";
    String::from_utf8(read_whole(path, EXPECTED)?)
        .with_context(|| format!("{}: not UTF-8 text; expected {EXPECTED}", path.display()))
        .or_exit(Exit::Usage)
}

impl Settings {
    /// The settings of the user; empty if there is no file, or no home folder.
    ///
    /// # Errors
    /// The file cannot be read, or is invalid.
    pub fn load() -> Result<Self, Failure> {
        // A user without a home folder has no settings.
        let Ok(path) = path() else {
            return Ok(Self::default());
        };
        Self::parse(&path, read(&path)?.trim_start_matches(MARK))
    }

    /// Reads the text of a file; the message for an error states the line.
    fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
            let what = error.message().trim().replace('\n', ", ");
            failure!(
                Exit::Usage,
                "{}:{line}: {what}; expected lines KEY = VALUE, with a KEY of {}: correct it, or remove the file",
                path.display(),
                KEYS.map(|(key, _)| key).join(", ")
            )
        })
    }
}

/// The text of the user's file of settings.
///
/// # Errors
/// The file cannot be read, or is invalid.
pub fn shown() -> Result<String, Failure> {
    let path = path()?;
    let text = read(&path)?;
    Settings::parse(&path, text.trim_start_matches(MARK))?;
    Ok(text)
}

/// A value as a string of TOML, whose escapes are those of JSON.
fn quoted(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// The byte order mark, with which editors on Windows begin UTF-8 text.
const MARK: char = '\u{feff}';

/// Sets a key to a value, or removes the key if `value` is `None`, and writes the user's file, whose folder is created if it is missing. Other
/// lines stay as they are.
///
/// # Errors
/// The file cannot be read or is invalid, the value is invalid, or the file or its folder cannot be written.
pub fn change(key: &str, value: Option<&str>) -> Result<(), Failure> {
    let path = path()?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    output::folder(folder.unwrap_or(Path::new(".")))?;
    let _lock = lock(&path)?;
    let text = read(&path)?;
    let line = value.map(|value| {
        let is_number = key == "baud" && value.parse::<i64>().is_ok();
        let literal = if is_number { value.to_owned() } else { quoted(value) };
        let line = format!("{key} = {literal}");
        match toml::from_str::<Settings>(&line) {
            Ok(_) => Ok(line),
            Err(error) => Err(failure!(
                Exit::Usage,
                "cannot set {key} to {value:?}: {}; nothing was changed: give a value as in `nonogram config set --help`",
                error.message().trim()
            )),
        }
    });
    let line = line.transpose()?;
    let changed = with_line(&text, key, line.as_deref());
    if !is_change(&text, &changed, key, line.as_deref()) {
        let line = line_of(&text, key).unwrap_or(0) + 1;
        return Err(failure!(
            Exit::Usage,
            "{}:{line}: cannot change {key}; expected each key once, as a line KEY = VALUE: edit the file; nothing was changed",
            path.display()
        ));
    }
    Settings::parse(&path, changed.trim_start_matches(MARK))?;
    output::file(&path, changed)
}

/// Locks the file of settings against other changes until the value is dropped: two changes at the same time would lose one. The lock is a file
/// beside it, because the file itself is replaced. It is locked on Unix only.
fn lock(path: &Path) -> Result<File, Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let lock = File::options().create(true).append(true).open(&name).and_then(|file| {
        #[cfg(unix)]
        rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive)?;
        Ok(file)
    });
    lock.with_context(|| format!("{}: cannot lock it; check the folder", name.display()))
        .or_exit(Exit::Fault)
}

/// The number, from 0, of the first line that seems to set a key.
fn line_of(text: &str, key: &str) -> Option<usize> {
    text.lines().position(|line| {
        let name = line.split_once('=').map(|(name, _)| name.trim_start_matches(MARK).trim());
        name.is_some_and(|name| name.trim_matches(['"', '\'']) == key)
    })
}

/// The text with `new` in place of the line of a key, or without this line. If the key has no line, `new` is appended. If a line ends
/// with CR LF, all lines do.
fn with_line(text: &str, key: &str, new: Option<&str>) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    match line_of(text, key) {
        Some(place) => {
            lines.splice(place..=place, new);
        }
        None => lines.extend(new),
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    lines.into_iter().map(|line| line.to_owned() + end).collect()
}

/// Whether the text `changed` has the value of `line` for the key, or no value without a line, and all other values of `text`. Lines are not
/// always keys: a value can have several lines. If `text` is not TOML, its other values are unknown; if neither is, there is nothing to
/// compare.
fn is_change(text: &str, changed: &str, key: &str, line: Option<&str>) -> bool {
    let read = |text: &str| toml::from_str::<toml::Table>(text.trim_start_matches(MARK)).ok();
    let changed = read(changed);
    let expected = read(text).or_else(|| changed.clone()).map(|mut values| {
        values.remove(key);
        values.extend(line.and_then(read).unwrap_or_default());
        values
    });
    changed == expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_the_file_is_changed() {
        let text = "# on = \"old\"\non = \"sim\" # mine\n\"baud\" = 9600";
        let changed = |key: &str, new: Option<&str>| with_line(text, key, new);
        assert_eq!(
            changed("on", Some("on = \"port\"")),
            "# on = \"old\"\non = \"port\"\n\"baud\" = 9600\n"
        );
        assert_eq!(changed("baud", None), "# on = \"old\"\non = \"sim\" # mine\n");
        assert_eq!(changed("port", None), format!("{text}\n"));
        assert_eq!(with_line("", "baud", Some("baud = 1")), "baud = 1\n");
        assert_eq!(
            with_line("a = 1\r\nb = 2\r\n", "c", Some("c = 3")),
            "a = 1\r\nb = 2\r\nc = 3\r\n"
        );
        assert_eq!(quoted("C:\\a \"b\""), r#""C:\\a \"b\"""#);
    }
}
