//! Cancelling a search, and receiving other messages during a search.

use nonogram_protocol::{
    BuildIdentity, CANCEL, IDENTITY_REQUEST, Message, Status, board_check, decode_reply,
};

use super::bench::{Bench, Decision, Event, IDENTITY, PAUSE};
use super::{board, plus, plus_cells, solves_plus};

/// A core that searches until it is cancelled, and then reports some known cells.
fn endless() -> Bench {
    let mut cells = plus_cells();
    cells[4] = None;
    Bench::new(Decision { status: Status::Stalled.index(), cells, clocks: None })
}

fn cancels(events: &[Event]) -> usize {
    events.iter().filter(|event| **event == Event::Cancel).count()
}

#[test]
fn an_end_board_ends_the_search_and_the_next_board_is_answered() {
    let mut bench = endless();
    for check in [false, true] {
        let whole = board(&plus(), &plus(), check);
        assert!(bench.send(&whole).is_empty());
        let reply = decode_reply(bench.send(&CANCEL.to_bytes())).unwrap();
        assert_eq!((reply.status, &reply.cells), (Status::Stalled, &bench.core.decision.cells));
        assert_eq!(reply.seed, board_check(&whole));
        assert_eq!(cancels(&bench.given()), 1);
    }
    bench.core.decision.clocks = Some(10);
    let reply = decode_reply(bench.send(&board(&plus(), &plus(), true))).unwrap();
    assert_eq!(reply.status, Status::Stalled);
    assert_eq!(cancels(&bench.given()), 0);
}

#[test]
fn a_late_end_board_has_no_effect() {
    let mut bench = solves_plus();
    let whole = board(&plus(), &plus(), true);
    let expected = bench.send(&whole);
    for late in [1, 2, 5] {
        let cancels_late = CANCEL.to_bytes().repeat(late);
        assert!(bench.send(&cancels_late).is_empty());
        assert_eq!(bench.send(&[&cancels_late[..], &whole].concat()), expected);
    }
    assert_eq!(cancels(&bench.given()), 0);
}

#[test]
fn an_identity_request_ends_the_search_and_is_answered() {
    let mut bench = endless();
    bench.send(&board(&plus(), &plus(), true));
    let answer = bench.send(&IDENTITY_REQUEST);
    assert_eq!(cancels(&bench.given()), 1);
    let (identity, end) = BuildIdentity::find(&answer).expect("an identity");
    assert_eq!((identity, end), (IDENTITY, answer.len()));
    let reply = decode_reply(answer[..end - IDENTITY.bytes().len()].iter().copied()).unwrap();
    assert_eq!(reply.status, Status::Stalled);
}

#[test]
fn the_next_board_waits_for_the_verdict() {
    let mut bench = solves_plus();
    bench.core.decision.clocks = Some(3000);
    let whole = board(&plus(), &plus(), true);
    let both = bench.send(&whole.repeat(2));
    assert_eq!(both.len() % 2, 0);
    let (first, second) = both.split_at(both.len() / 2);
    assert_eq!(first, second);
    assert_eq!(decode_reply(first.iter().copied()).unwrap().cells, plus_cells());
    assert_eq!(cancels(&bench.given()), 0);
}

/// During a search, only an end board or a start board with index 0 ends it. After any other two bytes an end board still ends the
/// search, unless these bytes are a start board with a low byte below e0, which stays queued.
#[test]
fn only_an_end_board_or_a_start_board_with_index_0_ends_the_search() {
    const LOW: [u8; 4] = [0x00, 0x16, 0x80, 0xe0];
    for high in 0..=255_u8 {
        // Low bytes matter only after the high bytes of these two messages.
        let lows = match high {
            0 | 0xe0.. => &LOW[..],
            _ => &LOW[usize::from(high) % 4..][..1],
        };
        for &low in lows {
            let mut bench = endless();
            bench.send(&board(&plus(), &plus(), false));
            bench.given();
            let answer = bench.send(&[high, low]);
            bench.idle(2 * PAUSE);
            // A start board's value bit is ignored.
            let ends = [high, low] == [0, 0] || (high == 0xe0 && low <= 1);
            assert_eq!(cancels(&bench.given()), usize::from(ends), "{high:02x} {low:02x}");
            assert_eq!(answer.is_empty(), !ends, "{high:02x} {low:02x}");
            if ends {
                continue;
            }
            let answer = bench.send(&CANCEL.to_bytes());
            // A start board stays queued, because it may begin the next board.
            let waits = high >= 0xe0 && low < 0xe0;
            assert_eq!(answer.is_empty(), waits, "{high:02x} {low:02x}");
            if !waits {
                assert_eq!(decode_reply(answer).unwrap().status, Status::Stalled);
            }
        }
    }
}

#[test]
fn a_check_during_the_search_does_not_change_the_reply() {
    let mut bench = endless();
    bench.send(&board(&plus(), &plus(), false));
    bench.send(&Message::Check(0).to_bytes());
    let reply = decode_reply(bench.send(&CANCEL.to_bytes())).unwrap();
    assert_eq!((reply.status, reply.seed), (Status::Stalled, None));
}
