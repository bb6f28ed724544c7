//! Checks the clue core's model, the simulated board and the emitted Verilog against brute force or, on a larger board, against a software
//! engine; a seeded fault must be found.

use crate::oracle::Oracle;
use crate::trials::{Trial, emulate, trials};
use nonogram_protocol::{CoreKind, SearchMode, SearchRequest, Status};
use nonogram_puzzles::{Grid, Puzzle, read_file};
use nonogram_sim::answer::grid_of;
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Top};
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::model::clue::{Config, solve};
use nonogram_solver::{SolveOptions, solve as software};
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use nonogram_verilog::fast_verilog;

use crate::common::reply;

fn undecided(name: &str) -> Puzzle {
    let file = format!("{}/tests/undecided/{name}.non", env!("CARGO_MANIFEST_DIR"));
    read_file(file, None).expect("a puzzle").remove(0)
}

#[test]
fn every_cell_that_the_model_calls_certain_agrees_with_every_solution() {
    let mut ended_with_several = 0;
    for (number, trial) in trials(1).take(20_000).enumerate() {
        let config = Config {
            engines: 1 + number % 4,
            cells_per_step: [2, 4][number / 4 % 2],
            ..Config::default()
        };
        let (status, picture) = trial.of_model(&config);
        (trial.check(CoreKind::Clue, status, &picture))
            .unwrap_or_else(|error| panic!("{config:?}, {error}"));
        let several = || Oracle::new(&trial.puzzle).solutions() > 1;
        ended_with_several += usize::from(status == Status::Stalled && several());
    }
    assert!(ended_with_several > 1000, "{ended_with_several}");
}

/// Cancels the search in each of its cycles: the status and the cells of each reply are correct by brute force.
#[test]
fn a_search_cancelled_in_any_cycle_gives_a_correct_answer() {
    let puzzle = undecided("five-solutions");
    let whole = solve(&puzzle, &Config::default(), SearchMode::Proof, 0);
    for clock in 0..whole.clocks {
        let trial = Trial {
            puzzle: puzzle.clone(),
            request: SearchRequest::default(),
            cancel: Some(clock),
        };
        let (status, picture) = trial.of_model(&Config::default());
        (trial.check(CoreKind::Clue, status, &picture)).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The board is too large for brute force, so a software engine lists its solutions.
#[test]
fn cells_called_certain_at_a_limit_agree_with_every_solution() {
    let puzzle = undecided("larger");
    let options = SolveOptions {
        max_solutions: 1000,
        ..SolveOptions::default()
    };
    let solutions = software(&puzzle, &options).solutions;
    assert!((2..1000).contains(&solutions.len()));
    for limit in 1..8 {
        let solution = solve(&puzzle, &Config::default(), SearchMode::Proof, limit);
        for (row, column) in (0..12).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let cell = solution.grid.get(row, column);
            let agrees = |of: &Grid| cell.value().is_none() || of.get(row, column) == cell;
            let complete = solution.grid.is_complete();
            assert!(complete || solutions.iter().all(agrees), "limit {limit}");
        }
    }
}

#[test]
fn every_cell_that_the_board_calls_certain_agrees_with_every_solution() {
    for (build, count) in [("clue16", 60), ("clue32", 6)] {
        let mut board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        board = board.with_lockstep();
        for trial in trials(2).filter(|trial| trial.cancel.is_none()).take(count) {
            let answer = reply(&mut board, &trial.bytes(CoreKind::Clue));
            let checked = trial.check(CoreKind::Clue, answer.status, &grid_of(&answer));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
        }
    }
}

/// Boards with several solutions whose search is ended by a limit, or late by a cancellation.
fn ended_late() -> Vec<Trial> {
    let of_limit = Trial {
        puzzle: undecided("five-solutions"),
        request: SearchRequest {
            mode: SearchMode::Proof,
            limit: 1,
        },
        cancel: None,
    };
    let late = trials(3).filter(|trial| {
        trial.request.mode == SearchMode::Proof
            && trial.cancel.is_some_and(|clocks| clocks > 200)
            && trial.of_model(&Config::default()).0 == Status::Stalled
            && Oracle::new(&trial.puzzle).solutions() > 1
    });
    std::iter::once(of_limit).chain(late.take(5)).collect()
}

/// The errors in the answers of `clue16`'s Verilog.
fn wrong_answers(verilog: String) -> Vec<String> {
    let target = Dut {
        verilog,
        top: Top::Design("nonogram_clue16".to_owned()),
        clocks_per_bit: SIM_CLOCKS_PER_BIT,
        core: CoreKind::Clue,
    };
    let emulator = Emulator::compile(&target, Simulator::Icarus).expect("a compiled design");
    emulate(&emulator, CoreKind::Clue, &ended_late()).expect("the simulation runs")
}

#[test]
fn the_verilog_is_right_and_a_seeded_fault_is_found() {
    let verilog = fast_verilog("clue16").expect("in the table");
    assert_eq!(wrong_answers(verilog.clone()), Vec::<String>::new());
    // Cells that became known after the first solution hold in all further solutions, but can differ in the first.
    let good = "agreed = row_known & ~differs;";
    assert_eq!(verilog.matches(good).count(), 1);
    let faulty = verilog.replace(good, "agreed = row_known;");
    assert!(!wrong_answers(faulty).is_empty());
}
