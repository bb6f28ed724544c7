//! Why a serial port does not open, told apart: permission, busy, missing, no terminal.
//!
//! Each message says what to do next; the missing one lists the ports there are.

use std::io;

use thiserror::Error;

use crate::find_port;

/// A port that did not open.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The user may not.
    #[error(
        "permission denied; the port is there, but its group has no room for you: join it \
         (`sudo usermod -aG dialout $USER`, then log in again) or add a udev rule that gives \
         you the device"
    )]
    Permission,
    /// Somebody else has it.
    #[error(
        "the port is busy; expected nobody else on it: close the other program (`fuser -v` \
         names it; brltty and ModemManager are known to grab USB serial ports)"
    )]
    Busy,
    /// It is not there.
    #[error("no such port; expected `sim`, `software`, or a port: {}", listed(.0))]
    Missing(Vec<String>),
    /// Something else.
    #[error("cannot open it as a serial port: {0}; `nonogram ports` lists those there are")]
    Other(String),
}

fn listed(ports: &[String]) -> String {
    match ports {
        [] => "none is plugged in".into(),
        ports => ports.join(", "),
    }
}

impl OpenError {
    /// Tells an error of the serial library; `ports` names the ports there are.
    pub fn new(error: &serialport::Error, ports: impl FnOnce() -> Vec<String>) -> Self {
        use serialport::ErrorKind;
        match error.kind {
            // The library's word for a lock or an exclusive open that somebody else holds.
            ErrorKind::NoDevice => Self::Busy,
            ErrorKind::Io(io::ErrorKind::PermissionDenied) => Self::Permission,
            ErrorKind::Io(io::ErrorKind::ResourceBusy) => Self::Busy,
            ErrorKind::Io(io::ErrorKind::NotFound) => Self::Missing(ports()),
            _ => Self::Other(error.description.clone()),
        }
    }
}

/// The names of the ports there are.
pub fn port_names() -> Vec<String> {
    let ports = find_port::available().unwrap_or_default();
    ports.into_iter().map(|port| port.port_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serialport::{Error, ErrorKind};

    #[test]
    fn each_kind_has_its_message() {
        let message = |kind| {
            let ports = || vec!["/dev/ttyUSB0".to_owned(), "/dev/ttyUSB1".to_owned()];
            OpenError::new(&Error::new(kind, "what it said"), ports).to_string()
        };
        let permission = message(ErrorKind::Io(io::ErrorKind::PermissionDenied));
        assert!(permission.contains("dialout") && permission.contains("udev"));
        assert!(message(ErrorKind::NoDevice).contains("busy"));
        let missing = message(ErrorKind::Io(io::ErrorKind::NotFound));
        assert!(missing.ends_with("a port: /dev/ttyUSB0, /dev/ttyUSB1"));
        assert!(message(ErrorKind::Unknown).contains("what it said"));
        assert!(
            OpenError::Missing(Vec::new())
                .to_string()
                .ends_with("none is plugged in")
        );
    }
}
