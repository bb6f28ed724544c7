//! Prints modules as lines of Verilog.
//! Interface: [`module`] returns the parameters and ports of a module in the order of its header, and the lines between the header and `endmodule`.
//! Source: IEEE 1364-2005; hand-written text is indented and loses trailing spaces, but is otherwise printed unchanged.

use std::fmt::Write;

use crate::ir::{Expr, Kind, Lvalue, Module, Netlist, Process, Signal, SignalId, Statement};

/// The text of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Parameters of the module.
    pub parameters: Vec<Parameter>,
    /// Ports of the module.
    pub ports: Vec<Port>,
    /// The lines between the header and `endmodule`; a heading may have no lines below it.
    pub body: Vec<String>,
}

/// A parameter of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Default value, an expression that may refer to the parameters before it.
    pub default: String,
}

impl Parameter {
    /// The declaration of the parameter in the header of its module: `parameter [31:0] BAUD = 9600`.
    pub fn declaration(&self) -> String {
        let Self {
            name,
            width,
            default,
        } = self;
        format!("parameter [{}:0] {name} = {default}", width - 1)
    }
}

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name of the port.
    pub name: String,
    /// Whether the module drives the port.
    pub is_output: bool,
    /// Width in bits.
    pub width: u32,
}

impl Port {
    /// The declaration of the port in the header of its module: `input wire [7:0] data`.
    pub fn declaration(&self) -> String {
        let kind = if self.is_output {
            "output reg"
        } else {
            "input wire"
        };
        declaration(kind, &self.name, self.width)
    }
}

fn declaration(kind: &str, name: &str, width: u32) -> String {
    match width {
        1 => format!("{kind} {name}"),
        width => format!("{kind} [{}:0] {name}", width - 1),
    }
}

/// Prints the module with the index `number`; `kind` returns the name of a module by its index.
///
/// # Panics
/// Panics if the netlist has no module with this index.
pub fn module(netlist: &Netlist, number: u32, kind: &dyn Fn(u32) -> String) -> Text {
    let module = &netlist.modules[number as usize];
    let mut printer = Printer {
        module,
        body: Vec::new(),
        indent: 1,
    };
    printer.declarations(netlist);
    printer.instances(netlist, kind);
    printer.heading("Update code");
    if module.text.is_empty() {
        printer.storage();
        for process in &module.processes {
            printer.process(process);
        }
    } else {
        for line in module.text.split_terminator('\n') {
            printer.line(line);
        }
    }
    let ports = module.signals.iter().filter(|signal| is_port(signal));
    let port = |signal: &Signal| Port {
        name: signal.name.clone(),
        is_output: signal.kind == Kind::Output,
        width: signal.width,
    };
    let parameter = |(signal, default): &(SignalId, Expr)| {
        let signal = &module.signals[*signal as usize];
        Parameter {
            name: signal.name.clone(),
            width: signal.width,
            default: printer.text(default),
        }
    };
    Text {
        parameters: module.parameters.iter().map(parameter).collect(),
        ports: ports.map(port).collect(),
        body: printer.body,
    }
}

fn is_port(signal: &Signal) -> bool {
    matches!(signal.kind, Kind::Input | Kind::Output | Kind::Clock)
}

/// Whether the expression is this signal, with or without brackets.
fn is_signal(expr: &Expr, signal: SignalId) -> bool {
    match expr {
        Expr::Paren(inner) => is_signal(inner, signal),
        Expr::Signal(other) => *other == signal,
        _ => false,
    }
}

struct Printer<'a> {
    module: &'a Module,
    body: Vec<String>,
    indent: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let line = format!("{}{text}", "    ".repeat(self.indent));
        self.body.push(line.trim_end().to_owned());
    }

    fn heading(&mut self, text: &str) {
        self.line("");
        self.line(&format!("// {text}"));
    }

    fn declare(&mut self, kind: &str, signal: &Signal) {
        self.line(&format!(
            "{};",
            declaration(kind, &signal.name, signal.width)
        ));
    }

    fn declarations(&mut self, netlist: &Netlist) {
        let module = self.module;
        self.heading("Constant declarations");
        for Signal {
            name, width, kind, ..
        } in &module.signals
        {
            if let Kind::Constant(value) = kind {
                self.line(&format!("localparam {name} = {};", literal(*value, *width)));
            }
        }
        self.heading("Enums");
        let mut known: Vec<&String> = Vec::new();
        for signal in &module.signals {
            for (state, number) in signal.states.iter().zip(0..) {
                if !known.contains(&state) {
                    known.push(state);
                    let state = state.replace("::", "$");
                    self.line(&format!("localparam {state} = {number};"));
                }
            }
        }
        self.heading("Ports of the modules below");
        for signal in &module.signals {
            if let Kind::Port(instance, port) = signal.kind {
                let below = module.instances[instance as usize].module;
                let port = &netlist.modules[below as usize].signals[port as usize];
                let kind = match port.kind {
                    Kind::Output => "wire",
                    _ => "reg",
                };
                self.declare(kind, signal);
            }
        }
        self.heading("Local signals");
        let locals = module.signals.iter();
        for signal in locals.filter(|signal| signal.kind == Kind::Local) {
            self.declare("reg", signal);
        }
    }

    fn instances(&mut self, netlist: &Netlist, kind: &dyn Fn(u32) -> String) {
        self.heading("Sub module instances");
        for instance in &self.module.instances {
            let name = &instance.name;
            let below = &netlist.modules[instance.module as usize].signals;
            let overrides: Vec<String> = (instance.parameters.iter())
                .map(|(parameter, value)| {
                    let parameter = &below[*parameter as usize].name;
                    format!(".{parameter}({})", self.text(value))
                })
                .collect();
            let overrides = match &overrides[..] {
                [] => String::new(),
                overrides => format!("#({}) ", overrides.join(", ")),
            };
            self.line(&format!("{} {overrides}{name}(", kind(instance.module)));
            self.indent += 1;
            let ports: Vec<&Signal> = below.iter().filter(|signal| is_port(signal)).collect();
            for (place, Signal { name: port, .. }) in ports.iter().enumerate() {
                let comma = if place + 1 < ports.len() { "," } else { "" };
                self.line(&format!(".{port}({name}${port}){comma}"));
            }
            self.indent -= 1;
            self.line(");");
        }
    }

    /// Prints the memories, the hidden signals and the power-on values of a module without hand-written text.
    fn storage(&mut self) {
        let module = self.module;
        for memory in &module.memories {
            if memory.poisons {
                self.line("(* no_rw_check *)");
            }
            let (high, last) = (memory.width - 1, memory.words - 1);
            self.line(&format!("reg [{high}:0] {} [{last}:0];", memory.name));
        }
        let hidden = module.signals.iter();
        for signal in hidden.filter(|signal| signal.kind == Kind::Hidden) {
            self.declare("reg", signal);
        }
        for &(signal, value) in &module.initial {
            let Signal { name, width, .. } = &module.signals[signal as usize];
            self.line(&format!("initial {name} = {};", literal(value, *width)));
        }
    }

    fn process(&mut self, process: &Process) {
        let (head, assigns, statements) = match process {
            Process::Combinational(statements) => ("always @(*)", "=", statements),
            Process::Clocked(statements) => ("always @(posedge clock)", "<=", statements),
        };
        self.block(&format!("{head} begin"), assigns, statements);
    }

    /// Prints a head that ends with `begin`, the statements, and `end`.
    fn block(&mut self, head: &str, assigns: &str, statements: &[Statement]) {
        self.line(head);
        self.indent += 1;
        for statement in statements {
            self.statement("", assigns, statement);
        }
        self.indent -= 1;
        self.line("end");
    }

    fn statement(&mut self, head: &str, assigns: &str, statement: &Statement) {
        match statement {
            Statement::Assign(lvalue, value) => self.assign(lvalue, assigns, value),
            Statement::If(condition, then, otherwise) => {
                let head = format!("{head}if ({}) begin", self.text(condition));
                self.block(&head, assigns, then);
                match &otherwise[..] {
                    [] => {}
                    [chained @ Statement::If(..)] => self.statement("else ", assigns, chained),
                    statements => self.block("else begin", assigns, statements),
                }
            }
            Statement::Case(selector, cases) => {
                let selector = self.text(selector);
                self.line(&format!("case ({selector})"));
                self.indent += 1;
                for (value, statements) in cases {
                    let value = value.as_ref().map(|value| self.text(value));
                    self.line(&format!("{}:", value.as_deref().unwrap_or("default")));
                    self.indent += 1;
                    self.block("begin", assigns, statements);
                    self.indent -= 1;
                }
                self.indent -= 1;
                self.line("endcase");
            }
        }
    }

    fn assign(&mut self, lvalue: &Lvalue, assigns: &str, value: &Expr) {
        let (lvalue, value) = match (lvalue, value) {
            // If the value is the signal with one bit replaced, assign only that bit.
            (&Lvalue::Signal(signal), Expr::Replace(word, index, bit))
                if is_signal(word, signal) && self.module.signals[signal as usize].width > 1 =>
            {
                (
                    format!("{}[{}]", self.name(signal), self.text(index)),
                    &**bit,
                )
            }
            _ => (self.lvalue(lvalue), value),
        };
        self.line(&format!("{lvalue} {assigns} {};", self.text(value)));
    }

    fn name(&self, signal: SignalId) -> &str {
        &self.module.signals[signal as usize].name
    }

    fn memory(&self, memory: u32) -> &str {
        &self.module.memories[memory as usize].name
    }

    fn lvalue(&self, lvalue: &Lvalue) -> String {
        match lvalue {
            Lvalue::Signal(signal) => self.name(*signal).to_owned(),
            Lvalue::Bits(signal, low, width) => {
                format!("{}[{}:{low}]", self.name(*signal), low + width - 1)
            }
            Lvalue::Concat(lvalues) => {
                let lvalues: Vec<_> = lvalues.iter().map(|lvalue| self.lvalue(lvalue)).collect();
                format!("{{{}}}", lvalues.join(", "))
            }
            Lvalue::Word(memory, address, low, width) => {
                let word = format!("{}[{}]", self.memory(*memory), self.text(address));
                match *width == self.module.memories[*memory as usize].width {
                    true => word,
                    false => format!("{word}[{}:{low}]", low + width - 1),
                }
            }
        }
    }

    fn is_bit(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Signal(signal) if self.module.signals[*signal as usize].width == 1)
    }

    fn text(&self, expr: &Expr) -> String {
        let mut text = String::new();
        self.expr(expr, &mut text);
        text
    }

    fn expr(&self, expr: &Expr, to: &mut String) {
        let text = |expr| self.text(expr);
        // Writing to a string does not fail.
        let _ = match expr {
            Expr::Number(value) => write!(to, "{value}"),
            Expr::Literal(value, width) => write!(to, "{}", literal(*value, *width)),
            Expr::State(name, _) => write!(to, "{name}"),
            Expr::Signal(signal) => write!(to, "{}", self.name(*signal)),
            Expr::Word(memory, address) => {
                write!(to, "{}[{}]", self.memory(*memory), text(address))
            }
            Expr::Mask(inner, width) => {
                let ones = u64::MAX >> (64 - (*width).clamp(1, 64));
                write!(to, "(({}) & {width}'h{ones:x})", text(inner))
            }
            Expr::Paren(inner) => write!(to, "({})", text(inner)),
            Expr::Binary(operator, left, right) => {
                write!(to, "{} {} {}", text(left), operator.symbol(), text(right))
            }
            Expr::Unary(operator, inner) => write!(to, "{}{}", operator.symbol(), text(inner)),
            // A signal of one bit is declared without a range, and cannot be indexed.
            Expr::Index(word, _) | Expr::Slice(word, ..) if self.is_bit(word) => {
                write!(to, "{}", text(word))
            }
            Expr::Index(word, index) => write!(to, "{}[{}]", text(word), text(index)),
            Expr::Slice(word, offset, width) => {
                write!(to, "{}[({})+:({width})]", text(word), text(offset))
            }
            Expr::Replace(word, index, bit) => {
                let (word, index, bit) = (text(word), text(index), text(bit));
                write!(to, "({word} & ~(1 << ({index})) | (({bit}) << ({index})))")
            }
            Expr::If(condition, then, otherwise) => {
                let (condition, then, otherwise) = (text(condition), text(then), text(otherwise));
                write!(to, "{condition} ? {then} : {otherwise}")
            }
            Expr::Concat(parts) => {
                let parts: Vec<_> = parts.iter().map(text).collect();
                write!(to, "{{{}}}", parts.join(", "))
            }
        };
    }
}

/// A number of `width` bits: in binary if `width` is below 20 and not a multiple of 4, otherwise in hexadecimal.
fn literal(value: u64, width: u32) -> String {
    match !width.is_multiple_of(4) && width < 20 {
        true => format!("{width}'b{value:b}"),
        false => format!("{width}'h{value:x}"),
    }
}
