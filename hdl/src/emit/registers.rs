//! Makes registers of flip-flops. In rust-hdl each flip-flop is a module, with a signal for each of its ports.
//! Interface: [`in_place`] rewrites the modules of a design: the output is the register, the input its next value.

use nonogram_netlist::ir::{Expr, Kind, Lvalue, Module, Netlist, Process, SignalId, Statement};

/// The ports of a flip-flop, and its value at power-on.
struct FlipFlop {
    next: SignalId,
    value: SignalId,
    initial: u64,
}

/// The flip-flop that a module consists of; `None` for other modules.
fn flip_flop(module: &Module) -> Option<FlipFlop> {
    let [Process::Clocked(statements)] = &module.processes[..] else {
        return None;
    };
    let [Statement::Assign(Lvalue::Signal(value), next)] = &statements[..] else {
        return None;
    };
    let Expr::Signal(next) = next else {
        return None;
    };
    let kinds: Vec<Kind> = module.signals.iter().map(|signal| signal.kind).collect();
    let initial = module.initial.iter().find(|(id, _)| id == value)?.1;
    (kinds == [Kind::Input, Kind::Output, Kind::Clock]).then_some(FlipFlop {
        next: *next,
        value: *value,
        initial,
    })
}

/// The name of the next value of a register: `name_d`, or `name_d$0` for an element `name$0` of an array.
fn next_name(register: &str) -> String {
    match register.rsplit_once('$') {
        Some((array, place)) if place.parse::<u32>().is_ok() => format!("{array}_d${place}"),
        _ => format!("{register}_d"),
    }
}

/// Replaces the instances of flip-flops by registers: `name` is the register, and [`next_name`] its next value.
///
/// # Panics
/// Panics if a flip-flop does not use the clock of the enclosing module.
pub(super) fn in_place(netlist: &mut Netlist) {
    let found: Vec<Option<FlipFlop>> = netlist.modules.iter().map(flip_flop).collect();
    for module in &mut netlist.modules {
        take_in(module, &found);
    }
}

fn take_in(module: &mut Module, flip_flops: &[Option<FlipFlop>]) {
    // The new number of each instance that stays.
    let mut count = 0;
    let places: Vec<Option<u32>> = (module.instances.iter())
        .map(|instance| {
            let stays = flip_flops[instance.module as usize].is_none();
            count += u32::from(stays);
            stays.then(|| count - 1)
        })
        .collect();
    // For each flip-flop, its register and its next value.
    let mut registers = vec![[None; 2]; module.instances.len()];
    let mut clocks = Vec::new();
    for (signal, id) in module.signals.iter_mut().zip(0..) {
        let Kind::Port(number, port) = signal.kind else {
            continue;
        };
        let instance = &module.instances[number as usize];
        if let Some(place) = places[number as usize] {
            signal.kind = Kind::Port(place, port);
            continue;
        }
        let Some(FlipFlop { next, value, .. }) = &flip_flops[instance.module as usize] else {
            continue;
        };
        if port == *value {
            signal.name.clone_from(&instance.name);
            signal.kind = Kind::Local;
            registers[number as usize][0] = Some(id);
        } else if port == *next {
            signal.name = next_name(&instance.name);
            signal.kind = Kind::Hidden;
            registers[number as usize][1] = Some(id);
        } else {
            // Nothing reads this signal, so that it is not printed.
            signal.kind = Kind::Constant(0);
            clocks.push((id, instance.name.clone()));
        }
    }
    for (clock, name) in clocks {
        let mut is_clocked = false;
        for process in &mut module.processes {
            let (Process::Combinational(statements) | Process::Clocked(statements)) = process;
            statements.retain(|statement| match statement {
                Statement::Assign(Lvalue::Signal(id), Expr::Signal(from)) if *id == clock => {
                    is_clocked |= module.signals[*from as usize].kind == Kind::Clock;
                    false
                }
                _ => true,
            });
        }
        assert!(is_clocked, "the register {name} does not use the clock of its module");
    }
    let mut clocked = Vec::new();
    for (instance, register) in module.instances.iter().zip(registers) {
        if let ([Some(value), Some(next)], Some(FlipFlop { initial, .. })) =
            (register, &flip_flops[instance.module as usize])
        {
            module.initial.push((value, *initial));
            let next = Expr::Signal(next);
            clocked.push(Statement::Assign(Lvalue::Signal(value), next));
        }
    }
    if !clocked.is_empty() {
        module.processes.push(Process::Clocked(clocked));
    }
    let mut places = places.iter();
    module.instances.retain(|_| places.next().is_some_and(Option::is_some));
}
