//! Tests of the clue core's model with the inputs of a link: cancelled searches, consecutive boards, early starts and states.

use nonogram_protocol::{SearchMode, Status};
use nonogram_puzzles::Puzzle;

use super::front::Driver;
use super::{Config, Inputs, State, solve};
use crate::boards::random;

/// Number of cycles after which the search of [`board`] is running and far from its end.
const SOME_CLOCKS: usize = 700;

/// A board whose search takes at least about 20,000 cycles.
fn board() -> Puzzle {
    random(15, 45, 1)
}

fn started(puzzle: &Puzzle, config: &Config) -> Driver {
    let mut driver = Driver::new(config);
    driver.board(puzzle);
    start(&mut driver);
    driver
}

fn start(driver: &mut Driver) {
    driver.give(Inputs {
        start: Some((SearchMode::Proof, 0)),
        ..Inputs::default()
    });
}

fn run(driver: &mut Driver, clocks: usize) {
    for _ in 0..clocks {
        driver.give(Inputs::default());
    }
}

/// Number of cycles until the search has ended.
fn end(driver: &mut Driver) -> usize {
    let mut clocks = 0;
    while driver.core.is_running() {
        driver.give(Inputs::default());
        clocks += 1;
    }
    clocks
}

fn cancel(driver: &mut Driver) {
    driver.give(Inputs {
        cancel: true,
        ..Inputs::default()
    });
}

#[test]
fn search_ends_when_cancelled_for_one_or_two_cycles() {
    let whole = solve(&board(), &Config::default(), SearchMode::Proof, 0);
    for times in [1, 2] {
        let mut driver = started(&board(), &Config::default());
        run(&mut driver, SOME_CLOCKS);
        assert!(driver.core.is_running());
        for _ in 0..times {
            cancel(&mut driver);
        }
        let clocks = end(&mut driver);
        assert!(clocks < whole.clocks as usize / 4, "{clocks} cycles");
        assert_eq!(driver.core.status(), Some(Status::Stalled));
    }
}

#[test]
fn cancel_without_search_has_no_effect() {
    let mut driver = Driver::new(&Config::default());
    driver.board(&board());
    cancel(&mut driver);
    start(&mut driver);
    let clocks = end(&mut driver);
    assert!(clocks > SOME_CLOCKS);
    let status = driver.core.status();
    cancel(&mut driver);
    assert_eq!(driver.core.status(), status);
}

#[test]
fn board_after_an_abandoned_one_takes_as_many_cycles_as_alone() {
    let config = Config::default();
    let alone = end(&mut started(&board(), &config));
    // The first board is abandoned at the start of its search, at many points of the search, and after its end.
    for clocks in (0..80).chain([100 * SOME_CLOCKS]) {
        let mut driver = started(&random(20, 50, 2), &config);
        run(&mut driver, clocks * 9);
        driver.board(&board());
        assert!(!driver.core.is_running() && driver.core.status().is_none());
        start(&mut driver);
        assert_eq!(
            end(&mut driver),
            alone,
            "abandoned after {clocks} x 9 cycles"
        );
    }
}

#[test]
fn start_before_the_board_is_settled_does_not_delay_the_end() {
    for seed in 0..10 {
        let puzzle = random(12, 45, seed);
        let mut ends = Vec::new();
        loop {
            let mut driver = Driver::new(&Config::default());
            driver.board(&puzzle);
            run(&mut driver, ends.len());
            if driver.core.is_quiet() {
                break;
            }
            start(&mut driver);
            ends.push(ends.len() + end(&mut driver));
        }
        // A finding on the bus just before the search starts is recorded in the next cycle, as during the search.
        assert!(ends.len() > 3, "{ends:?}");
        assert!(
            ends.iter().all(|&end| end == ends[0]),
            "seed {seed}: ends {ends:?}"
        );
    }
}

#[test]
fn state_follows_the_search() {
    let mut driver = Driver::new(&Config::default());
    driver.board(&board());
    assert_eq!(driver.core.state(), State::Idle);
    start(&mut driver);
    assert_eq!(driver.core.state(), State::Propagate);
    let mut seen = Vec::new();
    while driver.core.is_running() {
        let state = driver.core.state();
        if !seen.contains(&state) {
            seen.push(state);
        }
        driver.give(Inputs::default());
    }
    assert_eq!(driver.core.state(), State::Idle);
    assert_eq!(
        seen,
        [
            State::Propagate,
            State::ScanFetch,
            State::ScanRead,
            State::Scan,
            State::Fetch,
            State::WriteRow,
            State::WriteColumn,
            State::Harvest,
            State::UndoFetch,
            State::Undo,
            State::Decide,
            State::Save,
        ]
    );
}
