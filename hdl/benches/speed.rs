//! Speed of the compiled simulation and of rust-hdl's `Simulation` type, with the same design and board.
//!
//! `cargo bench --package nonogram-hdl` prints the cycles per second of both, and their ratio.

use std::time::Instant;

use nonogram_hdl::Top;
use nonogram_protocol::BoardStream;
use nonogram_sim::serial_line::UartSource;
use nonogram_sim::{Drive, SimBoard};
use nonogram_verilog::Parameters;
use nonogram_verilog::SIM_CLOCKS_PER_BIT;
use rust_hdl::prelude::*;

/// The design of `classic11`.
type Design = Top<11, 11, 12, 7, 84>;

/// Cycles that run under rust-hdl's `Simulation`, enough for a stable figure.
const CYCLES: u64 = 3_000;

/// The bytes of a board of 11 x 11 cells.
fn bytes() -> Vec<u8> {
    let clues: Vec<Vec<usize>> = (1..=11).map(|block| vec![block]).collect();
    BoardStream::new(&clues, &clues).expect("a board").bytes().collect()
}

/// Cycles per second of [`SimBoard`].
fn ours() -> f64 {
    let mut board = SimBoard::new("classic11", Drive::Pins).expect("in the table");
    let start = Instant::now();
    let exchange =
        board.exchange(&mut bytes().into_iter(), &mut |_, _| {}).expect("the board runs");
    exchange.clocks as f64 / start.elapsed().as_secs_f64()
}

/// Cycles per second of rust-hdl's `Simulation`.
fn theirs() -> f64 {
    let mut simulation: Simulation<Design> = Simulation::new();
    simulation.add_clock(5, |design: &mut Box<Design>| design.clock.next = !design.clock.val());
    simulation.add_testbench(move |mut sim: Sim<Design>| {
        let mut design = sim.init()?;
        let mut source = UartSource::new(SIM_CLOCKS_PER_BIT as f64);
        let mut bytes = bytes().into_iter();
        for _ in 0..CYCLES {
            design.rx.next = source.level(&mut || bytes.next());
            wait_clock_cycle!(sim, clock, design);
        }
        sim.done(design)
    });
    let parameters = Parameters::default().fast();
    let identity = nonogram_verilog::BUILDS[0].identity(&parameters);
    let start = Instant::now();
    simulation
        .run(Box::new(Design::ready(&identity, &parameters)), 10 * CYCLES + 1000)
        .expect("the simulation runs");
    CYCLES as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    let (ours, theirs) = (ours(), theirs());
    println!("SimBoard                {ours:>12.0} cycles/s");
    println!("rust-hdl's Simulation   {theirs:>12.0} cycles/s");
    println!("ratio                   {:>12.0}", ours / theirs);
}
