//! The kind of a decoded message, as a group of ports.
//! Interface: the decoder drives [`KindOut`], and the block that uses the kind reads [`KindIn`]; `join` connects the two.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// Kind and index of a message; no kind is set if the message is out of step or has an error flag.
    KindOut<S> "KindOut", KindIn<S> "KindIn", {
        /// The message is a start board.
        start_board: Bit,
        /// The message is a start line.
        start_line: Bit,
        /// The message is an assignment.
        assignment: Bit,
        /// The message is a next option or an end line: it ends an option.
        option_end: Bit,
        /// The message is an end line.
        end_line: Bit,
        /// The message is an end board.
        end_board: Bit,
        /// The message is a check.
        check: Bit,
        /// The index, taken as a size, is 0.
        empty: Bit,
        /// The index, taken as a size, is above the build's side.
        too_big: Bit,
        /// The index or the value is not 0.
        payload: Bit,
        /// The index, taken as a cell, one-hot; zero if it is not below the build's side.
        cell_bit: Bits<S>,
    }
}
