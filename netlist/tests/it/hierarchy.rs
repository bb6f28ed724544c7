//! Instances, their parameters and ports, memories, and the states of signals.

use nonogram_netlist::ir::{Expr, Kind, Lvalue, Memory, Module, Netlist, Process, Statement};
use nonogram_netlist::{elaborate, read};

fn netlist(text: &str, parameters: &[(&str, u64)]) -> Netlist {
    let source = read::source(text).unwrap_or_else(|error| panic!("{error}"));
    elaborate::netlist(&source, "top", parameters).unwrap_or_else(|error| panic!("{error}"))
}

fn signal<'a>(netlist: &'a Netlist, path: &str) -> &'a nonogram_netlist::ir::Signal {
    let (module, signal) = netlist.signal(path).unwrap_or_else(|| panic!("{path}"));
    &netlist.modules[module as usize].signals[signal as usize]
}

/// The value of a constant.
fn constant(netlist: &Netlist, path: &str) -> u64 {
    match signal(netlist, path).kind {
        Kind::Constant(value) => value,
        kind => panic!("{path}: {kind:?}"),
    }
}

const COUNTERS: &str = "
module counter #(parameter WIDTH = 4, parameter [7:0] LAST = 2 ** WIDTH - 1, parameter HALF = LAST / 2) (
    input wire clock, input wire go, output reg [WIDTH-1:0] count
);
    localparam [WIDTH:0] next = LAST + 1;
    reg [WIDTH-1:0] table [0:LAST];
    initial count = HALF;
    always @(posedge clock) if (go) begin count <= count + 1; table[count] <= count; end
endmodule
module top #(parameter SIZE = 3) (input wire clock, input wire go, output wire [SIZE-1:0] a, output wire b);
    wire [7:0] other;
    counter #(.WIDTH(SIZE)) first(.clock(clock), .go(go), .count(a));
    counter #(.LAST(SIZE * 5), .WIDTH(8)) second(.clock(clock), .go(go & a[0]), .count(other));
    counter third(.clock(clock), .go(1'b1), .count());
    assign b = other[1];
endmodule
";

#[test]
fn parameters_have_the_values_of_the_instance_or_their_own() {
    for size in 1..=8 {
        let netlist = match size {
            3 => netlist(COUNTERS, &[]),
            size => netlist(COUNTERS, &[("SIZE", size)]),
        };
        let last = (1 << size) - 1;
        for (path, value, width) in [
            ("SIZE", size, 32),
            ("first.WIDTH", size, 32),
            ("first.LAST", last, 8),
            ("first.HALF", last / 2, 32),
            ("first.next", last + 1, size as u32 + 1),
            ("second.WIDTH", 8, 32),
            ("second.LAST", 5 * size, 8),
            ("second.HALF", 5 * size / 2, 32),
            ("third.LAST", 15, 8),
            ("third.HALF", 7, 32),
        ] {
            assert_eq!(constant(&netlist, path), value, "{path}, {size}");
            assert_eq!(signal(&netlist, path).width, width, "{path}, {size}");
        }
        assert_eq!(signal(&netlist, "a").width, size as u32);
        assert_eq!(signal(&netlist, "first.count").width, size as u32);
        let (module, memory) = netlist.memory("second.table").unwrap();
        let memory = &netlist.modules[module as usize].memories[memory as usize];
        let (width, words) = (8, 5 * size as u32 + 1);
        assert_eq!((memory.width, memory.words), (width, words));
        let (module, count) = netlist.signal("first.count").unwrap();
        let initial = &netlist.modules[module as usize].initial;
        assert_eq!(initial[..], [(count, last / 2)]);
    }
}

#[test]
fn values_too_large_for_a_parameter_are_refused() {
    let source = read::source(COUNTERS).unwrap();
    let error = |value| {
        let netlist = elaborate::netlist(&source, "top", &[("SIZE", value)]);
        netlist.unwrap_err().to_string()
    };
    let expected = "parameter SIZE has 32 bits, which is too few for 4294967296";
    assert_eq!(error(1 << 32), format!("Verilog line 10: {expected}"));
    let expected = "parameter LAST has 8 bits, which is too few for 260";
    assert_eq!(error(52), format!("Verilog line 13: {expected}"));
    assert_eq!(error(0), "Verilog line 10: 4294967296 bits: expected 1 to 16777216");
}

#[test]
fn ports_of_instances_are_signals_of_the_module_around_them() {
    let netlist = netlist(COUNTERS, &[]);
    let top = &netlist.modules[0];
    let names: Vec<&str> = top.instances.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["first", "second", "third"]);
    let find = |module: &Module, name: &str| {
        let mut signals = module.signals.iter();
        signals.position(|signal| signal.name == name).unwrap() as u32
    };
    for (instance, number) in top.instances.iter().zip(0..) {
        let below = &netlist.modules[instance.module as usize];
        for port in ["clock", "go", "count"] {
            let own = find(top, &format!("{}${port}", instance.name));
            let own = &top.signals[own as usize];
            assert_eq!(own.kind, Kind::Port(number, find(below, port)));
            assert_eq!(own.width, below.signals[find(below, port) as usize].width);
        }
    }
    let assigned = |name: &str| {
        let left = Lvalue::Signal(find(top, name));
        let processes = top.processes.iter();
        let mut statements = processes.flat_map(|process| match process {
            Process::Combinational(statements) | Process::Clocked(statements) => statements,
        });
        statements.find_map(|statement| match statement {
            Statement::Assign(to, value) if *to == left => Some(value),
            _ => None,
        })
    };
    let of = |name: &str| Expr::Signal(find(top, name));
    assert_eq!(assigned("first$clock"), Some(&of("clock")));
    assert_eq!(assigned("first$go"), Some(&of("go")));
    assert_eq!(assigned("third$go"), Some(&Expr::Literal(1, 1)));
    assert_eq!(assigned("a"), Some(&of("first$count")));
    assert_eq!(assigned("other"), Some(&of("second$count")));
    assert_eq!(assigned("third$count"), None);
    assert_eq!(signal(&netlist, "clock").kind, Kind::Clock);
    assert_eq!(signal(&netlist, "second.clock").kind, Kind::Clock);
}

#[test]
fn a_loop_makes_instances_and_assignments_of_array_elements() {
    let text = "
        module not(input wire a, output logic y);
            assign y = ~a;
        endmodule
        module top(input wire clock, input wire [2:0] a, output logic [2:0] y, output logic [5:0] z);
            logic each [0:2];
            logic [1:0] kept [0:2];
            initial for (int i = 0; i < 3; i = i + 1) kept[i] = 2'(i);
            for (genvar i = 0; i < 3; i = i + 1) begin : nots
                not one(.a(a[i]), .y(each[i]));
                assign y[i] = each[i];
            end
            always_comb for (int i = 0; i < 3; i = i + 1) z[2 * i +: 2] = kept[i];
            always_ff @(posedge clock) for (int i = 0; i < 2; i = i + 1) kept[i + 1] <= kept[i];
        endmodule";
    let netlist = netlist(text, &[]);
    let top = &netlist.modules[0];
    let names: Vec<&str> = top.instances.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["nots_0", "nots_1", "nots_2"]);
    assert!(top.memories.is_empty());
    let kept = [0, 1, 2].map(|place| netlist.signal(&format!("kept_{place}")).unwrap().1);
    assert_eq!(top.initial, [(kept[0], 0), (kept[1], 1), (kept[2], 2)]);
    let bits = netlist.signal("z").unwrap().1;
    let assigns = kept.iter().zip(0..).map(|(kept, place)| {
        Statement::Assign(Lvalue::Bits(bits, 2 * place, 2), Expr::Signal(*kept))
    });
    let shifts = (0..2)
        .map(|place| Statement::Assign(Lvalue::Signal(kept[place + 1]), Expr::Signal(kept[place])));
    let assigns = Process::Combinational(assigns.collect());
    assert!(top.processes.contains(&assigns));
    let shifts = Process::Clocked(shifts.collect());
    assert!(top.processes.contains(&shifts));
}

#[test]
fn each_block_of_a_loop_has_its_own_nets_and_memories() {
    let text = "
        module top(input wire clock, input wire [1:0] a, input wire [3:0] data, output logic [3:0] y);
            wire [1:0] word = a;
            wire [3:0] read [0:1];
            for (genvar i = 0; i < 2; i = i + 1) begin : lines
                wire [3:0] word = data;
                for (genvar j = 0; j < 2; j = j + 1) begin : parts
                    reg [3:0] mem [3:0];
                    always @(posedge clock) mem[a] <= word;
                end
                reg [3:0] all [3:0];
                always @(posedge clock) all[a] <= word;
                assign read[i] = all[a];
            end
            always @(*) begin
                y = read[0];
                for (int i = 0; i < 2; i = i + 1) if (word == 2'(i)) y = read[i];
            end
        endmodule";
    let netlist = netlist(text, &[]);
    let top = &netlist.modules[0];
    let memories: Vec<&str> = top.memories.iter().map(|each| each.name.as_str()).collect();
    let expected = [
        "lines_0_parts_0_mem",
        "lines_0_parts_1_mem",
        "lines_0_all",
        "lines_1_parts_0_mem",
        "lines_1_parts_1_mem",
        "lines_1_all",
    ];
    assert_eq!(memories, expected);
    let signal = |name: &str| Expr::Signal(netlist.signal(name).unwrap().1);
    let writes = |memory| {
        let whole = Lvalue::Word(memory, signal("a"), 0, 4);
        let word = signal(&format!("lines_{}_word", memory / 3));
        Process::Clocked(vec![Statement::Assign(whole, word)])
    };
    assert!((0..6).all(|memory| top.processes.contains(&writes(memory))));
    // Outside the loops, the name is that of the module.
    let outer = Statement::Assign(Lvalue::Signal(netlist.signal("word").unwrap().1), signal("a"));
    assert!(top.processes.contains(&Process::Combinational(vec![outer])));
}

#[test]
fn memories_have_words_and_width_and_their_attribute() {
    let text = "
        module top(input wire clock, input wire [3:0] address, input wire [69:0] data,
                   output reg [69:0] word, output wire [1:0] part);
            (* no_rw_check *) reg [69:0] wide [15:0];
            (* keep *) reg flags [0:6];
            always @(posedge clock) begin
                wide[address] <= data;
                wide[address + 1][67:65] <= data;
                flags[address] <= data;
                word <= wide[address];
            end
            assign part = {flags[1], wide[address][69]};
        endmodule";
    let netlist = netlist(text, &[]);
    let top = &netlist.modules[0];
    let memory =
        |name: &str, width, words, poisons| Memory { name: name.to_owned(), width, words, poisons };
    let expected = [memory("wide", 70, 16, true), memory("flags", 1, 7, false)];
    assert_eq!(top.memories, expected);
    let [Process::Clocked(writes), Process::Combinational(reads)] = &top.processes[..] else {
        panic!("two processes")
    };
    let (address, data) = (Expr::Signal(1), Expr::Signal(2));
    let next = Expr::Binary(
        nonogram_netlist::ir::Binary::Add,
        address.clone().into(),
        Expr::Number(1).into(),
    );
    let word = Expr::Word(0, address.clone().into());
    let expected = [
        Statement::Assign(Lvalue::Word(0, address.clone(), 0, 70), data.clone()),
        Statement::Assign(Lvalue::Word(0, next, 65, 3), data.clone()),
        Statement::Assign(Lvalue::Word(1, address, 0, 1), data),
        Statement::Assign(Lvalue::Signal(3), word.clone()),
    ];
    assert_eq!(writes[..], expected);
    let bit = Expr::Index(word.into(), Expr::Number(69).into());
    let flag = Expr::Word(1, Expr::Number(1).into());
    let parts = Expr::Concat(vec![flag, bit]);
    assert_eq!(reads[..], [Statement::Assign(Lvalue::Signal(4), parts)]);
}

#[test]
fn signals_that_meet_a_state_have_its_names() {
    let text = "
        module next(input wire [1:0] now, output reg [1:0] then);
            localparam logic [1:0] Step_Wait = 0, Step_Go = 1, Step_Stop = 2;
            always @(*) begin
                then = now;
                case (now)
                    Step_Wait: then = Step_Go;
                    Step_Go: then = Step_Stop;
                endcase
            end
        endmodule
        module top(input wire clock, output wire is_over, output reg [1:0] count, output wire [2:0] wide);
            localparam logic [1:0] Step_Wait = 0, Step_Go = 1, Step_Stop = 2;
            localparam logic Other_A = 0;
            reg [1:0] step;
            wire [1:0] step_d;
            reg other;
            next next(.now(step), .then(step_d));
            assign is_over = Step_Stop == (step);
            assign wide = step;
            always @(posedge clock) begin
                step <= step_d;
                count <= count + 1;
                if (other != Other_A) other <= Other_A;
            end
        endmodule";
    let netlist = netlist(text, &[]);
    let steps = ["Step::Wait", "Step::Go", "Step::Stop"];
    for path in ["step", "step_d", "next$now", "next.now", "next.then"] {
        assert_eq!(signal(&netlist, path).states, steps, "{path}");
    }
    assert_eq!(signal(&netlist, "other").states, ["Other::A"]);
    for path in ["is_over", "count", "wide", "clock"] {
        assert!(signal(&netlist, path).states.is_empty(), "{path}");
    }
}

#[test]
fn a_body_is_added_to_a_module_with_ports() {
    let text = "module top(input wire clock, input wire a, output reg y); endmodule";
    let mut module = netlist(text, &[]).modules.remove(0);
    let items = read::items("reg kept = 1;\nalways @(posedge clock) kept <= a;\nassign y = kept;");
    elaborate::body(&mut module, &items.unwrap()).unwrap();
    assert_eq!(module.signals[3].kind, Kind::Hidden);
    assert_eq!(module.initial, [(3, 1)]);
    assert_eq!(module.processes.len(), 2);
    let items = read::items("\nother one(.a(a));").unwrap();
    let error = elaborate::body(&mut module, &items).unwrap_err();
    assert_eq!(error.to_string(), "Verilog line 2: instances are not supported here");
}
