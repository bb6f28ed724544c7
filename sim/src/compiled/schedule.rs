//! Orders a program: groups by module, and equal operations together within a group.
//! Interface: methods of [`Builder`].
//! Source: list scheduling that stays in a module while an op of the module is ready.

use std::collections::HashMap;

use super::build::Builder;
use super::instruction::Instruction;
use super::program::Group;
use nonogram_netlist::ir::{Netlist, Process};

/// Number of instructions at which a group ends.
const GROUP: usize = 40;

impl Builder {
    /// The ops whose results an op reads.
    pub(super) fn needs(&self, op: usize) -> Vec<usize> {
        let mut needs = Vec::new();
        for instruction in &self.ops[op].instructions {
            let Instruction { a, b, c, code, .. } = *instruction;
            for operand in [a, b, c].into_iter().take(code.operands()) {
                if let Some(&need) = self.by_node.get(&operand)
                    && need != op
                    && !needs.contains(&need)
                {
                    needs.push(need);
                }
            }
        }
        needs
    }

    /// Orders the ops and divides them into groups.
    pub(super) fn schedule(&mut self) {
        let count = self.ops.len();
        let mut missing = vec![0_u32; count];
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (op, missing) in missing.iter_mut().enumerate() {
            for need in self.needs(op) {
                *missing += 1;
                users[need].push(op as u32);
            }
        }
        let homes = homes(&self.compiled.netlist);
        let owner = |op: usize| {
            let node = self.ops[op].node;
            homes[self.compiled.flat.graph.owners[node as usize] as usize] as usize
        };
        let modules = self.compiled.netlist.modules.len();
        let mut ready: Vec<Vec<usize>> = vec![Vec::new(); modules];
        for op in (0..count).rev().filter(|&op| missing[op] == 0) {
            ready[owner(op)].push(op);
        }
        self.group_of = vec![0; count];
        let mut group = 0;
        while let Some(module) = (0..modules).max_by_key(|&module| ready[module].len())
            && !ready[module].is_empty()
        {
            let mut size = 0;
            while let Some(op) = ready[module].pop() {
                if size >= GROUP {
                    group += 1;
                    size = 0;
                }
                size += self.ops[op].instructions.len();
                self.order.push(op);
                self.group_of[op] = group;
                for &user in users[op].iter().rev() {
                    missing[user as usize] -= 1;
                    if missing[user as usize] == 0 {
                        ready[owner(user as usize)].push(user as usize);
                    }
                }
            }
            group += 1;
        }
        self.program.groups = vec![Group::default(); group as usize];
    }

    /// The ops in an executable order, with equal operations together where possible.
    pub(super) fn alike(&self, members: &[usize]) -> Vec<usize> {
        let mut left = members.to_vec();
        let mut needs: HashMap<usize, Vec<usize>> = HashMap::new();
        for &op in members {
            let inside = self
                .needs(op)
                .into_iter()
                .filter(|need| members.contains(need));
            needs.insert(op, inside.collect());
        }
        let code = |op: usize| self.ops[op].instructions.first().map(|first| first.code);
        let mut ordered: Vec<usize> = Vec::with_capacity(members.len());
        let mut last = None;
        while !left.is_empty() {
            let is_ready = |op: &usize| needs[op].iter().all(|need| ordered.contains(need));
            let ready: Vec<usize> = left.iter().copied().filter(is_ready).collect();
            let count = |of: usize| ready.iter().filter(|&&op| code(op) == code(of)).count();
            let same = ready.iter().copied().find(|&op| code(op) == last);
            let Some(next) = same.or_else(|| ready.iter().copied().max_by_key(|&op| count(op)))
            else {
                break;
            };
            last = code(next);
            ordered.push(next);
            left.retain(|&op| op != next);
        }
        ordered
    }
}

/// For each module, the module whose groups contain its ops: the parent if the module is a register, otherwise the module itself.
fn homes(netlist: &Netlist) -> Vec<u32> {
    let mut homes: Vec<u32> = (0..netlist.modules.len() as u32).collect();
    for (module, number) in netlist.modules.iter().zip(0..) {
        for instance in &module.instances {
            let below = &netlist.modules[instance.module as usize];
            let is_register = below.memories.is_empty()
                && below.instances.is_empty()
                && matches!(below.processes[..], [Process::Clocked(_)]);
            if is_register {
                homes[instance.module as usize] = number;
            }
        }
    }
    homes
}
