//! Seeds single faults into the statements of a clue core, and prints which of them the lockstep finds, by their effect on the answers.
//!
//! `cargo run --release -p nonogram-sim --example core_faults [BUILD [NUMBER [SEED]]]` (defaults: clue10, 400 faults, seed 1).

#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/core_faults.rs"]
mod core_faults;
#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/oracle.rs"]
mod oracle;
#[allow(dead_code, reason = "shared with tests")]
#[path = "../tests/common/trials.rs"]
mod trials;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use core_faults::{Faults, run, stimulus};
use nonogram_netlist::ir::Netlist;
use nonogram_sim::SimBoard;
use nonogram_verilog::{Build, Parameters, Top, build};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_chacha::ChaCha8Rng;
use trials::Answer;

/// The effect of a fault on the answers to the stimulus.
fn effect(good: &[Option<Answer>], bad: &[Option<Answer>]) -> &'static str {
    let pairs = || good.iter().zip(bad);
    if bad.last().is_some_and(Option::is_none) {
        return "no answer";
    }
    let bytes = |answer: &Option<Answer>| answer.as_ref().map(|(reply, _)| reply.clone());
    if pairs().any(|(good, bad)| bytes(good) != bytes(bad)) {
        "another answer"
    } else if good != bad {
        "other cycles"
    } else {
        "none"
    }
}

fn board(build: &'static Build, netlist: Netlist) -> Option<SimBoard> {
    SimBoard::of_netlist(build, netlist).ok()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "clue10".into());
    let mut number = |default: u64| -> u64 {
        let text = arguments.next();
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number(400) as usize, number(1));
    let build = build(&name).expect("a build's name");
    let parameters = Parameters::default().fast();
    let netlist = build.netlist(Top::Uart, &parameters).expect("a netlist");
    let faults = Faults::of(netlist.clone());
    let trials = stimulus();
    let mut whole = board(build, netlist).expect("a board").with_lockstep();
    let good = run(&mut whole, &trials).expect("in lockstep");
    std::panic::set_hook(Box::new(|_| {}));

    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let chosen = sample(&mut random, faults.count(), count.min(faults.count())).into_vec();
    let (mut table, mut invalid) = (BTreeMap::<&str, [u64; 2]>::new(), 0);
    for fault in chosen {
        let (netlist, path) = faults.seed(fault);
        let alone = catch_unwind(AssertUnwindSafe(|| {
            run(&mut board(build, netlist.clone())?, &trials).ok()
        }));
        let Ok(Some(alone)) = alone else {
            invalid += 1;
            continue;
        };
        let followed = catch_unwind(AssertUnwindSafe(|| {
            run(&mut board(build, netlist)?.with_lockstep(), &trials).err()
        }));
        let found = followed.map_or(Some("a panic".to_owned()), |error| {
            error.map(|error| error.to_string())
        });
        let effect = effect(&good, &alone);
        table.entry(effect).or_default()[usize::from(found.is_some())] += 1;
        eprintln!(
            "{fault} {path} {effect}: {}",
            found.as_deref().unwrap_or("not found")
        );
    }
    println!(
        "{} faults of `{name}`, {invalid} of the sample cannot be simulated",
        faults.count()
    );
    println!(
        "| effect on the answers | faults | found by lockstep | not found |\n|---|---|---|---|"
    );
    for (effect, [missed, found]) in table {
        println!("| {effect} | {} | {found} | {missed} |", missed + found);
    }
}
