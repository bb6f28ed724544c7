//! `nonogram ports`: the serial ports of this machine, by the crate serialport.

use std::fmt::Write;

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use serialport::{SerialPortInfo, SerialPortType};

use super::Subcommand;
use crate::exit::{Exit, OrExit, Outcome};
use crate::output;

/// List the serial ports that `solve --on PORT` can use
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram ports
  nonogram solve --on \"$(nonogram ports --names | head -n 1)\" puzzle.non")]
pub struct Ports {
    /// Print one JSON object a port
    #[arg(long, conflicts_with = "names")]
    json: bool,

    /// Print the names only
    #[arg(long)]
    names: bool,
}

/// One port; the keys of `--json`.
#[derive(Serialize)]
struct Port {
    name: String,
    kind: &'static str,
    vid: Option<u16>,
    pid: Option<u16>,
    manufacturer: Option<String>,
    product: Option<String>,
    serial_number: Option<String>,
}

impl From<SerialPortInfo> for Port {
    fn from(info: SerialPortInfo) -> Self {
        let (kind, usb) = match info.port_type {
            SerialPortType::UsbPort(usb) => ("usb", Some(usb)),
            SerialPortType::PciPort => ("pci", None),
            SerialPortType::BluetoothPort => ("bluetooth", None),
            SerialPortType::Unknown => ("unknown", None),
        };
        Self {
            name: info.port_name,
            kind,
            vid: usb.as_ref().map(|usb| usb.vid),
            pid: usb.as_ref().map(|usb| usb.pid),
            manufacturer: usb.as_ref().and_then(|usb| usb.manufacturer.clone()),
            product: usb.as_ref().and_then(|usb| usb.product.clone()),
            serial_number: usb.and_then(|usb| usb.serial_number),
        }
    }
}

impl Port {
    /// A line for people: name, then whatever is known.
    fn line(&self) -> String {
        let mut line = format!("{}  {}", self.name, self.kind);
        if let (Some(vid), Some(pid)) = (self.vid, self.pid) {
            // Writing to a string cannot fail.
            let _ = write!(line, " {vid:04x}:{pid:04x}");
        }
        let words = [&self.manufacturer, &self.product, &self.serial_number];
        for word in words.into_iter().flatten() {
            let _ = write!(line, "  {word}");
        }
        line
    }
}

impl Subcommand for Ports {
    const NAME: &'static str = "ports";

    fn run(self) -> Outcome {
        let mut ports = serialport::available_ports()
            .context("cannot list the serial ports")
            .or_exit(Exit::Fault)?;
        ports.sort_by(|a, b| a.port_name.cmp(&b.port_name));
        if ports.is_empty() {
            eprintln!(
                "nonogram: no serial port found; plug a board in, or try `nonogram virtual-board`"
            );
        }
        for port in ports.into_iter().map(Port::from) {
            let line = if self.json {
                serde_json::to_string(&port).or_exit(Exit::Fault)?
            } else if self.names {
                port.name
            } else {
                port.line()
            };
            output::stdout(line + "\n")?;
        }
        Ok(Exit::Solved)
    }
}
