//! One clock of a design: offers it received bytes, takes the bytes it sends.
//! Interface: [`Driver::step`]; one driver for the design without UART, one for serial pins.
//!

use nonogram_hdl::design::{ByteDesign, Design, PinDesign};

use crate::serial_line::{Received, UartSink, UartSource};

/// Called after each half clock, when the design has settled: clock level, design.
pub type Observer<'a> = &'a mut dyn FnMut(bool, &dyn Design);

/// A design with the outside world attached to it.
pub enum Driver {
    /// Whole bytes, without UART.
    #[cfg_attr(not(feature = "native"), expect(dead_code))]
    Bytes {
        /// The design.
        design: Box<dyn ByteDesign>,
        /// A byte that the design has not taken yet.
        offered: Option<u8>,
    },
    /// A true serial line.
    Pins {
        /// The design.
        design: Box<dyn PinDesign>,
        /// Towards the design.
        source: UartSource,
        /// From the design.
        sink: UartSink,
    },
}

/// What a clock brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// A byte from the design.
    pub received: Option<u8>,
    /// The design did not settle.
    pub unsettled: bool,
}

impl Driver {
    /// The design.
    pub fn design(&self) -> &dyn Design {
        match self {
            Self::Bytes { design, .. } => &**design,
            Self::Pins { design, .. } => &**design,
        }
    }

    /// The design, to set its reset.
    pub fn design_mut(&mut self) -> &mut dyn Design {
        match self {
            Self::Bytes { design, .. } => &mut **design,
            Self::Pins { design, .. } => &mut **design,
        }
    }

    /// No byte is on its way in or out.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Bytes { offered, .. } => offered.is_none(),
            Self::Pins { source, sink, .. } => source.is_idle() && sink.is_idle(),
        }
    }

    /// Runs one clock: inputs, low half, rising edge.
    pub fn step(&mut self, bytes: &mut dyn FnMut() -> Option<u8>, observer: Observer) -> Step {
        let mut received = None;
        match self {
            Self::Bytes { design, offered } => {
                if offered.is_none() {
                    *offered = bytes();
                }
                design.offer(*offered);
                design.set_ready(true);
            }
            Self::Pins { design, source, .. } => design.set_rx(source.level(bytes)),
        }
        let settled_low = self.design_mut().settle();
        match self {
            Self::Bytes { design, offered } => {
                received = design.sends();
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
