//! Reads hand-written Verilog into processes of a module.
//! Interface: [`read`] adds the body of a module, the text between its ports and `endmodule`, to the module.
//! Source: the subset of IEEE 1364 that the design's hand-written modules use; a recursive-descent parser.

mod tokens;

use std::collections::HashMap;

use crate::NetlistError;
use crate::ir::{
    Binary, Expr, Kind, Lvalue, Memory, Module, Process, Signal, SignalId, Statement, Unary,
    precedence,
};
use tokens::{Token, tokens};

/// Reads the text of a module's body into `module`, which already has its ports: adds signals, memories, processes and power-on values,
/// and keeps the text.
///
/// # Errors
/// Returns [`NetlistError::Syntax`] if the text is not in the subset, or if it uses a name that is not declared.
pub fn read(module: &mut Module, text: &str) -> Result<()> {
    let names = module.signals.iter().zip(0..);
    let names = names
        .map(|(signal, id)| (signal.name.clone(), id))
        .collect();
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        module,
        names,
        memories: HashMap::new(),
    };
    while !reader.is_over() {
        reader.item()?;
    }
    text.clone_into(&mut module.text);
    Ok(())
}

struct Reader<'a> {
    tokens: Vec<(usize, Token)>,
    next: usize,
    module: &'a mut Module,
    names: HashMap<String, SignalId>,
    memories: HashMap<String, u32>,
}

type Result<T> = std::result::Result<T, NetlistError>;

/// Operators with two operands.
const OPERATORS: [(&str, Binary); 16] = [
    ("<", Binary::Lt),
    (">", Binary::Gt),
    ("&&", Binary::LogicalAnd),
    ("||", Binary::LogicalOr),
    ("==", Binary::Eq),
    ("!=", Binary::Ne),
    ("<=", Binary::Le),
    (">=", Binary::Ge),
    ("<<", Binary::Shl),
    (">>", Binary::Shr),
    ("+", Binary::Add),
    ("-", Binary::Sub),
    ("*", Binary::Mul),
    ("&", Binary::And),
    ("|", Binary::Or),
    ("^", Binary::Xor),
];

impl Reader<'_> {
    fn is_over(&self) -> bool {
        self.next >= self.tokens.len()
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T> {
        let at = self.tokens.get(self.next).or(self.tokens.last());
        Err(NetlistError::Syntax {
            line: at.map_or(0, |(line, _)| *line),
            what: what.into(),
        })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let is_it = self.peek().is_some_and(|token| token.is(symbol));
        self.next += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, symbol: &str) -> Result<()> {
        match self.take(symbol) {
            true => Ok(()),
            false => self.fail(format!("expected {symbol}")),
        }
    }

    fn word(&mut self) -> Result<String> {
        match self.peek() {
            Some(Token::Word(word)) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            _ => self.fail("expected a name"),
        }
    }

    fn number(&mut self) -> Result<u64> {
        match self.peek() {
            Some(Token::Number(value, _)) => {
                let value = *value;
                self.next += 1;
                Ok(value)
            }
            _ => self.fail("expected a number"),
        }
    }

    /// Reads `[high:low]`, and returns the lowest bit and the number of bits; `None` if no bracket follows.
    fn range(&mut self) -> Result<Option<(u32, u32)>> {
        if !self.take("[") {
            return Ok(None);
        }
        let high = self.number()?;
        self.expect(":")?;
        let low = self.number()?;
        self.expect("]")?;
        match high >= low {
            true => Ok(Some((low as u32, (high - low + 1) as u32))),
            false => self.fail("expected the higher bit first"),
        }
    }

    fn item(&mut self) -> Result<()> {
        let mut poisons = false;
        while self.take("(*") {
            while !self.take("*)") {
                poisons |= self.peek().is_some_and(|token| token.is("no_rw_check"));
                self.next += 1;
                if self.is_over() {
                    return self.fail("expected *)");
                }
            }
        }
        let word = self
            .word()
            .or_else(|_| self.fail("expected a declaration or process"))?;
        match word.as_str() {
            "reg" | "wire" => self.declaration(poisons),
            "assign" => {
                let statement = self.assignment("=")?;
                self.combinational(vec![statement]);
                Ok(())
            }
            "initial" => self.initial(),
            "always" => self.always(),
            _ => self.fail(format!(
                "expected a declaration or process instead of {word}"
            )),
        }
    }

    fn combinational(&mut self, statements: Vec<Statement>) {
        let process = Process::Combinational(statements);
        self.module.processes.push(process);
    }

    fn declaration(&mut self, poisons: bool) -> Result<()> {
        let width = self.range()?.map_or(1, |(_, width)| width);
        let name = self.word()?;
        if let Some((_, words)) = self.range()? {
            let number = self.module.memories.len() as u32;
            self.memories.insert(name.clone(), number);
            self.module.memories.push(Memory {
                name,
                width,
                words,
                poisons,
            });
            return self.expect(";");
        }
        let id = self.module.signals.len() as SignalId;
        self.names.insert(name.clone(), id);
        self.module.signals.push(Signal {
            name,
            width,
            kind: Kind::Hidden,
            states: Vec::new(),
        });
        if self.take("=") {
            let value = self.expr()?;
            self.combinational(vec![Statement::Assign(Lvalue::Signal(id), value)]);
        }
        self.expect(";")
    }

    fn initial(&mut self) -> Result<()> {
        let is_block = self.take("begin");
        loop {
            let name = self.word()?;
            let id = self.signal(&name)?;
            self.expect("=")?;
            let value = self.number()?;
            self.expect(";")?;
            self.module.initial.push((id, value));
            if !is_block || self.take("end") {
                return Ok(());
            }
        }
    }

    fn always(&mut self) -> Result<()> {
        self.expect("@")?;
        let clocked = !self.take("(*)");
        if clocked {
            self.expect("(")?;
            self.expect("posedge")?;
            self.word()?;
            self.expect(")")?;
        }
        let statements = self.statement(if clocked { "<=" } else { "=" })?;
        match clocked {
            true => self.module.processes.push(Process::Clocked(statements)),
            false => self.combinational(statements),
        }
        Ok(())
    }

    fn statement(&mut self, assigns: &str) -> Result<Vec<Statement>> {
        if self.take("begin") {
            let mut statements = Vec::new();
            while !self.take("end") {
                statements.extend(self.statement(assigns)?);
            }
            return Ok(statements);
        }
        if self.take("if") {
            self.expect("(")?;
            let condition = self.expr()?;
            self.expect(")")?;
            let then = self.statement(assigns)?;
            let otherwise = match self.take("else") {
                true => self.statement(assigns)?,
                false => Vec::new(),
            };
            return Ok(vec![Statement::If(condition, then, otherwise)]);
        }
        Ok(vec![self.assignment(assigns)?])
    }

    fn assignment(&mut self, assigns: &str) -> Result<Statement> {
        let lvalue = self.lvalue()?;
        self.expect(assigns)?;
        let value = self.expr()?;
        self.expect(";")?;
        Ok(Statement::Assign(lvalue, value))
    }

    fn lvalue(&mut self) -> Result<Lvalue> {
        if self.take("{") {
            let mut lvalues = vec![self.lvalue()?];
            while self.take(",") {
                lvalues.push(self.lvalue()?);
            }
            self.expect("}")?;
            return Ok(Lvalue::Concat(lvalues));
        }
        let name = self
            .word()
            .or_else(|_| self.fail("expected a statement or the left side of an assignment"))?;
        if let Some(&memory) = self.memories.get(&name) {
            self.expect("[")?;
            let address = self.expr()?;
            self.expect("]")?;
            let all = self.module.memories[memory as usize].width;
            let (low, width) = self.range()?.unwrap_or((0, all));
            return Ok(Lvalue::Word(memory, address, low, width));
        }
        let id = self.signal(&name)?;
        Ok(match self.range()? {
            Some((low, width)) => Lvalue::Bits(id, low, width),
            None => Lvalue::Signal(id),
        })
    }

    fn signal(&self, name: &str) -> Result<SignalId> {
        match self.names.get(name) {
            Some(&id) => Ok(id),
            None => self.fail(format!("{name} is not declared")),
        }
    }

    fn expr(&mut self) -> Result<Expr> {
        let first = self.operand()?;
        let mut rest = Vec::new();
        while let Some(&(symbol, operator)) =
            (OPERATORS.iter()).find(|(symbol, _)| self.peek().is_some_and(|token| token.is(symbol)))
        {
            self.expect(symbol)?;
            rest.push((operator, self.operand()?));
        }
        let value = precedence(first, rest);
        if !self.take("?") {
            return Ok(value);
        }
        let then = self.expr()?;
        self.expect(":")?;
        let otherwise = self.expr()?;
        Ok(Expr::If(value.into(), then.into(), otherwise.into()))
    }

    fn operand(&mut self) -> Result<Expr> {
        for (symbol, operator) in [
            ("~", Unary::Not),
            ("!", Unary::Not),
            ("-", Unary::Neg),
            ("&", Unary::All),
            ("|", Unary::Any),
            ("^", Unary::Parity),
        ] {
            if self.take(symbol) {
                let operand = self.operand()?;
                // Logical negation is the inverse of the OR of all bits.
                let operand = match symbol {
                    "!" => Expr::Paren(Expr::Unary(Unary::Any, operand.into()).into()),
                    _ => operand,
                };
                return Ok(Expr::Unary(operator, operand.into()));
            }
        }
        if self.take("(") {
            let inner = self.expr()?;
            self.expect(")")?;
            return Ok(Expr::Paren(inner.into()));
        }
        if self.take("{") {
            let mut parts = vec![self.expr()?];
            while self.take(",") {
                parts.push(self.expr()?);
            }
            self.expect("}")?;
            return Ok(Expr::Concat(parts));
        }
        if let Some(&Token::Number(value, width)) = self.peek() {
            self.next += 1;
            return Ok(match width {
                Some(width) => Expr::Literal(value, width),
                None => Expr::Number(value),
            });
        }
        let name = self.word().or_else(|_| self.fail("expected an operand"))?;
        if let Some(&memory) = self.memories.get(&name) {
            self.expect("[")?;
            let address = self.expr()?;
            self.expect("]")?;
            return Ok(Expr::Word(memory, address.into()));
        }
        let id = self.signal(&name)?;
        self.selected(Expr::Signal(id))
    }

    /// Reads the bit or part select after a signal, if there is one.
    fn selected(&mut self, signal: Expr) -> Result<Expr> {
        if !self.take("[") {
            return Ok(signal);
        }
        let index = self.expr()?;
        let selected = if self.take("+:") {
            Expr::Slice(signal.into(), index.into(), self.number()? as u32)
        } else if self.take(":") {
            let low = self.number()?;
            let Expr::Number(high) = index else {
                return self.fail("expected constant bit numbers");
            };
            let width = (high + 1).saturating_sub(low) as u32;
            Expr::Slice(signal.into(), Expr::Number(low).into(), width)
        } else {
            Expr::Index(signal.into(), index.into())
        };
        self.expect("]")?;
        Ok(selected)
    }
}
