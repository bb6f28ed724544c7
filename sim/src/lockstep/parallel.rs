//! Lockstep of the parallel core: visits and boards must end in the same cycles as in the model, so that the model also predicts the
//! cycle count.
//! Interface: the implementation of `Model` for `Parallel`.
//! Source: own.

use crate::design::{CoreEvents, Design};
use nonogram_protocol::Status;
use nonogram_solver::model::parallel::Parallel;

use super::{Model, State};

impl Model for Parallel {
    fn follow(
        &mut self,
        events: &CoreEvents,
        design: &dyn Design,
    ) -> Result<Option<Status>, String> {
        if events.visited != self.wrote() {
            let (core, model) = (events.visited, self.wrote());
            return Err(format!("a visit has ended: {core}, in the model {model}"));
        }
        if self.wrote() || self.begins() {
            let counts = self.counts();
            let rows = self.known().len();
            let state = State {
                rows,
                columns: counts.len() - rows,
                known: self.known(),
                assigned: self.assigned(),
                counts,
            };
            let clock = self.cycles();
            state
                .compare(&design.probe())
                .map_err(|what| format!("{clock} cycles after the launch: {what}"))?;
        }
        self.clock();
        Ok(self.status())
    }

    fn visits(&self) -> u64 {
        Parallel::visits(self)
    }
}
