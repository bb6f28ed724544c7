//! Makes choices compute only the chosen side where a jump is worthwhile.
//! Interface: [`lazily`] moves the instructions that only one side of a choice needs behind a jump.
//! Source: conditional execution of exclusive fan-in, as in HDL compilers.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::graph::Id;
use super::instruction::{Code, Instruction};
use super::select::Op;

/// Smallest number of instructions for which a jump is worthwhile.
const FEWEST: usize = 3;

/// The ops with jumps, and the hidden nodes, whose words are valid only if the choice took their side.
pub(super) fn lazily(ops: Vec<Op>, wanted: &[Id]) -> (Vec<Op>, HashSet<Id>) {
    let by_node: HashMap<Id, usize> = ops
        .iter()
        .enumerate()
        .map(|(place, op)| (op.node, place))
        .collect();
    let mut lazy = Lazy {
        users: vec![BTreeSet::new(); ops.len()],
        ops: ops.into_iter().map(Some).collect(),
        wanted: wanted.iter().copied().collect(),
        by_node,
        hidden: HashSet::new(),
    };
    for place in 0..lazy.ops.len() {
        for need in lazy.needs(place) {
            lazy.users[need].insert(place);
        }
    }
    for place in 0..lazy.ops.len() {
        lazy.choice(place);
    }
    (lazy.ops.into_iter().flatten().collect(), lazy.hidden)
}

struct Lazy {
    /// The ops; `None` for an op that was moved into another.
    ops: Vec<Option<Op>>,
    users: Vec<BTreeSet<usize>>,
    wanted: HashSet<Id>,
    by_node: HashMap<Id, usize>,
    hidden: HashSet<Id>,
}

impl Lazy {
    fn needs(&self, place: usize) -> BTreeSet<usize> {
        let Some(op) = &self.ops[place] else {
            return BTreeSet::new();
        };
        let operands = op.instructions.iter().flat_map(Instruction::operands);
        let needs = operands.filter_map(|id| self.by_node.get(&id).copied());
        needs.filter(|&need| need != place).collect()
    }

    /// If the op is a choice, moves the ops that only one side of the choice needs into it.
    fn choice(&mut self, place: usize) {
        let Some(Op { node, instructions }) = &self.ops[place] else {
            return;
        };
        let &[choice] = &instructions[..] else {
            return;
        };
        let low = match choice.code {
            Code::Mux => 0,
            Code::MuxBit => choice.low,
            _ => return,
        };
        let (node, Instruction { a, b, c, .. }) = (*node, choice);
        if a == b || a == c || b == c {
            return;
        }
        // Both sides are checked before the ops of either side are moved, because a move changes the users.
        let alone = [a, b].map(|side| {
            let root = self.by_node.get(&side).copied();
            root.filter(|&root| self.users[root].iter().eq([&place]))
        });
        let sides = [(a, alone[0]), (b, alone[1])];
        let [then, otherwise] = sides.map(|(side, root)| self.side(place, root?, side, node));
        if then.is_none() && otherwise.is_none() {
            return;
        }
        let jump = |code, skip: usize| Instruction {
            code,
            low,
            a: c,
            b: skip as u32,
            ..Instruction::default()
        };
        let copy = |from| Instruction {
            code: Code::Copy,
            to: node,
            a: from,
            ..Instruction::default()
        };
        let instructions = match (then, otherwise) {
            (Some(then), None) => {
                let mut all = vec![copy(b), jump(Code::Unless, then.len())];
                all.extend(then);
                all
            }
            (None, Some(otherwise)) => {
                let mut all = vec![copy(a), jump(Code::When, otherwise.len())];
                all.extend(otherwise);
                all
            }
            (then, otherwise) => {
                let (then, otherwise) = (then.unwrap_or_default(), otherwise.unwrap_or_default());
                let mut all = vec![jump(Code::Unless, then.len() + 1)];
                all.extend(then);
                all.push(jump(Code::When, otherwise.len()));
                all.extend(otherwise);
                all
            }
        };
        self.ops[place] = Some(Op { node, instructions });
    }

    /// Removes the ops that only one side of a choice needs, and returns their instructions, which compute the side's value in the choice's
    /// node; `None` if there are too few instructions, or if the side's value is also needed elsewhere.
    fn side(&mut self, place: usize, root: usize, side: Id, node: Id) -> Option<Vec<Instruction>> {
        if self.wanted.contains(&side) {
            return None;
        }
        let mut members = BTreeSet::from([root]);
        let mut stack = vec![root];
        while let Some(member) = stack.pop() {
            for need in self.needs(member) {
                let Some(id) = self.ops[need].as_ref().map(|op| op.node) else {
                    continue;
                };
                if !self.wanted.contains(&id)
                    && self.users[need].iter().all(|user| members.contains(user))
                    && members.insert(need)
                {
                    stack.push(need);
                }
            }
        }
        let count = |member: &usize| {
            let op = self.ops[*member].as_ref();
            op.map_or(0, |op| op.instructions.len())
        };
        if members.iter().map(count).sum::<usize>() < FEWEST {
            return None;
        }
        let mut all = Vec::new();
        for &member in &members {
            for need in self.needs(member) {
                self.users[need].remove(&member);
                self.users[need].insert(place);
            }
            let Some(mut op) = self.ops[member].take() else {
                continue;
            };
            self.hidden.insert(op.node);
            if member == root {
                op.instructions
                    .iter_mut()
                    .for_each(|instruction| instruction.rename(side, node));
            }
            all.extend(op.instructions);
        }
        Some(all)
    }
}
