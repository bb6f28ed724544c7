//! The kind of a decoded message of a clue board, as a group of ports.
//! Interface: the decoder drives [`KindOut`], and the block that uses the kind reads [`KindIn`]; `join` connects the two.
//! Source: rust-hdl's `LogicInterface`.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use rust_hdl::prelude::*;

ports! {
    /// Kind and index of a message; no kind is set if the message is out of step or has an error flag.
    KindOut "KindOut", KindIn "KindIn", {
        /// The message is a start board.
        start_board: Bit,
        /// The message is an end board.
        end_board: Bit,
        /// The message is a check.
        check: Bit,
        /// The message requests a search mode that exists.
        mode: Bit,
        /// The message is a digit of a limit.
        limit: Bit,
        /// The message has up to two blocks of a line.
        cells: Bit,
        /// The index, taken as a size, is 0.
        empty: Bit,
        /// The index, taken as a size, is above the build's side.
        too_big: Bit,
    }
}
