//! A pair of start boards with index 0 is answered with the build's identity, between boards and after an incomplete board and a pause.

use crate::common;

use common::{bytes, plus, reply, send};
use nonogram_protocol::{BuildIdentity, IDENTITY_REQUEST, Status};
use nonogram_sim::{Drive, Engine, SimBoard};
use nonogram_verilog::{BUILDS, Parameters};

fn board(build: &str, drive: Drive) -> SimBoard {
    SimBoard::new(build, drive).expect("in the table")
}

#[test]
fn every_build_reports_its_identity() {
    for build in BUILDS {
        let mut board = board(build.name, Drive::Bytes);
        let answer = send(&mut board, &IDENTITY_REQUEST).reply;
        assert_eq!(answer, board.identity().bytes(), "{}", build.name);
        assert_eq!(board.identity().core_kind(), Some(build.core()));
    }
}

/// The clock and the baud rate of the identity are parameters.
#[test]
fn identity_has_the_clock_and_the_baud_rate_of_the_parameters() {
    let parameters = Parameters::new(100_000_000, 3_000_000).expect("in range");
    for name in ["parallel11x4", "clue10"] {
        let engine = Engine::COMPILED;
        let board = SimBoard::with_engine(name, Drive::TruePins, engine, &parameters);
        let mut board = board.expect("in the table");
        let answer = send(&mut board, &IDENTITY_REQUEST).reply;
        let identity = BuildIdentity::find(&answer).expect("an identity").0;
        assert_eq!((identity.clock_khz, identity.baud), (100_000, 3_000_000));
        assert_eq!(identity, board.identity());
    }
}

#[test]
fn identity_is_reported_between_boards_without_a_pause() {
    for build in ["classic11", "parallel11x4"] {
        let mut board = board(build, Drive::Pins).with_lockstep();
        let identity = board.identity().bytes();
        let whole = bytes(&plus(), true);
        let solved = send(&mut board, &whole).reply;
        let stream =
            [&IDENTITY_REQUEST[..], &whole, &whole, &IDENTITY_REQUEST, &IDENTITY_REQUEST, &whole]
                .concat();
        let expected = [&identity[..], &solved, &solved, &identity, &identity, &solved].concat();
        assert_eq!(send(&mut board, &stream).reply, expected, "{build}");
    }
}

/// After any truncated board and a pause, an identity request is answered, and the next board is solved.
#[test]
fn identity_is_reported_after_a_board_cut_off_at_any_byte() {
    for build in ["classic11", "parallel11x4"] {
        let mut board = board(build, Drive::Bytes);
        let whole = bytes(&plus(), true);
        let solved = send(&mut board, &whole).reply;
        let expected = [&board.identity().bytes()[..], &solved].concat();
        for length in 0..whole.len() {
            board.exchange(&mut whole[..length].iter().copied(), &mut |_, _| {}).expect("runs");
            board.idle(board.pause_cycles() + 8).expect("runs");
            let answer = send(&mut board, &[&IDENTITY_REQUEST[..], &whole].concat()).reply;
            assert_eq!(answer, expected, "{build}: cut off after {length} bytes");
        }
    }
}

#[test]
fn incomplete_requests_are_discarded() {
    let mut board = board("classic11", Drive::Bytes);
    let whole = bytes(&plus(), true);
    for length in 1..IDENTITY_REQUEST.len() {
        send(&mut board, &IDENTITY_REQUEST[..length]);
        board.idle(board.pause_cycles() + 8).expect("runs");
        let status = reply(&mut board, &whole).status;
        assert_eq!(status, Status::Solved, "{length} bytes");
    }
    // A board with one side of 0 is not an identity request.
    let answer = send(&mut board, &[0xe0, 0, 0xe0, 2, 0, 0]).reply;
    assert_eq!(BuildIdentity::find(&answer), None);
}
