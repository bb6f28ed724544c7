//! The names of a module, and expressions with their names resolved.
//! Interface: [`Scope`]; [`memories`] tells memories from arrays of signals.

use std::collections::{HashMap, HashSet};

use super::{Result, states};
use crate::NetlistError;
use crate::ir::{self, Kind, SignalId};
use crate::tree::{Expr, Item, ItemKind, Loop, Number, Range, Select, Statement, StatementKind};

/// The greatest number of bits of a signal, of words of a memory, and of repetitions.
const MOST: u64 = 1 << 24;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Named {
    Signal(SignalId),
    /// Signals of the same width, all of whose indices in the text are constant: the first, and their number.
    Array(SignalId, u32),
    Memory(u32),
    /// A state of a state machine: its type and name, its number, and its width in bits.
    State(String, u64, u32),
    /// The variable of a loop, with its current value.
    Variable(u64),
}

/// A module under construction.
pub(crate) struct Scope {
    pub(super) module: ir::Module,
    names: HashMap<String, Named>,
    /// The states of each type.
    pub(super) types: states::Types,
    /// The names of arrays that are memories.
    pub(super) memories: HashSet<String>,
    /// The kind of signals that are not ports.
    pub(super) local: Kind,
    /// The open blocks of loops, each with the names of those around it: the prefixes of the names that it declares.
    blocks: Vec<String>,
    /// Number of the current line.
    pub(super) line: u32,
}

impl Scope {
    pub(crate) fn of(module: ir::Module, local: Kind) -> Self {
        let names = module.signals.iter().zip(0..);
        let names = names.map(|(signal, id)| (signal.name.clone(), Named::Signal(id)));
        Self {
            names: names.collect(),
            module,
            types: states::Types::default(),
            memories: HashSet::new(),
            local,
            blocks: Vec::new(),
            line: 0,
        }
    }

    pub(super) fn fail<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(NetlistError::Syntax { line: self.line as usize, what: what.into() })
    }

    /// The name in the module of a name in the innermost open block, such as `lines_3_word` of `word` in block 3 of the loop `lines`.
    pub(super) fn full(&self, name: &str) -> String {
        match self.blocks.last() {
            Some(block) => format!("{block}_{name}"),
            None => name.to_owned(),
        }
    }

    /// The name of the innermost open block; `None` outside loops.
    pub(crate) fn block(&self) -> Option<&str> {
        self.blocks.last().map(String::as_str)
    }

    /// Declares a name in the innermost open block.
    pub(super) fn name(&mut self, name: &str, named: Named) -> Result<()> {
        match self.names.insert(self.full(name), named) {
            None => Ok(()),
            Some(_) => self.fail(format!("{name} is declared twice")),
        }
    }

    /// The meaning of a name: that of the innermost block that declares it.
    pub(super) fn find(&self, name: &str) -> Result<Named> {
        let mut blocks = self.blocks.iter().rev();
        let inner = blocks.find_map(|block| self.names.get(&format!("{block}_{name}")));
        match inner.or_else(|| self.names.get(name)) {
            Some(named) => Ok(named.clone()),
            None => self.fail(format!("{name} is not declared")),
        }
    }

    /// Does something in each block of a loop.
    pub(crate) fn each_block(
        &mut self,
        head: &Loop,
        label: &str,
        mut inside: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        for value in self.values(head)? {
            self.set(head, Some(value))?;
            self.blocks.push(self.full(&format!("{label}_{value}")));
            inside(self)?;
            self.blocks.pop();
        }
        self.set(head, None)
    }

    /// The values of the variable of a loop.
    pub(super) fn values(&self, head: &Loop) -> Result<std::ops::Range<u64>> {
        let (first, end) = (self.constant(&head.first)?, self.constant(&head.end)?);
        if end > first {
            self.limited(end - first, "iterations")?;
        }
        Ok(first..end)
    }

    /// Sets the variable of a loop; `None` ends the loop.
    pub(super) fn set(&mut self, head: &Loop, value: Option<u64>) -> Result<()> {
        let name = &head.variable;
        match (self.names.remove(name), value) {
            (None | Some(Named::Variable(_)), Some(value)) => {
                self.names.insert(name.clone(), Named::Variable(value));
                Ok(())
            }
            (_, None) => Ok(()),
            _ => self.fail(format!("{name} is declared twice")),
        }
    }

    /// The signal that a name, or an element of an array, denotes; `None` if it is something else.
    pub(super) fn signal(&self, word: &Expr) -> Result<Option<SignalId>> {
        match word {
            Expr::Name(name) => match self.find(name)? {
                Named::Signal(id) => Ok(Some(id)),
                _ => Ok(None),
            },
            Expr::Select(array, select) => {
                let (Expr::Name(name), Select::Index(index)) = (&**array, &**select) else {
                    return Ok(None);
                };
                let Named::Array(first, count) = self.find(name)? else {
                    return Ok(None);
                };
                let index = self.constant(index)?;
                if index >= count.into() {
                    return self.fail(format!("{name} has {count} elements: there is no {index}"));
                }
                Ok(Some(first + index as u32))
            }
            _ => Ok(None),
        }
    }

    /// A number of bits, words or repetitions, if it is not too large.
    pub(super) fn limited(&self, number: u64, what: &str) -> Result<u32> {
        if (1..=MOST).contains(&number) {
            Ok(number as u32)
        } else {
            self.fail(format!("{number} {what}: expected 1 to {MOST}"))
        }
    }

    /// The number of bits of a range `[high:0]`; 1 if there is none.
    pub(super) fn bits(&self, range: Option<&Range>) -> Result<u32> {
        let Some(Range { first, last }) = range else {
            return Ok(1);
        };
        match (self.constant(first)?, self.constant(last)?) {
            (first, 0) => self.limited(first.saturating_add(1), "bits"),
            (first, last) => self.fail(format!("the range [{first}:{last}] does not end at 0")),
        }
    }

    /// The value of a constant expression.
    pub(crate) fn constant(&self, expr: &Expr) -> Result<u64> {
        let expr = self.expr(expr)?;
        self.evaluate(&expr, self.module.width(&expr))
    }

    /// The value of a constant expression that is assigned to `width` bits.
    pub(super) fn evaluate(&self, expr: &ir::Expr, width: u32) -> Result<u64> {
        let value = self.module.evaluate(expr, width, &|_| None);
        value.or_else(|reason| self.fail(reason.to_string()))
    }

    /// An expression with its names resolved.
    pub(super) fn expr(&self, expr: &Expr) -> Result<ir::Expr> {
        Ok(match expr {
            Expr::Number(Number { value, width, .. }) => match width {
                Some(width) => ir::Expr::Literal(*value, *width),
                None => ir::Expr::Number(*value),
            },
            Expr::Text(_) => return self.fail("a string is not supported in an expression"),
            Expr::Name(name) => match self.find(name)? {
                Named::Signal(id) => ir::Expr::Signal(id),
                Named::State(name, value, width) => ir::Expr::State(name, value, width),
                Named::Variable(value) => ir::Expr::Number(value),
                Named::Memory(_) | Named::Array(..) => return self.no_index(name),
            },
            Expr::Paren(inner) => ir::Expr::Paren(self.boxed(inner)?),
            Expr::Binary(operator, left, right) => {
                ir::Expr::Binary(*operator, self.boxed(left)?, self.boxed(right)?)
            }
            Expr::Unary(operator, inner) => ir::Expr::Unary(*operator, self.boxed(inner)?),
            Expr::If(condition, then, otherwise) => {
                ir::Expr::If(self.boxed(condition)?, self.boxed(then)?, self.boxed(otherwise)?)
            }
            Expr::Concat(parts) => ir::Expr::Concat(self.sized(parts)?),
            Expr::Repeat(count, parts) => {
                let parts = self.sized(parts)?;
                let bits = self.module.width(&ir::Expr::Concat(parts.clone()));
                let count = self.constant(count)?;
                self.limited(count.saturating_mul(bits.into()), "repeated bits")?;
                ir::Expr::Concat((0..count).flat_map(|_| parts.clone()).collect())
            }
            Expr::Select(word, select) => self.select(word, select)?,
            Expr::Cast(width, inner) => ir::Expr::Cast(self.boxed(inner)?, *width),
        })
    }

    fn boxed(&self, expr: &Expr) -> Result<Box<ir::Expr>> {
        self.expr(expr).map(Box::new)
    }

    /// Parts of a concatenation, which have a width of their own.
    fn sized(&self, parts: &[Expr]) -> Result<Vec<ir::Expr>> {
        let sized = |part| {
            match self.expr(part)? {
                ir::Expr::Number(value) => self.fail(format!(
                "{value} has no width, which a concatenation needs: expected a number such as 4'd{value}"
            )),
            part => Ok(part),
        }
        };
        parts.iter().map(sized).collect()
    }

    /// A part of a signal or of a word of a memory, or a word.
    fn select(&self, word: &Expr, select: &Select) -> Result<ir::Expr> {
        let word = match (self.signal(word)?, word) {
            (Some(id), _) => ir::Expr::Signal(id),
            (None, Expr::Name(name)) => match (self.find(name)?, select) {
                (Named::Memory(memory), Select::Index(index)) => {
                    return Ok(ir::Expr::Word(memory, self.boxed(index)?));
                }
                (Named::Array(..), Select::Index(_)) => {
                    let element = Expr::Select(word.clone().into(), select.clone().into());
                    let element = self.signal(&element)?;
                    return Ok(ir::Expr::Signal(element.unwrap_or_default()));
                }
                (Named::Memory(_) | Named::Array(..), _) => return self.no_index(name),
                _ => return self.fail(format!("{name} is a number, which has no parts")),
            },
            (None, word) => match self.expr(word)? {
                found @ ir::Expr::Word(..) => found,
                _ => return self.fail("only a word of a memory can be selected from twice"),
            },
        };
        let (low, width) = self.bits_of(select)?;
        Ok(match select {
            Select::Index(_) => ir::Expr::Index(word.into(), low.into()),
            Select::Range(..) | Select::Up(..) => ir::Expr::Slice(word.into(), low.into(), width),
        })
    }

    /// The expression of the lowest bit, and the number of bits, of a selection.
    pub(super) fn bits_of(&self, select: &Select) -> Result<(ir::Expr, u32)> {
        match select {
            Select::Index(index) => Ok((self.expr(index)?, 1)),
            Select::Range(high, low) => {
                let (low, width) = self.part(high, low)?;
                Ok((ir::Expr::Number(low), width))
            }
            Select::Up(low, width) => {
                let width = self.limited(self.constant(width)?, "bits")?;
                Ok((self.expr(low)?, width))
            }
        }
    }

    /// The error that a memory is used as a whole.
    pub(super) fn no_index<T>(&self, name: &str) -> Result<T> {
        self.fail(format!("{name} is a memory: expected the index of a word"))
    }

    /// The lowest bit, and the number of bits, of the part `[high:low]`.
    fn part(&self, high: &Expr, low: &Expr) -> Result<(u64, u32)> {
        let (high, low) = (self.constant(high)?, self.constant(low)?);
        if high < low {
            return self.fail(format!("[{high}:{low}]: expected the higher bit first"));
        }
        Ok((low, self.limited((high - low).saturating_add(1), "bits")?))
    }
}

/// The names of the memories: the arrays that these items declare and select from at a place that is not constant.
pub(super) fn memories(items: &[Item]) -> HashSet<String> {
    let mut finder = Finder::default();
    finder.declarations(items);
    if !finder.arrays.is_empty() {
        items.iter().for_each(|item| finder.item(item));
    }
    finder.memories.into_iter().map(str::to_owned).collect()
}

#[derive(Default)]
struct Finder<'a> {
    arrays: HashSet<&'a str>,
    /// Constants, and the variables of the open loops.
    constants: HashSet<&'a str>,
    memories: HashSet<&'a str>,
}

impl<'a> Finder<'a> {
    /// Collects the arrays and the constants.
    fn declarations(&mut self, items: &'a [Item]) {
        for item in items {
            match &item.kind {
                ItemKind::Net(_, _, names) => {
                    let arrays = names.iter().filter(|declared| declared.words.is_some());
                    self.arrays.extend(arrays.map(|declared| declared.name.as_str()));
                }
                ItemKind::Localparam(_, constants) => {
                    let names = constants.iter().map(|(name, _)| name.as_str());
                    self.constants.extend(names);
                }
                ItemKind::For(_, _, items) => self.declarations(items),
                ItemKind::Assign(..)
                | ItemKind::Always(..)
                | ItemKind::Initial(_)
                | ItemKind::Instance(_)
                | ItemKind::Ifdef(_) => {}
            }
        }
    }

    fn item(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Net(_, _, names) => {
                for value in names.iter().filter_map(|declared| declared.value.as_ref()) {
                    self.expr(value);
                }
            }
            ItemKind::Assign(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ItemKind::Always(_, statement) | ItemKind::Initial(statement) => {
                self.statement(statement);
            }
            ItemKind::Instance(instance) => {
                let values = instance.ports.iter().filter_map(|each| each.value.as_ref());
                values.for_each(|value| self.expr(value));
            }
            ItemKind::For(head, _, items) => {
                self.constants.insert(&head.variable);
                items.iter().for_each(|item| self.item(item));
            }
            ItemKind::Ifdef(ifdef) => ifdef.otherwise.iter().for_each(|item| self.item(item)),
            ItemKind::Localparam(..) => {}
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        if let StatementKind::For(head, _) = &statement.kind {
            self.constants.insert(&head.variable);
        }
        statement.expressions().into_iter().for_each(|expr| self.expr(expr));
        statement.children().into_iter().for_each(|inner| self.statement(inner));
    }

    fn expr(&mut self, expr: &'a Expr) {
        if let Expr::Select(word, select) = expr
            && let Expr::Name(name) = &**word
            && self.arrays.contains(name.as_str())
            && !matches!(&**select, Select::Index(index) if self.is_constant(index))
        {
            self.memories.insert(name);
        }
        expr.operands().into_iter().for_each(|operand| self.expr(operand));
    }

    fn is_constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => self.constants.contains(name.as_str()),
            expr => expr.operands().into_iter().all(|operand| self.is_constant(operand)),
        }
    }
}
