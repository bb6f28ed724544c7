//! A device on a serial port: how it is driven, and how it is opened.
//!
//! [`PortOptions::open`] opens it; the defaults are those of the command.

use std::time::Duration;

use super::device::Line;
use super::hardware::DEFAULT_BAUD;
use super::search::LIMIT_ON_PORT;
use super::{Device, SearchTerms};
use crate::exit::{Exit, Failure};
use crate::link::serial::Serial;

/// Times that a board is retransmitted.
/// Of boards that meet a fault half of the time, one in 250 meets it eight times in a row.
const RETRIES: u32 = 7;

/// How a board on a serial port is driven.
#[derive(Clone, Copy, Debug)]
pub struct PortOptions {
    /// Bits per second.
    pub baud: u32,
    /// Silence after which to give up; `None`: from the board's size and the baud rate.
    pub timeout: Option<Duration>,
    /// Check messages or not; `None`: where the device answers with one.
    pub check: Option<bool>,
    /// Times that a board is retransmitted; `None`: 7.
    pub retries: Option<u32>,
    /// Boards are sent, whatever their size.
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
    /// Opens the port; `alternatives` are what else could have been named, as they stand in a message.
    ///
    /// # Errors
    /// It does not open.
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
