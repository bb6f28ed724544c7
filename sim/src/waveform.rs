//! Waveforms: writes every signal of the design but its constants to a VCD file, under the names of the source. Signals that are one net,
//! such as a port and the signal that it is connected to, share an identifier. In a clue core, the scope `candidates` has the values
//! that its memories allow for the cells of each row: `row_0_blank`, `row_0_colour_1` and so on, with column 0 in bit 0.
//! Interface: [`Waveform::new`] with a writer, [`Waveform::sample`] after each half cycle.
//! Source: IEEE 1364 value change dump, written by the `vcd` crate.

use std::io::{self, Write};

use vcd::{IdCode, TimescaleUnit, Value, VarType, Writer};

use crate::design::{Design, Listed};

/// A VCD file that is being written. The state of a state machine is written as its name, or as `?` if its value has no name.
pub(crate) struct Waveform {
    writer: Writer<Box<dyn Write>>,
    half_period_ps: u64,
    /// The nets in the order of their numbers.
    nets: Vec<Net>,
    values: Vec<u64>,
    /// The candidates of a clue core: for each value its rows.
    candidates: Vec<Net>,
    began: bool,
}

/// The scope of the candidates.
const CANDIDATES: &str = "candidates";
/// The names of a block's clock: in the stream top, and elsewhere.
const CLOCKS: [&str; 2] = ["aclk", "clock"];

/// A net in the file.
struct Net {
    code: IdCode,
    width: usize,
    is_clock: bool,
    states: Vec<String>,
    last: Option<u64>,
}

impl Waveform {
    /// A waveform of a design with a clock of `clock_hz`.
    pub(crate) fn new(writer: Box<dyn Write>, clock_hz: u64) -> Self {
        const PS_PER_SECOND: u64 = 1_000_000_000_000;
        Self {
            writer: Writer::new(writer),
            half_period_ps: PS_PER_SECOND / (2 * clock_hz),
            nets: Vec::new(),
            values: Vec::new(),
            candidates: Vec::new(),
            began: false,
        }
    }

    /// Writes the changes since the last sample; `half_clock` counts half cycles, and the clock is high in the odd ones.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn sample(&mut self, half_clock: u64, design: &dyn Design) -> io::Result<()> {
        if !self.began {
            self.header(&design.list(), &possible(design))?;
            self.began = true;
        }
        design.read(&mut self.values);
        let candidates =
            if self.candidates.is_empty() { Vec::new() } else { possible(design).concat() };
        let nets = self.nets.iter_mut().zip(&self.values);
        let mut stamped = false;
        for (net, &value) in nets.chain(self.candidates.iter_mut().zip(&candidates)) {
            // The simulation runs edges without driving the clock signal, so the clock's level is derived from the time.
            let value = if net.is_clock { half_clock % 2 } else { value };
            if net.last.replace(value) == Some(value) {
                continue;
            }
            if !stamped {
                self.writer.timestamp(half_clock * self.half_period_ps)?;
                stamped = true;
            }
            net.write(value, &mut self.writer)?;
        }
        Ok(())
    }

    fn header(&mut self, listed: &[Listed], possible: &[Vec<u64>]) -> io::Result<()> {
        let writer = &mut self.writer;
        writer.timescale(1, TimescaleUnit::PS)?;
        for entry in listed {
            let (name, width, states, net) = match entry {
                Listed::Scope(name) => {
                    writer.add_module(name)?;
                    continue;
                }
                Listed::End => {
                    writer.upscope()?;
                    continue;
                }
                Listed::Signal { name, width, states, net } => (name, *width, states, *net),
            };
            let (kind, bits) = if states.is_empty() {
                (VarType::Wire, width as u32)
            } else {
                (VarType::String, 1)
            };
            if let Some(net) = self.nets.get(net) {
                writer.var_def(kind, bits, net.code, name, None)?;
                continue;
            }
            let code = writer.add_var(kind, bits, name, None)?;
            let is_clock = CLOCKS.contains(&name.as_str());
            self.nets.push(Net { code, width, is_clock, states: states.clone(), last: None });
        }
        if !possible.is_empty() {
            writer.add_module(CANDIDATES)?;
        }
        for (value, rows) in possible.iter().enumerate() {
            for row in 0..rows.len() {
                let name = match value {
                    0 => format!("row_{row}_blank"),
                    colour => format!("row_{row}_colour_{colour}"),
                };
                let (width, states) = (rows.len(), Vec::new());
                let code = writer.add_var(VarType::Wire, width as u32, &name, None)?;
                self.candidates.push(Net { code, width, is_clock: false, states, last: None });
            }
        }
        if !possible.is_empty() {
            writer.upscope()?;
        }
        writer.enddefinitions()
    }
}

/// For each value, the cells of each row that can have it, as a clue core stores them; empty for another core.
fn possible(design: &dyn Design) -> Vec<Vec<u64>> {
    let mut planes = design.probe().excluded;
    for rows in &mut planes {
        let cells = u64::MAX >> (64 - rows.len());
        rows.iter_mut().for_each(|row| *row = !*row & cells);
    }
    planes
}

impl Net {
    fn write(&self, value: u64, writer: &mut Writer<impl Write>) -> io::Result<()> {
        if !self.states.is_empty() {
            let state = self.states.get(value as usize);
            return writer.change_string(self.code, state.map_or("?", String::as_str));
        }
        if self.width == 1 {
            return writer.change_scalar(self.code, Value::from(value == 1));
        }
        // Readers extend a vector with zeros. The method of the writer writes a vector bit by bit, which takes most of the time.
        writeln!(writer.writer(), "b{value:b} {}", self.code)
    }
}
