//! Compares a block with many operators, at twelve widths, in rust-hdl and in the compiled simulation.

use nonogram_hdl::dff_setup;
use nonogram_hdl::widgets::{Dff, LutRam, Ram, rising_edge};
use nonogram_sim::compiled::Machine;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rust_hdl::prelude::*;

/// Cycles that are compared at each width.
const CYCLES: usize = 300;
/// Passes within which a block settles.
const SETTLE: usize = 20;

/// A block with many operations on words of `W` bits, a register and memories.
#[derive(LogicBlock, Default)]
struct Operators<const W: usize> {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<W>>,
    b: Signal<In, Bits<W>>,
    choice: Signal<In, Bit>,
    address: Signal<In, Bits<2>>,
    write: Signal<In, Bit>,
    and: Signal<Out, Bits<W>>,
    or: Signal<Out, Bits<W>>,
    xor: Signal<Out, Bits<W>>,
    not: Signal<Out, Bits<W>>,
    sum: Signal<Out, Bits<W>>,
    difference: Signal<Out, Bits<W>>,
    equal: Signal<Out, Bit>,
    different: Signal<Out, Bit>,
    less: Signal<Out, Bit>,
    at_most: Signal<Out, Bit>,
    more: Signal<Out, Bit>,
    at_least: Signal<Out, Bit>,
    any: Signal<Out, Bit>,
    all: Signal<Out, Bit>,
    odd: Signal<Out, Bit>,
    logical: Signal<Out, Bit>,
    lowest: Signal<Out, Bit>,
    turned: Signal<Out, Bits<W>>,
    picked: Signal<Out, Bits<W>>,
    narrow: Signal<Out, Bits<3>>,
    wide: Signal<Out, Bits<64>>,
    first: Signal<Out, Bits<W>>,
    kept: Signal<Out, Bits<W>>,
    read: Signal<Out, Bits<W>>,
    looked: Signal<Out, Bits<W>>,
    place: Signal<Local, Bits<5>>,
    register: Dff<Bits<W>>,
    memory: Ram<W, 2>,
    small: LutRam<W, 2>,
}

impl<const W: usize> Logic for Operators<W> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        clock!(self, clock, memory, small);
        self.and.next = self.a.val() & self.b.val();
        self.or.next = self.a.val() | self.b.val();
        self.xor.next = self.a.val() ^ self.b.val();
        self.not.next = !self.a.val();
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.equal.next = self.a.val() == self.b.val();
        self.different.next = self.a.val() != self.b.val();
        self.less.next = self.a.val() < self.b.val();
        self.at_most.next = self.a.val() <= self.b.val();
        self.more.next = self.a.val() > self.b.val();
        self.at_least.next = self.a.val() >= self.b.val();
        self.any.next = self.a.val().any();
        self.all.next = self.a.val().all();
        self.odd.next = self.a.val().xor();
        self.logical.next = self.choice.val() && !self.write.val() || self.a.val().any();
        self.lowest.next = self.a.val().get_bit(0);
        self.narrow.next = bit_cast::<3, W>(self.a.val());
        self.wide.next = bit_cast::<64, W>(self.a.val());

        self.place.next = bit_cast::<5, W>(self.a.val());
        // Bits in an unrolled loop: inverted, or selected by an index.
        self.turned.next = self.a.val();
        self.picked.next = self.b.val();
        for i in 0..W {
            self.turned.next = self.turned.val().replace_bit(i, !self.b.val().get_bit(i));
            if self.place.val().index() == i {
                self.picked.next = self.picked.val().replace_bit(i, self.choice.val());
            }
        }

        // Several conditions; the last assignment takes precedence.
        self.first.next = self.a.val();
        if self.choice.val() {
            self.first.next = self.b.val();
        } else if self.write.val() {
            self.first.next = self.register.q.val();
        } else {
            self.first.next = !self.b.val();
        }

        if self.choice.val() {
            self.register.d.next = self.register.q.val() + self.a.val();
        }
        self.kept.next = self.register.q.val();
        self.memory.read_enable.next = self.choice.val();
        self.memory.read_address.next = self.address.val();
        self.memory.write_enable.next = self.write.val();
        self.memory.write_address.next = bit_cast::<2, W>(self.b.val());
        self.memory.write_data.next = self.a.val();
        self.read.next = self.memory.read_data.val();
        self.small.read_address.next = self.address.val();
        self.small.write_enable.next = self.write.val();
        self.small.write_address.next = bit_cast::<2, W>(self.b.val());
        self.small.write_data.next = self.a.val();
        self.looked.next = self.small.read_data.val();
    }
}

/// The values of a block's outputs, by name.
#[derive(Default)]
struct Outputs {
    depth: usize,
    found: Vec<(String, u64)>,
}

impl Probe for Outputs {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind() == AtomKind::OutputParameter {
            let text = format!("{:x}", atom.verilog());
            let digits = text.rsplit('h').next().unwrap_or_default();
            let value = u64::from_str_radix(digits, 16).expect("digits");
            self.found.push((name.to_owned(), value));
        }
    }
}

/// A random word, sometimes with few ones, with few zeros or with a small value.
fn word(random: &mut ChaCha8Rng, width: usize) -> u64 {
    let any: u64 = random.random();
    let word = match random.random_range(0..4) {
        0 => any & random.random::<u64>() & random.random::<u64>(),
        1 => any | random.random::<u64>() | random.random::<u64>(),
        2 => random.random_range(0..2 * width as u64),
        _ => any,
    };
    word & u64::MAX >> (64 - width)
}

fn compare<const W: usize>() {
    let mut block = Operators::<W>::default();
    block.clock.connect();
    block.a.connect();
    block.b.connect();
    block.choice.connect();
    block.address.connect();
    block.write.connect();
    block.connect_all();
    simulate(&mut block, SETTLE);
    let netlist = nonogram_hdl::netlist(&block).expect("a netlist");
    let mut machine = Machine::new(netlist, &[], &[]).expect("a machine");
    let mut random = ChaCha8Rng::seed_from_u64(W as u64);
    for clock in 0..CYCLES {
        let (a, b) = (word(&mut random, W), word(&mut random, W));
        let [choice, write] = [0; 2].map(|_| random.random_range(0..2_u64));
        let address = random.random_range(0..4_u64);
        block.a.next = a.into();
        block.b.next = b.into();
        block.choice.next = choice == 1;
        block.address.next = address.into();
        block.write.next = write == 1;
        // The clock is input 0.
        for (input, value) in [a, b, choice, address, write].into_iter().enumerate() {
            machine.set(input + 1, value);
        }
        assert!(simulate(&mut block, SETTLE), "the block settles");
        machine.settle();
        let mut outputs = Outputs::default();
        block.accept("top", &mut outputs);
        assert!(outputs.found.len() > 20);
        for (name, value) in outputs.found {
            let place = machine.place(&name).expect("an output");
            assert_eq!(machine.get(place), value, "{W} bits, cycle {clock}: {name}");
        }
        assert!(rising_edge(&mut block, SETTLE), "the block settles");
        machine.rise();
    }
}

#[test]
fn operators_of_twelve_widths_match_rust_hdl() {
    compare::<3>();
    compare::<4>();
    compare::<7>();
    compare::<8>();
    compare::<15>();
    compare::<16>();
    compare::<31>();
    compare::<32>();
    compare::<33>();
    compare::<47>();
    compare::<63>();
    compare::<64>();
}
