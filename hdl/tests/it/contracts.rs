//! The assertions of the Verilog, which the comments of ports state, hold in every cycle of boards, requests and noise, in every design;
//! and which memories are read while they are written.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use nonogram_netlist::ir::{self, Binary, Expr, Module, Netlist, SignalId, Unary};
use nonogram_protocol::{CoreKind, IDENTITY_REQUEST};
use nonogram_sim::simulation::Signal;
use nonogram_sim::{Drive, SimBoard};
use nonogram_test_support::replay::stimulus;
use nonogram_verilog::{BUILDS, Parameters, Top};

/// Cycles per design and kind of drive.
const CYCLES: usize = 20_000;

/// Valid boards, a rejected one, an identity request, noise, and a cut-off board, over and over.
fn stimulus(board: &SimBoard) -> Vec<u8> {
    let build = board.build();
    let of = |clues: &[Vec<usize>], check| stimulus::board(build, clues, clues, check);
    let plus = of(&[vec![1], vec![3], vec![1]], true);
    let ambiguous = of(&[vec![1], vec![1]], false);
    // A clue core meets a contradiction as it decides, and then probes.
    let probed = of(&[vec![2], vec![1], vec![3], vec![1, 2], vec![2]], false);
    // A linear congruential generator.
    let mut state: u32 = 5;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut bytes = Vec::new();
    for round in 0..30 {
        bytes.extend(plus.iter().chain(&ambiguous).chain(&IDENTITY_REQUEST));
        bytes.extend(&probed);
        bytes.extend(&plus[..round % plus.len()]);
        bytes.extend((0..round).map(|_| noise()));
        bytes.extend([0xe0, 0x06, 0xe0, 0x06, 0xe0, 0x06, 0, 0]);
    }
    bytes
}

/// Memories that are read while they are written. The word read is not used: in each simulation, this one included, it is the complement
/// of the old word. The memories of the planes have numbers, such as `rows_1`. docs/reference/store.md lists all memories.
const COLLIDING: [&str; 5] = [
    "core.lines.state.columns",
    "core.lines.state.columns_before",
    "core.lines.state.rows",
    "core.lines.state.rows_before",
    "core.search.solution_buffer.words",
];

/// A condition of an instance.
struct Condition<'a> {
    module: &'a Module,
    expr: Expr,
    /// The signals that it reads, each with its place among the values read in a cycle.
    places: HashMap<SignalId, usize>,
    /// Path of the instance.
    path: String,
}

impl fmt::Display for Condition<'_> {
    /// Prints the instance and the signals of the condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instance = self.path.trim_end_matches('.').rsplit('.').next();
        let mut signals: Vec<_> = self.places.iter().collect();
        signals.sort_by_key(|(_, place)| **place);
        let name =
            |(&signal, _): (&SignalId, &usize)| self.module.signals[signal as usize].name.clone();
        let names: Vec<_> = signals.into_iter().map(name).collect();
        write!(f, "{}: {}", instance.unwrap_or_default(), names.join(", "))
    }
}

impl Condition<'_> {
    /// Names of the signals of the module.
    fn signals(&self) -> Vec<&str> {
        (self.module.signals.iter().map(|signal| signal.name.as_str())).collect()
    }

    fn holds(&self, values: &[u64]) -> bool {
        self.evaluate(&self.expr, values)
    }

    /// Whether a condition `~a || b` depends on `b`.
    fn is_used(&self, values: &[u64]) -> bool {
        match &self.expr {
            Expr::Binary(Binary::LogicalOr, absent, _) => !self.evaluate(absent, values),
            _ => false,
        }
    }

    fn evaluate(&self, expr: &Expr, values: &[u64]) -> bool {
        let value = |signal| self.places.get(&signal).map(|&place| values[place]);
        let value = self.module.evaluate(expr, 1, &value);
        value.expect("known signals") != 0
    }
}

/// The conditions of the instances of a design, and the signals that they read.
struct Conditions<'a> {
    netlist: &'a Netlist,
    listed: HashMap<&'a str, &'a Signal>,
    assertions: Vec<Condition<'a>>,
    /// For each memory, that no word is read while it is written.
    apart: Vec<Condition<'a>>,
    read: Vec<&'a Signal>,
}

impl<'a> Conditions<'a> {
    fn of(netlist: &'a Netlist, listed: &'a [Signal]) -> Self {
        let listed = listed.iter().map(|signal| (signal.name.as_str(), signal));
        let mut found = Self {
            netlist,
            listed: listed.collect(),
            assertions: Vec::new(),
            apart: Vec::new(),
            read: Vec::new(),
        };
        found.add(0, "");
        found
    }

    /// Adds the conditions of an instance and of those below it.
    fn add(&mut self, number: u32, path: &str) {
        let module = &self.netlist.modules[number as usize];
        for expr in &module.assertions {
            let condition = self.condition(module, expr, path);
            self.assertions.push(condition);
        }
        if let Some(expr) = apart(module) {
            let condition = self.condition(module, &expr, path);
            self.apart.push(condition);
        }
        for instance in &module.instances {
            self.add(instance.module, &format!("{path}{}.", instance.name));
        }
    }

    fn condition(&mut self, module: &'a Module, expr: &Expr, path: &str) -> Condition<'a> {
        let mut signals = Vec::new();
        let assigned = ir::Statement::If(expr.clone(), Vec::new(), Vec::new());
        ir::visit(&[assigned], &mut signals, &mut Vec::new());
        let mut places = HashMap::new();
        for signal in signals {
            let name = format!("{path}{}", module.signals[signal as usize].name);
            places.insert(signal, self.read.len());
            let listed = self.listed.get(name.as_str());
            self.read.push(listed.unwrap_or_else(|| panic!("no signal {name}")));
        }
        Condition { module, expr: expr.clone(), places, path: path.to_owned() }
    }
}

/// Whether the ports of a memory are at different words; `None` if the module has no memory with a read enable.
fn apart(module: &Module) -> Option<Expr> {
    let port = |name: &str| {
        let is_it = |signal: &ir::Signal| signal.name == name;
        let id = module.signals.iter().position(is_it)?;
        Some(Box::new(Expr::Signal(id as SignalId)))
    };
    let not = |expr| Box::new(Expr::Unary(Unary::Not, expr));
    let idle =
        Expr::Binary(Binary::LogicalOr, not(port("read_enable")?), not(port("write_enable")?));
    let differ = Expr::Binary(Binary::Ne, port("read_address")?, port("write_address")?);
    Some(Expr::Binary(Binary::LogicalOr, idle.into(), differ.into()))
}

#[test]
fn assertions_hold_in_every_cycle() {
    // For each assertion, whether some design tests it: black-and-white boards do not use all ports.
    let mut tested_of = BTreeMap::new();
    for build in BUILDS {
        for (drive, top) in [(Drive::Bytes, Top::Stream), (Drive::Pins, Top::Uart)] {
            let netlist = build.netlist(top, &Parameters::default()).expect("a design");
            let mut board = SimBoard::new(build.name, drive).expect("in the table");
            let listed = board.design().simulation().signals();
            let Conditions { assertions, apart, read, .. } = Conditions::of(&netlist, &listed);
            let nets: Vec<usize> = read.into_iter().map(|signal| signal.net).collect();
            let mut bytes = stimulus(&board).into_iter().cycle();
            let mut happened = vec![false; assertions.len()];
            let mut collided = BTreeSet::new();
            for cycle in 0..CYCLES {
                let values = board.design().simulation().values(&nets);
                for (assertion, happened) in assertions.iter().zip(&mut happened) {
                    *happened |= assertion.is_used(&values);
                    let holds = assertion.holds(&values);
                    assert!(holds, "{} in cycle {cycle}: {assertion}", build.name);
                }
                let colliding = apart.iter().filter(|memory| !memory.holds(&values));
                collided.extend(colliding.map(|memory| {
                    let path = memory.path.trim_start_matches("solver.");
                    path.trim_end_matches(|end: char| {
                        end == '.' || end == '_' || end.is_ascii_digit()
                    })
                }));
                board.step(&mut || bytes.next()).expect("runs");
            }
            // One instance of a block may not use a signal that another one uses, such as the two sides of the parallel core.
            for assertion in &assertions {
                let tested = assertions.iter().zip(&happened).any(|(other, &happened)| {
                    happened
                        && other.expr == assertion.expr
                        && other.signals() == assertion.signals()
                });
                *tested_of.entry(assertion.to_string()).or_insert(false) |= tested;
            }
            let expected: &[&str] = match build.core() {
                CoreKind::Clue => &COLLIDING,
                CoreKind::Classic | CoreKind::Parallel => &[],
            };
            assert_eq!(collided.into_iter().collect::<Vec<_>>(), expected, "{}", build.name);
        }
    }
    tested_of.retain(|_, tested| !*tested);
    assert!(tested_of.is_empty(), "the stimulus does not test {tested_of:?}");
}
