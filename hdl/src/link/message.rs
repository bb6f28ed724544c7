//! A received message, as a group of ports.
//! Interface: the framer drives [`MessageOut`], and the blocks that receive the message have [`MessageIn`]; `join` connects the two.

#![allow(
    missing_docs,
    reason = "the functions that the derive macro generates have no documentation"
)]

use crate::prelude::*;

ports! {
    /// A message: valid, and stable until it is accepted. No kind is set if its bytes are out of step or have an error flag.
    MessageOut "MessageOut", MessageIn "MessageIn", {
        /// A message is present.
        valid: Bit,
        /// Bits of the message; also present one cycle before `valid`.
        bits: Bits<16>,
        /// The message is a start board that begins a board or an identity request.
        first: Bit,
        /// With `first`: the previous two messages were a pair of start boards.
        after_pair: Bit,
        /// The message is the second start board of a pair.
        second: Bit,
        /// With `second`: the pair requests the identity.
        identity: Bit,
        /// Instead of a message: of an odd number of consecutive start boards, the last two are the pair. The message follows.
        swap: Bit,
        /// The previous message was the first start board of a pair.
        begun: Bit,
        /// The index is 0.
        empty: Bit,
        /// The message is an end board.
        end_board: Bit,
        /// The message is a check.
        check: Bit,
        /// The message is a check that does not match, and its second byte may begin a start board; it is not a `check`.
        broken_check: Bit,
        /// With `check`: it equals the CRC of the board's messages.
        crc_matches: Bit,
    }
}
