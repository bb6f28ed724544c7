//! Tells memories from arrays of signals: a memory has an index that is not constant.
//! Interface: [`of`].

use std::collections::HashSet;

use crate::tree::{Expr, Item, ItemKind, Select, Statement, StatementKind};

/// The names of the arrays that these items declare and select from at a place that is not constant.
pub(super) fn of(items: &[Item]) -> HashSet<String> {
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
                    self.arrays
                        .extend(arrays.map(|declared| declared.name.as_str()));
                }
                ItemKind::Localparam(_, constants) => {
                    let names = constants.iter().map(|(name, _)| name.as_str());
                    self.constants.extend(names);
                }
                ItemKind::For(_, _, items) => self.declarations(items),
                _ => {}
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
        match &statement.kind {
            StatementKind::Block(statements, _) => {
                statements
                    .iter()
                    .for_each(|statement| self.statement(statement));
            }
            StatementKind::Blocking(left, right) | StatementKind::NonBlocking(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            StatementKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.statement(then);
                otherwise
                    .iter()
                    .for_each(|otherwise| self.statement(otherwise));
            }
            StatementKind::Case(selector, arms, _) => {
                self.expr(selector);
                for arm in arms {
                    arm.values.iter().for_each(|value| self.expr(value));
                    self.statement(&arm.body);
                }
            }
            StatementKind::For(head, body) => {
                self.constants.insert(&head.variable);
                self.statement(body);
            }
            StatementKind::Assert(condition) => self.expr(condition),
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        if let Expr::Select(word, select) = expr
            && let Expr::Name(name) = &**word
            && self.arrays.contains(name.as_str())
            && !matches!(&**select, Select::Index(index) if self.is_constant(index))
        {
            self.memories.insert(name);
        }
        expr.operands()
            .into_iter()
            .for_each(|operand| self.expr(operand));
    }

    fn is_constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => self.constants.contains(name.as_str()),
            expr => expr
                .operands()
                .into_iter()
                .all(|operand| self.is_constant(operand)),
        }
    }
}
