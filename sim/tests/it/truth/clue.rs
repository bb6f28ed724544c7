//! Checks the reference of the clue core, the simulated board and the emitted Verilog against brute force or, on a larger board, against a software
//! engine; a seeded fault must be found.

use std::collections::BTreeSet;

use crate::every;
use crate::oracle::Oracle;
use crate::trials::{Trial, coloured, emulate, trials};
use nonogram_protocol::{CoreKind, SearchMode, SearchRequest, Status, decode_reply};
use nonogram_puzzles::{Grid, Puzzle, read_file};
use nonogram_sim::answer::grid_of;
use nonogram_sim::emulator::{Dut, Emulator, Simulator, Top};
use nonogram_sim::{Drive, SimBoard};
use nonogram_solver::{SolveOptions, solve as software};
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use nonogram_verilog::fast_verilog;

use crate::common::reply;

fn undecided(name: &str) -> Puzzle {
    let file = format!("{}/tests/undecided/{name}.non", env!("CARGO_MANIFEST_DIR"));
    read_file(file, None).expect("a puzzle").remove(0)
}

#[test]
fn every_cell_that_the_reference_calls_certain_agrees_with_every_solution() {
    let mut ended_with_several = 0;
    for trial in trials(1).take(10_000).chain(coloured(1).take(10_000)) {
        let (status, picture) = trial.of_reference();
        (trial.check(CoreKind::Clue, status, &picture)).unwrap_or_else(|error| panic!("{error}"));
        let several = || Oracle::new(&trial.puzzle).solutions() > 1;
        ended_with_several += usize::from(status == Status::Stalled && several());
    }
    assert!(ended_with_several > 1000, "{ended_with_several}");
}

/// A trial of a proof that ends early after `cancel` cycles, if given.
fn proof(puzzle: Puzzle, cancel: Option<u64>) -> Trial {
    Trial {
        puzzle,
        request: SearchRequest::default(),
        cancel,
    }
}

#[test]
fn every_board_of_2_by_3_in_two_colours_has_the_right_answer_in_the_reference() {
    for number in 0..every::count(2, 3, 2) {
        let trial = proof(every::board(2, 3, 2, number), None);
        let (status, picture) = trial.of_reference();
        (trial.check(CoreKind::Clue, status, &picture)).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Cancels the search in each of its cycles: the status and the cells of each reply are correct by brute force.
#[test]
fn a_search_cancelled_in_any_cycle_gives_a_correct_answer() {
    let puzzle = undecided("five-solutions");
    let board = SimBoard::new("clue10", Drive::Bytes).expect("in the table");
    let mut board = board.with_lockstep();
    let mut statuses = BTreeSet::new();
    for cycles in 0.. {
        let trial = proof(puzzle.clone(), Some(cycles));
        let answer = trial.send(&mut board).expect("in lockstep");
        let (reply, _) = answer.expect("an answer");
        let reply = decode_reply(reply).expect("a reply");
        let checked = trial.check(CoreKind::Clue, reply.status, &grid_of(&reply));
        checked.unwrap_or_else(|error| panic!("{error}"));
        statuses.insert(reply.status.index());
        if reply.status == Status::Multiple {
            break;
        }
    }
    assert_eq!(statuses.len(), 2);
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
    let board = SimBoard::new("clue16", Drive::Bytes).expect("in the table");
    let mut board = board.with_lockstep();
    for limit in 1..8 {
        let request = SearchRequest {
            mode: SearchMode::Proof,
            limit,
        };
        let trial = Trial {
            request,
            ..proof(puzzle.clone(), None)
        };
        let of_board = grid_of(&reply(&mut board, &trial.bytes(CoreKind::Clue)));
        for grid in [of_board, trial.of_reference().1] {
            for (row, column) in (0..12).flat_map(|row| (0..8).map(move |column| (row, column))) {
                let cell = grid.get(row, column);
                let agrees = |of: &Grid| cell.value().is_none() || of.get(row, column) == cell;
                let complete = grid.is_complete();
                assert!(complete || solutions.iter().all(agrees), "limit {limit}");
            }
        }
    }
}

#[test]
fn every_cell_that_the_board_calls_certain_agrees_with_every_solution() {
    for (build, count) in [("clue10", 150), ("clue16", 150), ("clue32", 60)] {
        let mut board = SimBoard::new(build, Drive::Bytes).expect("in the table");
        board = board.with_lockstep();
        for trial in trials(2).take(count) {
            let answer = trial.send(&mut board).expect("in lockstep");
            let reply = decode_reply(answer.expect("an answer").0).expect("a reply");
            let checked = trial.check(CoreKind::Clue, reply.status, &grid_of(&reply));
            checked.unwrap_or_else(|error| panic!("{build}: {error}"));
        }
        assert_eq!(
            board.lockstep().expect("in lockstep").boards(),
            count as u64
        );
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
    let mut board = SimBoard::new("clue16", Drive::Bytes).expect("in the table");
    let mut stalls = |trial: &Trial| {
        let answer = trial.send(&mut board).expect("the board runs");
        let reply = decode_reply(answer.expect("an answer").0).expect("a reply");
        reply.status == Status::Stalled
    };
    let late = trials(3).filter(|trial| {
        trial.request.mode == SearchMode::Proof
            && trial.cancel.is_some_and(|clocks| clocks > 200)
            && Oracle::new(&trial.puzzle).solutions() > 1
            && stalls(trial)
    });
    let late: Vec<Trial> = late.take(5).collect();
    std::iter::once(of_limit).chain(late).collect()
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
    let good = "agreed = agreed & ~(row_values_0 ^ solution_values_0);";
    assert_eq!(verilog.matches(good).count(), 1);
    let faulty = verilog.replace(good, "agreed = agreed;");
    assert!(!wrong_answers(faulty).is_empty());
}
