//! Runs a design cycle by cycle: offers bytes to it and takes the bytes that it sends.
//! Interface: [`Driver::step`]; one kind of driver for streams, one for serial pins.
//! The order of events in a cycle is that of rust-hdl's simulation.

use crate::design::{Beat, Design, PinDesign, StreamDesign};

use crate::serial_line::{Received, UartSink, UartSource};

/// A callback that receives the clock level and the settled design after each half cycle.
pub type Observer<'a> = &'a mut dyn FnMut(bool, &dyn Design);

/// A design with what drives its streams or its serial pins.
pub enum Driver {
    /// Two streams.
    #[cfg_attr(not(feature = "native"), expect(dead_code))]
    Stream {
        /// The simulated design.
        design: Box<dyn StreamDesign>,
        /// A byte that the design has not accepted yet.
        offered: Option<u8>,
    },
    /// A serial line.
    Pins {
        /// The simulated design.
        design: Box<dyn PinDesign>,
        /// The sender of bytes to the design.
        source: UartSource,
        /// The receiver of the design's bytes.
        sink: UartSink,
    },
}

/// The result of one cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// The byte that the design sent, if any; its stop bit can be wrong.
    pub received: Option<u8>,
    /// Whether the design did not settle.
    pub unsettled: bool,
}

impl Driver {
    /// The simulated design.
    pub fn design(&self) -> &dyn Design {
        match self {
            Self::Stream { design, .. } => &**design,
            Self::Pins { design, .. } => &**design,
        }
    }

    /// The simulated design, mutable.
    pub fn design_mut(&mut self) -> &mut dyn Design {
        match self {
            Self::Stream { design, .. } => &mut **design,
            Self::Pins { design, .. } => &mut **design,
        }
    }

    /// Whether no byte is in transit in either direction.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Stream { offered, .. } => offered.is_none(),
            Self::Pins { source, sink, .. } => source.is_idle() && sink.is_idle(),
        }
    }

    /// Discards a whole byte that the design has not accepted.
    pub fn withdraw(&mut self) {
        if let Self::Stream { offered, .. } = self {
            *offered = None;
        }
    }

    /// Runs one cycle: sets the inputs, settles the low half, applies the rising edge. Calls `observer` after each half.
    pub fn step(&mut self, bytes: &mut dyn FnMut() -> Option<u8>, observer: Observer) -> Step {
        let mut received = None;
        match self {
            Self::Stream { design, offered } => {
                if offered.is_none() {
                    *offered = bytes();
                }
                design.offer(offered.map(Beat::from));
                design.set_ready(true);
            }
            Self::Pins { design, source, .. } => design.set_rx(source.level(bytes)),
        }
        let settled_low = self.design_mut().settle();
        match self {
            Self::Stream { design, offered } => {
                received = design.sends().map(|beat| beat.byte);
                if design.takes() {
                    *offered = None;
                }
            }
            Self::Pins { design, sink, .. } => {
                if let Some(Received::Byte(byte) | Received::FramingError(byte)) =
                    sink.take(design.tx())
                {
                    received = Some(byte);
                }
            }
        }
        observer(false, self.design());
        let settled_high = self.design_mut().rise();
        observer(true, self.design());
        Step {
            received,
            unsettled: !(settled_low && settled_high),
        }
    }
}
