//! The parameters of the top module, and the documentation of all parameters.
//! Interface: [`derive`] gives the top module the clock frequency and the baud rate as parameters, from which it computes the others.

use nonogram_netlist::ir::{Binary, Expr, Instance, Module, Netlist, SignalId};

use nonogram_verilog::{LONGEST_PAUSE, PARTS, PAUSE_BITS, PAUSES_PER_SECOND, Parameters};

/// Names of the parameters, and their meanings.
const PARAMETERS: [(&str, &str); 5] = [
    (CLOCK_HZ, "Clock frequency, Hz."),
    (CLOCK_KHZ, "Clock frequency, kHz."),
    (BAUD, "Baud rate of the serial line."),
    (
        BIT_SIXTEENTHS,
        "Bit period of the serial line, in sixteenths of a clock cycle: 64 to 1048575.",
    ),
    (PAUSE_CLOCKS, "Idle cycles after which half a message is discarded: 1 to 16777215."),
];
const CLOCK_HZ: &str = "CLOCK_HZ";
const CLOCK_KHZ: &str = "CLOCK_KHZ";
const BAUD: &str = "BAUD";
const BIT_SIXTEENTHS: &str = "BIT_SIXTEENTHS";
const PAUSE_CLOCKS: &str = "PAUSE_CLOCKS";

/// Hertz per kilohertz.
const HZ_PER_KHZ: u64 = 1000;

/// Meaning of a parameter; `None` if its name is unknown.
pub(super) fn about(name: &str) -> Option<&'static str> {
    let known = PARAMETERS.iter().find(|(known, _)| *known == name);
    known.map(|(_, about)| *about)
}

/// Replaces the parameters of a design's top module: the clock frequency and the baud rate are numbers, from which the top computes the
/// clock frequency in kilohertz, and the bit period and the pause unless `parameters` has other values.
///
/// # Panics
/// Panics if the top does not have the parameters of a design with pins.
pub(super) fn derive(netlist: &mut Netlist, parameters: &Parameters) {
    let top = &mut netlist.modules[0];
    let [clock, baud, bit, pause] =
        [CLOCK_KHZ, BAUD, BIT_SIXTEENTHS, PAUSE_CLOCKS].map(|name| parameter(top, name));
    top.signals[clock as usize].name = CLOCK_HZ.to_owned();
    let derived = Parameters::of(parameters.clock_hz, parameters.baud);
    let number = |value: u32| Expr::Number(value.into());
    let bit_period = match parameters.bit_sixteenths {
        other if other != derived.bit_sixteenths => number(other),
        _ => {
            // 16 * clock / baud, rounded to the nearest integer; the product could exceed 32 bits, so that the clock is divided first.
            let (clock, baud) = (|| Expr::Signal(clock), || Expr::Signal(baud));
            let parts = |of| binary(Binary::Mul, of, Expr::Number(PARTS));
            let whole = parts(binary(Binary::Div, clock(), baud()));
            let rest = parts(binary(Binary::Rem, clock(), baud()));
            let sum = Expr::Paren(binary(Binary::Add, rest, divided(baud(), 2)).into());
            binary(Binary::Add, whole, binary(Binary::Div, sum, baud()))
        }
    };
    let pause_clocks = match parameters.pause_clocks {
        other if other != derived.pause_clocks => number(other),
        _ => {
            let bits = || {
                let factor = Expr::Number(PAUSE_BITS / PARTS);
                binary(Binary::Mul, Expr::Signal(bit), factor)
            };
            let time = || divided(Expr::Signal(clock), PAUSES_PER_SECOND);
            let above = |value, limit| binary(Binary::Gt, value, limit);
            let longest = || Expr::Number(LONGEST_PAUSE);
            let too_long =
                binary(Binary::LogicalOr, above(bits(), longest()), above(time(), longest()));
            let longer = Expr::If(above(bits(), time()).into(), bits().into(), time().into());
            Expr::If(too_long.into(), longest().into(), longer.into())
        }
    };
    top.parameters = vec![
        (clock, number(parameters.clock_hz)),
        (baud, number(parameters.baud)),
        (bit, bit_period),
        (pause, pause_clocks),
    ];
    let instances = top.instances.iter_mut();
    for (_, value) in instances.flat_map(|Instance { parameters, .. }| parameters) {
        if *value == Expr::Signal(clock) {
            *value = divided(Expr::Signal(clock), HZ_PER_KHZ);
        }
    }
}

fn parameter(module: &Module, name: &str) -> SignalId {
    let mut parameters = module.parameters.iter().map(|(id, _)| *id);
    let found = parameters.find(|&id| module.signals[id as usize].name == name);
    found.unwrap_or_else(|| panic!("the design has no parameter {name}"))
}

fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(operator, left.into(), right.into())
}

fn divided(value: Expr, by: u64) -> Expr {
    binary(Binary::Div, value, Expr::Number(by))
}
