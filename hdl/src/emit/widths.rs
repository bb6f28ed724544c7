//! Gives every expression the exact width of its use. In rust-hdl's code casts and numbers leave widths to the context.
//! Interface: [`exact`] rewrites the processes of a module: brackets, comparisons with 1 and numbers without width disappear, bits are
//! replaced one by one, and constants select parts.

use nonogram_netlist::ir::{
    Binary, Expr, Kind, Lvalue, Module, Process, SignalId, Statement, Unary,
};

/// Rewrites the processes of a module that has no hand-written Verilog.
pub(super) fn exact(module: &mut Module) {
    if !module.items.is_empty() {
        return;
    }
    let processes = std::mem::take(&mut module.processes);
    let widths = Widths { module };
    let processes = processes.into_iter().map(|process| match process {
        Process::Combinational(statements) => {
            Process::Combinational(widths.statements(&statements))
        }
        Process::Clocked(statements) => Process::Clocked(widths.statements(&statements)),
    });
    let processes = processes.collect();
    module.processes = processes;
}

struct Widths<'a> {
    module: &'a Module,
}

/// An expression without the brackets around it.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(inner),
        expr => expr,
    }
}

const fn mask(width: u32) -> u64 {
    if width < 64 { (1 << width) - 1 } else { u64::MAX }
}

/// The number of bits of a number.
const fn bits(value: u64) -> u32 {
    let bits = u64::BITS - value.leading_zeros();
    if bits == 0 { 1 } else { bits }
}

/// Extends an expression of `from` bits to `to` bits.
fn extended(expr: Expr, from: u32, to: u32) -> Expr {
    match expr {
        expr if from >= to => expr,
        Expr::Literal(value, _) => Expr::Literal(value, to),
        Expr::Concat(mut parts) => match parts.first_mut() {
            Some(Expr::Literal(0, width)) => {
                *width += to - from;
                Expr::Concat(parts)
            }
            _ => {
                parts.insert(0, Expr::Literal(0, to - from));
                Expr::Concat(parts)
            }
        },
        expr => Expr::Concat(vec![Expr::Literal(0, to - from), expr]),
    }
}

impl Widths<'_> {
    fn statements(&self, statements: &[Statement]) -> Vec<Statement> {
        let mut found = Vec::new();
        for statement in statements {
            match statement {
                Statement::Assign(left, value) => self.assign(left, value, &mut found),
                Statement::If(condition, then, otherwise) => found.push(Statement::If(
                    self.condition(condition),
                    self.statements(then),
                    self.statements(otherwise),
                )),
                Statement::Case(selector, cases) => {
                    let width = self.module.width(selector);
                    let cases = cases.iter().map(|(value, statements)| {
                        let value = value.as_ref().map(|value| self.own(value, width));
                        (value, self.statements(statements))
                    });
                    found.push(Statement::Case(self.own(selector, width), cases.collect()));
                }
            }
        }
        found
    }

    /// An assignment; the value of a replaced bit is assigned on its own.
    fn assign(&self, left: &Lvalue, value: &Expr, into: &mut Vec<Statement>) {
        let width = match left {
            Lvalue::Signal(signal) => self.module.signals[*signal as usize].width,
            Lvalue::Bits(_, _, width) | Lvalue::Word(_, _, _, width) => *width,
            Lvalue::Concat(_) => return into.push(Statement::Assign(left.clone(), value.clone())),
        };
        let (Lvalue::Signal(signal), Expr::Replace(word, index, bit)) = (left, bare(value)) else {
            let value = self.exact(value, width, width.max(self.module.width(value)));
            return into.push(Statement::Assign(left.clone(), value));
        };
        if *bare(word) != Expr::Signal(*signal) {
            self.assign(left, word, into);
        }
        let bit = self.own(bit, 1);
        into.push(match self.constant(index) {
            Some(_) if width == 1 => Statement::Assign(left.clone(), bit),
            Some(index) => Statement::Assign(Lvalue::Bits(*signal, index as u32, 1), bit),
            None => {
                let index = self.own(index, self.module.width(index));
                let word = Expr::Signal(*signal);
                let replaced = Expr::Replace(word.into(), index.into(), bit.into());
                Statement::Assign(left.clone(), replaced)
            }
        });
    }

    fn constant(&self, expr: &Expr) -> Option<u64> {
        self.module.evaluate(expr, 64, &|_| None).ok()
    }

    fn signal_width(&self, signal: SignalId) -> u32 {
        self.module.signals[signal as usize].width
    }

    /// An expression whose context has no other width than `width`.
    fn own(&self, expr: &Expr, width: u32) -> Expr {
        self.exact(expr, width, width.max(self.module.width(expr)))
    }

    /// An expression of one bit that is 1 if a value is not 0.
    fn condition(&self, expr: &Expr) -> Expr {
        let expr = bare(expr);
        match self.module.width(expr) {
            1 => self.own(expr, 1),
            width => Expr::Unary(Unary::Any, self.own(expr, width).into()),
        }
    }

    /// The number of low bits that can be 1 in the value of an expression whose context has `context` bits.
    fn natural(&self, expr: &Expr, context: u32) -> u32 {
        let of = |expr: &Expr| self.natural(expr, context);
        let found = match bare(expr) {
            Expr::Number(value) | Expr::Literal(value, _) => bits(*value),
            Expr::Cast(inner, width) => (*width).min(self.natural(inner, self.module.width(inner))),
            Expr::Binary(operator, left, right) => match operator {
                Binary::Add => of(left).max(of(right)) + 1,
                Binary::And => of(left).min(of(right)),
                Binary::Or | Binary::Xor => of(left).max(of(right)),
                Binary::Shr => of(left),
                Binary::Shl => match self.constant(right) {
                    Some(by) => of(left) + by as u32,
                    None => context,
                },
                Binary::Mul => of(left) + of(right),
                Binary::Sub | Binary::Xnor | Binary::Div | Binary::Rem | Binary::Power => context,
                Binary::LogicalAnd
                | Binary::LogicalOr
                | Binary::Eq
                | Binary::Ne
                | Binary::Lt
                | Binary::Le
                | Binary::Gt
                | Binary::Ge => 1,
            },
            // An operand that is extended to the context can set every bit of the result.
            Expr::Unary(operator, inner) => {
                let own = self.module.width(inner);
                operator.operand_width(operator.width(own), context)
            }
            Expr::Replace(..) => context,
            Expr::If(_, then, otherwise) => of(then).max(of(otherwise)),
            expr => self.module.width(expr),
        };
        found.min(context)
    }

    /// An expression of `width` bits with the low bits of the value that `expr` has in a context of `context` bits.
    fn exact(&self, expr: &Expr, width: u32, context: u32) -> Expr {
        let low = |expr: &Expr| Box::new(self.exact(expr, width, context));
        match bare(expr) {
            Expr::Number(value) | Expr::Literal(value, _) => {
                Expr::Literal(value & mask(width), width)
            }
            Expr::State(name, value, own) if *own == width => {
                Expr::State(name.clone(), *value, *own)
            }
            Expr::State(_, value, _) => Expr::Literal(value & mask(width), width),
            Expr::Signal(signal) => self.signal(*signal, width),
            Expr::Cast(inner, own) => {
                let inner_width = self.module.width(inner);
                let kept = width.min(*own);
                let inner = if kept <= inner_width {
                    self.exact(inner, kept, inner_width)
                } else {
                    extended(self.exact(inner, inner_width, inner_width), inner_width, kept)
                };
                extended(inner, kept, width)
            }
            Expr::Binary(operator, left, right) => {
                self.binary(*operator, left, right, width, context)
            }
            Expr::Unary(operator, inner) => self.unary(*operator, inner, width, context),
            Expr::Index(word, index) => {
                let found = self.part(word, index, 1);
                extended(found, 1, width)
            }
            Expr::Slice(word, low, own) => {
                let kept = width.min(*own);
                extended(self.part(word, low, kept), kept, width)
            }
            Expr::If(condition, then, otherwise) => {
                Expr::If(self.condition(condition).into(), low(then), low(otherwise))
            }
            Expr::Concat(parts) => {
                let own = self.module.width(expr);
                let parts = parts.iter().map(|part| self.own(part, self.module.width(part)));
                cut(extended(Expr::Concat(parts.collect()), own, width), own, width)
            }
            Expr::Word(memory, address) => {
                let own = self.module.width(expr);
                let address = self.own(address, self.module.width(address));
                let word = Expr::Word(*memory, address.into());
                cut(extended(word, own, width), own, width)
            }
            Expr::Replace(word, index, bit) => {
                let one = Expr::Binary(
                    Binary::Shl,
                    Expr::Literal(1, width).into(),
                    self.place(index).into(),
                );
                let bit = extended(self.own(bit, 1), 1, width);
                let bit = Expr::Binary(Binary::Shl, bit.into(), self.place(index).into());
                let others = Expr::Unary(Unary::Not, one.into());
                let others = Expr::Binary(Binary::And, low(word), others.into());
                Expr::Binary(Binary::Or, others.into(), bit.into())
            }
            Expr::Paren(inner) => self.exact(inner, width, context),
        }
    }

    fn signal(&self, signal: SignalId, width: u32) -> Expr {
        let own = self.signal_width(signal);
        match self.module.signals[signal as usize].kind {
            Kind::Constant(value) if own != width => Expr::Literal(value & mask(width), width),
            _ if own > width => {
                Expr::Slice(Expr::Signal(signal).into(), Expr::Number(0).into(), width)
            }
            _ => extended(Expr::Signal(signal), own, width),
        }
    }

    /// A place in a word, or a number of places by which one is shifted.
    fn place(&self, index: &Expr) -> Expr {
        match self.constant(index) {
            Some(index) => Expr::Number(index),
            None => self.own(index, self.module.width(index)),
        }
    }

    /// `width` bits of a word from the place `low` on.
    fn part(&self, word: &Expr, low: &Expr, width: u32) -> Expr {
        let word = match (bare(word), self.constant(low)) {
            // The bits are not those that the cast appends.
            (Expr::Cast(inner, own), Some(low))
                if matches!(bare(inner), Expr::Signal(_))
                    && low + u64::from(width) <= u64::from(*own) =>
            {
                bare(inner)
            }
            (word, _) => word,
        };
        let own = self.module.width(word);
        if let (Some(value), Some(low)) = (self.constant(word), self.constant(low)) {
            return Expr::Literal(value.checked_shr(low as u32).unwrap_or(0) & mask(width), width);
        }
        match (word, self.constant(low)) {
            (Expr::Signal(signal), Some(low)) => {
                let low = low as u32;
                let inside = own.saturating_sub(low).min(width);
                let part = match inside {
                    0 => return Expr::Literal(0, width),
                    inside if inside == own => Expr::Signal(*signal),
                    1 => Expr::Index(word.clone().into(), Expr::Number(low.into()).into()),
                    inside => {
                        Expr::Slice(word.clone().into(), Expr::Number(low.into()).into(), inside)
                    }
                };
                extended(part, inside, width)
            }
            (Expr::Signal(_) | Expr::Word(..), None) => {
                let (word, low) = (self.own(word, own).into(), self.place(low).into());
                match width {
                    1 => Expr::Index(word, low),
                    width => Expr::Slice(word, low, width),
                }
            }
            (word, _) => {
                let shifted =
                    Expr::Binary(Binary::Shr, self.own(word, own).into(), self.place(low).into());
                cut(extended(shifted, own, width), own, width)
            }
        }
    }

    fn unary(&self, operator: Unary, inner: &Expr, width: u32, context: u32) -> Expr {
        let own = self.module.width(inner);
        match operator {
            Unary::Not | Unary::Neg => {
                Expr::Unary(operator, self.exact(inner, width, context).into())
            }
            Unary::All | Unary::Any | Unary::Parity if own == 1 => {
                extended(self.own(inner, own), 1, width)
            }
            Unary::All
            | Unary::Any
            | Unary::Parity
            | Unary::LogicalNot
            | Unary::Nand
            | Unary::Nor
            | Unary::Xnor => {
                let found = Expr::Unary(operator, self.own(inner, own).into());
                extended(found, operator.width(own), width)
            }
        }
    }

    fn binary(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        width: u32,
        context: u32,
    ) -> Expr {
        let low = |expr: &Expr| Box::new(self.exact(expr, width, context));
        match operator {
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::Xnor => Expr::Binary(operator, low(left), low(right)),
            Binary::Shl => Expr::Binary(operator, low(left), self.place(right).into()),
            Binary::Shr => {
                let own = self.natural(left, context);
                if let (Expr::Signal(_), Some(_)) = (bare(left), self.constant(right)) {
                    return self.part(left, right, width);
                }
                let kept = own.max(width);
                let left = self.exact(left, kept, context);
                let shifted = Expr::Binary(operator, left.into(), self.place(right).into());
                cut(shifted, kept, width)
            }
            Binary::LogicalAnd | Binary::LogicalOr => {
                let (left, right) = (self.condition(left), self.condition(right));
                extended(Expr::Binary(operator, left.into(), right.into()), 1, width)
            }
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                extended(self.comparison(operator, left, right), 1, width)
            }
            Binary::Div | Binary::Rem | Binary::Power => {
                let all = |expr: &Expr| Box::new(self.exact(expr, context, context));
                cut(Expr::Binary(operator, all(left), all(right)), context, width)
            }
        }
    }

    fn comparison(&self, operator: Binary, left: &Expr, right: &Expr) -> Expr {
        let context = self.module.width(left).max(self.module.width(right));
        let (left, right) = (bare(left), bare(right));
        let own = |expr: &Expr| match expr {
            // A named constant keeps its name.
            Expr::Signal(signal) => self.signal_width(*signal),
            Expr::State(_, _, width) => *width,
            expr => self.natural(expr, context),
        };
        let width = own(left).max(own(right));
        let [one, other] = [left, right].map(|expr| self.exact(expr, width, context));
        let is_flag = |expr: &Expr, value| *expr == Expr::Literal(value, 1);
        for (flag, constant) in [(&one, &other), (&other, &one)] {
            for (value, same, other) in [(1, Binary::Eq, Binary::Ne), (0, Binary::Ne, Binary::Eq)] {
                if is_flag(constant, value) && operator == same {
                    return flag.clone();
                }
                if is_flag(constant, value) && operator == other {
                    return Expr::Unary(Unary::Not, flag.clone().into());
                }
            }
        }
        Expr::Binary(operator, one.into(), other.into())
    }
}

/// The low bits of an expression of `own` bits.
fn cut(expr: Expr, own: u32, width: u32) -> Expr {
    if own > width { Expr::Cast(expr.into(), width) } else { expr }
}
