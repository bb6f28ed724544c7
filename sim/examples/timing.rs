//! Prints the timing diagram of docs/timing.md: what each stage of the parallel core holds, clock by clock.
//!
//! `cargo run --release -p nonogram-sim --example timing` (a 5 x 5 board on `parallel11`).

use std::collections::HashMap;

use nonogram_hdl::design::ByteDesign;
use nonogram_protocol::BoardStream;
use rust_hdl::prelude::{Atom, Block, Probe};

/// The values of all signals below the core, by path.
#[derive(Default)]
struct Values {
    path: Vec<String>,
    values: HashMap<String, u64>,
}

impl Probe for Values {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        // A literal prints as "8'hff" or "3'b101".
        let literal = format!("{:x}", signal.verilog());
        let digits = literal.rsplit('h').next().unwrap_or_default();
        let value = u64::from_str_radix(digits, 16).unwrap_or_default();
        self.values
            .insert(format!("{}.{name}", self.path.join(".")), value);
    }
}

/// One side in one clock, a text a stage.
fn stages(values: &Values, side: &str, letter: char) -> Vec<String> {
    let get = |name: &str| {
        let found = values.values.iter().find(|(path, _)| {
            path.starts_with(&format!("top.core.{side}.")) && path.ends_with(&format!(".{name}"))
        });
        *found.unwrap_or_else(|| panic!("no signal {name}")).1
    };
    let when = |shown: bool, text: String| if shown { text } else { String::new() };
    let line = |place: u64| format!("{letter}{place}");
    let chosen = get("picker.chosen.q");
    vec![
        when(
            get("picker.chosen_valid.q") == 1,
            line(u64::from(chosen.trailing_zeros())),
        ),
        when(
            get("picker.issue") == 1,
            format!("{}.{}", line(get("picker.place")), get("picker.offset")),
        ),
        when(
            get("w_valid.q") == 1,
            format!("{}.{}", line(get("w_place.q")), get("w_offset.q")),
        ),
        when(
            get("k_valid.q") == 1,
            format!("{} {:05b}", line(get("k_place.q")), get("k_word.q")),
        ),
        when(
            get("keep.q") == 1,
            format!("{} {:05b}", line(get("a_place.q")), get("a_word.q")),
        ),
        when(get("d_last.q") == 1, line(get("d_place.q"))),
        when(
            get("e_ended.q") == 1,
            format!("{:05b} of {:05b}", get("e_fresh.q"), get("e_known.q")),
        ),
    ]
}

fn clock(design: &mut dyn ByteDesign) {
    design.set_clock(true);
    design.set_clock(false);
}

fn main() {
    let rows = [vec![1], vec![3], vec![1, 1], vec![1, 1], vec![3]];
    let columns = [vec![2], vec![1, 1], vec![2, 1], vec![1, 1], vec![2]];
    let stream = BoardStream::new(&rows, &columns).expect("a small board");
    let mut design = (nonogram_hdl::build("parallel11")
        .expect("in the table")
        .bytes)();
    design.set_ready(true);
    design.set_clock(false);
    for byte in stream.bytes() {
        design.offer(Some(byte));
        design.set_clock(false);
        while !design.takes() {
            clock(&mut *design);
        }
        clock(&mut *design);
    }
    design.offer(None);
    while !design.events().launched {
        clock(&mut *design);
    }
    let head = "P chosen | R issued | W | K compared | A kept | D joined | E new of known";
    println!("| clock | rows: {head} | columns: {head} |");
    println!("|{}", "---|".repeat(15));
    for number in 0.. {
        let mut values = Values::default();
        design.block().accept("top", &mut values);
        let both = [("rows", 'r'), ("columns", 'c')]
            .iter()
            .flat_map(|&(side, letter)| stages(&values, side, letter))
            .collect::<Vec<_>>();
        println!("| {number} | {} |", both.join(" | "));
        if design.events().decided {
            break;
        }
        clock(&mut *design);
    }
}
