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
    KindOut<S> "KindOut", KindIn<S> "KindIn", {
        /// Start board.
        start_board: Bit,
        /// Start line.
        start_line: Bit,
        /// Assignment.
        assignment: Bit,
        /// Next option or end line.
        option_end: Bit,
        /// End line.
        end_line: Bit,
        /// End board.
        end_board: Bit,
        /// Check.
        check: Bit,
        /// The index, taken as a size, is 0.
        empty: Bit,
        /// The index, taken as a size, is above the build's side.
        too_big: Bit,
        /// The index or the value is not 0.
        payload: Bit,
        /// The index as a one-hot cell; zero if there is no such cell.
        cell_bit: Bits<S>,
    }
}
