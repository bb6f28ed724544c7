//! The serial port of `--on port`: the configured one, the only candidate (see [`candidates`]), or the one that the user chooses.
//!
//! [`find_port`] finds it. Source: the order in which espflash selects a port.

use std::io::{BufRead, IsTerminal};

use anyhow::Context;
use nonogram_kit::device::{VARIABLE, available, named};
use serialport::{SerialPortInfo, SerialPortType};

use crate::exit::{Exit, Failure, OrExit};
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

/// Finds the port. Prompts the user only on a terminal, and never if `non_interactive` is set.
///
/// # Errors
/// The ports cannot be listed, there is no candidate, stdin cannot be read, or there are several candidates and none is chosen or
/// prompting is not possible.
pub fn find_port(settings: &Settings, non_interactive: bool) -> Result<String, Failure> {
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
            let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
            if terminal && !non_interactive {
                return ask(ports);
            }
            let names: Vec<String> = ports.iter().map(describe).collect();
            Err(Failure::new(
                Exit::Usage,
                format!(
                    "{} serial ports; expected one: name it with --on, or set it with `nonogram config \
                     set port NAME`: {}",
                    ports.len(),
                    names.join(", ")
                ),
            ))
        }
    }
}

/// Prompts on the terminal until a port is chosen, and returns its name.
///
/// # Errors
/// Stdin cannot be read, or ends before a port is chosen.
fn ask(ports: &[SerialPortInfo]) -> Result<String, Failure> {
    let count = ports.len();
    for (number, port) in (1..).zip(ports) {
        complain!("{number}  {}", describe(port));
    }
    loop {
        complain!("Which port? 1 to {count}:");
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if read.context("cannot read the answer; name the port with --on").or_exit(Exit::Fault)?
            == 0
        {
            let message = format!(
                "no port chosen; expected a number from 1 to {count}: name the port with --on"
            );
            return Err(Failure::new(Exit::Usage, message));
        }
        let number = line.trim().parse::<usize>().ok();
        let port = number.and_then(|number| ports.get(number.checked_sub(1)?));
        if let Some(port) = port {
            let name = &port.port_name;
            say!("nonogram: `nonogram config set port {name}` makes this port the default");
            return Ok(name.clone());
        }
    }
}
