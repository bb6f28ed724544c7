//! Waveforms: writes every signal of the design but its constants to a VCD file, under the names of the source.
//! Interface: [`Waveform::new`] with a writer, [`Waveform::sample`] after each half cycle.
//! Source: IEEE 1364 value change dump, written by the `vcd` crate.

use std::io::{self, Write};

use nonogram_hdl::widgets::Interfaces;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeKind};
use vcd::{IdCode, TimescaleUnit, Value, VarType, Writer};

use crate::signals::number;

/// A VCD file that is being written. The state of a state machine is written as its name, or as `?` if its value has no name.
pub struct Waveform {
    writer: Writer<Box<dyn Write>>,
    half_period_ps: u64,
    /// The signals in the order in which the design lists them, which never changes.
    signals: Vec<Trace>,
    began: bool,
}

/// The name of a block's clock.
const CLOCK: &str = "clock";

/// A signal in the file.
struct Trace {
    code: IdCode,
    width: usize,
    is_clock: bool,
    names: Option<Vec<String>>,
    last: Option<u64>,
}

impl Waveform {
    /// A waveform of a design with a clock of `clock_hz`.
    pub fn new(writer: Box<dyn Write>, clock_hz: u64) -> Self {
        const PS_PER_SECOND: u64 = 1_000_000_000_000;
        Self {
            writer: Writer::new(writer),
            half_period_ps: PS_PER_SECOND / (2 * clock_hz),
            signals: Vec::new(),
            began: false,
        }
    }

    /// Writes the changes since the last sample; `half_clock` counts half cycles, and the clock is high in the odd ones.
    ///
    /// # Errors
    /// The writer fails.
    pub fn sample(&mut self, half_clock: u64, block: &dyn Block) -> io::Result<()> {
        if !self.began {
            self.header(block)?;
            self.began = true;
        }
        let mut changes = Changes {
            waveform: self,
            next: 0,
            time: half_clock,
            stamped: false,
            result: Ok(()),
        };
        block.accept("top", &mut changes);
        changes.result
    }

    fn header(&mut self, block: &dyn Block) -> io::Result<()> {
        self.writer.timescale(1, TimescaleUnit::PS)?;
        let mut header = Header {
            waveform: self,
            interfaces: Interfaces::default(),
            result: Ok(()),
        };
        block.accept("top", &mut header);
        header.result?;
        self.writer.enddefinitions()
    }
}

struct Header<'a> {
    waveform: &'a mut Waveform,
    interfaces: Interfaces,
    result: io::Result<()>,
}

impl Header<'_> {
    fn attempt(&mut self, action: impl FnOnce(&mut Waveform) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = action(self.waveform);
        }
    }
}

impl Probe for Header<'_> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.attempt(|waveform| waveform.writer.add_module(&name.replace('$', "_")));
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.attempt(|waveform| waveform.writer.upscope());
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.interfaces.enter(name);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let name = &*self.interfaces.full(name, '_');
        if signal.kind() == AtomKind::Constant {
            return;
        }
        self.attempt(|waveform| {
            let names = match signal.descriptor().kind {
                TypeKind::Enum(names) => Some(names),
                _ => None,
            };
            let width = signal.bits();
            let code = match names {
                Some(_) => waveform.writer.add_var(VarType::String, 1, name, None)?,
                None => waveform.writer.add_wire(width as u32, name)?,
            };
            waveform.signals.push(Trace {
                code,
                width,
                is_clock: name == CLOCK,
                names,
                last: None,
            });
            Ok(())
        });
    }
}

struct Changes<'a> {
    waveform: &'a mut Waveform,
    /// The number of the next signal.
    next: usize,
    time: u64,
    stamped: bool,
    result: io::Result<()>,
}

impl Changes<'_> {
    fn change(&mut self, signal: &dyn Atom) -> io::Result<()> {
        let Waveform {
            writer,
            signals,
            half_period_ps,
            ..
        } = &mut *self.waveform;
        if signal.kind() == AtomKind::Constant {
            return Ok(());
        }
        let trace = &mut signals[self.next];
        self.next += 1;
        // The simulation runs edges without driving the clock signal, so the clock's level is derived from the time.
        let value = if trace.is_clock {
            self.time % 2
        } else {
            number(signal)
        };
        if trace.last == Some(value) {
            return Ok(());
        }
        if !self.stamped {
            writer.timestamp(self.time * *half_period_ps)?;
            self.stamped = true;
        }
        match &trace.names {
            Some(names) => {
                let name = names
                    .get(value as usize)
                    .map_or("?", |name| name.rsplit(':').next().unwrap_or_default());
                writer.change_string(trace.code, name)?;
            }
            None if trace.width == 1 => {
                writer.change_scalar(trace.code, Value::from(value == 1))?;
            }
            None => {
                let bits = (0..trace.width)
                    .rev()
                    .map(|bit| Value::from(value >> bit & 1 == 1));
                writer.change_vector(trace.code, bits)?;
            }
        }
        trace.last = Some(value);
        Ok(())
    }
}

impl Probe for Changes<'_> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        if self.result.is_ok() {
            self.result = self.change(signal);
        }
    }
}
