//! A device on a serial port: its settings, and the function that opens it.
//!
//! [`PortOptions::open`] opens the port; `PortOptions::default()` has the defaults of the command's options.

use std::time::Duration;

use super::{Device, SearchTerms, Serial, Transport};
use crate::exit::{Exit, Failure, failure};

/// The published design's baud rate.
pub const DEFAULT_BAUD: u32 = 9600;

/// The time limit of a search on a port without `--time-limit`. It also bounds the wait for a device that no longer answers.
pub const LIMIT_ON_PORT: Duration = Duration::from_secs(60);

/// The default maximum number of retransmissions of a board. If half of all transmissions fail, about one board in 250 fails
/// eight times in a row.
const RETRIES: u32 = 7;

/// The settings of a board on a serial port.
#[derive(Clone, Copy, Debug)]
pub struct PortOptions {
    /// The baud rate of the port.
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
        let serial = Serial::open(port, self.baud, self.timeout).map_err(|error| {
            let error = error.with_alternatives(alternatives);
            failure!(Exit::Link, "{port}: {error}")
        })?;
        Ok(Device {
            name: port.to_owned(),
            transport: Transport::Serial(serial),
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
}
