//! The compiled simulation behaves like rust-hdl and like the printed Verilog.
//!
//! The comparison with rust-hdl detects each fault that is seeded into a design's netlist. A netlist of random modules, with memories and widths
//! of 1 to 64 bits, has the same outputs in the compiled simulation and, printed as Verilog, in Verilator.

use std::path::Path;

use nonogram_netlist::ir::{
    Binary, Expr, Instance, Kind, Lvalue, Memory, Module, Netlist, Process, Signal, SignalId,
    Statement, Unary,
};
use nonogram_netlist::tree::Source;
use nonogram_netlist::{elaborate, print, read, verilog};
use nonogram_sim::compiled::Machine;
use nonogram_sim::replay::stimulus::every_verdict;
use nonogram_sim::replay::{Recording, serial_inputs};
use nonogram_sim::tools::VERILATOR;
use nonogram_verilog::{Parameters, Top, build};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Seeds a fault into a statement; returns false if the fault does not apply to it.
type Seed = fn(&mut Statement) -> bool;

/// Replaces the first operator of a kind in an assignment's value; searches only nested binary expressions and parentheses.
fn operator(statement: &mut Statement, from: Binary, to: Binary) -> bool {
    fn change(expr: &mut Expr, from: Binary, to: Binary) -> bool {
        match expr {
            Expr::Binary(operator, ..) if *operator == from => {
                *operator = to;
                true
            }
            Expr::Binary(_, left, right) => change(left, from, to) || change(right, from, to),
            Expr::Paren(inner) => change(inner, from, to),
            _ => false,
        }
    }
    match statement {
        Statement::Assign(_, value) => change(value, from, to),
        _ => false,
    }
}

/// Removes the only statement in the first branch of a conditional statement.
fn effect(statement: &mut Statement) -> bool {
    match statement {
        Statement::If(_, then, _) if then.len() == 1 => {
            then.clear();
            true
        }
        _ => false,
    }
}

/// Seeds a fault into the first of these statements, or of the statements inside them, that it applies to.
fn spoil_first(statements: &mut [Statement], seed: Seed) -> bool {
    statements.iter_mut().any(|statement| {
        seed(statement)
            || match statement {
                Statement::If(_, then, otherwise) => {
                    spoil_first(then, seed) || spoil_first(otherwise, seed)
                }
                Statement::Case(_, cases) => {
                    let mut cases = cases.iter_mut();
                    cases.any(|(_, statements)| spoil_first(statements, seed))
                }
                Statement::Assign(..) => false,
            }
    })
}

/// Seeds a fault into the instance at `path`.
fn spoil(netlist: &mut Netlist, path: &str, seed: Seed) {
    let numbers = 0..netlist.modules.len() as u32;
    let number = numbers.clone().find(|&number| netlist.path(number) == path);
    let module = &mut netlist.modules[number.expect("an instance") as usize];
    let spoiled = module.processes.iter_mut().any(|process| {
        let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
        spoil_first(statements, seed)
    });
    assert!(spoiled, "{path}: the fault applies to no statement");
}

#[test]
fn five_seeded_faults_are_found() {
    let faults: [(&str, Seed); 5] = [
        ("uart_tx.", |statement| operator(statement, Binary::Add, Binary::Sub)),
        ("solver.assembler.sender.", |statement| operator(statement, Binary::And, Binary::Or)),
        ("solver.core.cells.", effect),
        ("solver.framer.sum.", |statement| operator(statement, Binary::Xor, Binary::Or)),
        ("solver.core.visitor.", |statement| operator(statement, Binary::And, Binary::Or)),
    ];
    let build = build("classic11").expect("in the table");
    let recording = Recording::new(build, serial_inputs(every_verdict(build), 1_000));
    let whole = build.netlist(Top::Uart, &Parameters::default().fast()).expect("a netlist");
    assert!(recording.compiled(whole.clone()).is_ok());
    for (path, seed) in faults {
        let mut netlist = whole.clone();
        spoil(&mut netlist, path, seed);
        assert!(recording.compiled(netlist).is_err(), "{path}: the fault is not found");
    }
}

/// Number of random modules.
const MODULES: u32 = 24;
const CYCLES: usize = 200;
/// Widths of the top's inputs, which all modules share.
const INPUTS: [u32; 6] = [64, 1, 32, 33, 7, 17];

/// Generates a random module.
struct Maker {
    random: ChaCha8Rng,
    module: Module,
    /// Signals that expressions can read.
    seen: Vec<SignalId>,
}

impl Maker {
    fn signal(&mut self, name: String, width: u32, kind: Kind) -> SignalId {
        self.module.signals.push(Signal { name, width, kind, states: Vec::new() });
        self.module.signals.len() as SignalId - 1
    }

    fn width(&mut self) -> u32 {
        match self.random.random_range(0..4) {
            0 => self.random.random_range(1..4),
            1 => *[8, 16, 31, 32, 33, 63, 64].choose(&mut self.random).expect("one"),
            _ => self.random.random_range(1..65),
        }
    }

    fn width_of(&self, signal: SignalId) -> u32 {
        self.module.signals[signal as usize].width
    }

    fn seen(&mut self) -> SignalId {
        *self.seen.choose(&mut self.random).expect("an input")
    }

    fn boxed(&mut self, depth: u32) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    /// An expression whose value is below `2^bits`.
    fn below(&mut self, bits: u32, depth: u32) -> Box<Expr> {
        Box::new(Expr::Cast(self.boxed(depth), bits))
    }

    /// An unsigned expression with every bit defined, in parentheses if it has an operator.
    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return match self.random.random_range(0..4) {
                0 => {
                    let width = self.width();
                    Expr::Literal(self.random.random::<u64>() >> (64 - width), width)
                }
                _ => Expr::Signal(self.seen()),
            };
        }
        let depth = depth - 1;
        let expr = match self.random.random_range(0..12) {
            0..5 => {
                let operator = *Binary::ALL.choose(&mut self.random).expect("one");
                if let Binary::Div | Binary::Rem | Binary::Power = operator {
                    // Only constants are divided.
                    return self.expr(depth);
                }
                let right = match operator {
                    Binary::Shl | Binary::Shr => self.below(7, depth),
                    _ => self.boxed(depth),
                };
                Expr::Binary(operator, self.boxed(depth), right)
            }
            5 | 6 => {
                let operator = *Unary::ALL.choose(&mut self.random).expect("one");
                Expr::Unary(operator, self.boxed(depth))
            }
            7 => Expr::If(self.boxed(depth), self.boxed(depth), self.boxed(depth)),
            8 => return self.part(depth),
            9 => {
                let word = self.seen();
                let index = self.random.random_range(0..self.width_of(word));
                let bit = match self.width_of(word) {
                    1 => Expr::Signal(word),
                    _ => Expr::Index(Expr::Signal(word).into(), Expr::Number(0).into()),
                };
                let index = Expr::Number(index.into());
                return Expr::Replace(Expr::Signal(word).into(), index.into(), bit.into());
            }
            10 => {
                let words = [(); 2].map(|()| self.seen());
                if words.iter().map(|&word| self.width_of(word)).sum::<u32>() > 64 {
                    return Expr::Signal(words[0]);
                }
                return Expr::Concat(words.map(Expr::Signal).to_vec());
            }
            _ => {
                let width = self.width();
                return Expr::Cast(self.boxed(depth), width);
            }
        };
        Expr::Paren(expr.into())
    }

    /// One or several bits of a signal, all within its width.
    fn part(&mut self, depth: u32) -> Expr {
        let word = self.seen();
        let all = self.width_of(word);
        if all == 1 {
            // Verilog has no bit select of a scalar.
            return Expr::Signal(word);
        }
        let bits = all.ilog2();
        if self.random.random() {
            let index = self.below(bits, depth);
            return Expr::Index(Expr::Signal(word).into(), index);
        }
        let width = self.random.random_range(1..all + 1);
        let offset = self.random.random_range(0..all - width + 1);
        let offset = Expr::Number(offset.into());
        Expr::Slice(Expr::Signal(word).into(), offset.into(), width)
    }

    fn assign(&mut self, target: SignalId, depth: u32) -> Statement {
        Statement::Assign(Lvalue::Signal(target), self.expr(depth))
    }

    /// A conditional statement that assigns one or two of these signals in each branch.
    fn choices(&mut self, targets: &[SignalId]) -> Statement {
        let some = |maker: &mut Self| {
            let count = maker.random.random_range(1..3);
            let targets: Vec<SignalId> =
                targets.choose_multiple(&mut maker.random, count).copied().collect();
            let assignments = targets.iter().map(|&target| maker.assign(target, 2));
            assignments.collect::<Vec<_>>()
        };
        if self.random.random() {
            let (then, otherwise) = (some(self), some(self));
            return Statement::If(self.expr(2), then, otherwise);
        }
        let selector = *self.below(2, 1);
        let mut cases: Vec<_> =
            (0..3).map(|number| (Some(Expr::Literal(number, 2)), some(self))).collect();
        cases.push((None, some(self)));
        Statement::Case(selector, cases)
    }

    fn make(seed: u64) -> Module {
        let mut maker = Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            module: Module::default(),
            seen: Vec::new(),
        };
        maker.signal("clock".to_owned(), 1, Kind::Clock);
        for (number, width) in INPUTS.into_iter().enumerate() {
            let input = maker.signal(format!("i{number}"), width, Kind::Input);
            maker.seen.push(input);
        }
        let registers: Vec<SignalId> = (0..4)
            .map(|number| {
                let width = maker.width();
                maker.signal(format!("r{number}"), width, Kind::Hidden)
            })
            .collect();
        maker.seen.extend(&registers);
        let (bits, width) = (maker.random.random_range(1..5), maker.width());
        maker.module.memories.push(Memory {
            name: "words".to_owned(),
            width,
            words: 1 << bits,
            poisons: false,
        });
        let mut statements = Vec::new();
        let mut locals = Vec::new();
        for number in 0..6 {
            let width = maker.width();
            let local = maker.signal(format!("l{number}"), width, Kind::Local);
            let value = match number {
                0 => Expr::Word(0, maker.below(bits, 1)),
                _ => maker.expr(3),
            };
            statements.push(Statement::Assign(Lvalue::Signal(local), value));
            maker.seen.push(local);
            locals.push(local);
        }
        for _ in 0..4 {
            statements.push(maker.choices(&locals));
        }
        for number in 0..3 {
            let width = maker.width();
            let output = maker.signal(format!("o{number}"), width, Kind::Output);
            statements.push(maker.assign(output, 3));
        }
        maker.module.processes.push(Process::Combinational(statements));
        let driven = [0, 2, 3].map(|number| registers[number]);
        let mut clocked: Vec<Statement> =
            driven.iter().map(|&register| maker.assign(register, 3)).collect();
        clocked.push(maker.choices(&registers));
        clocked.push(Statement::Assign(
            Lvalue::Signal(registers[1]),
            Expr::Word(0, maker.below(bits, 1)),
        ));
        let low = maker.random.random_range(0..width);
        for (low, width) in [(0, width), (low, width - low)] {
            let word = Lvalue::Word(0, *maker.below(bits, 1), low, width);
            let write = Statement::Assign(word, maker.expr(2));
            clocked.push(Statement::If(maker.expr(2), vec![write], Vec::new()));
        }
        maker.module.processes.push(Process::Clocked(clocked));
        let initial = maker.random.random::<u64>() >> (64 - maker.width_of(registers[2]));
        maker.module.initial.push((registers[2], initial));
        for register in [registers[0], registers[1], registers[3]] {
            maker.module.initial.push((register, 0));
        }
        maker.module
    }
}

/// A netlist of random modules, under a top whose inputs drive all of them.
fn netlist() -> Netlist {
    let mut top = Module::default();
    let signal = |name: String, width, kind| Signal { name, width, kind, states: Vec::new() };
    top.signals.push(signal("clock".to_owned(), 1, Kind::Clock));
    for (number, width) in INPUTS.into_iter().enumerate() {
        top.signals.push(signal(format!("i{number}"), width, Kind::Input));
    }
    let mut statements = Vec::new();
    let mut modules = vec![Module::default()];
    for number in 0..MODULES {
        let module = Maker::make(number.into());
        for (port, id) in module.signals.iter().zip(0..) {
            if !matches!(port.kind, Kind::Input | Kind::Output | Kind::Clock) {
                continue;
            }
            let own = top.signals.len() as SignalId;
            top.signals.push(signal(
                format!("m{number}${}", port.name),
                port.width,
                Kind::Port(number, id),
            ));
            if port.kind != Kind::Output {
                // The ports are in the order of the top's inputs.
                statements.push(Statement::Assign(Lvalue::Signal(own), Expr::Signal(id)));
            }
        }
        top.instances.push(Instance {
            name: format!("m{number}"),
            module: number + 1,
            parameters: Vec::new(),
        });
        modules.push(module);
    }
    let connections = statements.into_iter();
    top.processes.extend(connections.map(|each| Process::Combinational(vec![each])));
    modules[0] = top;
    Netlist { modules }
}

fn printed(netlist: &Netlist) -> String {
    let name = |number: u32| match number {
        0 => "top".to_owned(),
        number => format!("made{number}"),
    };
    let numbers = 0..netlist.modules.len() as u32;
    print::source(&Source {
        modules: numbers.map(|number| verilog::module(netlist, number, &name)).collect(),
        end: Vec::new(),
    })
}

/// The outputs of all modules, by their names in the Verilog.
fn outputs() -> impl Iterator<Item = String> {
    (0..MODULES).flat_map(|module| (0..3).map(move |output| format!("m{module}.o{output}")))
}

/// The output of the Verilog: one line of numbers per cycle.
fn under_verilator(text: &str, stimulus: &[[u64; INPUTS.len()]], work: &Path) -> String {
    let words: String = stimulus.iter().flatten().map(|word| format!("{word:x}\n")).collect();
    std::fs::write(work.join("stimulus.mem"), words).expect("a file");
    let count = INPUTS.len();
    let inputs: String = (0..count)
        .map(|input| {
            format!(".i{input}(stimulus[{count} * clocks + {input}][{}:0]), ", INPUTS[input] - 1)
        })
        .collect();
    let shown: String = outputs().map(|name| format!(", uut.{name}")).collect();
    let format: String = outputs().map(|_| "%h ").collect();
    let bench = format!(
        "module testbench;
    reg [63:0] stimulus [0:{last}];
    reg clock = 0;
    integer clocks = 0;
    top uut({inputs}.clock(clock));
    initial begin
        $readmemh(\"stimulus.mem\", stimulus);
        #10;
        for (clocks = 0; clocks < {CYCLES}; clocks = clocks + 1) begin
            #5 $display(\"{format}\"{shown});
            clock = 1;
            #5 clock = 0;
        end
        $finish(0);
    end
endmodule
",
        last = stimulus.len() * count - 1,
    );
    std::fs::write(work.join("bench.v"), bench).expect("a file");
    std::fs::write(work.join("design.sv"), text).expect("a file");
    let verilator = VERILATOR.find().unwrap_or_else(|error| panic!("{error}"));
    let arguments = "--binary --timing -O0 -MAKEFLAGS OPT_FAST=-O0 -Wno-fatal -Wno-lint -Wno-style --x-initial 0 \
                     --top-module testbench bench.v design.sv";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let compiled = verilator.call(&arguments, work);
    compiled.unwrap_or_else(|error| panic!("{error}"));
    let program = std::process::Command::new(work.join("obj_dir/Vtestbench"))
        .current_dir(work)
        .output()
        .expect("the simulation runs");
    String::from_utf8(program.stdout).expect("text")
}

#[test]
fn random_modules_match_verilator() {
    let netlist = netlist();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let stimulus: Vec<[u64; INPUTS.len()]> =
        (0..CYCLES).map(|_| INPUTS.map(|width| random.random::<u64>() >> (64 - width))).collect();
    let work = tempfile::tempdir().expect("a folder");
    let text = printed(&netlist);
    let expected = under_verilator(&text, &stimulus, work.path());
    let expected: Vec<&str> = expected.lines().filter(|line| !line.starts_with('-')).collect();
    assert_eq!(expected.len(), CYCLES);
    let signals: Vec<_> = outputs().map(|name| netlist.signal(&name).expect("an output")).collect();
    compare(netlist, &signals, &expected, &stimulus);
    // The netlist that is read from the text behaves in the same way.
    let source = read::source(&text).expect("the printed text");
    let netlist = elaborate::netlist(&source, "top", &[]).expect("a netlist");
    let signals: Vec<_> = outputs().map(|name| netlist.signal(&name).expect("an output")).collect();
    compare(netlist, &signals, &expected, &stimulus);
}

/// Compares the outputs of all modules with the lines of numbers that Verilator printed.
fn compare(
    netlist: Netlist,
    signals: &[(u32, SignalId)],
    expected: &[&str],
    stimulus: &[[u64; INPUTS.len()]],
) {
    let mut machine = Machine::new(netlist, &[], &[]).expect("a machine");
    let shown = machine.prepare(signals).expect("signals");
    for (clock, (line, inputs)) in expected.iter().zip(stimulus).enumerate() {
        for (input, &value) in inputs.iter().enumerate() {
            machine.set(input + 1, value);
        }
        machine.settle();
        let words = line.split_whitespace();
        let words: Vec<u64> =
            words.map(|word| u64::from_str_radix(word, 16).expect("digits")).collect();
        for ((name, found), &word) in outputs().zip(machine.show(&shown)).zip(&words) {
            assert_eq!(found, word, "cycle {clock}: {name}");
        }
        machine.rise();
    }
}
