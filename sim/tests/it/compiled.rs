//! The compiled simulation behaves like the Verilog: random modules, with memories and widths of 1 to 64 bits, have the same outputs in it and in
//! Verilator, and each fault that is seeded into a design's Verilog is found.

use nonogram_netlist::ir::{Binary, Unary};
use nonogram_netlist::{elaborate, read};
use nonogram_sim::bench::{self, Bench};
use nonogram_sim::compiled::Machine;
use nonogram_sim::tools::Simulator;
use nonogram_test_support::replay::stimulus::every_verdict;
use nonogram_test_support::replay::{Recording, serial_inputs};
use nonogram_verilog::{Parameters, Top, build, netlist_of};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn five_seeded_faults_are_found() {
    let build = build("classic11").expect("in the table");
    let recording = Recording::new(build, serial_inputs(every_verdict(build), 1_000));
    let run = |text: &str| {
        let netlist = netlist_of(text, Top::Uart, &Parameters::default().fast());
        recording.compiled(netlist.expect("a netlist"))
    };
    assert!(run(build.text).is_ok());
    // In the first place of a module, the first text is replaced by the second one.
    for (module, good, bad) in [
        ("uart_tx", " + ", " - "),
        ("message_tx", " && ", " || "),
        ("board_cells", "if (", "if (1'b0 && "),
        ("crc13", " ^ ", " | "),
        ("visitor", " && ", " || "),
    ] {
        let head = format!("\nmodule nonogram_classic11_{module}");
        let (before, after) = build.text.split_once(&head).expect("one module");
        let faulty = after.replacen(good, bad, 1);
        assert_ne!(faulty, after);
        assert!(
            run(&[before, &head, &faulty].concat()).is_err(),
            "{module}: the fault is not found"
        );
    }
}

#[test]
fn a_bit_with_two_drivers_is_refused() {
    let compile = |low: u32| {
        let text = format!(
            "module top(output logic [3:0] word); assign word[1:0] = 2'd1; assign word[3:{low}] = 1'b1; endmodule"
        );
        let source = read::source(&text).expect("Verilog");
        Machine::new(elaborate::netlist(&source, "top", &[]).expect("a netlist"), &[], &[])
            .map(drop)
    };
    assert_eq!(compile(2), Ok(()));
    let error = compile(1).expect_err("bit 1 has two drivers");
    assert_eq!(error.to_string(), "word has two drivers");
}

/// Number of random modules.
const MODULES: u64 = 24;
const CYCLES: usize = 200;
/// Widths of the top's inputs, which all modules share.
const INPUTS: [u32; 6] = [64, 1, 32, 33, 7, 17];
/// Outputs of a module.
const OUTPUTS: usize = 3;

/// Writes a random module.
struct Maker {
    random: ChaCha8Rng,
    /// The signals that expressions can read, with their widths.
    seen: Vec<(String, u32)>,
}

impl Maker {
    fn width(&mut self) -> u32 {
        match self.random.random_range(0..4) {
            0 => self.random.random_range(1..4),
            1 => *[8, 16, 31, 32, 33, 63, 64].choose(&mut self.random).expect("one"),
            _ => self.random.random_range(1..65),
        }
    }

    fn seen(&mut self) -> (String, u32) {
        self.seen.choose(&mut self.random).expect("an input").clone()
    }

    /// A number of this width.
    fn number(&mut self, width: u32) -> String {
        format!("{width}'h{:x}", self.random.random::<u64>() >> (64 - width))
    }

    /// An expression whose value is below `2^bits`. In braces it has its own width; without them, Verilator 5.006 and Icarus Verilog 11 give it
    /// that of the cast.
    fn below(&mut self, bits: u32, depth: u32) -> String {
        format!("{bits}'({{{}}})", self.expr(depth))
    }

    /// An unsigned expression with every bit defined, in brackets if it has an operator.
    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 {
            if self.random.random_range(0..4) == 0 {
                let width = self.width();
                return self.number(width);
            }
            return self.seen().0;
        }
        let depth = depth - 1;
        match self.random.random_range(0..12) {
            0..5 => {
                // The others have constants as operands.
                let operators = Binary::all().filter(|operator| {
                    !matches!(operator, Binary::Div | Binary::Rem | Binary::Power)
                });
                let operators: Vec<_> = operators.collect();
                let operator = *operators.choose(&mut self.random).expect("one");
                let left = self.expr(depth);
                let right = match operator {
                    Binary::Shl | Binary::Shr => self.below(7, depth),
                    _ => self.expr(depth),
                };
                format!("({left} {} {right})", operator.symbol())
            }
            5 | 6 => {
                let operators: Vec<_> = Unary::all().collect();
                let operator = operators.choose(&mut self.random).expect("one");
                format!("({}{})", operator.symbol(), self.expr(depth))
            }
            7 => {
                let [condition, then, otherwise] = [(); 3].map(|()| self.expr(depth));
                format!("({condition} ? {then} : {otherwise})")
            }
            8 | 9 => self.part(depth),
            10 => {
                let [(one, width), (other, more)] = [(); 2].map(|()| self.seen());
                if width + more > 64 { one } else { format!("{{{one}, {other}}}") }
            }
            _ => {
                let width = self.width();
                self.below(width, depth)
            }
        }
    }

    /// One or several bits of a signal, all within its width.
    fn part(&mut self, depth: u32) -> String {
        let (word, all) = self.seen();
        if all == 1 {
            // Verilog has no bit select of a scalar.
            return word;
        }
        if self.random.random() {
            return format!("{word}[{}]", self.below(all.ilog2(), depth));
        }
        let width = self.random.random_range(1..=all);
        let low = self.random.random_range(0..=all - width);
        format!("{word}[{}:{low}]", low + width - 1)
    }

    /// A statement that assigns one or two of these signals, or one of their bits, in each branch of a condition or selection.
    fn choices(&mut self, targets: &[(String, u32)], assign: &str) -> String {
        let mut some = || {
            let mut text = String::new();
            for _ in 0..self.random.random_range(1..3) {
                let (target, width) = targets.choose(&mut self.random).expect("one");
                let bit = match width {
                    2.. if self.random.random_ratio(1, 4) => {
                        format!("[{}]", self.below(width.ilog2(), 1))
                    }
                    _ => String::new(),
                };
                text += &format!(" {target}{bit} {assign} {};", self.expr(2));
            }
            format!("begin{text} end")
        };
        let [one, two, three, four] = [(); 4].map(|()| some());
        if self.random.random() {
            return format!("if ({}) {one} else {two}\n", self.expr(2));
        }
        let selector = self.below(2, 1);
        format!("case ({selector}) 2'd0: {one} 2'd1: {two} 2'd2: {three} default: {four} endcase\n")
    }

    /// The text of the module `made{seed}`.
    fn make(seed: u64) -> String {
        let inputs = INPUTS.into_iter().zip(0..).map(|(width, n)| (format!("i{n}"), width));
        let mut maker = Self { random: ChaCha8Rng::seed_from_u64(seed), seen: inputs.collect() };
        let mut ports = "input wire clock".to_owned();
        for (name, width) in &maker.seen {
            ports += &format!(", input wire [{}:0] {name}", width - 1);
        }
        let mut declared = String::new();
        let mut declare = |maker: &mut Self, name: &str, count: usize| {
            let signals = (0..count).map(|number| (format!("{name}{number}"), maker.width()));
            let signals: Vec<_> = signals.collect();
            for (name, width) in &signals {
                declared += &format!("logic [{}:0] {name};\n", width - 1);
            }
            signals
        };
        let registers = declare(&mut maker, "r", 4);
        let locals = declare(&mut maker, "l", 6);
        let (bits, width) = (maker.random.random_range(1..5), maker.width());
        declared += &format!("logic [{}:0] words [{}:0];\n", width - 1, (1 << bits) - 1);
        maker.seen.extend_from_slice(&registers);

        let mut body = "always_comb begin\n".to_owned();
        for (number, local) in locals.iter().enumerate() {
            let value = match number {
                0 => format!("words[{}]", maker.below(bits, 1)),
                _ => maker.expr(3),
            };
            body += &format!("{} = {value};\n", local.0);
            maker.seen.push(local.clone());
        }
        for _ in 0..4 {
            body += &maker.choices(&locals, "=");
        }
        for number in 0..OUTPUTS {
            ports += &format!(", output logic [{}:0] o{number}", maker.width() - 1);
            body += &format!("o{number} = {};\n", maker.expr(3));
        }
        body += "end\nalways_ff @(posedge clock) begin\n";
        for (register, _) in &registers {
            body += &format!("{register} <= {};\n", maker.expr(3));
        }
        body += &maker.choices(&registers, "<=");
        body += &format!("r1 <= words[{}];\n", maker.below(bits, 1));
        // Two writes of parts of a word.
        let middle = maker.random.random_range(0..width);
        for (low, high) in [(0, middle), (middle, width - 1)] {
            let part = if width == 1 { String::new() } else { format!("[{high}:{low}]") };
            let (address, data) = (maker.below(bits, 1), maker.expr(2));
            body += &format!("if ({}) words[{address}]{part} <= {data};\n", maker.expr(2));
        }
        body += "end\n";
        for (register, width) in &registers {
            body += &format!("initial {register} = {};\n", maker.number(*width));
        }
        format!("module made{seed}({ports});\n{declared}{body}endmodule\n")
    }
}

/// Random modules, and a top whose inputs drive all of them.
fn random_modules() -> String {
    let mut top = "module top(input wire clock".to_owned();
    for (width, number) in INPUTS.into_iter().zip(0..) {
        top += &format!(", input wire [{}:0] i{number}", width - 1);
    }
    top += ");\n";
    for number in 0..MODULES {
        top += &format!("made{number} m{number}(.clock, .i0, .i1, .i2, .i3, .i4, .i5);\n");
    }
    (0..MODULES).fold(top + "endmodule\n", |text, seed| text + &Maker::make(seed))
}

#[test]
fn random_modules_match_verilator() {
    let text = random_modules();
    let source = read::source(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let netlist = elaborate::netlist(&source, "top", &[]).expect("a netlist");
    let names: Vec<String> = (0..MODULES)
        .flat_map(|module| (0..OUTPUTS).map(move |output| format!("m{module}.o{output}")))
        .collect();
    let signals: Vec<_> =
        names.iter().map(|name| netlist.signal(name).expect("an output")).collect();
    let outputs: Vec<(String, usize)> = names
        .iter()
        .zip(&signals)
        .map(|(name, &(module, signal))| {
            let width = netlist.modules[module as usize].signals[signal as usize].width;
            (format!("uut.{name}"), width as usize)
        })
        .collect();

    let mut random = ChaCha8Rng::seed_from_u64(1);
    let stimulus: Vec<[u64; INPUTS.len()]> =
        (0..CYCLES).map(|_| INPUTS.map(|width| random.random::<u64>() >> (64 - width))).collect();
    let bits = |words: &[u64; INPUTS.len()]| -> String {
        let words = words.iter().zip(INPUTS);
        words.map(|(word, width)| format!("{word:0width$b}", width = width as usize)).collect()
    };
    let inputs = INPUTS.iter().zip(0..);
    let declared: String =
        inputs.map(|(width, n)| format!("reg [{}:0] i{n};\n", width - 1)).collect();
    let bench = Bench {
        declarations: &(declared + "top uut(.clock, .i0, .i1, .i2, .i3, .i4, .i5);"),
        inputs: ("i0, i1, i2, i3, i4, i5", INPUTS.iter().sum::<u32>() as usize),
        outputs: &outputs,
        begin: 0,
        quiet: (0, "1'b1"),
    };
    let applied = bench::stimulus(stimulus.iter().map(|words| (1, bits(words))));
    let changes = bench.run(Simulator::Verilator, &text, &applied);
    let changes = changes.unwrap_or_else(|error| panic!("{error}"));
    assert!(changes.len() > CYCLES / 2);

    let mut machine = Machine::new(netlist, &[], &[]).expect("a machine");
    let shown = machine.prepare(&signals).expect("signals");
    let mut changes = changes.into_iter().peekable();
    let mut expected = Vec::new();
    for (cycle, inputs) in stimulus.iter().enumerate() {
        for (input, &value) in inputs.iter().enumerate() {
            machine.set(input + 1, value);
        }
        machine.settle();
        if let Some((_, words)) = changes.next_if(|(changed, _)| *changed == cycle as u64) {
            let words = words.split(' ');
            expected = words.map(|word| u64::from_str_radix(word, 2).expect("bits")).collect();
        }
        for ((name, found), word) in names.iter().zip(machine.show(&shown)).zip(&expected) {
            assert_eq!(found, *word, "cycle {cycle}: {name}");
        }
        machine.rise();
    }
}
