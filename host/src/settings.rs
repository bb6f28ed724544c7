//! The user's defaults in a TOML file, which `nonogram config` shows and changes.
//!
//! [`Settings::load`] reads them; [`File`] changes one and keeps the rest of the file. Source of the folder: the
//! XDG Base Directory Specification.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use etcetera::BaseStrategy;
use serde::Deserialize;
use toml_edit::{DocumentMut, Item, Value};

use crate::exit::{Exit, Failure, OrExit};
use crate::{output, targets};

/// The environment variable that names a file to use instead of the usual one.
pub const VARIABLE: &str = "NONOGRAM_CONFIG";

/// The defaults that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The back end: the default of `--on` in `solve`.
    pub on: Option<String>,
    /// The serial port of `--on port`.
    pub port: Option<String>,
    /// The baud rate of serial ports in `solve` and `ports --probe`.
    pub baud: Option<u32>,
    /// The board: the default of `--board` in `bitstream`, `flash` and `vivado`.
    pub board: Option<String>,
}

/// The keys of the file, and their meaning.
pub const KEYS: [(&str, &str); 4] = [
    (
        "on",
        "the back end of solve if --on is left out: sim, software, port, or the name of a port",
    ),
    ("port", "the serial port of `--on port`"),
    (
        "baud",
        "the baud rate of serial ports in solve and ports --probe",
    ),
    (
        "board",
        "the board of bitstream, flash and vivado if --board is left out",
    ),
];

/// The path of the file, even if the file does not exist.
///
/// # Errors
/// The environment variable is not set, and the user has no home folder.
pub fn path() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let folders = etcetera::choose_base_strategy()
        .map_err(|error| anyhow!("{error}; expected a home folder: set HOME, or {VARIABLE}"))
        .or_exit(Exit::Fault)?;
    Ok(folders.config_dir().join("nonogram").join("config.toml"))
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
        Ok(length) if length as u64 > LARGEST => Err(Failure::new(
            Exit::Usage,
            format!("{}: more than {LARGEST} bytes; {expected}", path.display()),
        )),
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
    Failure::new(
        Exit::Usage,
        format!(
            "{}:{line}: {what}; expected lines KEY = VALUE, with a KEY of {}: correct it, or remove the file",
            path.display(),
            keys.join(", ")
        ),
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
        let wrong = settings.check().err();
        match wrong {
            Some((key, failure)) => {
                let place = text
                    .split_inclusive('\n')
                    .scan(0, |end, line| {
                        let start = *end;
                        *end += line.len();
                        Some((start, line))
                    })
                    .find(|(_, line)| line.trim_start().starts_with(key))
                    .map(|(start, _)| start);
                Err((place, failure))
            }
            None => Ok(settings),
        }
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
        if self.port.as_deref() == Some("port") {
            return Err((
                "port",
                "port is \"port\": it must be the name of a port, such as /dev/ttyUSB0".to_owned(),
            ));
        }
        match &self.board {
            Some(board) => targets::find(board)
                .map(|_| ())
                .map_err(|failure| ("board", failure.to_string())),
            None => Ok(()),
        }
    }

    /// The settings that have a value, each as a line of TOML.
    pub fn lines(&self) -> Vec<String> {
        let quoted =
            |value: &Option<String>| value.as_ref().map(|value| Value::from(value).to_string());
        let values = [
            quoted(&self.on),
            quoted(&self.port),
            self.baud.map(|baud| baud.to_string()),
            quoted(&self.board),
        ];
        let lines = KEYS.iter().zip(values);
        lines
            .filter_map(|((key, _), value)| Some(format!("{key} = {}", value?.trim())))
            .collect()
    }
}

/// The file of settings, opened to be changed; other processes that change it wait until this value is dropped.
pub struct File {
    path: PathBuf,
    _lock: std::fs::File,
    document: DocumentMut,
    /// Whether the file begins with a byte order mark.
    has_mark: bool,
    /// Whether a line of the file ends with CR LF; then all lines are written with CR LF.
    has_returns: bool,
}

/// The byte order mark, with which editors on Windows begin UTF-8 text.
const MARK: char = '\u{feff}';

impl File {
    /// Opens the user's file, and creates its folder if it is missing.
    ///
    /// # Errors
    /// The file cannot be read or is not TOML, its path is unknown (see [`path`]), or its folder cannot be created or locked.
    pub fn open() -> Result<Self, Failure> {
        let path = path()?;
        let lock = lock(&output::target(&path))?;
        let text = read(&path)?;
        let (has_mark, has_returns) = (text.starts_with(MARK), text.contains("\r\n"));
        let text = text.trim_start_matches(MARK).to_owned();
        let document = text.parse().map_err(|error: toml_edit::TomlError| {
            let at = error.span().map(|span| span.start);
            fault(&path, &text, at, error.message())
        })?;
        Ok(Self {
            path,
            _lock: lock,
            document,
            has_mark,
            has_returns,
        })
    }

    /// Sets a key to a value, or removes the key if `value` is `None`, and writes the file.
    ///
    /// # Errors
    /// The value is invalid, the rest of the file is invalid, or the file or its folder cannot be written.
    pub fn change(mut self, key: &str, value: Option<&str>) -> Result<(), Failure> {
        match value {
            Some(given) => {
                let number = given.parse::<i64>().ok().filter(|_| key == "baud");
                let value = number.map_or_else(|| Value::from(given), Value::from);
                check_value(key, given, &value)?;
                self.document.insert(key, Item::Value(value));
            }
            None => {
                self.document.remove(key);
            }
        }
        let text = self.document.to_string();
        Settings::parse(&self.path, &text)?;
        let text = match self.has_returns {
            true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => text,
        };
        let mark = if self.has_mark {
            MARK.to_string()
        } else {
            String::new()
        };
        let text = mark + &text;
        output::file(&self.path, text)
    }
}

/// Locks the folder of a file, and creates it if it is missing, until the result is dropped. The lock is on the folder because the file
/// is replaced.
#[cfg(unix)]
fn lock(file: &Path) -> Result<std::fs::File, Failure> {
    use rustix::fs::{FlockOperation, flock};
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    output::folder(folder)?;
    let locked = std::fs::File::open(folder).and_then(|opened| {
        flock(&opened, FlockOperation::LockExclusive)?;
        Ok(opened)
    });
    locked
        .with_context(|| {
            format!(
                "{}: cannot lock the folder of the settings; check its permissions",
                folder.display()
            )
        })
        .or_exit(Exit::Fault)
}

/// Locks the file `FILE.lock`, which is created if it is missing, until the result is dropped.
#[cfg(not(unix))]
fn lock(file: &Path) -> Result<std::fs::File, Failure> {
    use std::os::windows::fs::OpenOptionsExt;
    let name = file.with_extension("lock");
    output::folder(file.parent().unwrap_or(file))?;
    loop {
        let mut options = std::fs::OpenOptions::new();
        // Sharing mode 0 keeps all other processes out.
        match options.write(true).create(true).share_mode(0).open(&name) {
            Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            opened => {
                let message = || format!("{}: cannot lock the settings", name.display());
                return opened.with_context(message).or_exit(Exit::Fault);
            }
        }
    }
}

/// The error of Windows for a file that another process has opened.
#[cfg(not(unix))]
const SHARING_VIOLATION: i32 = 32;

/// Checks the value for a key by itself, so that the message is about the value as it was given and not about a line of the file.
fn check_value(key: &str, given: &str, value: &Value) -> Result<(), Failure> {
    let mut alone = DocumentMut::new();
    alone.insert(key, Item::Value(value.clone()));
    let checked = Settings::of_text(&alone.to_string());
    checked.map(drop).map_err(|(_, what)| {
        Failure::new(
            Exit::Usage,
            format!(
                "cannot set {key} to {given:?}: {}; nothing was changed: give a value as in `nonogram config set --help`",
                what.trim()
            ),
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
            (
                "on = \"sim\"\nbuad = 9600\n",
                "config.toml:2: unknown field `buad`",
            ),
            ("\n\nbaud = \"fast\"\n", "config.toml:3: "),
            ("on = sim\n", "config.toml:1: "),
            (
                "on = \"sim\"\n\nboard = \"nowhere\"\n",
                "config.toml:3: no board is named",
            ),
            ("baud = 0", "config.toml:1: baud is 0"),
            ("port = \"\"", "config.toml:1: port is empty"),
        ] {
            let message = refusal(text);
            assert!(message.starts_with(start), "{message}");
            assert!(message.contains("expected"), "{message}");
        }
    }

    #[test]
    fn settings_are_shown_as_toml() {
        let text = "# mine\nbaud = 115200\nport = \"/dev/ttyUSB1\"\n";
        let settings = Settings::parse(Path::new("config.toml"), text).unwrap();
        assert_eq!(
            settings.lines(),
            ["port = \"/dev/ttyUSB1\"", "baud = 115200"]
        );
        assert!(Settings::default().lines().is_empty());
    }
}
