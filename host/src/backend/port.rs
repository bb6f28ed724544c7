//! A device on a serial port: its settings, and how it is opened.
//!
//! [`PortOptions::open`] opens it; the defaults are those of the command.

use std::time::Duration;

use super::device::Line;
use super::hardware::DEFAULT_BAUD;
use super::search::LIMIT_ON_PORT;
use super::{Device, SearchTerms};
use crate::exit::{Exit, Failure};
use crate::link::serial::Serial;

/// Times that a board is retransmitted by default. If half of all transmissions meet a fault, one board in 250 meets eight faults
/// in a row.
const RETRIES: u32 = 7;

/// The settings of a board on a serial port.
#[derive(Clone, Copy, Debug)]
pub struct PortOptions {
    /// Bits per second.
    pub baud: u32,
    /// Silence after which to give up; `None`: from the board's size and the baud rate.
    pub timeout: Option<Duration>,
    /// Whether check messages are used; `None`: if the device reports its identity.
    pub check: Option<bool>,
    /// How often a board is retransmitted; `None`: 7.
    pub retries: Option<u32>,
    /// Whether boards are sent whatever their size.
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
    /// Opens the port; `alternatives` are the other values that the option accepts, as part of the message.
    ///
    /// # Errors
    /// The port does not open.
    pub(crate) fn open(
        &self,
        port: &str,
        search: SearchTerms,
        alternatives: &'static str,
    ) -> Result<Device, Failure> {
        tracing::info!(port, baud = self.baud, "opens");
        let serial = Serial::open(port, self.baud, self.timeout).map_err(|error| {
            let error = error.with_alternatives(alternatives);
            Failure::new(Exit::Link, format!("{port}: {error}"))
        })?;
        let retries = self.retries.unwrap_or(RETRIES);
        let search = search.with_usual_limit(LIMIT_ON_PORT);
        let device = Device::new(port.to_owned(), Box::new(serial), false);
        let line = Line {
            baud: self.baud,
            force: self.force,
        };
        let device = device.with_retries(self.check, retries).with_line(line);
        Ok(device.with_search(search))
    }
}
