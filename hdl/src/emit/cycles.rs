//! Combinational paths through modules, and cycles among processes.
//! Interface: [`Paths`] knows the paths of the modules added so far; [`cycles`] finds the cycles of a graph.

use std::collections::HashMap;

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::Dfs;

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
        let graph = graph(&edges);
        let of_kind = |kind: Kind| {
            let signals = module.signals.iter().zip(0..);
            signals.filter(move |(signal, _)| signal.kind == kind).map(|(_, id)| id)
        };
        let mut found = Vec::new();
        for input in of_kind(Kind::Input).filter(|&input| graph.contains_node(input)) {
            let mut behind = Dfs::new(&graph, input);
            while behind.next(&graph).is_some() {}
            let reached = of_kind(Kind::Output).filter(|id| behind.discovered.contains(id));
            found.extend(reached.map(|output| (input, output)));
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

fn graph(edges: &[(u32, u32)]) -> DiGraphMap<u32, ()> {
    DiGraphMap::from_edges(edges)
}

/// The sets of nodes of a graph each of which leads to the others, without sets of one node.
pub(super) fn cycles(edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let sets = kosaraju_scc(&graph(edges));
    sets.into_iter().filter(|set| set.len() > 1).collect()
}
