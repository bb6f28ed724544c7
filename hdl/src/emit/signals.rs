//! Makes arrays of signals that loops select from: `known_0` to `known_10` become the array `known`.
//! Interface: [`arrays`] does so in a module.

use std::collections::{BTreeMap, HashMap, HashSet};

use nonogram_netlist::tree::{Expr, ItemKind, Module, Select, Statement, StatementKind};
use nonogram_netlist::verilog::joined;

use super::arrays::{Elements, assigned_in, declare, each_expr, index, selected, widths};
use super::loops::{self, Constants, FEWEST, head, number, occurrences, statement, together};

/// The variable of the loops over values at power-on.
const VARIABLE: &str = "i";

/// Makes arrays of the signals that rolled statements would select from. The statements are not rolled yet.
pub(super) fn arrays(module: &mut Module, constants: &Constants) {
    let mut elements = numbered(module);
    let mut indexed = HashSet::new();
    for item in &module.items {
        if let ItemKind::Always(..) = item.kind {
            let mut rolled = item.clone();
            each_expr(&mut rolled, &mut |expr| index(expr, &elements));
            loops::roll_item(&mut rolled, constants);
            each_expr(&mut rolled, &mut |expr| selected(expr, &mut indexed));
        }
    }
    elements.retain(|_, (array, _)| indexed.contains(array));
    if elements.is_empty() {
        return;
    }
    for item in &mut module.items {
        if let ItemKind::Initial(values) = &mut item.kind {
            power_on(values, &elements);
        }
        each_expr(item, &mut |expr| index(expr, &elements));
    }
    declare(module, &elements);
}

/// The signals of a module whose names end with consecutive numbers from 0, and that one process assigns.
///
/// If two processes assigned elements of an array that both read, event-driven simulators would evaluate both again and again.
fn numbered(module: &Module) -> Elements {
    let (widths, words) = (widths(module), occurrences(module));
    // For each signal, the processes that assign it.
    let mut writers: HashMap<String, Vec<usize>> = HashMap::new();
    for (item, place) in module.items.iter().zip(0..) {
        if let ItemKind::Always(_, body) = &item.kind {
            let mut assigned = HashSet::new();
            assigned_in(body, &mut assigned);
            assigned.into_iter().for_each(|name| writers.entry(name).or_default().push(place));
        }
    }
    let mut arrays: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for name in widths.keys() {
        if let Some((array, place)) = name.rsplit_once('_')
            && let Ok(place) = place.parse()
        {
            arrays.entry(array).or_default().push(place);
        }
    }
    let is_free = |array: &str| {
        !words.contains_key(array) && module.ports.iter().all(|port| port.name != array)
    };
    let mut elements = Elements::new();
    for (array, places) in arrays {
        let names: Vec<String> =
            (0..places.len()).map(|place| format!("{array}_{place}")).collect();
        let are_alike = names.iter().all(|name| {
            widths.get(name).is_some_and(|width| *width == widths[&names[0]])
                && writers.get(name).is_some_and(|places| *places == writers[&names[0]])
        });
        if names.len() >= FEWEST && are_alike && is_free(array) {
            let names = names.into_iter().zip(0..);
            elements.extend(names.map(|(name, place)| (name, (array.to_owned(), place))));
        }
    }
    elements
}

/// Sets the values of arrays at power-on by loops.
fn power_on(values: &mut Statement, elements: &Elements) {
    let mut zeros = Vec::new();
    let mut arrays: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rest = Vec::new();
    let inner = match &mut values.kind {
        StatementKind::Block(inner, _) => std::mem::take(inner),
        _ => vec![values.clone()],
    };
    for each in inner {
        let signals = match &each.kind {
            StatementKind::Blocking(Expr::Concat(signals), _) => signals.clone(),
            StatementKind::Blocking(signal, value) if *value == number(0) => vec![signal.clone()],
            _ => {
                rest.push(each);
                continue;
            }
        };
        for signal in signals {
            match &signal {
                Expr::Name(name) if elements.contains_key(name) => {
                    *arrays.entry(&elements[name].0).or_default() += 1;
                }
                _ => zeros.push(signal),
            }
        }
    }
    let assign = |left| statement(StatementKind::Blocking(left, number(0)));
    let mut bodies: BTreeMap<u64, Vec<Statement>> = BTreeMap::new();
    for (array, count) in arrays {
        let place = Select::Index(Expr::Name(VARIABLE.to_owned()));
        let element = Expr::Select(Expr::Name(array.to_owned()).into(), place.into());
        bodies.entry(count).or_default().push(assign(element));
    }
    rest.extend(bodies.into_iter().map(|(count, body)| {
        statement(StatementKind::For(head(VARIABLE, count), together(body).into()))
    }));
    rest.extend(joined(zeros).into_iter().map(assign));
    *values = together(rest);
}
