//! Selects instructions for nodes; an instruction can cover several nodes.
//! Interface: [`Selection::new`] for the wanted nodes; each [`Op`] computes one node.
//! Source: tree matching from the results to the operands.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::graph::{Graph, Id, Node, Part};
use super::instruction::{Code, Instruction};

/// Instructions that compute a node; their operands are nodes, not words.
pub(super) struct Op {
    pub(super) node: Id,
    pub(super) instructions: Vec<Instruction>,
}

/// The ops that compute the wanted nodes, in an executable order.
pub(super) struct Selection<'a> {
    graph: &'a mut Graph,
    /// The number of uses of each node.
    uses: Vec<u32>,
    demanded: Vec<bool>,
    pub(super) ops: Vec<Op>,
}

impl<'a> Selection<'a> {
    /// Selects ops for the wanted nodes; `has` returns whether a node already has a word, so that it needs no op.
    pub(super) fn new(graph: &'a mut Graph, wanted: &[Id], has: &dyn Fn(Id) -> bool) -> Self {
        let zero = graph.constant(0);
        let count = graph.nodes.len();
        let mut uses = vec![0_u32; count];
        let mut reached = vec![false; count];
        let mut stack: Vec<Id> = wanted.to_vec();
        for &id in wanted {
            // Two uses prevent a wanted node from being merged with its user.
            uses[id as usize] += 2;
        }
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut reached[id as usize], true) || has(id) {
                continue;
            }
            for need in operands(graph, id) {
                uses[need as usize] += 1;
                stack.push(need);
            }
        }
        let mut selection = Self { graph, uses, demanded: vec![false; count], ops: Vec::new() };
        for &id in wanted {
            selection.demanded[id as usize] = true;
        }
        selection.demanded[zero as usize] = true;
        for id in (0..count as Id).rev() {
            let is_leaf = matches!(
                selection.graph.node(id),
                Node::Const(_) | Node::Input(_) | Node::Register(_)
            );
            if !selection.demanded[id as usize] || is_leaf || has(id) {
                continue;
            }
            let instructions = selection.select(id, zero);
            for Instruction { a, b, c, code, .. } in &instructions {
                for &operand in [a, b, c].into_iter().take(code.operands()) {
                    if operand != id {
                        selection.demand(operand);
                    }
                }
            }
            selection.ops.push(Op { node: id, instructions });
        }
        selection.ops.reverse();
        selection
    }

    fn demand(&mut self, id: Id) {
        if self.demanded.len() <= id as usize {
            self.demanded.resize(id as usize + 1, false);
        }
        self.demanded[id as usize] = true;
    }

    /// Whether a node has only one use.
    fn is_single(&self, id: Id) -> bool {
        self.uses.get(id as usize).is_none_or(|&uses| uses == 1)
    }

    /// The node's operation, if the node has only one use.
    fn single(&self, id: Id) -> Option<Node> {
        self.is_single(id).then(|| self.graph.node(id))
    }

    /// The word and position of a one-bit slice that has only one use; `None` for another node.
    fn bit(&self, id: Id) -> Option<(Id, u32)> {
        match self.single(id)? {
            Node::Slice(word, low, 1) => Some((word, low)),
            _ => None,
        }
    }

    fn is(&self, id: Id, value: u64) -> bool {
        self.graph.value(id) == Some(value)
    }

    fn select(&self, id: Id, zero: Id) -> Vec<Instruction> {
        let new = |code, a, b, c| Instruction { code, to: id, a, b, c, ..Instruction::default() };
        let wide = |code, a, b, width| Instruction { width: width as u8, ..new(code, a, b, 0) };
        vec![match self.graph.node(id) {
            Node::And(a, b) => self.and(a, b, &new),
            Node::Or(a, b) => self.or(a, b, &new),
            Node::Xor(a, b) => match self.single(a) {
                Some(Node::Eq(c, d)) if self.is(b, 1) => self.ne(c, d, &new),
                _ => new(Code::Xor, a, b, 0),
            },
            Node::Add(a, b, width) => wide(Code::Add, a, b, width),
            Node::Sub(a, b, width) => wide(Code::Sub, a, b, width),
            Node::Mul(a, b, width) => wide(Code::Mul, a, b, width),
            Node::Shl(a, b, width) => wide(Code::Shl, a, b, width),
            Node::Shr(a, b) => new(Code::Shr, a, b, 0),
            Node::Eq(a, b) => new(Code::Eq, a, b, 0),
            Node::Lt(a, b) => new(Code::Lt, a, b, 0),
            Node::Le(a, b) => new(Code::Le, a, b, 0),
            Node::Mux(c, a, b) => match self.bit(c) {
                Some((word, low)) => {
                    Instruction { low: low as u8, ..new(Code::MuxBit, a, b, word) }
                }
                None => new(Code::Mux, a, b, c),
            },
            Node::Slice(a, low, width) => {
                Instruction { low: low as u8, ..wide(Code::Slice, a, 0, width) }
            }
            Node::Parity(a) => new(Code::Parity, a, 0, 0),
            Node::Repeat(a, width) => wide(Code::Repeat, a, 0, width),
            Node::Read(memory, a) => new(Code::Read, a, memory, 0),
            Node::Concat(number) => return self.concat(id, number, zero),
            Node::Const(_) | Node::Input(_) | Node::Register(_) | Node::Net(_) => {
                new(Code::Copy, id, 0, 0)
            }
        }]
    }

    fn and(&self, a: Id, b: Id, new: &dyn Fn(Code, Id, Id, Id) -> Instruction) -> Instruction {
        for (bit, other) in [(a, b), (b, a)] {
            if let Some((word, low)) = self.bit(bit) {
                return Instruction { low: low as u8, ..new(Code::AndBit, word, other, 0) };
            }
            if let Some(Node::Xor(inner, one)) = self.single(bit)
                && self.is(one, 1)
                && self.graph.width(inner) <= 1
                && self.graph.width(other) <= 1
            {
                return new(Code::AndNot, other, inner, 0);
            }
        }
        new(Code::And, a, b, 0)
    }

    fn or(&self, a: Id, b: Id, new: &dyn Fn(Code, Id, Id, Id) -> Instruction) -> Instruction {
        for (choice, other) in [(a, b), (b, a)] {
            if let Some(Node::Mux(c, value, zero)) = self.single(choice)
                && self.is(zero, 0)
            {
                return match self.bit(c) {
                    Some((word, low)) => {
                        Instruction { low: low as u8, ..new(Code::OrMuxBit, other, value, word) }
                    }
                    None => new(Code::OrMux, other, value, c),
                };
            }
            if let Some(Node::And(x, y)) = self.single(choice)
                && self.bit(x).is_none()
                && self.bit(y).is_none()
            {
                return new(Code::OrAnd, other, x, y);
            }
        }
        new(Code::Or, a, b, 0)
    }

    fn ne(&self, c: Id, d: Id, new: &dyn Fn(Code, Id, Id, Id) -> Instruction) -> Instruction {
        match self.single(c) {
            Some(Node::And(x, y)) if self.is(d, 0) => new(Code::Meet, x, y, 0),
            _ => new(Code::Ne, c, d, 0),
        }
    }

    /// Inserts the parts one by one into the same word.
    fn concat(&self, id: Id, number: u32, zero: Id) -> Vec<Instruction> {
        let mut at = 0;
        let mut onto = zero;
        let mut instructions = Vec::new();
        for part in &self.graph.concats[number as usize] {
            if !self.is(part.node, 0) {
                instructions.push(Instruction {
                    to: id,
                    a: onto,
                    at: at as u8,
                    ..self.insertion(*part)
                });
                onto = id;
            }
            at += part.width;
        }
        instructions
    }

    fn insertion(&self, part: Part) -> Instruction {
        let Part { node, low, width } = part;
        let new = |code, b, c| Instruction {
            code,
            b,
            c,
            low: low as u8,
            width: width as u8,
            ..Instruction::default()
        };
        if width == 1 && low == 0 {
            match self.single(node) {
                Some(Node::Eq(b, c)) => return new(Code::InsertEq, b, c),
                Some(Node::Xor(eq, one)) if self.is(one, 1) => {
                    if let Some(Node::Eq(both, zero)) = self.single(eq)
                        && self.is(zero, 0)
                        && let Some(Node::And(b, c)) = self.single(both)
                    {
                        return new(Code::InsertMeet, b, c);
                    }
                }
                _ => {}
            }
        }
        new(Code::Insert, node, 0)
    }
}

/// The operands of a node.
pub(super) fn operands(graph: &Graph, id: Id) -> Vec<Id> {
    match graph.node(id) {
        Node::Const(_) | Node::Input(_) | Node::Register(_) | Node::Net(_) => Vec::new(),
        Node::Read(_, a) | Node::Slice(a, ..) | Node::Parity(a) | Node::Repeat(a, _) => vec![a],
        Node::And(a, b)
        | Node::Or(a, b)
        | Node::Xor(a, b)
        | Node::Add(a, b, _)
        | Node::Sub(a, b, _)
        | Node::Mul(a, b, _)
        | Node::Shl(a, b, _)
        | Node::Shr(a, b)
        | Node::Eq(a, b)
        | Node::Lt(a, b)
        | Node::Le(a, b) => vec![a, b],
        Node::Mux(c, a, b) => vec![c, a, b],
        Node::Concat(number) => {
            let parts = &graph.concats[number as usize];
            parts.iter().map(|part| part.node).collect()
        }
    }
}

/// Smallest number of instructions for which a jump is worthwhile.
const FEWEST: usize = 3;

/// The ops with jumps, and the hidden nodes, whose words are valid only if the choice took their side.
pub(super) fn lazily(ops: Vec<Op>, wanted: &[Id]) -> (Vec<Op>, HashSet<Id>) {
    let by_node: HashMap<Id, usize> =
        ops.iter().enumerate().map(|(place, op)| (op.node, place)).collect();
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
        // Unlike `collect`, `extend` compiles no sort.
        let mut found = BTreeSet::new();
        found.extend(needs.filter(|&need| need != place));
        found
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
        let copy =
            |from| Instruction { code: Code::Copy, to: node, a: from, ..Instruction::default() };
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
                op.instructions.iter_mut().for_each(|instruction| instruction.rename(side, node));
            }
            all.extend(op.instructions);
        }
        Some(all)
    }
}
