//! Prints a tree as SystemVerilog.
//! Interface: [`source`] prints a file, [`module`] a module, and [`items`] the body of one. The text has one form for each tree, and reading it returns the tree.
//! Source: IEEE 1800-2012.

use std::fmt::Write;

use crate::tree::{
    Arm, Attribute, Connection, Declared, Event, Expr, Ifdef, Instance, Item, ItemKind, Loop,
    Module, Note, Number, Parameter, Port, Radix, Range, Select, Source, Statement, StatementKind,
    comments,
};

/// The text of a file.
pub fn source(source: &Source) -> String {
    let mut printer = Printer::default();
    for module in &source.modules {
        printer.module(module);
    }
    printer.notes(&source.end);
    printer.text
}

/// The text of a module, without the lines before it.
pub fn module(module: &Module) -> String {
    let mut printer = Printer::default();
    printer.module(&Module { notes: Vec::new(), ..module.clone() });
    printer.text
}

/// The text of a module's body, without indentation.
pub fn items(items: &[Item]) -> String {
    let mut printer = Printer::default();
    for item in items {
        printer.item(item);
    }
    printer.text
}

/// The text of an expression.
pub fn expression(expr: &Expr) -> String {
    let mut text = String::new();
    write_expr(&mut text, expr);
    text
}

/// Appends to a string, which does not fail.
macro_rules! put {
    ($to:expr, $($format:tt)+) => {{
        let _ = write!($to, $($format)+);
    }};
}

#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    /// Begins a line.
    fn begin(&mut self) {
        for _ in 0..self.indent {
            self.text += "    ";
        }
    }

    fn line(&mut self, text: &str) {
        self.begin();
        self.text += text;
        self.text.push('\n');
    }

    fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            match note {
                Note::Blank => self.text.push('\n'),
                Note::Comment(text) => self.line(&format!("//{text}")),
            }
        }
    }

    fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// Prints elements separated by commas, one per line.
    fn list<T>(&mut self, elements: &[T], mut element: impl FnMut(&mut Self, &T) -> String) {
        self.inside(|printer| {
            for (place, each) in elements.iter().enumerate() {
                let comma = if place + 1 < elements.len() { "," } else { "" };
                let text = element(printer, each);
                printer.line(&format!("{text}{comma}"));
            }
        });
    }

    fn module(&mut self, module: &Module) {
        let Module { notes, name, parameters, ports, items, end, .. } = module;
        self.notes(notes);
        if parameters.is_empty() {
            self.line(&format!("module {name}("));
        } else {
            self.line(&format!("module {name} #("));
            self.list(parameters, |printer, each: &Parameter| {
                printer.notes(&each.notes);
                let bits = typed(each.range.as_ref());
                format!("parameter {bits}{} = {}", each.name, expression(&each.value))
            });
            self.line(") (");
        }
        self.inside(|printer| {
            let mut rest = &ports[..];
            while !rest.is_empty() {
                let (declared, others) = rest.split_at(shared(rest));
                printer.ports(declared, others.is_empty());
                rest = others;
            }
        });
        self.line(");");
        self.inside(|printer| {
            for item in items {
                printer.item(item);
            }
            printer.notes(end);
        });
        self.line(&format!("endmodule // {name}"));
    }

    fn item(&mut self, item: &Item) {
        self.notes(&item.notes);
        if !item.attributes.is_empty() {
            let attributes: Vec<String> = item.attributes.iter().map(attribute).collect();
            self.line(&format!("(* {} *)", attributes.join(", ")));
        }
        match &item.kind {
            ItemKind::Localparam(bits, constants) => {
                let constants = constants.iter();
                let constants =
                    constants.map(|(name, value)| format!("{name} = {}", expression(value)));
                let head = format!("localparam {}", typed(bits.as_ref()));
                self.wrapped(&head, constants.collect(), ";");
            }
            ItemKind::Net(net, bits, names) => {
                let head = format!("{} {}", net.keyword(), range(bits.as_ref()));
                self.wrapped(&head, names.iter().map(declared).collect(), ";");
            }
            ItemKind::Assign(left, right) => {
                let (left, right) = (expression(left), expression(right));
                self.line(&format!("assign {left} = {right};"));
            }
            ItemKind::Always(event, body) => {
                let head = match event {
                    Event::Any => "always @(*)",
                    // Not `always_ff`: no other process may assign its variables, not even an `initial`.
                    Event::Posedge(clock) => &format!("always @(posedge {clock})"),
                };
                self.begin();
                self.body(head, body);
            }
            ItemKind::Initial(body) => {
                self.begin();
                self.body("initial", body);
            }
            ItemKind::Instance(instance) => self.instance(instance),
            ItemKind::For(head, label, items) => {
                self.line(&format!("{} begin : {label}", loop_head("genvar", head)));
                self.inside(|printer| {
                    for item in items {
                        printer.item(item);
                    }
                });
                self.line("end");
            }
            ItemKind::Ifdef(ifdef) => self.ifdef(ifdef),
        }
    }

    /// Prints items behind directives, which begin at the margin.
    fn ifdef(&mut self, ifdef: &Ifdef) {
        let Ifdef { name, then, otherwise, end } = ifdef;
        put!(self.text, "`ifdef {name}\n");
        for item in then {
            self.item(item);
        }
        if !otherwise.is_empty() {
            self.text += "`else\n";
        }
        for item in otherwise {
            self.item(item);
        }
        self.notes(end);
        self.text += "`endif\n";
    }

    /// Prints ports that share a declaration. The comment is behind it if there is space.
    fn ports(&mut self, ports: &[Port], are_last: bool) {
        let first = &ports[0];
        let direction = if first.is_output { "output" } else { "input" };
        let (net, range) = (first.net.keyword(), range(first.range.as_ref()));
        let head = format!("{direction} {net} {range}");
        let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
        let end = if are_last { "" } else { "," };
        let line = format!("{head}{}{end}", names.join(", "));
        if let Some((Note::Comment(text), before)) = first.notes.split_last()
            && begins(text, before.last())
            && 4 * self.indent + line.len() + 3 + text.len() <= WIDTH
        {
            self.notes(before);
            self.line(&format!("{line} //{text}"));
            return;
        }
        self.notes(&first.notes);
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        names[0].insert_str(0, &head);
        self.wrapped("", names, end);
    }

    /// Prints elements separated by commas, on as few lines as [`WIDTH`] permits; the lines behind the first one are indented.
    fn wrapped(&mut self, head: &str, elements: Vec<String>, end: &str) {
        self.filled(head, elements, end, 1);
    }

    /// Prints elements separated by commas, on as few lines as [`WIDTH`] permits; the lines behind the first one are indented by `more`.
    fn filled(&mut self, head: &str, elements: Vec<String>, end: &str, more: usize) {
        let mut line = format!("{}{head}", "    ".repeat(self.indent));
        let last = elements.len().saturating_sub(1);
        for (place, element) in elements.into_iter().enumerate() {
            let element = element + if place == last { end } else { "," };
            let space = if place == 0 { "" } else { " " };
            if place > 0 && line.len() + space.len() + element.len() > WIDTH {
                self.text += &line;
                self.text.push('\n');
                line = format!("{}{element}", "    ".repeat(self.indent + more));
            } else {
                line += space;
                line += &element;
            }
        }
        self.text += &line;
        self.text.push('\n');
    }

    fn instance(&mut self, instance: &Instance) {
        let Instance { module, name, parameters, ports } = instance;
        let connection = |printer: &mut Self, each: &Connection| {
            printer.notes(&each.notes);
            match &each.value {
                Some(Expr::Name(value)) if *value == each.name => format!(".{value}"),
                _ => pin(each),
            }
        };
        let overrides: Vec<String> = parameters.iter().map(pin).collect();
        match &overrides[..] {
            [] => self.line(&format!("{module} {name}(")),
            overrides => self.line(&format!("{module} #({}) {name}(", overrides.join(", "))),
        }
        if ports.iter().any(|each| !each.notes.is_empty()) {
            self.list(ports, connection);
        } else if !ports.is_empty() {
            let ports = ports.iter().map(|each| connection(self, each)).collect();
            self.inside(|printer| printer.filled("", ports, "", 0));
        }
        self.line(");");
    }

    /// Prints a head and the statement behind it; the caller has begun the line.
    fn body(&mut self, head: &str, body: &Statement) {
        put!(self.text, "{head} ");
        self.kind(&body.kind);
    }

    fn statement(&mut self, statement: &Statement) {
        self.notes(&statement.notes);
        self.begin();
        self.kind(&statement.kind);
    }

    /// Prints a statement on a line that has been begun.
    fn kind(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Block(statements, end) => {
                self.text += "begin\n";
                self.inside(|printer| {
                    for statement in statements {
                        printer.statement(statement);
                    }
                    printer.notes(end);
                });
                self.line("end");
            }
            StatementKind::Blocking(left, right) => {
                put!(self.text, "{} = {};\n", expression(left), expression(right));
            }
            StatementKind::NonBlocking(left, right) => {
                put!(self.text, "{} <= {};\n", expression(left), expression(right));
            }
            StatementKind::If(condition, then, otherwise) => {
                put!(self.text, "if ({}) ", expression(condition));
                if otherwise.is_some() && is_open(&then.kind) {
                    self.text += "begin\n";
                    self.inside(|printer| printer.statement(then));
                    self.line("end");
                } else {
                    self.kind(&then.kind);
                }
                if let Some(otherwise) = otherwise {
                    self.notes(&otherwise.notes);
                    self.begin();
                    self.body("else", otherwise);
                }
            }
            StatementKind::Case(selector, arms, end) => {
                put!(self.text, "case ({})\n", expression(selector));
                self.inside(|printer| {
                    for arm in arms {
                        printer.arm(arm);
                    }
                    printer.notes(end);
                });
                self.line("endcase");
            }
            StatementKind::For(head, body) => self.body(&loop_head("int", head), body),
            StatementKind::Assert(condition) => {
                put!(self.text, "assert ({});\n", expression(condition));
            }
        }
    }

    fn arm(&mut self, arm: &Arm) {
        self.notes(&arm.notes);
        let values: Vec<String> = arm.values.iter().map(expression).collect();
        let values = values.join(", ");
        self.begin();
        put!(self.text, "{}: ", if values.is_empty() { "default" } else { &values });
        self.kind(&arm.body.kind);
    }
}

/// Whether an `else` behind the statement would belong to it.
fn is_open(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::If(_, _, Some(otherwise)) => is_open(&otherwise.kind),
        kind => matches!(kind, StatementKind::If(..)),
    }
}

/// The greatest length of a line of names or connections, and of a port's declaration with the comment behind it.
const WIDTH: usize = 120;

/// A connection in full.
fn pin(connection: &Connection) -> String {
    let value = connection.value.as_ref().map(expression);
    format!(".{}({})", connection.name, value.unwrap_or_default())
}

/// Whether a comment does not continue the sentence of the note before it.
fn begins(text: &str, before: Option<&Note>) -> bool {
    match before {
        Some(Note::Comment(before)) => {
            before.ends_with('.') && text.trim_start().starts_with(char::is_uppercase)
        }
        _ => true,
    }
}

/// The number of ports that share the declaration of the first one: they have the same type and the same documentation, or none.
fn shared(ports: &[Port]) -> usize {
    let first = &ports[0];
    let documentation = comments(&first.notes);
    let others = ports[1..].iter().take_while(|port| {
        port.notes == documentation
            && (port.is_output, port.net, &port.range) == (first.is_output, first.net, &first.range)
    });
    1 + others.count()
}

/// The head of a loop whose variable has this kind.
fn loop_head(kind: &str, head: &Loop) -> String {
    let Loop { variable, first, end } = head;
    let (first, end) = (expression(first), expression(end));
    format!("for ({kind} {variable} = {first}; {variable} < {end}; {variable} = {variable} + 1)")
}

/// The type of a constant with this range.
fn typed(bits: Option<&Range>) -> String {
    bits.map_or_else(String::new, |bits| format!("logic {}", range(Some(bits))))
}

fn range(range: Option<&Range>) -> String {
    range.map_or_else(String::new, |Range { first, last }| {
        format!("[{}:{}] ", expression(first), expression(last))
    })
}

fn attribute(attribute: &Attribute) -> String {
    let Attribute { name, value } = attribute;
    match value {
        Some(value) => format!("{name} = {}", expression(value)),
        None => name.clone(),
    }
}

fn declared(declared: &Declared) -> String {
    let mut text = declared.name.clone();
    if let Some(Range { first, last }) = &declared.words {
        put!(text, " [{}:{}]", expression(first), expression(last));
    }
    if let Some(value) = &declared.value {
        put!(text, " = {}", expression(value));
    }
    text
}

fn write_expr(to: &mut String, expr: &Expr) {
    match expr {
        Expr::Number(value) => number(to, value),
        Expr::Text(text) => {
            put!(to, "\"{text}\"");
        }
        Expr::Name(name) => *to += name,
        Expr::Paren(inner) => {
            to.push('(');
            write_expr(to, inner);
            to.push(')');
        }
        Expr::Binary(operator, left, right) => {
            write_expr(to, left);
            put!(to, " {} ", operator.symbol());
            write_expr(to, right);
        }
        Expr::Unary(operator, inner) => {
            *to += operator.symbol();
            write_expr(to, inner);
        }
        Expr::If(condition, then, otherwise) => {
            write_expr(to, condition);
            *to += " ? ";
            write_expr(to, then);
            *to += " : ";
            write_expr(to, otherwise);
        }
        Expr::Concat(parts) => concat(to, parts),
        Expr::Repeat(count, parts) => {
            to.push('{');
            write_expr(to, count);
            concat(to, parts);
            to.push('}');
        }
        Expr::Select(word, select) => {
            write_expr(to, word);
            to.push('[');
            let (first, symbol, last) = match &**select {
                Select::Index(index) => (index, "", None),
                Select::Range(high, low) => (high, ":", Some(low)),
                Select::Up(low, width) => (low, " +: ", Some(width)),
            };
            write_expr(to, first);
            *to += symbol;
            if let Some(last) = last {
                write_expr(to, last);
            }
            to.push(']');
        }
        Expr::Cast(width, inner) => {
            put!(to, "{width}'(");
            write_expr(to, inner);
            to.push(')');
        }
    }
}

fn concat(to: &mut String, parts: &[Expr]) {
    to.push('{');
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            *to += ", ";
        }
        write_expr(to, part);
    }
    to.push('}');
}

fn number(to: &mut String, number: &Number) {
    let Number { value, width, radix } = number;
    if let Some(width) = width {
        put!(to, "{width}");
    }
    if width.is_some() || *radix != Radix::Decimal {
        put!(to, "'{}", radix.base().1);
    }
    match radix {
        Radix::Binary => put!(to, "{value:b}"),
        Radix::Octal => put!(to, "{value:o}"),
        Radix::Decimal => put!(to, "{value}"),
        Radix::Hexadecimal => put!(to, "{value:x}"),
    }
}
