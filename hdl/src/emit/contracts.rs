//! Contracts of handshakes as assertions.
//! Interface: [`add`] adds those of a block to its module.

use nonogram_netlist::ir::{Binary, Expr, Kind, Module, SignalId, Unary};

use super::docs::{Block, Contract, unnumbered};

/// Adds an assertion for each contract in the documentation of a block; elements of arrays of interfaces have one each. A block without a
/// clock has none: that at the other end of the interface has them.
///
/// # Panics
/// Panics if a contract names a signal that is not a port of the block, or if the block is hand-written Verilog, which contains its own
/// assertions.
pub(super) fn add(module: &mut Module, block: &Block) {
    let is_clocked = module.signals.iter().any(|signal| signal.kind == Kind::Clock);
    for contract in block.contracts.iter().filter(|_| is_clocked) {
        let Contract { group, signal, needs, high } = contract;
        assert!(
            module.items.is_empty(),
            "{}: the contract of {signal} is not in the Verilog",
            block.name
        );
        let mut groups: Vec<String> = ports(module)
            .filter(|(_, name)| unnumbered(name) == joined(group, signal))
            .map(|(_, name)| name.rsplit_once('$').map_or("", |(group, _)| group).to_owned())
            .collect();
        if !signal.contains('$') && group.is_empty() {
            groups = vec![String::new()];
        }
        let found: Vec<_> = (groups.iter())
            .filter_map(|group| Some((find(module, group, signal)?, find(module, group, needs)?)))
            .collect();
        assert!(!found.is_empty(), "{}: {signal} and {needs} are not ports", block.name);
        for (signal, needs) in found {
            let absent = level(module, signal, false);
            let needed = level(module, needs, *high);
            let either = Expr::Binary(Binary::LogicalOr, absent.into(), needed.into());
            module.assertions.push(either);
        }
    }
}

fn ports(module: &Module) -> impl Iterator<Item = (SignalId, &str)> {
    let signals = (0..).zip(&module.signals);
    signals
        .filter(|(_, signal)| matches!(signal.kind, Kind::Input | Kind::Output))
        .map(|(id, signal)| (id, signal.name.as_str()))
}

fn joined(group: &str, name: &str) -> String {
    if group.is_empty() { name.to_owned() } else { format!("{group}${name}") }
}

/// The port of a group with this name, or else the port of the block.
fn find(module: &Module, group: &str, name: &str) -> Option<SignalId> {
    let port = |name: &str| ports(module).find_map(|(id, port)| (port == name).then_some(id));
    port(&joined(group, name)).or_else(|| port(name))
}

/// Whether a signal is high, or low; a word is high if it is not 0.
fn level(module: &Module, signal: SignalId, high: bool) -> Expr {
    let word = Expr::Signal(signal);
    match (module.signals[signal as usize].width, high) {
        (1, true) => word,
        (1, false) => Expr::Unary(Unary::Not, word.into()),
        (_, true) => Expr::Unary(Unary::Any, word.into()),
        (_, false) => Expr::Unary(Unary::Nor, word.into()),
    }
}
