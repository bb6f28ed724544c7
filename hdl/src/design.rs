//! Simulation of the design of any build by rust-hdl: drives its pins or bytes, and reads its signals and its state.
//! Interface: the designs implement [`PinDesign`] (serial pins) or [`StreamDesign`] (AXI4-Streams).

use crate::core::clue::ClueCore;
use crate::core::parallel::Side;
use crate::core::{Classic, POSITION, Parallel};
use crate::read::number;
pub(crate) use crate::widgets::rising_edge;
use crate::widgets::{Dff, Interfaces, Ram, is_register};
pub(crate) use nonogram_protocol::BuildIdentity;
use nonogram_sim::design::lines;
pub(crate) use nonogram_sim::design::{
    Beat, CoreEvents, Design, Listed, PinDesign, Probe, StreamDesign,
};
use nonogram_sim::signals::short_state;
pub(crate) use nonogram_verilog::Parameters;
use rust_hdl::prelude::*;

/// Maximum number of passes for a design to settle; a design that needs more is assumed to have a combinational loop.
pub(crate) const SETTLE: usize = 100;

/// Implements [`Design`], given the field that holds the stream top (without one, the design itself is it), the name of the clock, and the
/// reset pin with its level for a reset.
macro_rules! design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*], $($solver:ident)?, $clock:literal, $reset:ident is $active:literal) => {
        impl<$($decl)*> Design for $name<$($use)*> {
            fn list(&self) -> Vec<Listed> {
                Walk::over(self, $clock).listed
            }

            fn read(&self, values: &mut Vec<u64>) {
                *values = Walk::over(self, $clock).values;
            }

            fn settle(&mut self) -> bool {
                simulate(self, SETTLE)
            }

            fn rise(&mut self) -> bool {
                rising_edge(self, SETTLE)
            }

            fn set_reset(&mut self, level: bool) {
                self.$reset.next = level == $active;
            }

            fn events(&self) -> CoreEvents {
                let solver = &self$(.$solver)?;
                CoreEvents {
                    launched: solver.launched.val(),
                    visited: Core::visited(&*solver.core),
                    decided: solver.decided.val(),
                    core_status: solver.core.status.val().to_u8(),
                    solving: solver.solving.val(),
                    replying: solver.replying.val(),
                    reset: solver.core.reset.val(),
                }
            }

            fn ending(&self) -> [u64; 2] {
                Core::ending(&*self$(.$solver)?.core)
            }

            fn probe(&self) -> nonogram_sim::design::Probe {
                Core::probe(&*self$(.$solver)?.core)
            }

            fn status(&self) -> u8 {
                self.status.val().to_u8()
            }
        }
    };
}

/// A design that is constructed from its identity and parameters.
pub(crate) trait Ready {
    /// The settled design.
    fn ready(identity: &BuildIdentity, parameters: &Parameters) -> Self;
}

/// A design behind a UART.
pub(crate) trait Pins: PinDesign + Ready + Block + 'static {
    /// The same design behind AXI4-Streams.
    type Stream: StreamDesign + Ready + 'static;
}

/// Implements [`StreamDesign`] with its supertrait, and [`Ready`].
macro_rules! stream_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        design!($name, [$($decl)*], [$($use)*], , "aclk", aresetn is false);

        impl<$($decl)*> Ready for $name<$($use)*> {
            fn ready(identity: &BuildIdentity, parameters: &Parameters) -> Self {
                let mut uut = Self::default();
                uut.assembler.set_identity(identity);
                uut.framer.pause_clocks = Parameter::new(parameters.pause_clocks);
                uut.connect_all();
                uut.aresetn.next = true;
                simulate(&mut uut, SETTLE);
                uut
            }
        }

        impl<$($decl)*> StreamDesign for $name<$($use)*> {
            fn offer(&mut self, beat: Option<Beat>) {
                let Beat { byte, last, damaged } = beat.unwrap_or_default();
                self.s_axis_tvalid.next = beat.is_some();
                self.s_axis_tdata.next = u64::from(byte).into();
                self.s_axis_tlast.next = last;
                self.s_axis_tuser.next = damaged;
            }

            fn takes(&self) -> bool {
                self.s_axis_tready.val()
            }

            fn set_ready(&mut self, ready: bool) {
                self.m_axis_tready.next = ready;
            }

            fn sends(&self) -> Option<Beat> {
                self.m_axis_tvalid.val().then(|| Beat {
                    byte: self.m_axis_tdata.val().to_u8(),
                    last: self.m_axis_tlast.val(),
                    damaged: false,
                })
            }
        }
    };
}

/// Implements [`PinDesign`] with its supertrait, and [`Ready`].
macro_rules! pin_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        design!($name, [$($decl)*], [$($use)*], solver, "clock", reset is true);

        impl<$($decl)*> Ready for $name<$($use)*> {
            fn ready(identity: &BuildIdentity, parameters: &Parameters) -> Self {
                let mut uut = Self::default();
                uut.solver.assembler.set_identity(identity);
                uut.solver.framer.pause_clocks = Parameter::new(parameters.pause_clocks);
                let bit = Parameter::new(parameters.bit_sixteenths);
                uut.uart_rx.divider.bit_sixteenths = bit;
                uut.uart_tx.divider.bit_sixteenths = bit;
                uut.connect_all();
                uut.locked.next = true;
                uut.rx.next = true;
                simulate(&mut uut, SETTLE);
                uut
            }
        }

        impl<$($decl)*> PinDesign for $name<$($use)*> {
            fn set_rx(&mut self, level: bool) {
                self.rx.next = level;
            }

            fn tx(&self) -> bool {
                self.tx.val()
            }
        }
    };
}

/// State and events of a core, for [`Design`](nonogram_sim::design::Design).
pub(crate) trait Core {
    fn visited(&self) -> bool;
    fn ending(&self) -> [u64; 2];
    fn probe(&self) -> Probe;
}

/// Values of the registers of a board, one word per row.
fn rows<const S: usize>(registers: &[Dff<Bits<S>>]) -> Vec<u64> {
    registers.iter().map(|row| row.q.val().to_u64()).collect()
}

impl<const S: usize, const AW: usize, const PW: usize, const CW: usize> Core
    for Classic<S, AW, PW, CW>
{
    fn visited(&self) -> bool {
        self.visitor.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        if !self.visitor.count_write.val() {
            return [0; 2];
        }
        let line = self.visitor.count_write_line.val().to_u32() as usize;
        lines(line >> POSITION != 0, line % (1 << POSITION))
    }

    fn probe(&self) -> nonogram_sim::design::Probe {
        let counts = self.counts.words();
        let columns = 1 << POSITION;
        let count = |line: usize| counts[line].to_u32();
        Probe {
            known: rows(&*self.cells.known),
            assigned: rows(&*self.cells.assigned),
            counts: (0..S).map(count).chain((columns..columns + S).map(count)).collect(),
            ..Probe::default()
        }
    }
}

impl<
    const S: usize,
    const AW: usize,
    const PW: usize,
    const CW: usize,
    const L: usize,
    const OW: usize,
    const LW: usize,
> Core for Parallel<S, AW, PW, CW, L, OW, LW>
{
    fn visited(&self) -> bool {
        self.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        [&self.rows, &self.columns]
            .map(|side| if side.ended.val() { side.e_line.q.val().to_u64() } else { 0 })
    }

    fn probe(&self) -> nonogram_sim::design::Probe {
        let count = |side: &Side<S, L, OW, LW>, line: usize| {
            side.lanes.iter().map(|lane| lane.counts.words()[line].to_u32()).sum()
        };
        Probe {
            known: rows(&*self.cells.known),
            assigned: rows(&*self.cells.assigned),
            counts: (0..S)
                .map(|line| count(&self.rows, line))
                .chain((0..S).map(|line| count(&self.columns, line)))
                .collect(),
            ..Probe::default()
        }
    }
}

/// The first `S` words of a memory with one word of `S` bits per line.
fn words<const S: usize, const A: usize>(memory: &Ram<S, A>) -> Vec<u64> {
    let words = memory.words().iter().take(S);
    words.map(|word| word.to_u64()).collect()
}

impl<
    const SIDE: usize,
    const POSITION_BITS: usize,
    const COLOURS: usize,
    const VALUES: usize,
    const PLANES: usize,
    const VALUE_BITS: usize,
    const GAPS: usize,
    const TAG_BITS: usize,
    const CELLS_PER_STEP: usize,
    const GROUPS: usize,
    const GROUP_BITS: usize,
    const LINES: usize,
    const ENGINES: usize,
    const TRAIL_BITS: usize,
> Core
    for ClueCore<
        SIDE,
        POSITION_BITS,
        COLOURS,
        VALUES,
        PLANES,
        VALUE_BITS,
        GAPS,
        TAG_BITS,
        CELLS_PER_STEP,
        GROUPS,
        GROUP_BITS,
        LINES,
        ENGINES,
        TRAIL_BITS,
    >
{
    fn visited(&self) -> bool {
        self.visited.val()
    }

    fn ending(&self) -> [u64; 2] {
        if !self.visited.val() {
            return [0; 2];
        }
        lines(self.visited_column.val(), self.visited_line.val().to_u64() as usize)
    }

    fn probe(&self) -> nonogram_sim::design::Probe {
        let state = &self.lines.state;
        Probe::of_planes(&state.rows.each_ref().map(words), COLOURS, SIDE)
    }
}

/// Lists all signals under their names in the Verilog, and reads them. There, a register is a signal of the module that contains it; its
/// next value need not be a signal.
#[derive(Default)]
pub(crate) struct Walk {
    pub(crate) listed: Vec<Listed>,
    /// The values of the signals, in the order of their nets.
    pub(crate) values: Vec<u64>,
    interfaces: Interfaces,
    in_register: bool,
}

impl Walk {
    /// The signals of a design, and its clock, which rust-hdl does not simulate as a signal.
    pub(crate) fn over(design: &dyn Block, clock: &str) -> Self {
        let mut walk = Self::default();
        design.accept("top", &mut walk);
        let (name, net) = (clock.to_owned(), walk.values.len());
        walk.listed.insert(1, Listed::Signal { name, width: 1, states: Vec::new(), net });
        walk.values.push(0);
        walk
    }
}

impl rust_hdl::prelude::Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.listed.push(Listed::Scope(name.replace('$', "_")));
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.listed.push(Listed::End);
    }

    fn visit_start_namespace(&mut self, name: &str, block: &dyn Block) {
        self.interfaces.enter(name);
        self.in_register = is_register(block);
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.interfaces.leave();
        self.in_register = false;
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if signal.kind() == AtomKind::Constant || self.in_register && name == "d" {
            return;
        }
        let states = match signal.descriptor().kind {
            TypeKind::Enum(names) => names.iter().map(|name| short_state(name)).collect(),
            _ => Vec::new(),
        };
        let name = if self.in_register {
            self.interfaces.path('_')
        } else {
            self.interfaces.full(name, '_').into_owned()
        };
        let (name, net) = (name.replace('$', "_"), self.values.len());
        self.listed.push(Listed::Signal { name, width: signal.bits(), states, net });
        self.values.push(number(&signal.verilog()));
    }
}
