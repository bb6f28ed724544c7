//! Errors on opening a serial port: it is busy or missing, the user has no permission for it, its name is that of a file or folder, or
//! the serial library reports another error.
//!
//! The messages for a missing port, and for a file or folder, list the existing ports.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::find_port;

/// A port that did not open.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The user has no permission for the port.
    #[error(
        "permission denied: the port exists, but you are not in its group; join it \
         (`sudo usermod -aG dialout $USER`, then log in again) or add a udev rule that gives \
         you access"
    )]
    Permission,
    /// Another program has the port open.
    #[error(
        "the port is busy; expected no other program on it: close the other program (`fuser -v` \
         names it; brltty and ModemManager are known to open USB serial ports)"
    )]
    Busy,
    /// The port does not exist.
    #[error("no such port; expected {alternatives}a port: {}", listed(.ports))]
    Missing {
        /// Other values that the option accepts, as part of the sentence.
        alternatives: &'static str,
        /// Existing ports.
        ports: Vec<String>,
    },
    /// The name is that of an ordinary file or of a folder.
    #[error(
        "a file or a folder, not a serial port; expected {alternatives}a port: {}; puzzle files are named without an \
         option", listed(.ports)
    )]
    File {
        /// Other values that the option accepts, as part of the sentence.
        alternatives: &'static str,
        /// Existing ports.
        ports: Vec<String>,
    },
    /// Any other error.
    #[error("cannot open it as a serial port: {0}; `nonogram ports` lists the existing ports")]
    Other(String),
}

/// The ports as the end of a message.
fn listed(ports: &[String]) -> String {
    match ports {
        [] => "none is plugged in".into(),
        ports => ports.join(", "),
    }
}

impl OpenError {
    /// Classifies an error of the serial library on the port `name`; `ports` lists the existing ports.
    pub fn new(name: &str, error: &serialport::Error, ports: impl FnOnce() -> Vec<String>) -> Self {
        use serialport::ErrorKind;
        let alternatives = "";
        if Path::new(name).is_file() || Path::new(name).is_dir() {
            let ports = ports();
            return Self::File {
                alternatives,
                ports,
            };
        }
        match error.kind {
            // The library's kind for a lock or an exclusive open that another program holds.
            ErrorKind::NoDevice => Self::Busy,
            ErrorKind::Io(io::ErrorKind::PermissionDenied) => Self::Permission,
            ErrorKind::Io(io::ErrorKind::ResourceBusy) => Self::Busy,
            ErrorKind::Io(io::ErrorKind::NotFound) => Self::Missing {
                alternatives,
                ports: ports(),
            },
            _ => Self::Other(error.description.clone()),
        }
    }

    /// The same error for an option that also accepts the values `more`; the messages for a missing port, and for a file or folder,
    /// list them.
    #[must_use]
    pub fn with_alternatives(mut self, more: &'static str) -> Self {
        if let Self::Missing { alternatives, .. } | Self::File { alternatives, .. } = &mut self {
            *alternatives = more;
        }
        self
    }
}

/// The names of the existing ports; empty if the system cannot list the ports.
pub fn port_names() -> Vec<String> {
    let ports = find_port::available().unwrap_or_default();
    ports.into_iter().map(|port| port.port_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serialport::{Error, ErrorKind};

    #[test]
    fn each_kind_of_error_has_its_message() {
        let message = |kind| {
            let ports = || vec!["/dev/ttyUSB0".to_owned(), "/dev/ttyUSB1".to_owned()];
            OpenError::new("/dev/none", &Error::new(kind, "what it said"), ports).to_string()
        };
        let permission = message(ErrorKind::Io(io::ErrorKind::PermissionDenied));
        assert!(permission.contains("dialout") && permission.contains("udev"));
        assert!(message(ErrorKind::NoDevice).contains("busy"));
        let missing = message(ErrorKind::Io(io::ErrorKind::NotFound));
        assert!(missing.ends_with("a port: /dev/ttyUSB0, /dev/ttyUSB1"));
        assert!(message(ErrorKind::Unknown).contains("what it said"));
        let missing = ErrorKind::Io(io::ErrorKind::NotFound);
        let none = OpenError::new("/dev/none", &Error::new(missing, ""), Vec::new);
        assert!(none.to_string().ends_with("none is plugged in"));
    }
}
