//! Replay: runs the same stimulus on the compiled design and on its Verilog under another simulator, and compares them cycle by cycle.
//! Interface: [`Recording`] of the compiled design's pins and board, or of its stream top; [`Recording::replay`] runs the Verilog or a
//! synthesised netlist in a simulator, [`Recording::compiled`] runs a netlist in the compiled simulation. [`StreamSource`] produces the inputs
//! of a stream top, with random pauses on both sides and resets.

pub mod stimulus;

use std::collections::VecDeque;

use nonogram_netlist::ir::Netlist;
use nonogram_protocol::CoreKind;
use nonogram_puzzles::Line;
use nonogram_solver::reference::Excluded;
use nonogram_verilog::{Build, Parameters, SIM_CLOCKS_PER_BIT, Top};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use nonogram_sim::Engine;
use nonogram_sim::bench::{self, Bench, BenchError};
use nonogram_sim::design::{Beat, Design};
use nonogram_sim::serial_line::UartSource;

pub use nonogram_sim::tools::Simulator;

/// The input pins in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Level of the reset pin.
    pub reset: bool,
    /// Level of the serial input pin.
    pub rx: bool,
}

impl Inputs {
    /// Inputs in a cycle with an idle serial line and without reset.
    pub const IDLE: Self = Self { reset: false, rx: true };

    /// The inputs as the test bench reads them.
    fn bits(self) -> String {
        format!("{}{}", u8::from(self.reset), u8::from(self.rx))
    }
}

/// The inputs of the stream top in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamInputs {
    /// The design is reset.
    pub reset: bool,
    /// The beat that is offered.
    pub beat: Option<Beat>,
    /// The receiver of replies is ready.
    pub ready: bool,
}

impl StreamInputs {
    /// Sets the inputs of a design.
    pub fn apply(&self, design: &mut Design) {
        design.set_reset(self.reset);
        design.offer(self.beat);
        design.set_ready(self.ready);
    }

    /// The inputs as the test bench reads them.
    fn bits(&self) -> String {
        let beat = self.beat.unwrap_or_default();
        let [reset, valid, last, user, ready] =
            [!self.reset, self.beat.is_some(), beat.last, beat.damaged, self.ready].map(u8::from);
        format!("{reset}{valid}{:08b}{last}{user}{ready}", beat.byte)
    }
}

/// A source of inputs: packets of bytes with pauses at random before each byte, a receiver that is ready at random, and rare resets.
#[derive(Clone, Debug)]
pub struct StreamSource {
    beats: VecDeque<Beat>,
    random: ChaCha8Rng,
    now: StreamInputs,
    /// Share of the cycles in which each side goes on, which changes from time to time.
    pace: [f64; 2],
    resets: bool,
    /// Cycles that are left after the last byte.
    left: usize,
}

/// Cycles after the last byte, which suffice for the reply to a small board.
const AFTER: usize = 1_000;
/// Mean number of cycles between two changes of the pace.
const CHANGE: u32 = 200;
/// Mean number of cycles between two resets.
const RESET: u32 = 1_500;

impl StreamSource {
    /// A source of these packets.
    pub fn new(packets: &[Vec<u8>], resets: bool, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut beats = VecDeque::new();
        for packet in packets {
            let marked = random.random_bool(0.5);
            let damaged = (random.random_bool(0.1)).then(|| random.random_range(0..packet.len()));
            beats.extend(packet.iter().enumerate().map(|(place, &byte)| Beat {
                byte,
                last: marked && place + 1 == packet.len(),
                damaged: damaged == Some(place),
            }));
        }
        Self {
            beats,
            random,
            now: StreamInputs { reset: false, beat: None, ready: false },
            pace: [1.0; 2],
            resets,
            left: AFTER,
        }
    }

    /// Whether all inputs have been produced.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The inputs of the next cycle, given whether the design accepts the beat that it is offered now.
    pub fn next(&mut self, takes: bool) -> StreamInputs {
        let Self { random, now, .. } = self;
        if now.beat.is_some() && takes && !now.reset {
            now.beat = None;
        }
        if random.random_ratio(1, CHANGE) {
            self.pace = [(); 2].map(|()| [0.1, 0.5, 1.0][random.random_range(0..3)]);
        }
        if now.beat.is_none() && random.random_bool(self.pace[0]) {
            now.beat = self.beats.pop_front();
        }
        now.ready = random.random_bool(self.pace[1]);
        now.reset = self.resets && random.random_ratio(1, RESET);
        if self.beats.is_empty() && now.beat.is_none() {
            self.left = self.left.saturating_sub(1);
        }
        *now
    }
}

/// The signals that a Verilog text keeps by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// The pins, and the arrays `known` and `assigned` or, in a clue core, the visits.
    Board,
    /// Only the pins, as in a netlist.
    Pins,
}

/// The reason for the failure of a replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The outputs differ.
    #[error(
        "build {build}: the model gives {}, the Verilog or netlist {}",
        shown(.model.as_deref()), shown(.verilog.as_deref())
    )]
    Differs {
        /// The build's name.
        build: &'static str,
        /// The first line of the model that differs, as in [`Recording::outputs`]; `None` if the model has no further line.
        model: Option<String>,
        /// The line of the Verilog or netlist in its place; `None` if it has no further line.
        verilog: Option<String>,
    },
    /// The test bench cannot be run.
    #[error(transparent)]
    Bench(#[from] BenchError),
}

/// A line of outputs in a message; `None` for the lack of a further line.
fn shown(line: Option<&str>) -> String {
    line.map_or("no further change".to_owned(), |line| format!("{line:?}"))
}

/// Inputs, cycle by cycle, that send `bytes` over the fast serial line and then stay idle for `idle_cycles` cycles.
pub fn serial_inputs(bytes: impl IntoIterator<Item = u8>, idle_cycles: usize) -> Vec<Inputs> {
    let mut source = UartSource::new(SIM_CLOCKS_PER_BIT as f64);
    let mut bytes = bytes.into_iter().peekable();
    let mut inputs = Vec::new();
    while bytes.peek().is_some() || !source.is_idle() {
        let rx = source.level(&mut || bytes.next());
        inputs.push(Inputs { rx, ..Inputs::IDLE });
    }
    inputs.resize(inputs.len() + idle_cycles, Inputs::IDLE);
    inputs
}

/// The inputs of a run and the outputs of the compiled design.
#[derive(Clone, Debug)]
pub struct Recording {
    build: &'static Build,
    top: Top,
    /// The inputs of each cycle, as the test bench reads them.
    inputs: Vec<String>,
    /// The first cycle that is compared.
    begin: usize,
    /// One line for the first compared cycle, and one for each later cycle in which an output has changed before the rising edge: the
    /// cycle, and the pins as bits (`tx`, `solving`, `replying`, `status`; for a stream top those of its test bench). Behind a UART also the
    /// words `known` and `assigned` (row 0 rightmost) or, in a clue core, the line whose visit ends and the cells that this visit learned,
    /// or 0 if no visit ends.
    pub outputs: Vec<String>,
    /// The beats of the replies of a stream top.
    pub received: Vec<Beat>,
}

/// The pins of a settled design and its core's cells or visit, as the test bench prints them.
fn seen(design: &Design, build: &Build) -> String {
    let events = design.events();
    let [tx, solving, replying] = [design.tx(), events.solving, events.replying].map(u8::from);
    let side = build.side();
    let inside = match design.search() {
        Some(signals) => {
            let (line, learned) = printed(signals.finding);
            format!("{line:0VISIT_LINE_BITS$b} {learned:0side$b}")
        }
        None => {
            let probe = design.probe();
            let bits = |words: &[u64]| -> String {
                words.iter().rev().map(|word| format!("{word:0side$b}")).collect()
            };
            format!("{} {}", bits(&probe.known), bits(&probe.assigned))
        }
    };
    format!("{tx}{solving}{replying}{:03b} {inside}", design.status())
}

/// The outputs of a settled stream top, as the test bench prints them.
fn seen_on_streams(design: &Design) -> String {
    let sent = design.sends();
    let Beat { byte, last, .. } = sent.unwrap_or_default();
    let events = design.events();
    let [takes, sends, last] = [design.takes(), sent.is_some(), last].map(u8::from);
    let [solving, launched, decided, replying] =
        [events.solving, events.launched, events.decided, events.replying].map(u8::from);
    let status = design.status();
    format!("{takes}{sends}{byte:08b}{last}{solving}{launched}{decided}{replying}{status:03b}")
}

/// The number of output pins, of the design behind a UART and of its stream top.
const PINS: usize = 6;
const STREAM_PINS: usize = 18;

/// The number of the line whose visit ends, and the cells that it learned; 0 if no visit ends.
fn printed(finding: Option<(Line, Excluded)>) -> (usize, u64) {
    let Some((line, learned)) = finding else {
        return (0, 0);
    };
    let number = match line {
        Line::Row(row) => row,
        Line::Column(column) => 1 << (VISIT_LINE_BITS - 1) | column,
    };
    let any = learned.into_iter().fold(0, |any, cells| any | cells);
    (number, any)
}

/// Bits of a line's number in a clue core; the most significant bit is set for a column.
const VISIT_LINE_BITS: usize = 7;

/// The design of a build in the compiled simulation, with the fast serial line.
fn compiled(build: &'static Build, top: Top) -> Design {
    let design = (Engine::COMPILED.design)(build, top, &Parameters::default().fast());
    design.unwrap_or_else(|error| panic!("{}: {error}", build.name))
}

/// Adds a line for the outputs in a cycle, if they have changed.
fn note(lines: &mut Vec<String>, cycle: u64, outputs: &str) {
    let last = lines.last().and_then(|line| line.split_once(' '));
    if last.is_none_or(|(_, last)| last != outputs) {
        lines.push(format!("{cycle} {outputs}"));
    }
}

impl Recording {
    fn empty(build: &'static Build, top: Top) -> Self {
        Self { build, top, inputs: Vec::new(), begin: 0, outputs: Vec::new(), received: Vec::new() }
    }

    /// Records the compiled design, with the fast serial line, on these inputs, for a comparison from the first cycle on.
    ///
    /// # Panics
    /// Panics as [`Recording::from_clock`] does.
    pub fn new(build: &'static Build, inputs: Vec<Inputs>) -> Self {
        Self::from_clock(0, build, inputs)
    }

    /// Records the design as [`Recording::new`] does, for a comparison from cycle `begin` on.
    ///
    /// # Panics
    /// The Verilog of the design cannot be compiled, which is a fault of the project.
    pub fn from_clock(begin: usize, build: &'static Build, inputs: Vec<Inputs>) -> Self {
        let mut recording = Self { begin, ..Self::empty(build, Top::Uart) };
        recording.run(&mut compiled(build, Top::Uart), inputs);
        recording
    }

    /// Records the stream top of the compiled design on these inputs.
    ///
    /// # Panics
    /// The Verilog of the design cannot be compiled, which is a fault of the project.
    pub fn of_streams(build: &'static Build, mut source: StreamSource) -> Self {
        let mut recording = Self::empty(build, Top::Stream);
        let mut design = compiled(build, Top::Stream);
        let mut inputs = source.next(false);
        while !source.is_done() {
            inputs.apply(&mut design);
            design.settle();
            recording.received.extend(design.sends().filter(|_| inputs.ready));
            recording.note(inputs.bits(), seen_on_streams(&design));
            inputs = source.next(design.takes());
            design.rise();
        }
        recording
    }

    fn run(&mut self, design: &mut Design, inputs: Vec<Inputs>) {
        for input in inputs {
            design.set_reset(input.reset);
            design.set_rx(input.rx);
            design.settle();
            self.note(input.bits(), seen(design, self.build));
            design.rise();
        }
    }

    /// Adds a cycle.
    fn note(&mut self, inputs: String, outputs: String) {
        let cycle = self.inputs.len();
        self.inputs.push(inputs);
        if cycle >= self.begin {
            note(&mut self.outputs, cycle as u64, &outputs);
        }
    }

    /// Runs a netlist of the build in the compiled simulation on the same inputs, and compares every cycle from the first compared one on.
    ///
    /// # Errors
    /// Returns the first difference.
    ///
    /// # Panics
    /// The netlist cannot be compiled, or the recording is that of a stream top.
    pub fn compiled(&self, netlist: Netlist) -> Result<(), ReplayError> {
        assert_eq!(self.top, Top::Uart, "a recording of pins");
        let design = Design::compiled(self.build, Top::Uart, netlist);
        let mut design = design.unwrap_or_else(|error| panic!("{}: {error}", self.build.name));
        let mut other = Self { begin: self.begin, ..Self::empty(self.build, Top::Uart) };
        let inputs = self
            .inputs
            .iter()
            .map(|bits| Inputs { reset: bits.starts_with('1'), rx: bits.ends_with('1') });
        other.run(&mut design, inputs.collect());
        self.compare(&other.outputs, Visible::Board)
    }

    /// The visible outputs: a line for the first compared cycle, and one for each later cycle that changes one of them.
    fn visible(&self, visible: Visible) -> Vec<String> {
        if visible == Visible::Board {
            return self.outputs.clone();
        }
        let mut outputs = Vec::new();
        for line in &self.outputs {
            let mut words = line.split(' ');
            if let (Some(Ok(cycle)), Some(pins)) = (words.next().map(str::parse), words.next()) {
                note(&mut outputs, cycle, pins);
            }
        }
        outputs
    }

    /// Runs `verilog`, the recorded design, and compares every cycle from the first compared one on.
    ///
    /// # Errors
    /// Returns the first difference, or an error if the test bench cannot be run.
    pub fn replay(
        &self,
        simulator: Simulator,
        verilog: &str,
        visible: Visible,
    ) -> Result<(), ReplayError> {
        let top = self.build.top();
        let (declarations, inputs, pins) = match self.top {
            Top::Stream => (
                include_str!("replay/stream.v")
                    .replace("@TOP@", &format!("{top}{}", Top::Stream.suffix())),
                ("aresetn, s_valid, s_data, s_last, s_user, m_ready", 13),
                (
                    "{s_ready, m_valid, m_data & {8{m_valid}}, m_last & m_valid, solving, launched, decided, replying, status}",
                    STREAM_PINS,
                ),
            ),
            Top::Uart => (
                bench::serial(&bench::design(&top)),
                ("reset, rx", 2),
                ("{tx, solving, replying, status}", PINS),
            ),
        };
        let mut outputs = vec![(pins.0.to_owned(), pins.1)];
        if (self.top, visible) == (Top::Uart, Visible::Board) {
            outputs.extend(inside(self.build));
        }
        let (begin, quiet) = (self.begin, (0, "1'b1"));
        let bench = Bench { declarations: &declarations, inputs, outputs: &outputs, begin, quiet };
        let stimulus = bench::stimulus(self.inputs.iter().map(|bits| (1, bits)));
        let changes = bench.run(simulator, verilog, &stimulus)?;
        let lines: Vec<String> =
            changes.into_iter().map(|(cycle, outputs)| format!("{cycle} {outputs}")).collect();
        self.compare(&lines, visible)
    }

    /// Replays the Verilog of the design, as [`Recording::replay`] does, and compares all outputs.
    ///
    /// # Errors
    /// Returns the errors of [`Recording::replay`].
    pub fn replay_design(&self, simulator: Simulator) -> Result<(), ReplayError> {
        self.replay(simulator, &self.build.fast_verilog(), Visible::Board)
    }

    /// Compares the lines that a test bench printed with the expected ones; returns the first difference.
    fn compare(&self, lines: &[String], visible: Visible) -> Result<(), ReplayError> {
        let outputs = self.visible(visible);
        for place in 0..outputs.len().max(lines.len()) {
            let model = outputs.get(place);
            let found = lines.get(place);
            if model != found {
                return Err(ReplayError::Differs {
                    build: self.build.name,
                    model: model.cloned(),
                    verilog: found.cloned(),
                });
            }
        }
        Ok(())
    }
}

/// The observed signals of the core, with their widths: the cells or, in a clue core, the visits.
fn inside(build: &Build) -> [(String, usize); 2] {
    let core = "uut.solver.core";
    let visit = |value: String, bits| {
        let visited = format!("{core}.visited ? {value} : {bits}'d0");
        (format!("({visited})"), bits)
    };
    let cells = |array: &str| {
        let rows: Vec<String> =
            (0..build.side()).rev().map(|row| format!("{core}.cells.{array}[{row}]")).collect();
        (format!("{{{}}}", rows.join(", ")), build.side() * build.side())
    };
    match build.core() {
        CoreKind::Clue => {
            // The number of a line has one bit for the side and a fixed width.
            let zeros = VISIT_LINE_BITS - 1 - build.position_bits();
            let position = if zeros > 0 { format!("{zeros}'b0, ") } else { String::new() };
            let line = format!("{{{core}.visited_column, {position}{core}.visited_line}}");
            let learned: Vec<String> = (0..build.planes())
                .map(|plane| format!("{core}.visited_learned_{plane}"))
                .collect();
            [
                visit(line, VISIT_LINE_BITS),
                visit(format!("({})", learned.join(" | ")), build.side()),
            ]
        }
        CoreKind::Classic | CoreKind::Parallel => [cells("known"), cells("assigned")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_line_is_not_quoted_as_output() {
        let build = nonogram_verilog::build("classic11").expect("in the table");
        let outputs = vec!["0 100000".to_owned()];
        let recording = Recording { outputs, ..Recording::empty(build, Top::Uart) };
        let error = recording.compare(&[], Visible::Pins).expect_err("a line is missing");
        assert_eq!(
            error.to_string(),
            "build classic11: the model gives \"0 100000\", the Verilog or netlist no further change"
        );
    }
}
