//! A device on a port: its settings, the functions that open it, and the list of ports. [`PortAddress`] has the kinds of ports.
//!
//! [`PortOptions::open`] opens the port, and [`PortOptions::identify`] requests the identity of its device; `PortOptions::default()` has the
//! defaults of the command's options.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use nonogram_protocol::BuildIdentity;
use serialport::{SerialPortInfo, SerialPortType};

use super::fault::FaultKind;
use super::udp::UDP;
use super::{Device, Fault, SearchTerms, Serial, Transport, Udp, UdpAddress};
use crate::exit::{Exit, Failure, OrExit};

/// The published design's baud rate.
pub const DEFAULT_BAUD: u32 = 9600;

/// The time limit of a search on a port without `--time-limit`. It also bounds the wait for a device that no longer answers.
pub const LIMIT_ON_PORT: Duration = Duration::from_secs(60);

/// The default maximum number of retransmissions of a board. If half of all transmissions fail, about one board in 250 fails
/// eight times in a row.
const RETRIES: u32 = 7;

/// The kind of a port and, unless it is a serial port, the address that its name states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortAddress {
    /// A serial port: any name that does not state another kind.
    Serial,
    /// The name is `udp://ADDRESS:PORT`, or begins like it: the address of a board behind UDP, or why what follows `udp://` is none.
    Udp(Result<UdpAddress, &'static str>),
}

impl PortAddress {
    /// The address that the name of a port states.
    pub fn of(name: &str) -> Self {
        if name.starts_with(UDP) { Self::Udp(UdpAddress::of_port(name)) } else { Self::Serial }
    }

    /// Whether the port has a baud rate.
    pub fn has_baud(&self) -> bool {
        match self {
            Self::Serial => true,
            Self::Udp(_) => false,
        }
    }
}

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
        alternatives: &str,
    ) -> Result<Device, Failure> {
        tracing::info!(port, baud = self.baud, "opens");
        Ok(Device {
            name: port.to_owned(),
            transport: self.connect(port, alternatives).map_err(|fault| fault.at(port))?,
            check: self.check,
            search: SearchTerms { time_limit: search.time_limit.or(Some(LIMIT_ON_PORT)), ..search },
            retries: self.retries.unwrap_or(RETRIES),
            force: self.force,
            has_replied: false,
        })
    }

    fn connect(&self, port: &str, alternatives: &str) -> Result<Transport, Fault> {
        match PortAddress::of(port) {
            PortAddress::Serial => {
                Serial::open(port, self.baud, self.timeout, alternatives).map(Transport::Serial)
            }
            PortAddress::Udp(Ok(address)) => Udp::open(&address, self.timeout).map(Transport::Udp),
            PortAddress::Udp(Err(error)) => {
                let message = format!(
                    "not the address of a board behind UDP; {error}: correct what follows {UDP}"
                );
                Err(Fault::new(FaultKind::NotOpened, Exit::Usage, message))
            }
        }
    }

    /// The identity of the device on a port; `None` if a device on a serial port does not report one.
    ///
    /// # Errors
    /// The port cannot be opened, the link fails, or Ctrl-C was pressed.
    pub fn identify(&self, port: &str) -> Result<Option<BuildIdentity>, Fault> {
        self.connect(port, "")?.identify()
    }
}

/// The fault for an error of the serial library on opening the port `name`; `ports` lists the existing ports.
pub fn not_opened(
    name: &str,
    error: &serialport::Error,
    alternatives: &str,
    ports: impl FnOnce() -> Vec<String>,
) -> Fault {
    use serialport::ErrorKind;
    let no_port = |what: &str, help: &str| {
        let ports = ports();
        let ports = if ports.is_empty() { "none is plugged in".into() } else { ports.join(", ") };
        format!("{what}; expected {alternatives}a port: {ports}{help}")
    };
    let message = match error.kind {
        _ if Path::new(name).is_file() || Path::new(name).is_dir() => no_port(
            "a file or a folder, not a serial port",
            "; puzzle files are named without an option",
        ),
        ErrorKind::Io(io::ErrorKind::NotFound) => {
            no_port("no such port", ": correct the name, or plug the board in")
        }
        ErrorKind::Io(io::ErrorKind::PermissionDenied) => {
            "permission denied: you may not open the port; get access to it (on Linux, join its group, usually with \
             `sudo usermod -aG dialout $USER`, and log in again, or add a udev rule)"
                .to_owned()
        }
        // The library's kind for a port that another program has locked or opened; on Windows, also for a missing port.
        ErrorKind::NoDevice | ErrorKind::Io(io::ErrorKind::ResourceBusy) => {
            "the port is busy; expected no other program on it: close the other program (on Linux, `fuser -v` names it; brltty and \
             ModemManager are known to open USB serial ports; on Windows, the port may also be missing: see `nonogram ports`)"
                .to_owned()
        }
        _ => format!(
            "cannot open it as a serial port: {}; `nonogram ports` lists the existing ports",
            error.description
        ),
    };
    Fault::link(FaultKind::NotOpened, message)
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
    fn name_of_a_port_states_its_kind() {
        for name in ["/dev/ttyUSB0", "COM3", "udp:a:1", "a:1"] {
            assert_eq!(PortAddress::of(name), PortAddress::Serial, "{name:?}");
        }
        assert!(matches!(PortAddress::of("udp://a:1"), PortAddress::Udp(Ok(_))));
        // Also without an address it is no serial port.
        for name in ["udp://", "udp://a:0", "udp://a", "udp://udp://a:1"] {
            assert!(matches!(PortAddress::of(name), PortAddress::Udp(Err(_))), "{name:?}");
        }
        assert!(PortAddress::of("COM3").has_baud() && !PortAddress::of("udp://").has_baud());
    }

    #[test]
    fn each_kind_of_error_has_its_message() {
        let message = |kind, ports: &[&str]| {
            let ports = || ports.iter().map(|&port| port.to_owned()).collect();
            not_opened("/dev/none", &Error::new(kind, "what it said"), "", ports).to_string()
        };
        let two = ["/dev/ttyUSB0", "/dev/ttyUSB1"];
        let permission = message(ErrorKind::Io(io::ErrorKind::PermissionDenied), &two);
        assert!(permission.contains("dialout") && permission.contains("udev"));
        assert!(message(ErrorKind::NoDevice, &two).contains("busy"));
        let missing = message(ErrorKind::Io(io::ErrorKind::NotFound), &two);
        assert!(missing.contains("a port: /dev/ttyUSB0, /dev/ttyUSB1: correct the name"));
        assert!(message(ErrorKind::Unknown, &two).contains("what it said"));
        let none = message(ErrorKind::Io(io::ErrorKind::NotFound), &[]);
        assert!(none.ends_with("none is plugged in: correct the name, or plug the board in"));
    }
}
