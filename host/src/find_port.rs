//! The serial port of `--on port`: the configured one, or the only candidate (see [`candidates`]).

use nonogram_kit::device::{VARIABLE, available, named};
use serialport::{SerialPortInfo, SerialPortType};

use crate::exit::{Exit, Failure, failure};
use crate::settings::Settings;

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
