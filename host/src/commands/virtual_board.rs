//! `nonogram virtual-board`: serves the simulated FPGA on a pseudo-terminal or behind UDP, with nonogram-sim.
//!
//! Programs for serial ports can open the pseudo-terminal, which exists only on Unix.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use clap::Args;
use nonogram_kit::device::{UDP, UdpAddress};
use nonogram_sim::SimError;
use nonogram_sim::datagrams::{self, DatagramBoard};
use nonogram_verilog::{Build, Parameters};

use crate::backend::Hardware;
use crate::exit::{Exit, Failure, OrExit, Outcome, failure};
use crate::values::{Timing, probability};
use crate::{output, stop};

/// Serve a simulated board on a pseudo-terminal, for any serial program, or behind UDP
#[derive(Args)]
#[command(after_help = "\
Examples:
  nonogram virtual-board
  nonogram solve --on /dev/pts/7 puzzle.non     (in another terminal, with the path printed)
  nonogram virtual-board --core parallel
  nonogram virtual-board --faults 0.001 --seed 7
  nonogram virtual-board --udp 127.0.0.1:5000
  nonogram solve --on udp://127.0.0.1:5000 puzzle.non

The first line on stdout is the value for --on: the path, which programs can open one after the other, or the address. The command runs until \
Ctrl-C or a request to terminate, and then exits with code 0.")]
pub struct VirtualBoard {
    #[command(flatten)]
    hardware: Hardware,

    #[command(flatten)]
    timing: Timing,

    /// Serve the board behind UDP at this address of the machine, instead of on a pseudo-terminal; port 0 is any free port
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "faults")]
    udp: Option<UdpAddress>,

    /// Inject faults into the serial line: the probability that a byte, in either direction, suffers a fault (a flipped
    /// bit, a lost, duplicated or stray byte, or a break)
    #[arg(long, value_name = "RATE", default_value_t = 0.0, value_parser = probability)]
    faults: f64,

    /// Seed of the random numbers for faults [default: 0]
    #[arg(long, value_name = "N", requires = "faults", conflicts_with = "udp")]
    seed: Option<u64>,
}

impl VirtualBoard {
    pub fn run(self) -> Outcome {
        let _guard = stop::guard();
        let parameters = self.timing.parameters(&Parameters::default())?;
        match &self.udp {
            Some(address) => self.serve_datagrams(address, &parameters),
            None => self.serve(&parameters),
        }
    }

    /// Serves the board behind UDP.
    fn serve_datagrams(&self, address: &UdpAddress, parameters: &Parameters) -> Outcome {
        let build = self.hardware.build_or_first()?;
        let mut board = DatagramBoard::new(build, parameters).or_exit(Exit::Usage)?;
        let found = address.resolve();
        let socket = found.and_then(|found| UdpSocket::bind(&found[..]));
        let bound = socket.and_then(|socket| Ok((socket.local_addr()?, socket)));
        let (bound, socket) = bound.map_err(|error| {
            failure!(
                Exit::Usage,
                "cannot listen on {address}: {error}; expected an address of this machine and a free UDP port: choose another \
                 one, such as --udp 127.0.0.1:0"
            )
        })?;
        let name = format!("{UDP}{}", reachable(bound));
        announce(&name, build)?;
        if bound.ip().is_unspecified() {
            let port = bound.port();
            say!(
                "nonogram: it listens on all addresses of this machine; from another one, use --on {UDP}ADDRESS:{port}"
            );
        }
        let served = datagrams::serve(&mut board, &socket, stop::flag());
        served.map_err(|error| failed(error, &name, "the UDP socket"))?;
        Ok(Exit::Solved)
    }
}

/// The address at which a client on this machine reaches a socket: the loopback address if the socket listens on all addresses.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound.port())
}

/// Prints the value for `--on`, and on stderr what is behind it.
fn announce(name: &str, build: &Build) -> Result<(), Failure> {
    output::stdout(format!("{name}\n"))?;
    let side = build.side();
    say!(
        "nonogram: {} at {name} accepts boards of up to {side} x {side}; Ctrl-C stops it",
        build.name
    );
    Ok(())
}

/// The failure of the board at `name`, or of its `link`.
fn failed(error: SimError, name: &str, link: &str) -> Failure {
    let failed = match error {
        SimError::Io(_) => format!("{link} failed; start the command again"),
        _ => "the simulated board failed; please report this defect".to_owned(),
    };
    let error = anyhow::Error::new(error).context(format!("{name}: {failed}"));
    Failure::Error(Exit::Fault, error)
}

#[cfg(not(unix))]
impl VirtualBoard {
    fn serve(&self, _: &Parameters) -> Outcome {
        Err(Failure::new(
            Exit::Usage,
            "virtual-board needs a pseudo-terminal, which this system does not have; expected Linux or macOS: \
             serve the board behind UDP with --udp 127.0.0.1:0",
        ))
    }
}

#[cfg(unix)]
impl VirtualBoard {
    fn serve(&self, parameters: &Parameters) -> Outcome {
        use anyhow::Context;
        use nonogram_sim::virtual_board::{Line, Port, serve};
        use nonogram_sim::{Drive, Engine, SimBoard};

        let build = self.hardware.build_or_first()?;
        let mut board =
            SimBoard::with_engine(build, Drive::default(), Engine::COMPILED, parameters)
                .or_exit(Exit::Usage)?;
        let mut port = Port::open()
            .context(
                "cannot open a pseudo-terminal; expected a free one and access to /dev/ptmx: close unused terminals, \
                 or check /dev/ptmx (on Linux, also that /dev/pts is mounted)",
            )
            .or_exit(Exit::Fault)?;
        let path = port.path().display().to_string();
        announce(&path, build)?;
        let mut line = Line::noisy(self.faults, self.seed.unwrap_or_default());
        serve(&mut board, &mut port, &mut line, stop::flag())
            .map_err(|error| failed(error, &path, "the pseudo-terminal"))?;
        if self.faults > 0.0 {
            say!("nonogram: to the board: {}", line.to_board);
            say!("nonogram: to the host: {}", line.to_host);
        }
        Ok(Exit::Solved)
    }
}
