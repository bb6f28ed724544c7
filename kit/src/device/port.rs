//! A device on a port: its settings, and the functions that open it. The port is a serial port, or an address `udp://ADDRESS:PORT`.
//!
//! [`PortOptions::open`] opens the port, and [`PortOptions::identify`] requests the identity of its device; `PortOptions::default()` has the defaults of the command's options.

use std::time::Duration;

use nonogram_protocol::BuildIdentity;

use super::{Device, Fault, OpenError, SearchTerms, Serial, Transport, Udp, UdpAddress};
use crate::exit::{Failure, failure};

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
        Self {
            baud: DEFAULT_BAUD,
            timeout: None,
            check: None,
            retries: None,
            force: false,
        }
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
            search: SearchTerms {
                time_limit: search.time_limit.or(Some(LIMIT_ON_PORT)),
                ..search
            },
            retries: self.retries.unwrap_or(RETRIES),
            force: self.force,
            heard: false,
        })
    }

    /// The way to the device on a port.
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
