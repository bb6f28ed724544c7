//! Option cores: with status 2 the known cells are exactly those that line logic determines.

use nonogram_protocol::Status;
use nonogram_sim::answer::grid_of;
use nonogram_sim::trials::trials;
use nonogram_sim::{Drive, SimBoard};

use crate::common::reply;

#[test]
fn option_cores_learn_exactly_the_cells_of_line_logic() {
    for (build, count) in [
        ("classic11", 150),
        ("parallel16x4", 150),
        ("parallel11x4", 100),
    ] {
        let mut board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        let core = board.build().core();
        let mut stalled = 0;
        for trial in trials(4).take(count) {
            let answer = reply(&mut board, &trial.bytes(core));
            let checked = trial.check(core, answer.status, &grid_of(&answer));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
            stalled += usize::from(answer.status == Status::Stalled);
        }
        assert!(stalled > count / 10, "{build}: {stalled} boards stalled");
    }
}
