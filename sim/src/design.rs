//! A running design of the table: its ports, and the state and the events of its core, in the terms of the core's software model.
//! Interface: [`Design`]. [`Observed`] has the paths of the signals and memories from which it derives [`Probe`], the core's state, and
//! [`CoreEvents`], its events in one cycle, for every engine.

use nonogram_netlist::ir::Netlist;
use nonogram_protocol::CoreKind;
use nonogram_puzzles::Line;
use nonogram_verilog::{Build, Top};

use crate::compiled::{CompileError, CompiledSimulation};
use crate::search::Signals;
use crate::search::steps::paths;
use crate::simulation::Simulation;

/// A running design of a build.
pub struct Design {
    simulation: Box<dyn Simulation>,
    build: &'static Build,
    top: Top,
    /// The numbers of the nets and memories.
    observed: Observed<usize>,
    inputs: Inputs,
    outputs: Outputs,
}

/// Numbers of the top's inputs; inputs that a design lacks are never set.
struct Inputs {
    reset: usize,
    rx: usize,
    /// Valid, data, last and user.
    s_axis: [usize; 4],
    m_tready: usize,
}

/// Nets of the top's outputs; outputs that a design lacks are never read.
#[derive(Default)]
struct Outputs {
    status: usize,
    tx: usize,
    s_tready: usize,
    /// Valid, data and last.
    m_axis: [usize; 3],
}

/// Width of a line's position on the buses of a core, in bits; the next bit is set for a column.
const POSITION: usize = 5;

/// Number of event signals, which every core has.
const EVENTS: usize = 7;

/// The signals and memories of a core that are observed, as paths or as their numbers in a simulation.
struct Observed<T> {
    /// Launched, visited, decided, status of the core, solving, replying, reset of the core.
    events: [T; EVENTS],
    /// The signals from which [`lines_of`] derives the lines whose visits end; none in a clue core.
    ending: Vec<T>,
    /// The signals from which the steps of a clue core are derived; none in an option core.
    search: Vec<T>,
    /// The registers `known` of all rows, then the registers `assigned`; none in a clue core.
    cells: Vec<T>,
    /// What a clue core stores of the rows: known and filled cells, or with several colours the excluded values; in an option core the option
    /// counts, rows first.
    memories: Vec<T>,
}

impl Observed<String> {
    /// The paths in a build below this top.
    fn of(build: &Build, top: Top) -> Self {
        let lanes = |side: &'static str| {
            let lanes = 0..build.lanes();
            lanes.map(move |lane| format!("core.{side}.lanes_{lane}.counts.mem"))
        };
        let (visited, ending, memories): (_, &[&str], Vec<String>) = match build.core() {
            CoreKind::Classic => (
                "core.visitor.visited",
                &["core.visitor.count_write", "core.visitor.count_write_line"],
                vec!["core.counts.mem".to_owned()],
            ),
            CoreKind::Parallel => (
                "core.visited",
                &[
                    "core.rows.ended",
                    "core.rows.e_line",
                    "core.columns.ended",
                    "core.columns.e_line",
                ],
                lanes("rows").chain(lanes("columns")).collect(),
            ),
            CoreKind::Clue => {
                let rows = |value| format!("core.lines.state.rows_{value}.mem");
                ("core.visited", &[], (0..=build.colours()).map(rows).collect())
            }
        };
        let events =
            ["launched", visited, "decided", "core.status", "solving", "replying", "core.reset"];
        let (search, cells) = match build.core() {
            CoreKind::Clue => (paths(build), Vec::new()),
            CoreKind::Classic | CoreKind::Parallel => {
                let rows = |name: &'static str| {
                    (0..build.side()).map(move |row| format!("core.cells.{name}_{row}"))
                };
                (Vec::new(), rows("known").chain(rows("assigned")).collect())
            }
        };
        let solver = match top {
            Top::Uart => "solver.",
            Top::Stream => "",
        };
        let full = |name: &dyn std::fmt::Display| format!("{solver}{name}");
        Self {
            events: events.map(|name| full(&name)),
            ending: ending.iter().map(|name| full(name)).collect(),
            search: search.iter().map(|path| full(&format!("core.{path}"))).collect(),
            cells: cells.iter().map(|name| full(name)).collect(),
            memories: memories.iter().map(|name| full(name)).collect(),
        }
    }

    /// The paths of the signals.
    fn signals(&self) -> Vec<&str> {
        let Self { events, ending, search, cells, .. } = self;
        events.iter().chain(ending).chain(search).chain(cells).map(String::as_str).collect()
    }

    /// Their numbers in a simulation.
    fn find(&self, simulation: &dyn Simulation) -> Result<Observed<usize>, CompileError> {
        let missing = |path: &String| CompileError::Missing(path.clone());
        let net = |path: &String| simulation.signal(path).ok_or_else(|| missing(path));
        let nets = |paths: &[String]| paths.iter().map(net).collect::<Result<Vec<_>, _>>();
        let memory = |path: &String| simulation.memory(path).ok_or_else(|| missing(path));
        let events = nets(&self.events)?;
        Ok(Observed {
            events: std::array::from_fn(|event| events[event]),
            ending: nets(&self.ending)?,
            search: nets(&self.search)?,
            cells: nets(&self.cells)?,
            memories: self.memories.iter().map(memory).collect::<Result<_, _>>()?,
        })
    }
}

impl Design {
    /// The design of a build in a simulation of it below this top, after power-on.
    ///
    /// # Errors
    /// The simulation lacks a signal or memory that is observed.
    pub fn new(
        build: &'static Build,
        top: Top,
        simulation: Box<dyn Simulation>,
    ) -> Result<Self, CompileError> {
        let observed = Observed::of(build, top).find(&*simulation)?;
        let input = |name| simulation.input(name).unwrap_or_default();
        let (reset, s_axis) = match top {
            Top::Uart => ("reset", [0; 4]),
            Top::Stream => (
                "aresetn",
                ["s_axis_tvalid", "s_axis_tdata", "s_axis_tlast", "s_axis_tuser"].map(input),
            ),
        };
        let inputs = Inputs {
            reset: input(reset),
            rx: input("rx"),
            s_axis,
            m_tready: input("m_axis_tready"),
        };
        let locked = simulation.input("locked");
        let output = |path: &str| {
            let net = simulation.signal(path);
            net.ok_or_else(|| CompileError::Missing(path.to_owned()))
        };
        let status = output("status")?;
        let outputs = match top {
            Top::Uart => Outputs { status, tx: output("tx")?, ..Outputs::default() },
            Top::Stream => Outputs {
                status,
                s_tready: output("s_axis_tready")?,
                m_axis: [
                    output("m_axis_tvalid")?,
                    output("m_axis_tdata")?,
                    output("m_axis_tlast")?,
                ],
                ..Outputs::default()
            },
        };
        let mut design = Self { simulation, build, top, observed, inputs, outputs };
        if let Some(locked) = locked {
            design.simulation.set(locked, 1);
            design.set_rx(true);
        }
        design.set_reset(false);
        design.simulation.settle();
        Ok(design)
    }

    /// The design of a build in the compiled simulation of a netlist of it below this top, after power-on.
    ///
    /// # Errors
    /// The netlist cannot be simulated, or lacks a signal or memory that is observed.
    pub fn compiled(
        build: &'static Build,
        top: Top,
        netlist: Netlist,
    ) -> Result<Self, CompileError> {
        let observed = Observed::of(build, top);
        let memories: Vec<&str> = observed.memories.iter().map(String::as_str).collect();
        let simulation = CompiledSimulation::new(netlist, &observed.signals(), &memories)?;
        Self::new(build, top, Box::new(simulation))
    }

    /// The simulation that runs the design.
    pub fn simulation(&self) -> &dyn Simulation {
        &*self.simulation
    }

    /// The simulation that runs the design, mutable.
    pub fn simulation_mut(&mut self) -> &mut dyn Simulation {
        &mut *self.simulation
    }

    /// See [`Simulation::settle`].
    pub fn settle(&mut self) -> bool {
        self.simulation.settle()
    }

    /// See [`Simulation::rise`].
    pub fn rise(&mut self) -> bool {
        self.simulation.rise()
    }

    fn get(&self, net: usize) -> u64 {
        let mut value = [0];
        self.simulation.read(&[net], &mut value);
        value[0]
    }

    /// Sets the reset input (before a clock edge).
    pub fn set_reset(&mut self, level: bool) {
        let level = match self.top {
            Top::Uart => level,
            Top::Stream => !level,
        };
        self.simulation.set(self.inputs.reset, level.into());
    }

    /// Sets the serial input pin of a design behind a UART (before a clock edge).
    pub fn set_rx(&mut self, level: bool) {
        self.simulation.set(self.inputs.rx, level.into());
    }

    /// Level of the serial output pin of a design behind a UART: high when idle.
    pub fn tx(&self) -> bool {
        self.get(self.outputs.tx) != 0
    }

    /// Offers a beat on the slave of a design behind AXI4-Streams, or none (before a clock edge).
    pub fn offer(&mut self, beat: Option<Beat>) {
        let Beat { byte, last, damaged } = beat.unwrap_or_default();
        let values = [beat.is_some().into(), byte.into(), last.into(), damaged.into()];
        for (input, value) in self.inputs.s_axis.into_iter().zip(values) {
            self.simulation.set(input, value);
        }
    }

    /// Whether the slave is ready: an offered beat is accepted at the next clock edge.
    pub fn takes(&self) -> bool {
        self.get(self.outputs.s_tready) != 0
    }

    /// Sets whether the master's peer is ready (before a clock edge).
    pub fn set_ready(&mut self, ready: bool) {
        self.simulation.set(self.inputs.m_tready, ready.into());
    }

    /// The beat that the master offers, if any.
    pub fn sends(&self) -> Option<Beat> {
        let mut values = [0; 3];
        self.simulation.read(&self.outputs.m_axis, &mut values);
        let [valid, byte, last] = values;
        (valid != 0).then_some(Beat { byte: byte as u8, last: last != 0, damaged: false })
    }

    /// Status code of the last reply started, 6 for the identity; 0 from reset until one is started.
    pub fn status(&self) -> u8 {
        self.get(self.outputs.status) as u8
    }

    /// Events of the core in the current cycle.
    pub fn events(&self) -> CoreEvents {
        let mut values = [0; EVENTS];
        self.simulation.read(&self.observed.events, &mut values);
        let [launched, visited, decided, status, solving, replying, reset] = values;
        CoreEvents {
            launched: launched != 0,
            visited: visited != 0,
            decided: decided != 0,
            core_status: status as u8,
            solving: solving != 0,
            replying: replying != 0,
            reset: reset != 0,
        }
    }

    /// The signals of a clue core's search; `None` for another core, and if a state has an unknown code.
    pub fn search(&self) -> Option<Signals> {
        if self.observed.search.is_empty() {
            return None;
        }
        Signals::of(self.build, &self.simulation.values(&self.observed.search))
    }

    /// Rows and columns whose visits end in the current cycle (clue core: whose findings are on the bus), one bit per line.
    /// [`CoreEvents::visited`] is set in the same cycle for a clue core and in the next one for an option core, but not after the first
    /// visits of a parallel core.
    pub fn ending(&self) -> [u64; 2] {
        match self.build.core() {
            CoreKind::Clue => match self.search().and_then(|signals| signals.finding) {
                Some((Line::Row(row), _)) => lines(false, row),
                Some((Line::Column(column), _)) => lines(true, column),
                None => [0; 2],
            },
            CoreKind::Classic | CoreKind::Parallel => {
                lines_of(&self.simulation.values(&self.observed.ending))
            }
        }
    }

    /// State of the core.
    pub fn probe(&self) -> Probe {
        let memories = self.observed.memories.iter();
        let memories: Vec<Vec<u64>> =
            memories.map(|&memory| self.simulation.words(memory)).collect();
        if self.build.core() == CoreKind::Clue {
            return Probe::of_planes(&memories, self.build.colours(), self.build.side());
        }
        let mut known = self.simulation.values(&self.observed.cells);
        let assigned = known.split_off(self.build.side());
        Probe { known, assigned, counts: self.counts(&memories), ..Probe::default() }
    }

    /// The option counts, rows first, from the words of the observed memories of an option core.
    fn counts(&self, memories: &[Vec<u64>]) -> Vec<u32> {
        let (side, columns) = (self.build.side(), 1 << POSITION);
        match self.build.core() {
            CoreKind::Classic => {
                let lines = (0..side).chain(columns..columns + side);
                lines.map(|line| memories[0][line] as u32).collect()
            }
            CoreKind::Parallel => {
                let count = |lanes: &[Vec<u64>], line: usize| {
                    lanes.iter().map(|words| words[line] as u32).sum()
                };
                let of_lines = |lanes| (0..side).map(move |line| count(lanes, line));
                memories.chunks(self.build.lanes()).flat_map(of_lines).collect()
            }
            CoreKind::Clue => Vec::new(),
        }
    }
}

/// The rows and the columns whose visits end, one bit per line, from the values of [`Observed::ending`].
fn lines_of(values: &[u64]) -> [u64; 2] {
    match *values {
        [1, line] => {
            let (column, position) = (line >> POSITION, line % (1 << POSITION));
            lines(column != 0, position as usize)
        }
        [row, rows, column, columns] => [row * rows, column * columns],
        _ => [0; 2],
    }
}

/// A set of one line, in the form of [`Design::ending`].
fn lines(is_column: bool, position: usize) -> [u64; 2] {
    let place = 1 << position;
    if is_column { [0, place] } else { [place, 0] }
}

/// A transfer on a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// The byte (`tdata`).
    pub byte: u8,
    /// The byte is the last one of a packet or of a reply (`tlast`).
    pub last: bool,
    /// To the design: the byte is damaged, or bytes before it are missing (`tuser`). The master has no such flag.
    pub damaged: bool,
}

impl From<u8> for Beat {
    /// An intact byte within a packet.
    fn from(byte: u8) -> Self {
        Self { byte, ..Self::default() }
    }
}

/// A snapshot of the core's state, in the terms of its software model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Known cells, one word per row, column 0 in bit 0.
    pub known: Vec<u64>,
    /// Filled cells, one word per row, column 0 in bit 0; valid for the cells in `known`.
    pub assigned: Vec<u64>,
    /// Clue core: for each value (0: blank, n: colour n), the cells that it stores as excluded, one word per row; empty for an option core.
    pub excluded: Vec<Vec<u64>>,
    /// Options in the store per line: rows first, then columns, each padded to the build's side; empty for a clue core.
    pub counts: Vec<u32>,
}

impl Probe {
    /// The state of a clue core that stores these planes of the rows: the known and the filled cells or, with several colours, the excluded
    /// cells of each value; one word per row.
    fn of_planes(planes: &[impl AsRef<[u64]>], colours: usize, side: usize) -> Self {
        let word = |plane: usize, row: usize| planes[plane].as_ref()[row] & u64::MAX >> (64 - side);
        let excluded = |value: usize| {
            let row = |row: usize| match (colours, value) {
                (1, 0) => word(0, row) & word(1, row),
                (1, _) => word(0, row) & !word(1, row),
                _ => word(value, row),
            };
            (0..side).map(row).collect()
        };
        let excluded: Vec<Vec<u64>> = (0..=colours).map(excluded).collect();
        // Known is a cell with one possible value.
        let known = |row: usize| {
            let possible = excluded.iter().map(|words| !words[row]);
            let (one, more) =
                possible.fold((0, 0), |(one, more), word| (one | word, more | one & word));
            one & !more & u64::MAX >> (64 - side)
        };
        let known: Vec<u64> = (0..side).map(known).collect();
        let filled = known.iter().zip(&excluded[0]);
        Self {
            assigned: filled.map(|(known, blank)| known & blank).collect(),
            known,
            excluded,
            counts: Vec::new(),
        }
    }
}

/// Events of the core in the current cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoreEvents {
    /// The core starts to solve a board.
    pub launched: bool,
    /// Classic core: a visit has ended. Parallel core: at least one visit other than a first visit has ended. Clue core: a finding
    /// is on the bus, and no contradiction drops it. [`Probe`] includes the result, in a clue core from the next cycle on.
    pub visited: bool,
    /// The core has reached a verdict.
    pub decided: bool,
    /// Status code of the core, valid with `decided`.
    pub core_status: u8,
    /// The core is solving.
    pub solving: bool,
    /// A reply or the identity is being assembled; its last message is still to be transmitted when this becomes false.
    pub replying: bool,
    /// The core is reset.
    pub reset: bool,
}
