//! A rising edge simulated in one pass, and one simulated through the clock signal, give the same output `tx` and the same events of the
//! core in every cycle.

use nonogram_hdl::Top;
use nonogram_protocol::BoardStream;
use nonogram_sim::design::{Design, PinDesign};
use nonogram_sim::serial_line::UartSource;
use nonogram_verilog::Parameters;
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use rust_hdl::prelude::*;

/// The design of `classic11`.
type Classic = Top<11, 11, 12, 7, 84>;

/// Cycles to simulate, enough for the complete reply.
const CYCLES: usize = 10_000;
/// Passes within which the design settles.
const SETTLE: usize = 100;

#[test]
fn edges_by_signal_and_by_pass_give_the_same_outputs() {
    let build = nonogram_verilog::build("classic11").expect("in the table");
    let parameters = Parameters::default().fast();
    let design = || Box::new(Classic::ready(&build.identity(&parameters), &parameters));
    let [mut by_signal, mut by_pass] = [(); 2].map(|()| design());
    let clues = [vec![1, 1], vec![3], vec![1]];
    let columns = [vec![2], vec![2], vec![2]];
    let stream = BoardStream::new(&clues, &columns).expect("a board");
    let mut bytes = stream.bytes();
    let mut source = UartSource::new(SIM_CLOCKS_PER_BIT as f64);
    let mut replied = false;
    for clock in 0..CYCLES {
        let level = source.level(&mut || bytes.next());
        by_pass.set_rx(level);
        by_signal.set_rx(level);
        for level in [false, true] {
            by_signal.clock.next = level.into();
            assert!(simulate(&mut *by_signal, SETTLE), "the design settles");
        }
        assert!(by_pass.settle() && by_pass.rise(), "the design settles");
        assert_eq!(by_pass.tx(), by_signal.tx(), "cycle {clock}");
        assert_eq!(by_pass.events(), by_signal.events(), "cycle {clock}");
        replied |= by_pass.events().replying;
    }
    assert!(replied, "the board is answered");
}
