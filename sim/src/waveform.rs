//! Waveforms: writes every signal of the design but its constants to a VCD file, under the names of the source. Signals that are one net,
//! such as a port and the signal that it is connected to, share an identifier. In a clue core, the scope `candidates` has the values
//! that its memories allow for the cells of each row: `row_0_blank`, `row_0_colour_1` and so on, with column 0 in bit 0.
//! Interface: [`Waveform::new`] with a writer, [`Waveform::sample`] after each half cycle.
//! Source: IEEE 1364 value change dump, written by the `vcd` crate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};

use vcd::{IdCode, TimescaleUnit, Value, VarType, Writer};

use crate::design::Design;
use crate::simulation::Signal;

/// A VCD file that is being written. The state of a state machine is written as its name, or as `?` if its value has no name.
pub(crate) struct Waveform {
    writer: Writer<Box<dyn Write>>,
    half_period_ps: u64,
    nets: Vec<Net>,
    /// The numbers of the nets in the simulation, and their values.
    numbers: Vec<usize>,
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
            numbers: Vec::new(),
            values: Vec::new(),
            candidates: Vec::new(),
            began: false,
        }
    }

    /// Writes the changes since the last sample; `half_clock` counts half cycles, and the clock is high in the odd ones.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn sample(&mut self, half_clock: u64, design: &Design) -> io::Result<()> {
        if !self.began {
            self.header(&design.simulation().signals(), &possible(design))?;
            self.began = true;
        }
        design.simulation().read(&self.numbers, &mut self.values);
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

    fn header(&mut self, signals: &[Signal], possible: &[Vec<u64>]) -> io::Result<()> {
        let writer = &mut self.writer;
        writer.timescale(1, TimescaleUnit::PS)?;
        writer.add_module("top")?;
        // Nets that differ in width or states have identifiers of their own.
        let mut nets = HashMap::new();
        let mut scopes: Vec<&str> = Vec::new();
        for signal in signals {
            let mut path: Vec<&str> = signal.name.split('.').collect();
            let name = path.pop().unwrap_or_default();
            let common = scopes.iter().zip(&path).take_while(|(open, scope)| open == scope).count();
            for _ in common..scopes.len() {
                writer.upscope()?;
            }
            for scope in &path[common..] {
                writer.add_module(scope)?;
            }
            scopes = path;
            let Signal { width, states, net, .. } = signal;
            let (kind, bits) = if states.is_empty() {
                (VarType::Wire, *width as u32)
            } else {
                (VarType::String, 1)
            };
            match nets.entry((net, width, states)) {
                Entry::Occupied(code) => {
                    writer.var_def(kind, bits, *code.get(), name, None)?;
                }
                Entry::Vacant(entry) => {
                    let code = *entry.insert(writer.add_var(kind, bits, name, None)?);
                    let (is_clock, states) = (CLOCKS.contains(&name), states.clone());
                    self.nets.push(Net { code, width: *width, is_clock, states, last: None });
                    self.numbers.push(*net);
                }
            }
        }
        for _ in 0..=scopes.len() {
            writer.upscope()?;
        }
        self.values.resize(self.numbers.len(), 0);
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
fn possible(design: &Design) -> Vec<Vec<u64>> {
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
