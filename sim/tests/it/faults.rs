//! A short fault campaign: the design never hangs, never returns a wrong verdict or picture with a matching check, and solves the next
//! valid board.
//! Further tests check the receiver's baud tolerance, and that a board is idle again after a break and a glitch.

use crate::campaign::{Campaign, Trial, tolerance};
use nonogram_sim::{Drive, SimBoard};
use nonogram_verilog::PARTS;

fn campaign(build: &str, drive: Drive, count: u64) {
    let mut campaign = Campaign::new(build, drive, 7).expect("in the table");
    let trials = Trial::ALL.into_iter().chain([Trial::Garbage(200)]);
    for trial in trials.filter(|trial| drive == Drive::Pins || !trial.needs_pins()) {
        let counts = campaign.run(trial, count).expect("runs");
        let what = format!("{build}, {trial}, seed 7: {counts:?}");
        assert_eq!((counts.hangs, counts.next_failed), (0, 0), "{what}");
        assert_eq!(counts.wrong, 0, "{what}");
        assert_eq!(
            counts.right + counts.refused + counts.unanswered,
            counts.broken,
            "{what}"
        );
        if trial == Trial::BackToBack {
            assert_eq!(counts.right, counts.broken, "{what}");
        }
        if matches!(trial, Trial::One(_) | Trial::CutOff) {
            assert!(counts.right < counts.broken, "nothing was broken: {what}");
        }
    }
}

#[test]
fn classic_core_survives_faults_in_bytes() {
    campaign("classic11", Drive::Bytes, 10);
}

#[test]
fn classic_core_survives_faults_on_the_line() {
    campaign("classic11", Drive::Pins, 4);
}

#[test]
fn parallel_core_survives_faults_in_bytes() {
    campaign("parallel11x4", Drive::Bytes, 10);
}

#[test]
fn parallel_core_survives_faults_on_the_line() {
    campaign("parallel11x4", Drive::Pins, 4);
}

#[test]
fn clue_core_survives_faults_in_bytes() {
    campaign("clue16", Drive::Bytes, 10);
}

#[test]
fn clue_core_survives_faults_on_the_line() {
    campaign("clue16", Drive::Pins, 4);
}

#[test]
fn the_design_survives_a_flood_of_garbage() {
    for build in ["classic11", "clue16"] {
        let mut campaign = Campaign::new(build, Drive::Bytes, 3).expect("in the table");
        let counts = campaign.run(Trial::Garbage(10_000), 1).expect("runs");
        assert_eq!((counts.hangs, counts.next_failed, counts.wrong), (0, 0, 0));
    }
}

#[test]
fn the_campaigns_board_can_be_solved() {
    let campaign = Campaign::new("classic11", Drive::Bytes, 1).expect("in the table");
    assert!(matches!(
        nonogram_solver::propagate(campaign.puzzle()),
        nonogram_solver::LineOutcome::Solved(_)
    ));
}

#[test]
fn baud_tolerance_is_the_theoretical_limit_less_the_sampling_resolution() {
    let (shortest, longest) = tolerance(104 * PARTS as u32);
    // In theory the error can be half a bit in 10 or in 9 bits, which gives 0.95 and 1.0556; the sampling resolution reduces it.
    assert!((0.95..0.956).contains(&shortest), "{shortest}");
    assert!((1.05..1.0556).contains(&longest), "{longest}");
}

#[test]
fn a_board_is_idle_again_after_a_break_and_a_glitch() {
    let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
    board.send_break(20);
    assert!(!board.is_idle());
    board.idle(100).expect("runs");
    assert!(board.is_idle());
    board.glitch(1);
    assert!(!board.is_idle());
    board.idle(2).expect("runs");
    assert!(board.is_idle());
}
