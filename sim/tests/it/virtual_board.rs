//! A program written for the published protocol gets its reply from the virtual board. A board whose stop flag is set starts no exchange.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nonogram_sim::virtual_board::{Line, Port, serve};
use nonogram_sim::{Drive, SimBoard, SimError};

/// The messages of a plus sign on 3 x 3 cells, as the published host sends them.
fn plus() -> Vec<u8> {
    let mut messages: Vec<u16> = vec![0b111 << 13 | 3 << 1; 2];
    let single = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let full = [[1, 1, 1]];
    for line in [&single[..], &full[..], &single[..]].repeat(2) {
        messages.push(0b110 << 13);
        for (number, option) in line.iter().enumerate() {
            if number > 0 {
                messages.push(0b010 << 13);
            }
            let cells = (0u16..).zip(option);
            messages.extend(cells.map(|(index, &value)| 0b101 << 13 | index << 1 | value));
        }
        messages.push(0b001 << 13);
    }
    messages.push(0);
    messages.into_iter().flat_map(u16::to_be_bytes).collect()
}

/// The picture of the plus sign, as the published FPGA design sends it.
fn picture() -> Vec<u8> {
    let cells = [0, 1, 0, 1, 1, 1, 0, 1, 0];
    let size = vec![0b111 << 13 | 3 << 1; 2];
    let cells = (0u16..).zip(cells).map(|(index, value)| 0b101 << 13 | index << 1 | value);
    size.into_iter().chain(cells).chain([0]).flat_map(u16::to_be_bytes).collect()
}

fn exchange(line: &mut File, bytes: &[u8]) -> Vec<u8> {
    line.write_all(bytes).expect("the port accepts the board");
    let mut reply = vec![0; picture().len()];
    line.read_exact(&mut reply).expect("the board replies");
    reply
}

#[test]
fn boards_are_answered_in_sequence_and_after_half_a_board() {
    let mut port = Port::open().expect("a pseudo-terminal");
    let path = port.path().to_owned();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
            serve(&mut board, &mut port, &mut Line::perfect(), &stop).expect("the board runs");
        });
        let open = || OpenOptions::new().read(true).write(true).open(&path).expect("a port");
        let mut line = open();
        assert_eq!(exchange(&mut line, &plus()), picture());
        assert_eq!(exchange(&mut line, &plus()), picture());
        drop(line);

        // Another program opens the port; its board, which is cut off within a message, is discarded.
        let mut line = open();
        line.write_all(&plus()[..41]).expect("the port accepts half a board");
        assert_eq!(exchange(&mut line, &plus()), picture());
        line.write_all(&[0x60]).expect("the port accepts a stray byte");
        // Longer than the pause after which the board discards an incomplete message.
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(exchange(&mut line, &plus()), picture());
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_stopped_board_starts_no_exchange() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let board = SimBoard::new("classic11", Drive::Bytes).expect("in the table");
    let mut board = board.with_stop(&STOP);
    board.idle(1).expect("the board runs");
    let stopped = board.exchange(&mut plus().into_iter(), &mut |_, _| {});
    assert!(matches!(stopped, Err(SimError::Stopped { clock: 1 })));
}
