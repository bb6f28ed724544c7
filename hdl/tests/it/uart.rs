//! The transmitter at several bit timings: its edges keep time, and what it sends is received.

use nonogram_hdl::uart::UartTx;
use nonogram_hdl::widgets::{Parameter, rising_edge};
use nonogram_sim::serial_line::{Received, UartSink};
use rust_hdl::prelude::{Block, simulate};

/// Sixteenths per cycle.
const PARTS: u32 = nonogram_verilog::PARTS as u32;

/// Passes within which a UART settles.
const SETTLE: usize = 20;

/// A bit at 3 Mbaud from 50 MHz in sixteenths of a cycle: 16 2/3 cycles, rounded.
const FRACTIONAL: u32 = 267;

/// Bytes with various bit patterns.
const BYTES: [u8; 6] = [0x00, 0xff, 0x55, 0xaa, 0xe0, 0x01];

/// Sends bytes back to back: all are received, and every edge is within one cycle of its ideal time,
/// counted from the start of its byte.
fn keeps_time(bit: u32) {
    let mut uut = UartTx::default();
    uut.divider.bit_sixteenths = Parameter::new(bit);
    uut.connect_all();
    assert!(simulate(&mut uut, SETTLE));
    let bit = f64::from(bit) / f64::from(PARTS);
    let mut sink = UartSink::new(bit);
    let mut bytes = BYTES.into_iter().peekable();
    let mut received = Vec::new();
    let (mut began, mut before) = (0, true);
    for number in 0_u64.. {
        if received.len() == BYTES.len() {
            break;
        }
        uut.valid.next = bytes.peek().is_some();
        uut.data.next = u64::from(bytes.peek().copied().unwrap_or_default()).into();
        let taken = uut.ready.val() && uut.valid.next;
        assert!(simulate(&mut uut, SETTLE) && rising_edge(&mut uut, SETTLE));
        if taken {
            bytes.next();
            began = number;
        }
        let level = uut.line.val();
        if level != before {
            let bits = (number - began) as f64 / bit;
            let late = (bits - bits.round()) * bit;
            assert!(late.abs() < 1.0, "an edge after {bits} bits: {late} cycles");
        }
        before = level;
        received.extend(sink.take(level));
    }
    assert_eq!(received, BYTES.map(Received::Byte));
}

#[test]
fn transmitter_edges_do_not_drift() {
    keeps_time(5208 * PARTS);
    keeps_time(FRACTIONAL);
}
