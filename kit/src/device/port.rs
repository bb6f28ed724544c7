//! A device on a port: its settings, the functions that open it, the errors on opening it, and the list of ports. The port is a serial port,
//! or an address `udp://ADDRESS:PORT`.
//!
//! [`PortOptions::open`] opens the port, and [`PortOptions::identify`] requests the identity of its device; `PortOptions::default()` has the
//! defaults of the command's options.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use nonogram_protocol::BuildIdentity;
use serialport::{SerialPortInfo, SerialPortType};
use thiserror::Error;

use super::udp::{AddressError, UDP};
use super::{Device, Fault, SearchTerms, Serial, Transport, Udp, UdpAddress};
use crate::exit::{Exit, Failure, OrExit, failure};

/// The published design's baud rate.
pub const DEFAULT_BAUD: u32 = 9600;

/// The time limit of a search on a port without `--time-limit`. It also bounds the wait for a device that no longer answers.
pub const LIMIT_ON_PORT: Duration = Duration::from_secs(60);

/// The default maximum number of retransmissions of a board. If half of all transmissions fail, about one board in 250 fails
/// eight times in a row.
const RETRIES: u32 = 7;

/// The settings of a board on a port.
#[derive(Clone, Copy, Debug)]
pub struct PortOptions {
    /// The baud rate of a serial port.
    pub baud: u32,
    /// The silence after which to give up; `None` to calculate it from the board's size and the baud rate.
    pub timeout: Option<Duration>,
    /// Whether check messages are used; `None` to use them if the device reports its identity.
    pub check: Option<bool>,
    /// The maximum number of times that a board is retransmitted; `None` for the default, 7.
    pub retries: Option<u32>,
    /// Whether option boards of more than 64 MiB are sent.
    pub force: bool,
}

impl Default for PortOptions {
    fn default() -> Self {
        Self { baud: DEFAULT_BAUD, timeout: None, check: None, retries: None, force: false }
    }
}

impl PortOptions {
    /// Opens the port. If there is no such port, or a file or folder has this name, the message also contains `alternatives`, the other
    /// values that the option accepts.
    ///
    /// # Errors
    /// The port cannot be opened.
    pub fn open(
        &self,
        port: &str,
        search: SearchTerms,
        alternatives: &'static str,
    ) -> Result<Device, Failure> {
        tracing::info!(port, baud = self.baud, "opens");
        let transport = self.connect(port).map_err(|error| {
            let error = error.with_alternatives(alternatives);
            failure!(error.exit(), "{port}: {error}")
        })?;
        Ok(Device {
            name: port.to_owned(),
            transport,
            check: self.check,
            search: SearchTerms { time_limit: search.time_limit.or(Some(LIMIT_ON_PORT)), ..search },
            retries: self.retries.unwrap_or(RETRIES),
            force: self.force,
            heard: false,
        })
    }

    fn connect(&self, port: &str) -> Result<Transport, OpenError> {
        match UdpAddress::of_port(port) {
            Some(address) => Udp::open(&address?, self.timeout).map(Transport::Udp),
            None => Serial::open(port, self.baud, self.timeout).map(Transport::Serial),
        }
    }

    /// The identity of the device on a port; `None` if a device on a serial port does not report one.
    ///
    /// # Errors
    /// The port cannot be opened, the link fails, or Ctrl-C was pressed.
    pub fn identify(&self, port: &str) -> Result<Option<BuildIdentity>, Fault> {
        match UdpAddress::of_port(port) {
            Some(address) => {
                let address = address.map_err(OpenError::from)?;
                Udp::open(&address, self.timeout)?.identify().map(Some)
            }
            None => Serial::open(port, self.baud, self.timeout)?.identify(),
        }
    }
}

/// Why a port could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The user has no permission for the port.
    #[error(
        "permission denied: you may not open the port; get access to it (on Linux, join its group, usually with \
         `sudo usermod -aG dialout $USER`, and log in again, or add a udev rule)"
    )]
    Permission,
    /// Another program has the port open or, on Windows, the port may not exist: the serial library does not distinguish them there.
    #[error(
        "the port is busy; expected no other program on it: close the other program (on Linux, \
         `fuser -v` names it; brltty and ModemManager are known to open USB serial ports; on Windows, the port may also be \
         missing: see `nonogram ports`)"
    )]
    Busy,
    /// The port does not exist, is a file or a folder, or is the terminal of this command, which the settings of a serial line would make
    /// unusable.
    #[error("{what}; expected {alternatives}a port: {}{help}", listed(.ports))]
    NotPort {
        /// What has the name.
        what: &'static str,
        /// Other values that the option accepts, as part of the sentence.
        alternatives: &'static str,
        /// Existing ports.
        ports: Vec<String>,
        /// Next step.
        help: &'static str,
    },
    /// The text after `udp://` is not an address.
    #[error("not the address of a board behind UDP: {0}: correct what follows {UDP}")]
    Address(#[from] AddressError),
    /// The name of a board behind UDP has no IP address.
    #[error(
        "the address does not resolve: {0}; expected an IP address, or a name that the system knows: correct it, or check the \
         name server"
    )]
    Unresolved(#[source] io::Error),
    /// There is no route to the address.
    #[error(
        "the address cannot be reached: {0}; expected a route to it: check the network, or correct the address"
    )]
    Unreachable(#[source] io::Error),
    /// Any other error.
    #[error("cannot open it as a serial port: {0}; `nonogram ports` lists the existing ports")]
    Other(String),
}

/// The next step for a port that is missing, or not one of a board.
const CORRECT: &str = ": correct the name, or plug the board in";

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
        if Path::new(name).is_file() || Path::new(name).is_dir() {
            let help = "; puzzle files are named without an option";
            return Self::not_port("a file or a folder, not a serial port", ports(), help);
        }
        match error.kind {
            // The library's kind for a port that another program has locked or opened; on Windows, also for a missing port.
            ErrorKind::NoDevice => Self::Busy,
            ErrorKind::Io(io::ErrorKind::PermissionDenied) => Self::Permission,
            ErrorKind::Io(io::ErrorKind::ResourceBusy) => Self::Busy,
            ErrorKind::Io(io::ErrorKind::NotFound) => {
                Self::not_port("no such port", ports(), CORRECT)
            }
            _ => Self::Other(error.description.clone()),
        }
    }

    fn not_port(what: &'static str, ports: Vec<String>, help: &'static str) -> Self {
        Self::NotPort { what, alternatives: "", ports, help }
    }

    /// The exit code: a text that cannot be the address of a board is wrong usage.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Address(_) => Exit::Usage,
            _ => Exit::Link,
        }
    }

    /// The same error for an option that also accepts the values `more`; the messages for a missing port, and for a file or folder,
    /// list them.
    #[must_use]
    pub fn with_alternatives(mut self, more: &'static str) -> Self {
        if let Self::NotPort { alternatives, .. } = &mut self {
            *alternatives = more;
        }
        self
    }
}

/// Refuses the terminal of this command as a port.
///
/// # Errors
/// The port `name` is the terminal of stdin, stdout or stderr.
pub fn refuse_terminal(name: &str) -> Result<(), OpenError> {
    if !is_own_terminal(name) {
        return Ok(());
    }
    let what = "the terminal of this command, not a board";
    Err(OpenError::not_port(what, port_names(), CORRECT))
}

#[cfg(unix)]
fn is_own_terminal(name: &str) -> bool {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let Ok(port) = std::fs::metadata(name) else {
        return false;
    };
    let (input, output, errors) = (stdin(), stdout(), stderr());
    let streams = [input.as_fd(), output.as_fd(), errors.as_fd()];
    let mut terminals = streams.into_iter().filter(IsTerminal::is_terminal);
    Path::new(name) == Path::new("/dev/tty")
        || terminals.any(|stream| {
            rustix::fs::fstat(stream).is_ok_and(|terminal| terminal.st_rdev == port.rdev())
        })
}

#[cfg(not(unix))]
fn is_own_terminal(_: &str) -> bool {
    false
}

/// The environment variable that names the ports, separated as in PATH, for systems that do not list them.
pub const VARIABLE: &str = "NONOGRAM_PORTS";

/// The ports named in the environment variable; `None` if it is unset or empty.
pub fn named() -> Option<Vec<SerialPortInfo>> {
    let names = std::env::var_os(VARIABLE).filter(|names| !names.is_empty())?;
    let names = std::env::split_paths(&names);
    let port = |name: PathBuf| SerialPortInfo {
        port_name: name.to_string_lossy().into_owned(),
        port_type: SerialPortType::Unknown,
    };
    Some(names.map(port).collect())
}

/// All serial ports: those that the environment variable names, in its order; without it, those that the system lists, sorted by
/// name.
///
/// # Errors
/// The system cannot list the ports.
pub fn available() -> Result<Vec<SerialPortInfo>, Failure> {
    if let Some(ports) = named() {
        return Ok(ports);
    }
    let mut ports = serialport::available_ports()
        .with_context(|| format!("cannot list the serial ports; name them in {VARIABLE}"))
        .or_exit(Exit::Fault)?;
    ports.sort_by(|a, b| a.port_name.cmp(&b.port_name));
    Ok(ports)
}

/// The names of the existing ports; empty if the system cannot list the ports.
pub fn port_names() -> Vec<String> {
    let ports = available().unwrap_or_default();
    ports.into_iter().map(|port| port.port_name).collect()
}

#[cfg(test)]
mod tests {
    use serialport::{Error, ErrorKind};

    use super::*;

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
        assert!(missing.contains("a port: /dev/ttyUSB0, /dev/ttyUSB1: correct the name"));
        assert!(message(ErrorKind::Unknown).contains("what it said"));
        let missing = ErrorKind::Io(io::ErrorKind::NotFound);
        let none = OpenError::new("/dev/none", &Error::new(missing, ""), Vec::new);
        let none = none.to_string();
        assert!(none.ends_with("none is plugged in: correct the name, or plug the board in"));
    }
}
