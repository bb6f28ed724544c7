//! A simulated FPGA board: it receives bytes, runs the design cycle by cycle and sends bytes.
//! Interface: [`SimBoard::exchange`] for a board and its reply, [`SimBoard::step`] for single cycles; [`SimError`].
//! It runs the compiled Verilog or, as the reference, rust-hdl's simulation. A [`Driver`] offers bytes to the design and takes those that it
//! sends; the order of events in a cycle is that of rust-hdl's simulation.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use nonogram_netlist::ir::Netlist;
use nonogram_protocol::{BuildIdentity, CoreKind};
#[cfg(feature = "native")]
use nonogram_verilog::build;
use nonogram_verilog::{Build, Parameters, Top, UnknownDesign};

#[cfg(feature = "native")]
use crate::compiled::CompileError;
use crate::design::{Beat, Design};
use crate::search::{Letters, Trace};
use crate::serial_line::{Received, UartSink, UartSource};
use crate::waveform::Waveform;
use crate::{Lockstep, lockstep};

/// The way in which bytes reach the simulated design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drive {
    /// As whole bytes, to the design behind AXI4-Streams, which has no UART.
    Bytes,
    /// Through the design's UART, with the fewest clock cycles per bit that it supports.
    #[default]
    Pins,
    /// Through the design's UART at the true clock and baud rate.
    TruePins,
}

impl Drive {
    /// Every drive.
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Pins, Self::TruePins];

    /// The name of the drive on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Pins => "pins",
            Self::TruePins => "true-pins",
        }
    }

    /// What the drive is, for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Bytes => "Without the UART, byte by byte",
            Self::Pins => "Through the UART, with as few cycles per bit as it supports",
            Self::TruePins => "Through the UART, at the true clock and baud rate (slow)",
        }
    }
}

/// A simulator of designs in this process.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Its name on the command line.
    pub name: &'static str,
    /// Constructs a design below a top.
    pub design: fn(&'static Build, Top, &Parameters) -> Result<Design, SimError>,
}

impl Engine {
    /// The compiled simulation of the design's Verilog.
    #[cfg(feature = "native")]
    pub const COMPILED: Self = Self {
        name: "compiled",
        design: |build, top, parameters| {
            let netlist = build.netlist(top, parameters).map_err(CompileError::from)?;
            Ok(Design::compiled(build, top, netlist)?)
        },
    };
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Engine {}

/// The result of [`SimBoard::exchange`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The bytes that the design sent.
    pub reply: Vec<u8>,
    /// Cycles from the launch of the core to its verdict on the last board that it decided; `None` if it decided no board.
    pub cycles: Option<u64>,
    /// Cycles of the whole exchange, including the idle time after the reply.
    pub clocks: u64,
}

/// A simulated board that is powered up.
pub struct SimBoard {
    build: &'static Build,
    /// Parameters of the simulated design.
    parameters: Parameters,
    design: Design,
    driver: Driver,
    clocks: u64,
    launched_at: Option<u64>,
    cycles: Option<u64>,
    lockstep: Option<Box<dyn Lockstep>>,
    waveform: Option<Waveform>,
    trace: Option<Trace>,
    quiet_cycles: u64,
    /// The flag that the caller sets to end an exchange.
    stop: Option<&'static AtomicBool>,
}

/// Cycles between two checks of the stop flag.
const STOP_CYCLES: u64 = 1024;

/// Bit times without activity after which a reply is complete: two messages.
const QUIET_BITS: u64 = 40;

impl SimBoard {
    /// A board with the named design and its default clock and baud rate, in the compiled simulation.
    ///
    /// # Errors
    /// The design is unknown, or its netlist cannot be compiled.
    #[cfg(feature = "native")]
    pub fn new(name: &str, drive: Drive) -> Result<Self, SimError> {
        Self::with_engine(build(name)?, drive, Engine::COMPILED, &Parameters::default())
    }

    /// A board with a design, simulated by `engine`; the design reports the clock and the baud rate of `parameters`.
    ///
    /// # Errors
    /// The netlist of the design cannot be compiled.
    #[cfg(feature = "native")]
    pub fn with_engine(
        build: &'static Build,
        drive: Drive,
        engine: Engine,
        parameters: &Parameters,
    ) -> Result<Self, SimError> {
        let parameters = match drive {
            Drive::Bytes => parameters.without_uart(),
            Drive::Pins => parameters.fast(),
            Drive::TruePins => *parameters,
        };
        let top = match drive {
            Drive::Bytes => Top::Stream,
            Drive::Pins | Drive::TruePins => Top::Uart,
        };
        let design = (engine.design)(build, top, &parameters)?;
        Ok(Self::of(build, top, design, parameters))
    }

    /// A board with a design's netlist, with [`Parameters::fast`] as with [`Drive::Pins`].
    ///
    /// # Errors
    /// The netlist cannot be compiled, or lacks a signal or memory of the design.
    pub fn of_netlist(build: &'static Build, netlist: Netlist) -> Result<Self, SimError> {
        let design = Design::compiled(build, Top::Uart, netlist)?;
        Ok(Self::of(build, Top::Uart, design, Parameters::default().fast()))
    }

    fn of(build: &'static Build, top: Top, design: Design, parameters: Parameters) -> Self {
        let clocks_per_bit = parameters.clocks_per_bit();
        let driver = match top {
            Top::Stream => Driver::Stream { offered: None, ready: true },
            Top::Uart => Driver::Pins {
                source: UartSource::new(clocks_per_bit as f64),
                sink: UartSink::new(clocks_per_bit as f64),
            },
        };
        Self {
            build,
            design,
            driver,
            clocks: 0,
            launched_at: None,
            cycles: None,
            lockstep: None,
            waveform: None,
            trace: None,
            quiet_cycles: QUIET_BITS * clocks_per_bit,
            parameters,
            stop: None,
        }
    }

    /// This board, with a flag that ends an exchange with [`SimError::Stopped`] once it is set.
    #[must_use]
    pub fn with_stop(mut self, stop: &'static AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// This board, in lockstep with the software model or the reference of its core.
    #[must_use]
    pub fn with_lockstep(mut self) -> Self {
        self.lockstep = Some(lockstep::of(self.build));
        self
    }

    /// This board, with every signal but the constants written to `file` as a waveform.
    #[must_use]
    pub fn with_waveform(mut self, file: Box<dyn Write>) -> Self {
        self.waveform = Some(Waveform::new(file, self.parameters.clock_hz.into()));
        self
    }

    /// This board, with the events of its search written to a trace, empty unless a clue core runs compiled.
    #[must_use]
    pub fn with_trace(mut self, trace: Trace) -> Self {
        self.trace = Some(trace);
        self
    }

    /// Names the values of the cells of the next boards in the trace, if there is one.
    pub fn name_values(&mut self, letters: Letters) {
        if let Some(trace) = &mut self.trace {
            trace.name(letters);
        }
    }

    /// The design of this board.
    pub fn build(&self) -> &'static Build {
        self.build
    }

    /// The parameters of the simulated design.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The identity that the design reports.
    pub fn identity(&self) -> BuildIdentity {
        self.build.identity(&self.parameters)
    }

    /// The simulated design, for inspection.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The simulated design, mutable, to count changes in it.
    pub fn design_mut(&mut self) -> &mut Design {
        &mut self.design
    }

    /// Cycles that the core took for its last decided board; `None` if there is none since power-on, reset or the start of an exchange.
    pub fn cycles(&self) -> Option<u64> {
        self.cycles
    }

    /// Cycles since power-on.
    pub fn clocks(&self) -> u64 {
        self.clocks
    }

    /// The lockstep comparison, if enabled.
    pub fn lockstep(&self) -> Option<&dyn Lockstep> {
        self.lockstep.as_deref()
    }

    /// Asserts the reset pin for `clocks` cycles, and discards the bytes that the design sends in these. A byte in transit on the serial
    /// line arrives later; without a serial line, a byte that the design has not accepted is discarded.
    ///
    /// # Errors
    /// Fails as [`SimBoard::step`] does.
    pub fn reset(&mut self, clocks: u64) -> Result<(), SimError> {
        self.driver.withdraw();
        self.design.set_reset(true);
        self.idle(clocks)?;
        self.design.set_reset(false);
        (self.launched_at, self.cycles) = (None, None);
        Ok(())
    }

    /// Runs `clocks` cycles without sending further bytes; returns the bytes that the design sent.
    ///
    /// # Errors
    /// Fails as [`SimBoard::step`] does.
    pub fn idle(&mut self, clocks: u64) -> Result<Vec<u8>, SimError> {
        let mut received = Vec::new();
        for _ in 0..clocks {
            received.extend(self.step(&mut || None)?);
        }
        Ok(received)
    }

    /// Holds the serial line low for `bits` bit times, after the current byte. Without a serial line this has no effect.
    pub fn send_break(&mut self, bits: u64) {
        if let Driver::Pins { source, .. } = &mut self.driver {
            source.send_break(bits);
        }
    }

    /// Sets whether the receiver of the design's bytes is ready. Behind a serial line it always is.
    pub fn set_ready(&mut self, ready: bool) {
        if let Driver::Stream { ready: own, .. } = &mut self.driver {
            *own = ready;
        }
    }

    /// Whether no byte is in transit, and the design neither solves a board nor sends.
    pub fn is_idle(&self) -> bool {
        let events = self.design.events();
        self.driver.is_idle(&self.design) && !events.solving && !events.replying
    }

    /// Runs one cycle; takes a byte from `bytes` if the previous one has been sent or accepted, and returns a byte that the design sent.
    ///
    /// # Errors
    /// The design does not settle, hangs or disagrees with its model, or the waveform or the trace cannot be written.
    pub fn step(&mut self, bytes: &mut dyn FnMut() -> Option<u8>) -> Result<Option<u8>, SimError> {
        let Self { design, driver, lockstep, waveform, trace, launched_at, cycles, .. } = self;
        let clock = self.clocks;
        let mut sent = Vec::new();
        driver.drive(design, &mut || bytes().inspect(|byte| sent.push(*byte)));
        let is_settled = design.settle();
        let received = driver.sample(design);
        let events = design.events();
        if events.launched {
            *launched_at = Some(clock);
        }
        if events.decided {
            *cycles = launched_at.take().map(|from| clock - from);
        }
        if let Some(trace) = trace {
            trace.observe(clock, design)?;
        }
        if let Some(waveform) = waveform {
            waveform.sample(2 * clock, design)?;
        }
        if let Some(check) = lockstep {
            if let Err(what) = check.observe(design) {
                return Err(SimError::Lockstep { clock, visit: check.visits(), what });
            }
            sent.into_iter().for_each(|byte| check.sent(byte));
        }
        let rises = design.rise();
        if let Some(waveform) = waveform {
            waveform.sample(2 * clock + 1, design)?;
        }
        self.clocks += 1;
        if !(is_settled && rises) {
            return Err(SimError::Unsettled { clock });
        }
        let limit = self.longest_run();
        if self.launched_at.is_some_and(|from| clock - from > limit) {
            return Err(SimError::Hang { clock, limit });
        }
        Ok(received)
    }

    /// Sends bytes, and runs until the board has been idle for the length of two messages. Calls `observer` with the numbers of bytes sent
    /// and received whenever one of them changes.
    ///
    /// # Errors
    /// Fails as [`SimBoard::step`] does, or with [`SimError::Stopped`] once the stop flag is set.
    pub fn exchange(
        &mut self,
        bytes: &mut dyn Iterator<Item = u8>,
        observer: &mut dyn FnMut(u64, u64),
    ) -> Result<Exchange, SimError> {
        let begin = self.clocks;
        self.cycles = None;
        let mut bytes = bytes.peekable();
        let mut reply = Vec::new();
        let (mut sent, mut quiet) = (0, 0);
        while quiet < self.quiet_cycles {
            let before = (sent, reply.len());
            if (self.clocks - begin).is_multiple_of(STOP_CYCLES)
                && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                return Err(SimError::Stopped { clock: self.clocks });
            }
            let byte = self.step(&mut || bytes.next().inspect(|_| sent += 1))?;
            reply.extend(byte);
            if before != (sent, reply.len()) {
                observer(sent, reply.len() as u64);
            }
            let rests = bytes.peek().is_none() && self.is_idle();
            quiet = if rests { quiet + 1 } else { 0 };
        }
        Ok(Exchange { reply, cycles: self.cycles, clocks: self.clocks - begin })
    }

    /// An upper bound on the cycles per board: every pass but the last removes an option or learns a cell, and each pass takes one cycle
    /// per option word and up to 12 cycles per line. The search of a clue core has no such bound.
    fn longest_run(&self) -> u64 {
        if self.build.core() == CoreKind::Clue {
            return u64::MAX;
        }
        const CYCLES_PER_LINE: u64 = 12;
        let side = self.build.side() as u64;
        let words = self.build.store_words();
        (words + side * side + 1) * (words + 2 * side * CYCLES_PER_LINE)
    }
}

/// A simulation error. [`Self::Unsettled`], [`Self::Hang`] and [`Self::Lockstep`] are defects of the design or of its model.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// The build is unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownDesign),
    /// The design did not settle after a change of its inputs or after a clock edge.
    #[error("cycle {clock}: the design does not settle; expected no combinational loop")]
    Unsettled {
        /// Cycles since power-on.
        clock: u64,
    },
    /// The core was still solving after more cycles than any board can take.
    #[error(
        "cycle {clock}: the core is still solving after {limit} cycles, more than any board takes"
    )]
    Hang {
        /// Cycles since power-on.
        clock: u64,
        /// The limit, in cycles.
        limit: u64,
    },
    /// The caller set the board's stop flag.
    #[error("cycle {clock}: the simulation was stopped")]
    Stopped {
        /// Cycles since power-on.
        clock: u64,
    },
    /// Design and software model disagree.
    #[error("cycle {clock}, line visit {visit}: design and model disagree: {what}")]
    Lockstep {
        /// Cycles since power-on.
        clock: u64,
        /// Line visits since the board was launched; in a clue core, visits since the board began to arrive.
        visit: u64,
        /// The difference.
        what: String,
    },
    /// The netlist cannot be simulated.
    #[error(transparent)]
    Compile(#[from] crate::compiled::CompileError),
    /// A file or a pseudo-terminal could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What drives the streams or the serial pins of a design.
enum Driver {
    /// Two streams.
    Stream {
        /// A byte that the design has not accepted yet.
        offered: Option<u8>,
        /// Whether the receiver of the design's bytes is ready.
        ready: bool,
    },
    /// A serial line.
    Pins {
        /// The sender of bytes to the design.
        source: UartSource,
        /// The receiver of the design's bytes.
        sink: UartSink,
    },
}

impl Driver {
    /// Whether no byte is in transit in either direction.
    fn is_idle(&self, design: &Design) -> bool {
        match self {
            Self::Stream { offered, .. } => offered.is_none() && design.sends().is_none(),
            Self::Pins { source, sink } => source.is_idle() && sink.is_idle(),
        }
    }

    /// Discards a whole byte that the design has not accepted.
    fn withdraw(&mut self) {
        if let Self::Stream { offered, .. } = self {
            *offered = None;
        }
    }

    /// Sets the inputs of the next cycle; takes a byte from `bytes` if the previous one has been sent or accepted.
    fn drive(&mut self, design: &mut Design, bytes: &mut dyn FnMut() -> Option<u8>) {
        match self {
            Self::Stream { offered, ready } => {
                if offered.is_none() {
                    *offered = bytes();
                }
                design.offer(offered.map(Beat::from));
                design.set_ready(*ready);
            }
            Self::Pins { source, .. } => design.set_rx(source.level(bytes)),
        }
    }

    /// Samples the outputs of the settled design; returns a byte that it sent, whose stop bit can be wrong.
    fn sample(&mut self, design: &Design) -> Option<u8> {
        match self {
            Self::Stream { offered, ready } => {
                if design.takes() {
                    *offered = None;
                }
                design.sends().filter(|_| *ready).map(|beat| beat.byte)
            }
            Self::Pins { sink, .. } => sink.take(design.tx()).map(|received| match received {
                Received::Byte(byte) | Received::FramingError(byte) => byte,
            }),
        }
    }
}
