//! The design of a build in the compiled simulation.
//! Interface: [`CompiledDesign::new`]. [`Names`] has the netlist paths of the signals and memories that the observers of a board read. In waveforms, signals whose values are in the same word of the machine are one net.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use nonogram_netlist::ir::{Kind, Netlist, SignalId};
use nonogram_protocol::CoreKind;
use nonogram_puzzles::Line;
use nonogram_verilog::{Build, Top};

use super::{CompileError, Machine, Place, Shown};
use crate::design::{Beat, CoreEvents, Design, Listed, PinDesign, Probe, StreamDesign, lines};
use crate::search::steps::paths;
use crate::search::{Signals, Sizes};
use crate::signals::short_state;

/// A running design of a build.
pub struct CompiledDesign {
    machine: RefCell<Machine>,
    build: &'static Build,
    top: Top,
    events: [Place; EVENTS],
    ending: Vec<Place>,
    /// The signals of [`Design::observed`].
    observed: Vec<Place>,
    cells: Vec<Place>,
    memories: Vec<String>,
    status: Place,
    inputs: Inputs,
    outputs: Outputs,
    /// The modules whose changes are reported; `None` for a block that the design does not have.
    counted: RefCell<Vec<Option<u32>>>,
    /// What waveforms contain, prepared on first use.
    waves: OnceCell<Waves>,
}

/// Numbers of the top's inputs; inputs that a design lacks are never set.
#[derive(Default)]
struct Inputs {
    reset: usize,
    locked: usize,
    rx: usize,
    aresetn: usize,
    s_tvalid: usize,
    s_tdata: usize,
    s_tlast: usize,
    s_tuser: usize,
    m_tready: usize,
}

impl Inputs {
    fn of(machine: &Machine) -> Self {
        let input = |name| machine.input(name).unwrap_or_default();
        Self {
            reset: input("reset"),
            locked: input("locked"),
            rx: input("rx"),
            aresetn: input("aresetn"),
            s_tvalid: input("s_axis_tvalid"),
            s_tdata: input("s_axis_tdata"),
            s_tlast: input("s_axis_tlast"),
            s_tuser: input("s_axis_tuser"),
            m_tready: input("m_axis_tready"),
        }
    }
}

/// Places of the top's outputs; outputs that a design lacks are never read.
#[derive(Default)]
struct Outputs {
    tx: Place,
    s_tready: Place,
    m_tvalid: Place,
    m_tdata: Place,
    m_tlast: Place,
}

impl CompiledDesign {
    /// The design of a build from its netlist below this top, after power-on.
    ///
    /// # Errors
    /// The netlist cannot be simulated, or lacks a signal or memory that observers read.
    pub fn new(build: &'static Build, netlist: Netlist, top: Top) -> Result<Self, CompileError> {
        let Names { events, ending, observed, cells, memories } = Names::of(build, top);
        let signals = [&events[..], &ending, &observed, &cells].concat();
        let signals: Vec<&str> = signals.iter().map(String::as_str).collect();
        let stored: Vec<&str> = memories.iter().map(String::as_str).collect();
        let mut machine = Machine::new(netlist, &signals, &stored)?;
        let inputs = Inputs::of(&machine);
        let mut place = |path: &str| {
            let place = machine.place(path);
            place.ok_or_else(|| CompileError::Missing(path.to_owned()))
        };
        let outputs = match top {
            Top::Uart => Outputs { tx: place("tx")?, ..Outputs::default() },
            Top::Stream => Outputs {
                s_tready: place("s_axis_tready")?,
                m_tvalid: place("m_axis_tvalid")?,
                m_tdata: place("m_axis_tdata")?,
                m_tlast: place("m_axis_tlast")?,
                ..Outputs::default()
            },
        };
        let status = place("status")?;
        let mut places = |paths: &[String]| -> Result<Vec<Place>, CompileError> {
            paths.iter().map(|path| place(path)).collect()
        };
        let (events, ending) = (places(&events)?, places(&ending)?);
        let (observed, cells) = (places(&observed)?, places(&cells)?);
        let mut design = Self {
            machine: RefCell::new(machine),
            build,
            top,
            events: events.try_into().unwrap_or_default(),
            ending,
            observed,
            cells,
            memories,
            status,
            inputs,
            outputs,
            counted: RefCell::default(),
            waves: OnceCell::new(),
        };
        match top {
            Top::Uart => {
                design.machine.get_mut().set(design.inputs.locked, 1);
                design.set_rx(true);
            }
            Top::Stream => design.set_reset(false),
        }
        design.settle();
        Ok(design)
    }

    fn get(&self, place: Place) -> u64 {
        self.machine.borrow().get(place)
    }
}

impl Design for CompiledDesign {
    fn list(&self) -> Vec<Listed> {
        self.waves().listed.clone()
    }

    fn read(&self, values: &mut Vec<u64>) {
        let Waves { shown, nets, .. } = self.waves();
        let mut machine = self.machine.borrow_mut();
        machine.refresh(shown);
        values.clear();
        values.extend(nets.iter().map(|&place| machine.get(place)));
    }

    fn settle(&mut self) -> bool {
        self.machine.get_mut().settle();
        true
    }

    fn rise(&mut self) -> bool {
        self.machine.get_mut().rise();
        true
    }

    fn set_reset(&mut self, level: bool) {
        let (input, level) = match self.top {
            Top::Uart => (self.inputs.reset, level),
            Top::Stream => (self.inputs.aresetn, !level),
        };
        self.machine.get_mut().set(input, level.into());
    }

    fn events(&self) -> CoreEvents {
        let machine = self.machine.borrow();
        let [launched, visited, decided, status, solving, replying, reset] =
            self.events.map(|place| machine.get(place));
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

    fn ending(&self) -> [u64; 2] {
        let signals = self.observed().and_then(|(sizes, values)| Signals::of(sizes, &values));
        if let Some((line, _)) = signals.and_then(|signals| signals.finding) {
            return match line {
                Line::Row(row) => lines(false, row),
                Line::Column(column) => lines(true, column),
            };
        }
        let words = self.ending.iter().map(|&place| self.get(place));
        Self::lines(&words.collect::<Vec<_>>())
    }

    fn probe(&self) -> Probe {
        let machine = self.machine.borrow();
        let memories = self.memories.iter();
        let memories: Vec<&[u64]> = memories.filter_map(|path| machine.memory(path)).collect();
        if self.build.core() == CoreKind::Clue {
            return Probe::of_planes(&memories, self.build.colours(), self.build.side());
        }
        let cells: Vec<u64> = self.cells.iter().map(|&place| machine.get(place)).collect();
        let (known, assigned) = cells.split_at(self.build.side());
        Probe {
            known: known.to_vec(),
            assigned: assigned.to_vec(),
            counts: self.counts(&memories),
            ..Probe::default()
        }
    }

    fn status(&self) -> u8 {
        self.get(self.status) as u8
    }

    fn observed(&self) -> Option<(Sizes, Vec<u64>)> {
        let machine = self.machine.borrow();
        let values = self.observed.iter().map(|&place| machine.get(place));
        Some((sizes(self.build), values.collect()))
    }

    fn count_changes(&self, blocks: &[String]) {
        let mut machine = self.machine.borrow_mut();
        machine.count_changes(!blocks.is_empty());
        let module = |path: &String| module(machine.netlist(), path);
        self.counted.replace(blocks.iter().map(module).collect());
    }

    fn reset_changes(&self) {
        self.machine.borrow_mut().reset_changes();
    }

    fn changes(&self) -> Vec<u64> {
        let machine = self.machine.borrow();
        let count = |module: u32| machine.changes().get(module as usize).copied();
        let counted = self.counted.borrow();
        let counts = counted.iter().map(|module| module.and_then(count));
        counts.map(Option::unwrap_or_default).collect()
    }
}

impl PinDesign for CompiledDesign {
    fn set_rx(&mut self, level: bool) {
        self.machine.get_mut().set(self.inputs.rx, level.into());
    }

    fn tx(&self) -> bool {
        self.get(self.outputs.tx) != 0
    }
}

impl StreamDesign for CompiledDesign {
    fn offer(&mut self, beat: Option<Beat>) {
        let Beat { byte, last, damaged } = beat.unwrap_or_default();
        let machine = self.machine.get_mut();
        machine.set(self.inputs.s_tvalid, beat.is_some().into());
        machine.set(self.inputs.s_tdata, byte.into());
        machine.set(self.inputs.s_tlast, last.into());
        machine.set(self.inputs.s_tuser, damaged.into());
    }

    fn takes(&self) -> bool {
        self.get(self.outputs.s_tready) != 0
    }

    fn set_ready(&mut self, ready: bool) {
        let machine = self.machine.get_mut();
        machine.set(self.inputs.m_tready, ready.into());
    }

    fn sends(&self) -> Option<Beat> {
        let sends = self.get(self.outputs.m_tvalid) != 0;
        sends.then(|| Beat {
            byte: self.get(self.outputs.m_tdata) as u8,
            last: self.get(self.outputs.m_tlast) != 0,
            damaged: false,
        })
    }
}

/// The module at an instance path; `None` if there is no such instance.
fn module(netlist: &Netlist, path: &str) -> Option<u32> {
    path.split('.').try_fold(0, |module, name| {
        let mut instances = netlist.modules[module as usize].instances.iter();
        let found = instances.find(|instance| instance.name == name);
        found.map(|instance| instance.module)
    })
}

/// What waveforms contain.
struct Waves {
    listed: Vec<Listed>,
    /// The signals of the source.
    shown: Shown,
    /// The places of the nets. A place of signals that differ in width or states has several nets.
    nets: Vec<Place>,
}

/// Lists the signals of the source in a module and below it, in the order of the hierarchy, with their numbers in `signals` instead of nets.
fn list(
    netlist: &Netlist,
    (name, module): (&str, u32),
    listed: &mut Vec<Listed>,
    signals: &mut Vec<(u32, SignalId)>,
) {
    let own = &netlist.modules[module as usize];
    listed.push(Listed::Scope(name.to_owned()));
    for (signal, id) in own.signals.iter().zip(0..).filter(|(signal, _)| is_shown(signal.kind)) {
        listed.push(Listed::Signal {
            name: signal.name.clone(),
            width: signal.width as usize,
            states: signal.states.iter().map(|name| short_state(name)).collect(),
            net: signals.len(),
        });
        signals.push((module, id));
    }
    for instance in &own.instances {
        list(netlist, (&instance.name, instance.module), listed, signals);
    }
    listed.push(Listed::End);
}

impl CompiledDesign {
    fn waves(&self) -> &Waves {
        self.waves.get_or_init(|| {
            let mut machine = self.machine.borrow_mut();
            let (mut listed, mut signals) = (Vec::new(), Vec::new());
            list(machine.netlist(), ("top", 0), &mut listed, &mut signals);
            let shown = machine.prepare(&signals);
            let shown = shown.unwrap_or_else(|error| panic!("a signal cannot be shown: {error}"));
            let places: Vec<Place> = shown.places().collect();
            let (mut nets, mut numbers) = (Vec::new(), HashMap::new());
            for entry in &mut listed {
                if let Listed::Signal { width, states, net, .. } = entry {
                    let place = places[*net];
                    *net = *numbers.entry((place, *width, states.clone())).or_insert_with(|| {
                        nets.push(place);
                        nets.len() - 1
                    });
                }
            }
            Waves { listed, shown, nets }
        })
    }
}

/// Whether a signal exists in the source and is not a constant; a port of an instance is shown in the instance's module.
fn is_shown(kind: Kind) -> bool {
    !matches!(kind, Kind::Constant(_) | Kind::Parameter | Kind::Hidden | Kind::Port(..))
}

/// Width of a line's position on the buses of a core, in bits; the next bit is set for a column.
const POSITION: usize = 5;

/// Number of event signals, which every core has.
const EVENTS: usize = 7;

/// The signals and memories that the observers of a board read, as paths.
struct Names {
    /// Launched, visited, decided, status of the core, solving, replying, reset of the core.
    events: Vec<String>,
    /// The signals from which [`CompiledDesign::lines`] derives the lines whose visits end; none in a clue core.
    ending: Vec<String>,
    /// The signals from which the steps of a clue core are derived; none in an option core.
    observed: Vec<String>,
    /// The registers `known` of all rows, then the registers `assigned`; none in a clue core.
    cells: Vec<String>,
    /// What a clue core stores of the rows: known and filled cells, or with several colours the excluded values; in an option core the option
    /// counts, rows first.
    memories: Vec<String>,
}

impl Names {
    /// The names of a build below this top.
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
        let (observed, cells) = match build.core() {
            CoreKind::Clue => (paths(sizes(build)), Vec::new()),
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
            events: events.iter().map(|name| full(name)).collect(),
            ending: ending.iter().map(|name| full(name)).collect(),
            observed: observed.iter().map(|path| full(&format!("core.{path}"))).collect(),
            cells: cells.iter().map(|name| full(name)).collect(),
            memories: memories.iter().map(|name| full(name)).collect(),
        }
    }
}

/// The sizes of a clue core.
fn sizes(build: &Build) -> Sizes {
    Sizes { engines: build.lanes(), colours: build.colours() }
}

impl CompiledDesign {
    /// The rows and the columns whose visits end, one bit per line, from the values of [`Names::ending`].
    fn lines(words: &[u64]) -> [u64; 2] {
        match *words {
            [1, line] => {
                let (column, position) = (line >> POSITION, line % (1 << POSITION));
                lines(column != 0, position as usize)
            }
            [row, rows, column, columns] => [row * rows, column * columns],
            _ => [0; 2],
        }
    }

    /// The option counts, rows first, from the words of [`Names::memories`].
    fn counts(&self, memories: &[&[u64]]) -> Vec<u32> {
        let (side, columns) = (self.build.side(), 1 << POSITION);
        match self.build.core() {
            CoreKind::Classic => {
                let lines = (0..side).chain(columns..columns + side);
                lines.map(|line| memories[0][line] as u32).collect()
            }
            CoreKind::Parallel => {
                let count = |lanes: &[&[u64]], line: usize| {
                    lanes.iter().map(|words| words[line] as u32).sum()
                };
                let of_lines = |lanes| (0..side).map(move |line| count(lanes, line));
                memories.chunks(self.build.lanes()).flat_map(of_lines).collect()
            }
            CoreKind::Clue => Vec::new(),
        }
    }
}
