//! The kind of a decoded message, as ports that travel together.
//! Interface: [`KindOut`] is driven by the decoder, [`KindIn`] is received; `join` wires the one to the other.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive makes have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// What a message is, in step and without an error flag.
    KindOut "KindOut", KindIn "KindIn", {
        /// Start board.
        start_board: Bit,
        /// End board.
        end_board: Bit,
        /// Check.
        check: Bit,
        /// Request for an existing mode.
        mode: Bit,
        /// Digit of a limit.
        limit: Bit,
        /// Blocks of a line.
        cells: Bit,
        /// The index, taken as a size, is 0.
        empty: Bit,
        /// The index, taken as a size, is above the build's side.
        too_big: Bit,
    }
}
