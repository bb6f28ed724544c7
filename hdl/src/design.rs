//! Simulation of the design of any build by rust-hdl: drives its pins or bytes, and reads its signals and its state.
//! Interface: the designs implement [`PinDesign`] (serial pins) or [`StreamDesign`] (AXI4-Streams).

mod core;
mod signals;

use crate::widgets::{Parameter, rising_edge};
use crate::{ClueStreamTop, ClueTop, ParallelStreamTop, ParallelTop, StreamTop, Top};
use nonogram_protocol::BuildIdentity;
use nonogram_sim::design::{Beat, CoreEvents, Design, Listed, PinDesign, Probe, StreamDesign};
use nonogram_verilog::Parameters;
use rust_hdl::prelude::*;

use self::core::Core;
use self::signals::Walk;

/// Maximum number of passes for a design to settle; a design that needs more is assumed to have a combinational loop.
const SETTLE: usize = 100;

/// Implements [`Design`], given the field that holds the stream top (without one, the design itself is it), and the reset pin with its level
/// for a reset.
macro_rules! design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*], $($solver:ident)?, $reset:ident is $active:literal) => {
        impl<$($decl)*> Design for $name<$($use)*> {
            fn list(&self) -> Vec<Listed> {
                Walk::over(self).listed
            }

            fn read(&self, values: &mut Vec<u64>) {
                *values = Walk::over(self).values;
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

            fn probe(&self) -> Probe {
                Core::probe(&*self$(.$solver)?.core)
            }

            fn status(&self) -> u8 {
                self.status.val().to_u8()
            }
        }
    };
}

/// Implements [`StreamDesign`] with its supertrait, and the constructor `ready`.
macro_rules! stream_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        design!($name, [$($decl)*], [$($use)*], , aresetn is false);

        impl<$($decl)*> $name<$($use)*> {
            /// The settled design with this identity, these parameters and connected inputs.
            pub fn ready(identity: &BuildIdentity, parameters: &Parameters) -> Self {
                let mut uut = Self::default();
                uut.assembler.set_identity(identity);
                uut.framer.pause_clocks = Parameter::new(parameters.pause_clocks);
                uut.aclk.connect();
                uut.aresetn.connect();
                uut.s_axis_tvalid.connect();
                uut.s_axis_tdata.connect();
                uut.s_axis_tlast.connect();
                uut.s_axis_tuser.connect();
                uut.m_axis_tready.connect();
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

/// Implements [`PinDesign`] with its supertrait, and the constructor `ready`.
macro_rules! pin_design {
    ($name:ident, [$($decl:tt)*], [$($use:tt)*]) => {
        design!($name, [$($decl)*], [$($use)*], solver, reset is true);

        impl<$($decl)*> $name<$($use)*> {
            /// The settled design with this identity, these parameters, connected inputs and an idle serial line.
            pub fn ready(identity: &BuildIdentity, parameters: &Parameters) -> Self {
                let mut uut = Self::default();
                uut.solver.assembler.set_identity(identity);
                uut.solver.framer.pause_clocks = Parameter::new(parameters.pause_clocks);
                uut.uart_rx.set_bit(parameters.bit_sixteenths);
                uut.uart_tx.set_bit(parameters.bit_sixteenths);
                uut.clock.connect();
                uut.reset.connect();
                uut.reset_low.connect();
                uut.locked.connect();
                uut.rx.connect();
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

stream_design!(
    StreamTop,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64],
    [S, AW, PW, CW, MAX]
);
stream_design!(
    ParallelStreamTop,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64,
     const L: usize, const OW: usize, const LW: usize],
    [S, AW, PW, CW, MAX, L, OW, LW]
);
pin_design!(
    Top,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64],
    [S, AW, PW, CW, MAX]
);
pin_design!(
    ParallelTop,
    [const S: usize, const AW: usize, const PW: usize, const CW: usize, const MAX: u64,
     const L: usize, const OW: usize, const LW: usize],
    [S, AW, PW, CW, MAX, L, OW, LW]
);
stream_design!(
    ClueStreamTop,
    [const SIDE: usize, const POSITION_BITS: usize, const COLOURS: usize, const VALUES: usize, const PLANES: usize, const VALUE_BITS: usize, const GAPS: usize, const TAG_BITS: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize],
    [SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS]
);
pin_design!(
    ClueTop,
    [const SIDE: usize, const POSITION_BITS: usize, const COLOURS: usize, const VALUES: usize, const PLANES: usize, const VALUE_BITS: usize, const GAPS: usize, const TAG_BITS: usize, const CELLS_PER_STEP: usize, const GROUPS: usize, const GROUP_BITS: usize, const LINES: usize, const ENGINES: usize, const TRAIL_BITS: usize],
    [SIDE, POSITION_BITS, COLOURS, VALUES, PLANES, VALUE_BITS, GAPS, TAG_BITS, CELLS_PER_STEP, GROUPS, GROUP_BITS, LINES, ENGINES, TRAIL_BITS]
);
