//! Option cores: with status 2 the known cells are exactly those that line logic determines, also if options are repeated.

use crate::trials::trials;
use nonogram_protocol::{Reply, Status};
use nonogram_sim::answer::grid_of;
use nonogram_sim::replay::stimulus::repeated;
use nonogram_sim::{Drive, SimBoard};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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

#[test]
fn an_option_that_is_sent_several_times_counts_as_one() {
    for build in ["classic11", "parallel11x4"] {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        let mut board = board.with_lockstep();
        let core = board.build().core();
        let mut solved = 0;
        for trial in trials(6).take(150) {
            let once = trial.bytes(core);
            let bytes = repeated(&once, || random.random_range(1..4));
            let [answer, expected] = [&bytes, &once].map(|bytes| {
                // The check of a reply starts from that of its board, which differs.
                let seed = None;
                let answer = reply(&mut board, bytes);
                Reply { seed, ..answer }
            });
            assert_eq!(answer, expected, "{build}: {trial:?}");
            let checked = trial.check(core, answer.status, &grid_of(&answer));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
            solved += usize::from(answer.status == Status::Solved);
        }
        assert!(solved > 15, "{build}: {solved} boards solved");
    }
}
