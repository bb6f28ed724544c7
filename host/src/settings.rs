//! The user's defaults in a TOML file, which `nonogram config` shows and changes.
//!
//! [`Settings::load`] reads them; [`change`] changes one and keeps the rest of the file. Source of the folder: the
//! XDG Base Directory Specification.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use nonogram_kit::device::UdpAddress;

use crate::exit::{Exit, Failure, OrExit, failure};
use crate::{output, targets};

/// The environment variable that names a file to use instead of the usual one.
pub const VARIABLE: &str = "NONOGRAM_CONFIG";

/// The defaults that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The back end: the default of `--on` in `solve`.
    pub on: Option<String>,
    /// The port of `--on port`.
    pub port: Option<String>,
    /// The baud rate of serial ports in `solve` and `ports --probe`.
    pub baud: Option<u32>,
    /// The board: the default of `--board` in `bitstream`, `flash` and `vivado`.
    pub board: Option<String>,
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

/// The largest file of settings, in bytes.
const LARGEST: u64 = 1 << 20;

/// The file's text; empty if there is no file.
fn read(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let opened = std::fs::File::open(path);
    let read = opened.and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    let expected = "expected a TOML file of settings; check the file and its permissions";
    match read {
        Ok(length) if length as u64 > LARGEST => {
            Err(failure!(Exit::Usage, "{}: more than {LARGEST} bytes; {expected}", path.display()))
        }
        Ok(_) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error)
            .with_context(|| format!("{}: cannot read it; {expected}", path.display()))
            .or_exit(Exit::Usage),
    }
}

/// The failure for an error in the file at byte `at`; its message states the line, which is the first if `at` is `None`.
fn fault(path: &Path, text: &str, at: Option<usize>, what: &str) -> Failure {
    let before = text.get(..at.unwrap_or_default()).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let what = what.trim().replace('\n', ", ");
    let keys: Vec<&str> = KEYS.iter().map(|(key, _)| *key).collect();
    failure!(
        Exit::Usage,
        "{}:{line}: {what}; expected lines KEY = VALUE, with a KEY of {}: correct it, or remove the file",
        path.display(),
        keys.join(", ")
    )
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

    fn parse(path: &Path, text: &str) -> Result<Self, Failure> {
        Self::of_text(text).map_err(|(at, what)| fault(path, text, at, &what))
    }

    /// The settings in a text.
    ///
    /// # Errors
    /// The text is invalid; the error has the byte at which it is, if that is known, and the reason.
    fn of_text(text: &str) -> Result<Self, (Option<usize>, String)> {
        let settings: Self = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            (at, error.message().to_owned())
        })?;
        settings.check().map_err(|(key, what)| {
            let before =
                text.split_inclusive('\n').take_while(|line| !line.trim_start().starts_with(key));
            (Some(before.map(str::len).sum()), what)
        })?;
        Ok(settings)
    }

    /// Checks the values.
    ///
    /// # Errors
    /// A value is invalid; the error has its key and the reason.
    fn check(&self) -> Result<(), (&'static str, String)> {
        if self.baud == Some(0) {
            return Err(("baud", "baud is 0: it must be 1 or more".to_owned()));
        }
        for (key, value) in [("on", &self.on), ("port", &self.port)] {
            if value.as_ref().is_some_and(String::is_empty) {
                return Err((key, format!("{key} is empty")));
            }
        }
        let port = self.port.as_deref().unwrap_or_default();
        let why = match UdpAddress::of_port(port) {
            _ if port == "port" => {
                "it must be the name of a port, such as /dev/ttyUSB0 or udp://192.168.1.50:5000"
                    .to_owned()
            }
            Some(Err(error)) => error.to_string(),
            _ => String::new(),
        };
        if !why.is_empty() {
            return Err(("port", format!("port is {port:?}: {why}")));
        }
        match &self.board {
            Some(board) => {
                targets::find(board).map(|_| ()).map_err(|failure| ("board", failure.to_string()))
            }
            None => Ok(()),
        }
    }

    /// The settings that have a value, each as a line of TOML.
    pub fn lines(&self) -> Vec<String> {
        let quoted = |value: &Option<String>| value.as_deref().map(quoted);
        let values = [
            quoted(&self.on),
            quoted(&self.port),
            self.baud.map(|baud| baud.to_string()),
            quoted(&self.board),
        ];
        let lines = KEYS.iter().zip(values);
        lines.filter_map(|((key, _), value)| Some(format!("{key} = {}", value?))).collect()
    }
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
    let text = read(&path)?;
    let (mark, text) = match text.strip_prefix(MARK) {
        Some(text) => ("\u{feff}", text),
        None => ("", &*text),
    };
    if let Err(error) = text.parse::<toml::Table>() {
        let at = error.span().map(|span| span.start);
        return Err(fault(&path, text, at, error.message()));
    }
    let line = value.map(|given| {
        let is_number = key == "baud" && given.parse::<i64>().is_ok();
        let value = if is_number { given.to_owned() } else { quoted(given) };
        check_value(key, given, &value).map(|()| format!("{key} = {value}"))
    });
    let text = with_line(text, key, line.transpose()?);
    Settings::parse(&path, &text)?;
    if let Some(folder) = output::target(&path).parent().filter(|path| *path != Path::new("")) {
        output::folder(folder)?;
    }
    output::file(&path, mark.to_owned() + &text)
}

/// The text with `new` in place of the line of a key, or without this line. If the key has no line, `new` is appended. If a line ends
/// with CR LF, all lines do.
fn with_line(text: &str, key: &str, new: Option<String>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_of_key = |line: &String| {
        let name = line.split_once('=').map(|(name, _)| name.trim());
        name.is_some_and(|name| name.trim_matches(['"', '\'']) == key)
    };
    let place = lines.iter().position(is_of_key);
    match place {
        Some(place) => {
            lines.splice(place..=place, new);
        }
        None => lines.extend(new),
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    lines.into_iter().map(|line| line + end).collect()
}

/// Checks the value for a key by itself, so that the message is about the value as it was given and not about a line of the file.
fn check_value(key: &str, given: &str, value: &str) -> Result<(), Failure> {
    let checked = Settings::of_text(&format!("{key} = {value}\n"));
    checked.map(drop).map_err(|(_, what)| {
        failure!(
            Exit::Usage,
            "cannot set {key} to {given:?}: {}; nothing was changed: give a value as in `nonogram config set --help`",
            what.trim()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        let refused = Settings::parse(Path::new("config.toml"), text);
        refused.expect_err(text).to_string()
    }

    #[test]
    fn error_in_the_file_is_reported_with_its_line() {
        for (text, start) in [
            ("on = \"sim\"\nbuad = 9600\n", "config.toml:2: unknown field `buad`"),
            ("\n\nbaud = \"fast\"\n", "config.toml:3: "),
            ("on = sim\n", "config.toml:1: "),
            ("on = \"sim\"\n\nboard = \"nowhere\"\n", "config.toml:3: no board is named"),
            ("baud = 0", "config.toml:1: baud is 0"),
            ("port = \"\"", "config.toml:1: port is empty"),
        ] {
            let message = refusal(text);
            assert!(message.starts_with(start), "{message}");
            assert!(message.contains("expected"), "{message}");
        }
    }

    #[test]
    fn one_line_of_the_file_is_changed() {
        let text = "# on = \"old\"\non = \"sim\" # mine\n\"baud\" = 9600";
        let changed = |key: &str, new: Option<&str>| with_line(text, key, new.map(str::to_owned));
        assert_eq!(
            changed("on", Some("on = \"port\"")),
            "# on = \"old\"\non = \"port\"\n\"baud\" = 9600\n"
        );
        assert_eq!(changed("baud", None), "# on = \"old\"\non = \"sim\" # mine\n");
        assert_eq!(changed("port", None), format!("{text}\n"));
        assert_eq!(with_line("", "baud", Some("baud = 1".to_owned())), "baud = 1\n");
        assert_eq!(
            with_line("a = 1\r\nb = 2\r\n", "c", Some("c = 3".to_owned())),
            "a = 1\r\nb = 2\r\nc = 3\r\n"
        );
        assert_eq!(quoted("C:\\a \"b\""), r#""C:\\a \"b\"""#);
    }
}
