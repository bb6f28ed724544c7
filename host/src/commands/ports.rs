//! `nonogram ports`: lists serial ports and, with `--probe`, the builds behind them; uses the crate serialport.

use std::time::Duration;

use clap::Args;
use nonogram_kit::IdentityRecord;
use nonogram_kit::device::{DEFAULT_BAUD, Fault, FaultKind, PortAddress, PortOptions, available};
use nonogram_protocol::BuildIdentity;
use serde::Serialize;
use serialport::{SerialPortInfo, SerialPortType};

use crate::exit::{Exit, Outcome};
use crate::{output, screen};

/// List the serial ports that `solve --on PORT` can use
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram ports
  nonogram ports --probe
  nonogram ports --probe --json /dev/ttyUSB1
  nonogram ports --probe udp://192.168.1.50:5000")]
pub struct Ports {
    /// Only these ports, and boards behind UDP, udp://ADDRESS:PORT
    #[arg(value_name = "PORT")]
    ports: Vec<String>,

    /// Request the identity of the build on each port; other devices receive the four bytes of the request, up to six times
    #[arg(long)]
    probe: bool,

    /// Baud rate of the request
    #[arg(long, default_value_t = DEFAULT_BAUD, requires = "probe",
          value_parser = clap::value_parser!(u32).range(1..))]
    baud: u32,

    /// Print one JSON object per port
    #[arg(long)]
    json: bool,
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
    /// The identity of the build, only with `--probe`; null if none was received.
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<Option<IdentityRecord>>,
}

impl From<SerialPortInfo> for Port {
    fn from(info: SerialPortInfo) -> Self {
        let (kind, usb) = match info.port_type {
            SerialPortType::UsbPort(usb) => ("usb", Some(usb)),
            SerialPortType::PciPort => ("pci", None),
            SerialPortType::BluetoothPort => ("bluetooth", None),
            SerialPortType::Unknown => match PortAddress::of(&info.port_name) {
                PortAddress::Serial => ("unknown", None),
                PortAddress::Udp(_) => ("udp", None),
            },
        };
        Self {
            name: info.port_name,
            kind,
            vid: usb.as_ref().map(|usb| usb.vid),
            pid: usb.as_ref().map(|usb| usb.pid),
            manufacturer: usb.as_ref().and_then(|usb| usb.manufacturer.clone()),
            product: usb.as_ref().and_then(|usb| usb.product.clone()),
            serial_number: usb.and_then(|usb| usb.serial_number),
            identity: None,
        }
    }
}

impl Port {
    /// A row of the table: name, kind, description of the device, and the build behind the port.
    fn row(self) -> [String; 4] {
        let ids = (self.vid.zip(self.pid)).map(|(vid, pid)| format!(" {vid:04x}:{pid:04x}"));
        let words = [self.manufacturer, self.product, self.serial_number];
        let words: Vec<String> = words.into_iter().flatten().collect();
        let build = match self.identity {
            Some(Some(build)) => build.text,
            Some(None) => "unknown".to_owned(),
            None => String::new(),
        };
        let kind = format!("{}{}", self.kind, ids.unwrap_or_default());
        [self.name, kind, words.join(", "), build]
    }
}

impl Ports {
    pub fn run(self) -> Outcome {
        let mut ports = available()?;
        if !self.ports.is_empty() {
            ports = self.ports.iter().map(|name| named(name, &ports)).collect();
        }
        if ports.is_empty() {
            say!(
                "nonogram: no serial port found; plug a board in, or simulate one with `nonogram solve --on sim`"
            );
        }
        let (mut exit, mut rows) = (Exit::Solved, Vec::new());
        for mut port in ports.into_iter().map(Port::from) {
            if self.probe {
                match probe(&port.name, self.baud) {
                    Ok(identity) => port.identity = Some(Some(identity.into())),
                    Err(fault) => {
                        say!("nonogram: {}: {fault}", port.name);
                        port.identity = Some(None);
                        // Among all ports, other devices are expected; a port that the user names should have a build.
                        if !self.ports.is_empty() {
                            exit = exit.max(fault.exit());
                        }
                    }
                }
            }
            if self.json {
                output::json(&port)?;
            } else {
                rows.push(port.row());
            }
        }
        if !rows.is_empty() {
            screen::table(["PORT", "KIND", "DEVICE", "BUILD"], rows)?;
        }
        Ok(exit)
    }
}

/// The port of this name; a port that is not listed, such as a pseudo-terminal, has only its name.
fn named(name: &str, ports: &[SerialPortInfo]) -> SerialPortInfo {
    let listed = ports.iter().find(|port| port.port_name == name);
    listed.cloned().unwrap_or_else(|| SerialPortInfo {
        port_name: name.to_owned(),
        port_type: SerialPortType::Unknown,
    })
}

/// The time after which a device that keeps sending something else, or is busy, counts as unknown.
const PROBE: Duration = Duration::from_secs(3);

/// Requests the identity of the build behind a port.
fn probe(name: &str, baud: u32) -> Result<BuildIdentity, Fault> {
    let options = PortOptions { baud, timeout: Some(PROBE), ..PortOptions::default() };
    options.identify(name)?.ok_or_else(|| {
        let message = format!(
            "no build answers at {baud} baud; expected an identity: check that the port is the board's UART, that the design is \
             loaded, and that --baud is its baud rate"
        );
        Fault::link(FaultKind::Silence, message)
    })
}
