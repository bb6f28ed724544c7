//! Ports: the options for the link to a board on a port, and the serial port of `--on port`, which is the configured one, or the only
//! candidate (see [`candidates`]).

use std::time::Duration;

use clap::Args;
use nonogram_kit::device::{DEFAULT_BAUD, PortOptions, VARIABLE, available, named};
use serialport::{SerialPortInfo, SerialPortType};

use crate::exit::{Exit, Failure, failure};
use crate::settings::Settings;
use crate::values::seconds;

/// Heading of the options that only a port has.
pub const ON_PORT: &str = "On a port";

/// The options for the link to a board on a port; the simulated board also has a baud rate.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PortArgs {
    /// Baud rate of the link [default: 9600; in solve on a port, the rate in the settings, if there is one]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub baud: Option<u32>,

    /// Retransmit a board up to N times if its reply is bad, short or missing, but at most once if the device has never sent
    /// anything [default: 7]
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = ON_PORT)]
    retries: Option<u32>,

    /// Seconds of silence after which to give up [default: calculated from the board's size and the baud rate]
    #[arg(long, hide_short_help = true, value_name = "S", value_parser = seconds, help_heading = ON_PORT)]
    timeout: Option<Duration>,

    /// Also send option boards of more than 64 MiB
    #[arg(long, hide_short_help = true, help_heading = ON_PORT)]
    force: bool,
}

impl PortArgs {
    /// The options that only a port has, and whether they are given.
    pub fn only_on_port(&self) -> [(&'static str, bool); 3] {
        [
            ("--retries", self.retries.is_some()),
            ("--timeout", self.timeout.is_some()),
            ("--force", self.force),
        ]
    }

    /// The settings of a board on a port; `check` states whether check messages are used, if an option does.
    pub fn options(&self, check: Option<bool>) -> PortOptions {
        PortOptions {
            baud: self.baud.unwrap_or(DEFAULT_BAUD),
            timeout: self.timeout,
            check,
            retries: self.retries,
            force: self.force,
        }
    }
}

/// The value of `--on` for the configured or detected port (see [`find_port`]).
pub const PORT: &str = "port";

/// The ports that may have a board: those on USB, or those named in the environment variable.
fn candidates() -> Result<Vec<SerialPortInfo>, Failure> {
    let ports = available()?;
    let usb = |port: &SerialPortInfo| matches!(port.port_type, SerialPortType::UsbPort(_));
    Ok(match named() {
        Some(ports) => ports,
        None => ports.into_iter().filter(usb).collect(),
    })
}

/// The name of a port, with the description of its USB device, if there is one.
fn describe(port: &SerialPortInfo) -> String {
    let SerialPortType::UsbPort(usb) = &port.port_type else {
        return port.port_name.clone();
    };
    let words = [&usb.manufacturer, &usb.product, &usb.serial_number];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    if words.is_empty() {
        port.port_name.clone()
    } else {
        format!("{} ({})", port.port_name, words.join(", "))
    }
}

/// Finds the port.
///
/// # Errors
/// The ports cannot be listed, or there is no candidate, or there are several.
pub fn find_port(settings: &Settings) -> Result<String, Failure> {
    if let Some(port) = &settings.port {
        say!("nonogram: {port}: the port that `nonogram config` sets");
        return Ok(port.clone());
    }
    let ports = candidates()?;
    match ports.as_slice() {
        [] => Err(Failure::new(
            Exit::Link,
            "no serial port on USB; expected one: plug the board in, or name its port with --on \
             (`nonogram ports` lists all)",
        )),
        [port] => {
            let place = match named() {
                Some(_) => format!("in {VARIABLE}"),
                None => "on USB".to_owned(),
            };
            say!("nonogram: {}: the only serial port {place}", describe(port));
            Ok(port.port_name.clone())
        }
        ports => {
            let names: Vec<String> = ports.iter().map(describe).collect();
            Err(failure!(
                Exit::Usage,
                "{} serial ports; expected one: name it with --on, or set it with `nonogram config \
                 set port NAME`: {}",
                ports.len(),
                names.join(", ")
            ))
        }
    }
}
