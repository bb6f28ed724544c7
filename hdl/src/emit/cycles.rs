//! Combinational paths through modules, and cycles among processes.
//! Interface: [`Paths`] knows the paths of the modules added so far; [`cycles`] finds the cycles of a graph.

use std::collections::{HashMap, HashSet};

use nonogram_netlist::ir::{Kind, Module, Netlist, Process, SignalId, visit};

/// For each module, its inputs and the outputs that depend on them in the same cycle.
#[derive(Default)]
pub(super) struct Paths(HashMap<usize, Vec<(SignalId, SignalId)>>);

impl Paths {
    /// Adds a module, whose instances have been added.
    pub(super) fn add(&mut self, netlist: &Netlist, number: usize) {
        let module = &netlist.modules[number];
        let mut edges = self.instances(module);
        for (process, place) in module.processes.iter().zip(module.signals.len() as u32..) {
            let Process::Combinational(statements) = process else {
                continue;
            };
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            visit(statements, &mut reads, &mut writes);
            edges.extend(reads.into_iter().map(|signal| (signal, place)));
            edges.extend(writes.into_iter().map(|signal| (place, signal)));
        }
        let next = successors(&edges);
        let mut found = Vec::new();
        for (signal, input) in module.signals.iter().zip(0..) {
            if signal.kind != Kind::Input {
                continue;
            }
            let mut seen = HashSet::from([input]);
            let mut open = vec![input];
            while let Some(node) = open.pop() {
                let behind = next.get(&node).into_iter().flatten();
                open.extend(behind.filter(|&&node| seen.insert(node)));
            }
            let outputs = seen.into_iter().filter(|&node| {
                let signal = module.signals.get(node as usize);
                signal.is_some_and(|signal| signal.kind == Kind::Output)
            });
            found.extend(outputs.map(|output| (input, output)));
        }
        self.0.insert(number, found);
    }

    /// The paths through the instances of a module, from a signal of the module to another.
    pub(super) fn instances(&self, module: &Module) -> Vec<(SignalId, SignalId)> {
        let signals = module.signals.iter().zip(0..);
        let own: HashMap<(u32, SignalId), SignalId> = signals
            .filter_map(|(signal, id)| match signal.kind {
                Kind::Port(instance, port) => Some(((instance, port), id)),
                _ => None,
            })
            .collect();
        let mut found = Vec::new();
        for (instance, number) in module.instances.iter().zip(0..) {
            let paths = self.0.get(&(instance.module as usize)).into_iter().flatten();
            found.extend(paths.filter_map(|&(from, to)| {
                Some((*own.get(&(number, from))?, *own.get(&(number, to))?))
            }));
        }
        found
    }
}

fn successors(edges: &[(u32, u32)]) -> HashMap<u32, Vec<u32>> {
    let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
    for &(from, to) in edges {
        next.entry(from).or_default().push(to);
    }
    next
}

/// The sets of nodes of a graph each of which leads to the others, without sets of one node.
pub(super) fn cycles(edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    // Kosaraju: visits the graph, then the reversed graph in the reverse order in which nodes were left.
    let (next, previous) = (
        successors(edges),
        successors(&edges.iter().map(|&(from, to)| (to, from)).collect::<Vec<_>>()),
    );
    let mut nodes: Vec<u32> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut left = Vec::new();
    let mut seen = HashSet::new();
    for &node in &nodes {
        visit_from(node, &next, &mut seen, &mut left);
    }
    seen.clear();
    let mut found = Vec::new();
    for &node in left.iter().rev() {
        let mut set = Vec::new();
        visit_from(node, &previous, &mut seen, &mut set);
        if set.len() > 1 {
            found.push(set);
        }
    }
    found
}

/// Visits the nodes behind a node that have not been seen, and appends each when it is left.
fn visit_from(
    node: u32,
    next: &HashMap<u32, Vec<u32>>,
    seen: &mut HashSet<u32>,
    left: &mut Vec<u32>,
) {
    if !seen.insert(node) {
        return;
    }
    let mut open = vec![(node, 0)];
    while let Some((node, place)) = open.pop() {
        match next.get(&node).and_then(|next| next.get(place)) {
            Some(&behind) => {
                open.push((node, place + 1));
                if seen.insert(behind) {
                    open.push((behind, 0));
                }
            }
            None => left.push(node),
        }
    }
}
