//! The answer to a board, FPGA to host: size, cells, optional check, status.
//!
//! [`ReplyStream`] encodes it, cell by cell or packed; [`ReplyDecoder`] decodes both forms, byte by byte;
//! [`decode_reply`] decodes a whole reply.

mod decode;
mod planes;
mod stream;

use alloc::vec::Vec;

use crate::{MAX_INDEX, Status};

pub use decode::{ReplyDecoder, ReplyEvent, decode_reply};
pub use planes::{CELLS_PER_MESSAGE, colour_planes};
pub use stream::{ReplyStream, packed_reply_messages, reply_messages};

/// Number of cells that an index of twelve bits can address. Packed cells are not addressed, so they are not limited to it.
pub const MAX_CELLS: usize = MAX_INDEX as usize + 1;

/// A decoded reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Row count, m, as the device received it.
    pub rows: usize,
    /// Column count, n, as the device received it.
    pub columns: usize,
    /// At index `r * n + c`, the colour of the cell, or `None` if it is unknown. Empty if the status has no picture. A blank cell has colour
    /// 0, a filled cell of a black-and-white board colour 1.
    pub cells: Vec<Option<u8>>,
    /// Number of planes in which the colours of packed cells were sent; 0 for other cells and without cells.
    pub planes: usize,
    /// The verdict on the board.
    pub status: Status,
    /// The value from which the reply's check started; `None` if the reply had no check. It is the check of the board that the reply
    /// answers, or 0 from a device whose identity does not have [`binds_replies`](crate::BuildIdentity::binds_replies). Any other value
    /// means that the reply answers another board, or is corrupted.
    pub seed: Option<u16>,
}
