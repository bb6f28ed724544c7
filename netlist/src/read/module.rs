//! Reads modules: header, declarations, processes, instances and statements.
//! Interface: [`Reader::module`], [`Reader::item`] and [`Reader::statement`].

use super::{Reader, Result};
use crate::tree::{
    Arm, Attribute, Connection, Declared, Event, Expr, Ifdef, Instance, Item, ItemKind, Loop,
    Module, Net, Note, Notes, Parameter, Port, Range, Statement, StatementKind, comments,
};

/// The direction and kind of a port, which the following ports share unless they have their own.
type Direction = (bool, Net, Option<Range>);

impl Reader<'_> {
    pub(super) fn module(&mut self, notes: Notes) -> Result<Module> {
        let line = self.line();
        self.expect("module")?;
        let mut module = Module { notes, line, name: self.name()?, ..Module::default() };
        if self.take("#") {
            self.expect("(")?;
            module.parameters = self.list(")", Self::parameter)?;
        }
        if self.take("(") {
            module.ports = self.ports()?;
        }
        self.expect(";")?;
        loop {
            let notes = self.notes();
            if self.take("endmodule") {
                module.end = notes;
                return Ok(module);
            }
            let item = self.item(notes)?;
            module.items.push(item);
        }
    }

    /// Reads elements separated by commas, up to the symbol `end`.
    fn list<T>(
        &mut self,
        end: &str,
        element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        if self.take(end) { Ok(Vec::new()) } else { self.some(end, element) }
    }

    /// Reads at least one element, as [`Self::list`] does.
    pub(super) fn some<T>(
        &mut self,
        end: &str,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        loop {
            elements.push(element(self)?);
            if self.take(end) {
                return Ok(elements);
            }
            if !self.take(",") {
                return self.expected(&format!(", or {end}"));
            }
        }
    }

    fn parameter(&mut self) -> Result<Parameter> {
        let notes = self.notes();
        let line = self.line();
        self.take("parameter");
        self.take("logic");
        let range = self.range()?;
        let name = self.name()?;
        self.expect("=")?;
        let value = self.expression()?;
        Ok(Parameter { notes, line, range, name, value })
    }

    /// Reads ports. Those that share a declaration share the block of comments before it and behind it.
    fn ports(&mut self) -> Result<Vec<Port>> {
        let (mut ports, mut direction) = (Vec::new(), None);
        if self.take(")") {
            return Ok(ports);
        }
        // The first port of the declaration.
        let mut first = 0;
        loop {
            let begins = self.is("input") || self.is("output");
            if begins {
                share(&mut ports[first..], None);
                first = ports.len();
            }
            ports.push(self.port(&mut direction)?);
            let is_last = self.is(")");
            if !is_last && !self.take(",") {
                return self.expected(", or )");
            }
            let behind = self.behind();
            if is_last || behind.is_some() {
                share(&mut ports[first..], behind);
                first = ports.len();
            }
            if self.take(")") {
                return Ok(ports);
            }
        }
    }

    fn port(&mut self, last: &mut Option<Direction>) -> Result<Port> {
        let notes = self.notes();
        let line = self.line();
        let is_output = self.take("output");
        if is_output || self.take("input") {
            let net = self.net().unwrap_or(Net::Wire);
            *last = Some((is_output, net, self.range()?));
        }
        let Some((is_output, net, range)) = last.clone() else {
            return self.expected("input or output");
        };
        Ok(Port { notes, line, is_output, net, range, name: self.name()? })
    }

    fn net(&mut self) -> Option<Net> {
        if self.take("wire") {
            return Some(Net::Wire);
        }
        (self.take("logic") || self.take("reg")).then_some(Net::Logic)
    }

    /// Reads `[first:last]`; `None` if no bracket follows.
    fn range(&mut self) -> Result<Option<Range>> {
        if !self.take("[") {
            return Ok(None);
        }
        let first = self.expression()?;
        self.expect(":")?;
        let last = self.expression()?;
        self.expect("]")?;
        Ok(Some(Range { first, last }))
    }

    pub(super) fn item(&mut self, notes: Notes) -> Result<Item> {
        Ok(Item {
            notes,
            line: self.line(),
            attributes: self.attributes()?,
            kind: self.nested(Self::kind)?,
        })
    }

    /// Reads constants and their values.
    fn constants(&mut self) -> Result<ItemKind> {
        self.take("logic");
        let range = self.range()?;
        let constants = self.some(";", |reader| {
            let name = reader.name()?;
            reader.expect("=")?;
            Ok((name, reader.expression()?))
        })?;
        Ok(ItemKind::Localparam(range, constants))
    }

    /// Reads the head of a loop whose variable has this kind.
    pub(super) fn head(&mut self, kind: &str) -> Result<Loop> {
        self.expect("(")?;
        self.expect(kind)?;
        let variable = self.name()?;
        self.expect("=")?;
        let first = self.expression()?;
        self.expect(";")?;
        self.expect(&variable)?;
        self.expect("<")?;
        let end = self.expression()?;
        self.expect(";")?;
        for word in [&variable, "=", &variable, "+", "1", ")"] {
            self.expect(word)?;
        }
        Ok(Loop { variable, first, end })
    }

    fn repeated(&mut self) -> Result<ItemKind> {
        let head = self.head("genvar")?;
        self.expect("begin")?;
        self.expect(":")?;
        let label = self.name()?;
        let mut items = Vec::new();
        loop {
            let notes = self.notes();
            if self.take("end") {
                return Ok(ItemKind::For(head, label, items));
            }
            items.push(self.item(notes)?);
        }
    }

    fn ifdef(&mut self) -> Result<ItemKind> {
        let mut found =
            Ifdef { name: self.name()?, then: Vec::new(), otherwise: Vec::new(), end: Vec::new() };
        let mut is_else = false;
        loop {
            let notes = self.notes();
            if self.take("`endif") {
                found.end = notes;
                return Ok(ItemKind::Ifdef(found));
            }
            if !is_else && self.take("`else") {
                is_else = true;
                continue;
            }
            let item = self.item(notes)?;
            if is_else {
                found.otherwise.push(item);
            } else {
                found.then.push(item);
            }
        }
    }

    fn kind(&mut self) -> Result<ItemKind> {
        if self.take("localparam") {
            return self.constants();
        }
        if self.take("for") {
            return self.repeated();
        }
        if self.take("`ifdef") {
            return self.ifdef();
        }
        if let Some(net) = self.net() {
            let range = self.range()?;
            let names = self.some(";", Self::declared)?;
            return Ok(ItemKind::Net(net, range, names));
        }
        if self.take("assign") {
            let left = self.left()?;
            self.expect("=")?;
            let right = self.expression()?;
            self.expect(";")?;
            return Ok(ItemKind::Assign(left, right));
        }
        if self.take("always_comb") {
            return Ok(ItemKind::Always(Event::Any, self.body()?));
        }
        if self.take("always") || self.take("always_ff") {
            let event = self.event()?;
            return Ok(ItemKind::Always(event, self.body()?));
        }
        if self.take("initial") {
            return Ok(ItemKind::Initial(self.body()?));
        }
        if self.is_name() {
            return self.instance().map(ItemKind::Instance);
        }
        self.expected("a declaration, a process, an instance or endmodule")
    }

    fn declared(&mut self) -> Result<Declared> {
        Ok(Declared {
            name: self.name()?,
            words: self.range()?,
            value: if self.take("=") { Some(self.expression()?) } else { None },
        })
    }

    fn attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.take("(*") {
            attributes.extend(self.list("*)", |reader| {
                Ok(Attribute {
                    name: reader.name()?,
                    value: if reader.take("=") { Some(reader.expression()?) } else { None },
                })
            })?);
        }
        Ok(attributes)
    }

    fn event(&mut self) -> Result<Event> {
        self.expect("@")?;
        if self.take("(*)") || self.take("*") {
            return Ok(Event::Any);
        }
        self.expect("(")?;
        if self.take("*") {
            self.expect(")")?;
            return Ok(Event::Any);
        }
        if !self.take("posedge") {
            return self.expected("* or posedge");
        }
        let clock = self.name()?;
        self.expect(")")?;
        Ok(Event::Posedge(clock))
    }

    fn instance(&mut self) -> Result<Instance> {
        let module = self.name()?;
        let mut parameters = Vec::new();
        if self.take("#") {
            self.expect("(")?;
            parameters = self.list(")", |reader| reader.connection(false))?;
        }
        let name = self.name()?;
        self.expect("(")?;
        let ports = self.list(")", |reader| reader.connection(true))?;
        self.expect(";")?;
        Ok(Instance { module, name, parameters, ports })
    }

    /// Reads `.name(value)` or, for ports, `.name`, which connects the signal of that name.
    fn connection(&mut self, is_port: bool) -> Result<Connection> {
        let notes = self.notes();
        let line = self.line();
        if !self.take(".") {
            return self.expected("a named port or parameter, such as .name(value)");
        }
        let name = self.name()?;
        if is_port && (self.is(",") || self.is(")")) {
            return Ok(Connection { notes, line, value: Some(Expr::Name(name.clone())), name });
        }
        self.expect("(")?;
        let value = if self.is(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        Ok(Connection { notes, line, name, value })
    }
}

/// Gives the ports of a declaration its comment.
fn share(ports: &mut [Port], behind: Option<Note>) {
    let Some((first, others)) = ports.split_first_mut() else {
        return;
    };
    first.notes.extend(behind);
    let documentation = comments(&first.notes);
    for port in others.iter_mut().filter(|port| port.notes.is_empty()) {
        port.notes.extend_from_slice(documentation);
    }
}

impl Reader<'_> {
    pub(super) fn statement(&mut self) -> Result<Statement> {
        self.nested(|reader| {
            let notes = reader.notes();
            let line = reader.line();
            let kind = reader.statement_kind()?;
            Ok(Statement { notes, line, kind })
        })
    }

    /// Reads the statement behind the head of a process or condition; the comments between them are discarded.
    pub(super) fn body(&mut self) -> Result<Statement> {
        let statement = self.statement()?;
        Ok(Statement { notes: Vec::new(), ..statement })
    }

    fn statement_kind(&mut self) -> Result<StatementKind> {
        if self.take("begin") {
            let mut statements = Vec::new();
            loop {
                if self.is("end") {
                    let notes = self.notes();
                    self.advance();
                    return Ok(StatementKind::Block(statements, notes));
                }
                statements.push(self.statement()?);
            }
        }
        if self.take("if") {
            self.expect("(")?;
            let condition = self.expression()?;
            self.expect(")")?;
            let then = self.body()?.into();
            if !self.is("else") {
                return Ok(StatementKind::If(condition, then, None));
            }
            let notes = self.notes();
            self.advance();
            let otherwise = Statement { notes, ..self.body()? };
            let otherwise = Some(otherwise.into());
            return Ok(StatementKind::If(condition, then, otherwise));
        }
        if self.take("case") {
            return self.case();
        }
        if self.take("for") {
            let head = self.head("int")?;
            return Ok(StatementKind::For(head, self.body()?.into()));
        }
        if self.take("assert") {
            self.expect("(")?;
            let condition = self.expression()?;
            self.expect(")")?;
            self.expect(";")?;
            return Ok(StatementKind::Assert(condition));
        }
        let left = self.left()?;
        let is_blocking = self.take("=");
        if !is_blocking && !self.take("<=") {
            return self.expected("= or <=");
        }
        let right = self.expression()?;
        self.expect(";")?;
        Ok(if is_blocking {
            StatementKind::Blocking(left, right)
        } else {
            StatementKind::NonBlocking(left, right)
        })
    }

    fn case(&mut self) -> Result<StatementKind> {
        self.expect("(")?;
        let selector = self.expression()?;
        self.expect(")")?;
        let mut arms = Vec::new();
        loop {
            let notes = self.notes();
            if self.take("endcase") {
                return Ok(StatementKind::Case(selector, arms, notes));
            }
            let mut values = Vec::new();
            if self.take("default") {
                self.take(":");
            } else {
                values.push(self.expression()?);
                while self.take(",") {
                    values.push(self.expression()?);
                }
                self.expect(":")?;
            }
            arms.push(Arm { notes, values, body: self.body()? });
        }
    }

    /// Reads the left-hand side of an assignment: a signal, a part of one, a word of a memory, or several of these in braces.
    pub(super) fn left(&mut self) -> Result<Expr> {
        if self.take("{") {
            return self.nested(|reader| Ok(Expr::Concat(reader.some("}", Self::left)?)));
        }
        if !self.is_name() {
            return self.expected("a statement or the left side of an assignment");
        }
        let name = Expr::Name(self.name()?);
        self.selected(name)
    }
}
