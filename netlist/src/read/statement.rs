//! Reads statements.
//! Interface: [`Reader::statement`], and [`Reader::left`] for the left-hand side of an assignment.

use super::{Reader, Result};
use crate::tree::{Arm, Expr, Statement, StatementKind};

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
        Ok(Statement {
            notes: Vec::new(),
            ..statement
        })
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
            let otherwise = Statement {
                notes,
                ..self.body()?
            };
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
        Ok(match is_blocking {
            true => StatementKind::Blocking(left, right),
            false => StatementKind::NonBlocking(left, right),
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
            arms.push(Arm {
                notes,
                values,
                body: self.body()?,
            });
        }
    }

    /// Reads the left-hand side of an assignment: a signal, a part of one, a word of a memory, or several of these in braces.
    pub(super) fn left(&mut self) -> Result<Expr> {
        if self.take("{") {
            return self.nested(|reader| {
                let mut parts = vec![reader.left()?];
                while reader.take(",") {
                    parts.push(reader.left()?);
                }
                reader.expect("}")?;
                Ok(Expr::Concat(parts))
            });
        }
        if !self.is_name() {
            return self.expected("a statement or the left side of an assignment");
        }
        let name = Expr::Name(self.name()?);
        self.selected(name)
    }
}
