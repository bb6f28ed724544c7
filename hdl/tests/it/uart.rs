//! The UART at several bit timings: bytes are received, also from a sender whose baud rate is off; short pulses are ignored, a break is one
//! error, and the edges of the transmitter keep time.

use nonogram_hdl::uart::{UartRx, UartTx};
use nonogram_hdl::widgets::{Parameter, rising_edge};
use nonogram_sim::serial_line::{Received, UartSink, UartSource};
use rust_hdl::prelude::{Block, simulate};

/// Sixteenths per cycle.
const PARTS: u32 = nonogram_verilog::PARTS as u32;

/// Passes within which a UART settles.
const SETTLE: usize = 20;

/// A bit at 3 Mbaud from 50 MHz in sixteenths of a cycle: 16 2/3 cycles, rounded.
const FRACTIONAL: u32 = 267;

/// Bytes with various bit patterns.
const BYTES: [u8; 6] = [0x00, 0xff, 0x55, 0xaa, 0xe0, 0x01];

/// A receiver under test.
struct Receiver(UartRx);

impl Receiver {
    /// A receiver with bits of this many sixteenths of a cycle.
    fn new(bit: u32) -> Self {
        let mut uut = UartRx::default();
        uut.divider.bit_sixteenths = Parameter::new(bit);
        uut.connect_all();
        uut.line.next = true;
        assert!(simulate(&mut uut, SETTLE));
        Self(uut)
    }

    /// What is received in a cycle with this level on the line.
    fn take(&mut self, level: bool) -> Option<Received> {
        let uut = &mut self.0;
        uut.line.next = level;
        assert!(simulate(uut, SETTLE));
        let byte = uut.data.q.val().to_u8();
        let is_broken = uut.framing_error.val();
        let received = if is_broken { Received::FramingError(byte) } else { Received::Byte(byte) };
        let received = uut.strobe.val().then_some(received);
        assert!(rising_edge(uut, SETTLE));
        received
    }
}

/// The results of a receiver with bits of `bit` sixteenths of a cycle for a sender whose bits last `ratio` times as long.
fn received(bit: u32, ratio: f64) -> Vec<Received> {
    let mut source = UartSource::new(f64::from(bit) / f64::from(PARTS) * ratio);
    let mut receiver = Receiver::new(bit);
    let mut bytes = BYTES.into_iter().peekable();
    let mut received = Vec::new();
    while bytes.peek().is_some() || !source.is_idle() {
        received.extend(receiver.take(source.level(&mut || bytes.next())));
    }
    received.extend((0..bit / PARTS).filter_map(|_| receiver.take(true)));
    received
}

#[test]
fn bytes_cross_at_several_bit_times_and_baud_errors() {
    // 434 cycles per bit, the shortest bit, and one that is no whole number of cycles. The last sample, 9.5 bits after the edge, is within
    // the stop bit if the sender's bits last 9.5/10 to 9.5/9 times as long.
    let cases: [(u32, &[f64]); 3] = [
        (434 * PARTS, &[0.955, 1.0, 1.045]),
        (4 * PARTS, &[1.0]),
        (FRACTIONAL, &[0.97, 1.0, 1.03]),
    ];
    let all = BYTES.map(Received::Byte);
    for (bit, ratios) in cases {
        for &ratio in ratios {
            assert_eq!(received(bit, ratio), all, "{bit} sixteenths per bit, sender at {ratio}");
        }
    }
    for ratio in [0.93, 1.07] {
        assert_ne!(received(434 * PARTS, ratio), all);
    }
}

#[test]
fn short_pulses_are_ignored_and_a_break_is_one_error() {
    const CLOCKS: u32 = 64;
    let mut receiver = Receiver::new(CLOCKS * PARTS);
    let mut run = |level: bool, clocks: u32| -> Vec<Received> {
        (0..clocks).filter_map(|_| receiver.take(level)).collect()
    };
    run(true, 10);
    assert_eq!(run(false, CLOCKS / 2 - 2), []);
    assert_eq!(run(true, 20 * CLOCKS), []);
    assert_eq!(run(false, 50 * CLOCKS), [Received::FramingError(0)]);
    assert_eq!(run(true, 20 * CLOCKS), []);
}

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
