//! Replays the stimulus of the tests on mutants of a build's netlist, lists the mutants that change no output pin, and prints the numbers
//! of all mutants, of those detected and of those listed.
//!
//! `cargo run --release --example netlist_mutants [BUILD [NUMBER [SEED]]]` (defaults: classic11, 300 mutants, seed 1).

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/mutants.rs"]
mod mutants;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mutants::Mutants;
use nonogram_sim::replay::{Recording, stimulus};
use nonogram_verilog::{build, fast_verilog};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "classic11".into());
    let mut number = |default: u16| -> u16 {
        let text = arguments.next();
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number(300), number(1));
    let build = build(&name).expect("a build's name");
    let verilog = fast_verilog(&name).expect("a build's name");

    let recording = Recording::new(build, stimulus::all(build));
    let mutants = Mutants::new(&recording, &verilog, count, seed.into())
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(
        mutants
            .survives(0)
            .unwrap_or_else(|error| panic!("{error}")),
        "the unchanged design differs from the recording"
    );
    let (next, survivors) = (AtomicUsize::new(1), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let mutant = next.fetch_add(1, Ordering::Relaxed);
                    if mutant > mutants.number() {
                        break;
                    }
                    if mutants
                        .survives(mutant)
                        .unwrap_or_else(|error| panic!("{error}"))
                    {
                        survivors.lock().expect("no panic").push(mutant);
                    }
                }
            });
        }
    });
    let mut survivors = survivors.into_inner().expect("no panic");
    survivors.sort_unstable();
    for &mutant in &survivors {
        println!("{}", mutants.change(mutant));
        // Prints every source line that yosys names for the change.
        let places = mutants.change(mutant).split(" -src ").skip(1);
        for place in places {
            let line = place
                .strip_prefix("design.sv:")
                .and_then(|place| place.split('.').next());
            let line = line.and_then(|line| line.parse::<usize>().ok());
            if let Some(text) = line.and_then(|line| verilog.lines().nth(line - 1)) {
                println!("    {place}: {}", text.trim());
            }
        }
    }
    println!(
        "| `{name}` | {} | {} | {} |",
        mutants.number(),
        mutants.number() - survivors.len(),
        survivors.len()
    );
}
