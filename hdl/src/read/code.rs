//! Translates rust-hdl's statements and expressions to those of the netlist, with loops unrolled and indices evaluated.
//! Interface: [`translate`] translates the syntax tree of a block's `update`. Operators group by Verilog's precedence, because rust-hdl emits no brackets that the source does not have.

use nonogram_netlist::NetlistError;
use nonogram_netlist::ir::{self, Expr, Lvalue, Statement};
use rust_hdl::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression,
    VerilogLink, VerilogLoop, VerilogOp, VerilogOpUnary, VerilogStatement,
};

use super::{Named, Names, number};

/// Appends the statements of a block; `names` maps the names in its module to their meaning.
pub(super) fn translate(
    block: &VerilogBlock,
    names: &Names,
    into: &mut Vec<Statement>,
) -> Result<(), NetlistError> {
    Code { names, loops: Vec::new() }.block(block, into)
}

struct Code<'a> {
    names: &'a Names,
    loops: Vec<Loop>,
}

type Result_<T> = Result<T, NetlistError>;

fn unsupported<T>(what: &str) -> Result_<T> {
    Err(NetlistError::Unsupported(what.to_owned()))
}

impl Code<'_> {
    fn block(&mut self, block: &VerilogBlock, into: &mut Vec<Statement>) -> Result_<()> {
        for statement in block {
            self.statement(statement, into)?;
        }
        Ok(())
    }

    fn statement(
        &mut self,
        statement: &VerilogStatement,
        into: &mut Vec<Statement>,
    ) -> Result_<()> {
        match statement {
            VerilogStatement::Assignment(lvalue, value) => {
                let lvalue = self.lvalue(lvalue)?;
                into.push(Statement::Assign(lvalue, self.expr(value)?));
            }
            VerilogStatement::If(condition) => into.push(self.condition(condition)?),
            VerilogStatement::Match(selection) => {
                let selector = self.expr(&selection.test)?;
                let mut cases = Vec::new();
                for VerilogCase { condition, block } in &selection.cases {
                    let value = match condition.as_str() {
                        "default" => None,
                        name => Some(self.case(name)?),
                    };
                    let mut statements = Vec::new();
                    self.block(block, &mut statements)?;
                    cases.push((value, statements));
                }
                into.push(Statement::Case(selector, cases));
            }
            VerilogStatement::Loop(VerilogLoop { index, from, to, block }) => {
                for value in from.as_usize()..to.as_usize() {
                    self.loops.push((index.clone(), value as u64));
                    self.block(block, into)?;
                    self.loops.pop();
                }
            }
            VerilogStatement::Macro(block) => self.block(block, into)?,
            VerilogStatement::Comment(_) => {}
            VerilogStatement::SliceAssignment { .. } => return unsupported("a structure's field"),
            VerilogStatement::Link(links) => {
                for link in links {
                    into.push(self.link(link)?);
                }
            }
        }
        Ok(())
    }

    /// An assignment from a port of one interface to a port of another.
    fn link(&self, link: &VerilogLink) -> Result_<Statement> {
        let end = |interface: &str, port: &str| self.named(&format!("{interface}{port}"));
        let (from, to) = match link {
            VerilogLink::Forward(ends) => {
                (end(&ends.owner_name, &ends.my_name)?, end(&ends.other_name, &ends.my_name)?)
            }
            VerilogLink::Backward(ends) => {
                (end(&ends.other_name, &ends.my_name)?, end(&ends.owner_name, &ends.my_name)?)
            }
            VerilogLink::Bidirectional(_) => return unsupported("a bidirectional port"),
        };
        match to {
            Expr::Signal(id) => Ok(Statement::Assign(Lvalue::Signal(id), from)),
            _ => unsupported("a link to a number"),
        }
    }

    fn condition(&mut self, condition: &VerilogConditional) -> Result_<Statement> {
        let test = self.expr(&condition.test)?;
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        self.block(&condition.then, &mut then)?;
        match &condition.otherwise {
            VerilogBlockOrConditional::Block(block) => self.block(block, &mut otherwise)?,
            VerilogBlockOrConditional::Conditional(inner) => {
                self.statement(inner, &mut otherwise)?;
            }
            VerilogBlockOrConditional::None => {}
        }
        Ok(Statement::If(test, then, otherwise))
    }

    fn case(&self, name: &str) -> Result_<Expr> {
        if let Ok(value) = name.parse() {
            return Ok(Expr::Number(value));
        }
        self.named(name)
    }

    fn named(&self, name: &str) -> Result_<Expr> {
        if let Some((_, value)) = self.loops.iter().rev().find(|(index, _)| index == name) {
            return Ok(literal(*value));
        }
        let missing = || NetlistError::Missing(name.to_owned());
        let plain = plain(name, &self.loops).ok_or_else(missing)?;
        match self.names.get(&plain) {
            Some(Named::Signal(id)) => Ok(Expr::Signal(*id)),
            Some(Named::State(name, value, width)) => Ok(Expr::State(name.clone(), *value, *width)),
            None => Err(missing()),
        }
    }

    fn lvalue(&self, lvalue: &VerilogExpression) -> Result_<Lvalue> {
        let VerilogExpression::Signal(name) = lvalue else {
            return unsupported("an assignment to a part");
        };
        match self.named(name)? {
            Expr::Signal(id) => Ok(Lvalue::Signal(id)),
            _ => unsupported("an assignment to a number"),
        }
    }

    fn boxed(&self, expr: &VerilogExpression) -> Result_<Box<Expr>> {
        self.expr(expr).map(Box::new)
    }

    fn expr(&self, expr: &VerilogExpression) -> Result_<Expr> {
        Ok(match expr {
            VerilogExpression::Signal(name) => self.named(name)?,
            VerilogExpression::Literal(value) => literal(number(value)),
            VerilogExpression::Cast(inner, width) => Expr::Cast(self.boxed(inner)?, *width as u32),
            VerilogExpression::Paren(inner) => Expr::Paren(self.boxed(inner)?),
            VerilogExpression::Binary(..) => {
                let mut rest = Vec::new();
                let first = self.chain(expr, &mut rest)?;
                ir::precedence(first, rest)
            }
            VerilogExpression::Unary(operator, inner) => {
                Expr::Unary(unary(operator), self.boxed(inner)?)
            }
            VerilogExpression::Index(word, index) => {
                Expr::Index(self.boxed(word)?, self.boxed(index)?)
            }
            VerilogExpression::Slice(word, width, offset) => {
                Expr::Slice(self.boxed(word)?, self.boxed(offset)?, *width as u32)
            }
            VerilogExpression::IndexReplace(word, index, bit) => {
                Expr::Replace(self.boxed(word)?, self.boxed(index)?, self.boxed(bit)?)
            }
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                return unsupported("a signed number");
            }
        })
    }

    /// Flattens a chain of operators without brackets, in the order of the text: returns the first operand, and appends each operator with
    /// the operand on its right to `rest`.
    fn chain(&self, expr: &VerilogExpression, rest: &mut Vec<(ir::Binary, Expr)>) -> Result_<Expr> {
        let VerilogExpression::Binary(left, operator, right) = expr else {
            return self.expr(expr);
        };
        let first = self.chain(left, rest)?;
        let mut behind = Vec::new();
        let operand = self.chain(right, &mut behind)?;
        rest.push((binary(operator), operand));
        rest.append(&mut behind);
        Ok(first)
    }
}

/// A number, which gets the width of its context.
fn literal(value: u64) -> Expr {
    Expr::Literal(value, (u64::BITS - value.leading_zeros()).max(1))
}

fn unary(operator: &VerilogOpUnary) -> ir::Unary {
    match operator {
        VerilogOpUnary::Not => ir::Unary::Not,
        VerilogOpUnary::Neg => ir::Unary::Neg,
        VerilogOpUnary::All => ir::Unary::All,
        VerilogOpUnary::Any => ir::Unary::Any,
        VerilogOpUnary::Xor => ir::Unary::Parity,
    }
}

fn binary(operator: &VerilogOp) -> ir::Binary {
    match operator {
        VerilogOp::Add => ir::Binary::Add,
        VerilogOp::Sub => ir::Binary::Sub,
        VerilogOp::Mul => ir::Binary::Mul,
        VerilogOp::LogicalAnd => ir::Binary::LogicalAnd,
        VerilogOp::LogicalOr => ir::Binary::LogicalOr,
        VerilogOp::BitXor => ir::Binary::Xor,
        VerilogOp::BitAnd => ir::Binary::And,
        VerilogOp::BitOr => ir::Binary::Or,
        VerilogOp::Shl => ir::Binary::Shl,
        VerilogOp::Shr => ir::Binary::Shr,
        VerilogOp::Eq => ir::Binary::Eq,
        VerilogOp::Lt => ir::Binary::Lt,
        VerilogOp::Le => ir::Binary::Le,
        VerilogOp::Ne => ir::Binary::Ne,
        VerilogOp::Ge => ir::Binary::Ge,
        VerilogOp::Gt => ir::Binary::Gt,
    }
}

/// A loop variable and its value in the current iteration.
type Loop = (String, u64);

/// Translates a name: `known[i+1].q.next` to `known$4$q` if `i` is 3. `None` if an index has no closing bracket or does not
/// evaluate to a number.
fn plain(name: &str, loops: &[Loop]) -> Option<String> {
    let name = name.strip_prefix('.').unwrap_or(name);
    let name = name.replace("::", "$").replace('.', "$");
    let mut name = name.trim_end_matches("$next").to_owned();
    while let Some((before, rest)) = name.split_once('[') {
        let (index, after) = rest.split_once(']')?;
        let mut text = Text { rest: index, loops };
        let value = text.sum().filter(|_| text.rest.trim().is_empty())?;
        name = format!("{before}${value}{after}");
    }
    Some(name)
}

struct Text<'a> {
    rest: &'a str,
    loops: &'a [Loop],
}

impl Text<'_> {
    fn take(&mut self, symbol: char) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<u64> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value = value.checked_sub(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<u64> {
        let mut value = self.atom()?;
        loop {
            if self.take('*') {
                value *= self.atom()?;
            } else if self.take('/') {
                value = value.checked_div(self.atom()?)?;
            } else if self.take('%') {
                value = value.checked_rem(self.atom()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<u64> {
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        let innermost = self.loops.iter().rev();
        let variable = innermost.clone().find(|(name, _)| name == word);
        match variable {
            Some((_, value)) => Some(*value),
            None => word.trim_end_matches("usize").parse().ok(),
        }
    }
}
