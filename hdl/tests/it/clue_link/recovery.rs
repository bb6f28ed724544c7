//! Recovery of the link: after a lost or stray byte, a flipped bit, a truncated board or garbage, and a pause, the next complete board is
//! solved; most cases also hold without the pause. After an overflow of the queue, the next board is refused once.

use nonogram_protocol::{ClueStream, SearchMode, SearchRequest, Status, board_check, decode_reply};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bench::{Bench, PAUSE};
use super::{board, plus, plus_cells, solves_plus};

/// A board with low bytes that could also be high bytes of messages.
fn wide(check: bool) -> Vec<u8> {
    let rows = vec![vec![3, 4], vec![1, 13], vec![16], vec![1; 8], vec![]];
    let columns = [vec![2], vec![1, 1]];
    let columns: Vec<Vec<usize>> = columns.into_iter().cycle().take(16).collect();
    let request = SearchRequest { mode: SearchMode::FirstSolution, limit: 1_000_000 };
    let stream = ClueStream::new(&rows, &columns).unwrap().with_check(check);
    stream.with_request(request).bytes().collect()
}

/// Sends corrupted bytes and, after a pause, a valid board, which must be solved.
fn survives(bench: &mut Bench, what: &str, broken: &[u8], whole: &[u8]) {
    bench.send(broken);
    bench.idle(2 * PAUSE);
    let reply = decode_reply(bench.send(whole)).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!((reply.status, reply.cells), (Status::Solved, plus_cells()), "{what}");
}

/// Sends corrupted bytes and a valid board without a pause; the last reply must be that to the valid board.
fn survives_without_pause(bench: &mut Bench, what: &str, broken: &[u8], whole: &[u8]) {
    let received = bench.send(&[broken, whole].concat());
    let expected = bench.send(whole);
    assert_eq!(decode_reply(expected.iter().copied()).unwrap().cells, plus_cells());
    assert!(received.ends_with(&expected), "{what}, without a pause: {received:02x?}");
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_link_recovers_from_a_board_cut_off_at_any_byte() {
    let mut bench = solves_plus();
    for check in [false, true] {
        let whole = board(&plus(), &plus(), check);
        for broken in [&whole, &wide(check)] {
            for length in 0..broken.len() {
                let what = format!("cut off after {length} bytes, check {check}");
                survives(&mut bench, &what, &broken[..length], &whole);
                // Without a pause, a lone start board pairs with the next board's first one; the CRC then starts at that board's second
                // one.
                let only_start_board = length == 2 || length == 3;
                if !(check && only_start_board) {
                    survives_without_pause(&mut bench, &what, &broken[..length], &whole);
                }
            }
        }
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_link_recovers_from_a_byte_lost_at_any_place() {
    let mut bench = solves_plus();
    let whole = board(&plus(), &plus(), true);
    for other in [&whole, &wide(true), &wide(false)] {
        for place in 0..other.len() {
            let broken = [&other[..place], &other[place + 1..]].concat();
            let what = format!("byte {place} lost");
            survives(&mut bench, &what, &broken, &whole);
            survives_without_pause(&mut bench, &what, &broken, &whole);
        }
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_link_recovers_from_a_stray_byte_of_any_value() {
    let mut bench = solves_plus();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let whole = board(&plus(), &plus(), true);
    for stray in 0..=255_u8 {
        for other in [&whole, &wide(true)] {
            let place = random.random_range(0..=other.len());
            let broken = [&other[..place], &[stray], &other[place..]].concat();
            let what = format!("{stray:#04x} added before byte {place}");
            survives(&mut bench, &what, &broken, &whole);
        }
        survives_without_pause(&mut bench, &format!("{stray:#04x} alone"), &[stray], &whole);
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_link_recovers_from_any_flipped_bit() {
    let mut bench = solves_plus();
    let whole = board(&plus(), &plus(), true);
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut broken = whole.clone();
            broken[place] ^= 1 << bit;
            let what = format!("bit {bit} of byte {place} flipped");
            if let Ok(answer) = decode_reply(bench.send(&broken)) {
                let fine = answer.status != Status::Solved || answer.seed != board_check(&whole);
                assert!(fine, "{what} but not detected");
            }
            survives(&mut bench, &what, &[], &whole);
            survives_without_pause(&mut bench, &what, &broken, &whole);
        }
    }
}

#[test]
#[ignore = "takes seconds; make test-hardware runs it"]
fn the_link_recovers_from_garbage_of_many_kinds() {
    let mut bench = solves_plus();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let whole = board(&plus(), &plus(), true);
    for round in 0..80 {
        let length = random.random_range(1..300);
        let highest = [0x01, 0x20, 0x80, 0x9f, 0xff][round % 5];
        let garbage: Vec<u8> = (0..length).map(|_| random.random_range(0..=highest)).collect();
        survives(&mut bench, &format!("seed 5, garbage {round}"), &garbage, &whole);
    }
}

/// The queue lost the end of a board, so the first byte of the next board carries an error mark.
#[test]
fn an_overflow_at_the_end_of_a_board_refuses_the_next_one_once() {
    let mut bench = solves_plus();
    for (check, status) in [(false, Status::Malformed), (true, Status::BadCheck)] {
        let whole = board(&plus(), &plus(), check);
        let expected = bench.send(&whole);
        bench.marks_next = true;
        let refused = decode_reply(bench.send(&whole)).expect("a reply");
        assert_eq!(refused.status, status);
        assert_eq!(bench.send(&whole), expected);
    }
}
