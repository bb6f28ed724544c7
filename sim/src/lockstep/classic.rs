//! Lockstep of the classic core, which is compared with its model after every line visit.
//! Interface: the implementation of `Model` for `Classic`.
//! Source: own.

use crate::design::{CoreEvents, Design};
use nonogram_protocol::Status;
use nonogram_puzzles::Line;
use nonogram_solver::model::classic::Classic;

use super::{Model, State};

impl Model for Classic {
    fn follow(
        &mut self,
        events: &CoreEvents,
        design: &dyn Design,
    ) -> Result<Option<Status>, String> {
        if events.visited {
            let line = self
                .visit()
                .ok_or("the core visits a line of a decided board")?;
            let (lines, rows) = (self.counts().len(), self.known().len());
            let line = if line < rows {
                Line::Row(line)
            } else {
                Line::Column(line - rows)
            };
            let state = State {
                rows,
                columns: lines - rows,
                known: self.known(),
                assigned: self.assigned(),
                counts: self.counts().iter().copied().map(Some).collect(),
            };
            state
                .compare(&design.probe())
                .map_err(|what| format!("after a visit of {line}: {what}"))?;
        }
        Ok(self.status())
    }

    fn visits(&self) -> u64 {
        Classic::visits(self)
    }
}
