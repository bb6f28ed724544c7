//! Cells packed twelve per message: the filled plane, then the known plane unless every cell is known.
//!
//! [`packed`] encodes the planes in row-major order, first cell in an index's top bit; [`Planes`] decodes them.

use alloc::vec::Vec;

use crate::{DecodeErrorKind, Message};

/// Packed cells per message.
pub const CELLS_PER_MESSAGE: usize = 12;

/// The bit of an index that holds the message's first cell.
const FIRST_CELL: u16 = 1 << (CELLS_PER_MESSAGE - 1);

/// The messages of the filled plane and, unless every cell is known, of the known plane.
pub(super) fn packed(cells: &[Option<bool>]) -> Vec<Message> {
    let plane = |value: u16, bit: fn(Option<bool>) -> bool| {
        cells.chunks(CELLS_PER_MESSAGE).map(move |cells| {
            let places = cells.iter().enumerate();
            let index = places.fold(0, |index, (place, &cell)| {
                index | if bit(cell) { FIRST_CELL >> place } else { 0 }
            });
            Message::Cells(index << 1 | value)
        })
    };
    let mut messages: Vec<Message> = plane(0, |cell| cell == Some(true)).collect();
    if cells.contains(&None) {
        messages.extend(plane(1, |cell| cell.is_some()));
    }
    messages
}

/// The planes of a picture, as far as received.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    filled: Vec<u16>,
    known: Vec<u16>,
}

impl Planes {
    /// Whether no message of a plane has been received.
    pub fn is_empty(&self) -> bool {
        self.filled.is_empty()
    }

    /// Describes the messages that are legal next in a picture of `cells` cells.
    pub fn expected(&self, cells: usize) -> &'static str {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        match (self.filled.len(), self.known.len()) {
            (0, 0) => "an assignment, cells with value 0, a check, or end board",
            (filled, 0) if filled < whole => "cells with value 0",
            (_, 0) => "cells with value 1, a check, or end board",
            (_, known) if known < whole => "cells with value 1",
            _ => "a check, or end board",
        }
    }

    /// Whether every plane is complete or absent.
    pub fn is_whole(&self, cells: usize) -> bool {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        [self.filled.len(), self.known.len()]
            .iter()
            .all(|&messages| messages == 0 || messages == whole)
    }

    /// Accepts one message's payload. Returns `None` if the message is illegal here, and an error if it marks a cell outside the
    /// picture.
    pub fn push(&mut self, payload: u16, cells: usize) -> Option<Result<(), DecodeErrorKind>> {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        let is_known_plane = payload & 1 != 0;
        if is_known_plane && self.filled.len() < whole {
            return None;
        }
        let plane = if is_known_plane {
            &mut self.known
        } else {
            &mut self.filled
        };
        let before = plane.len() * CELLS_PER_MESSAGE;
        if before >= cells {
            return None;
        }
        let index = payload >> 1;
        plane.push(index);
        let mut places = (0..CELLS_PER_MESSAGE).filter(|place| index & FIRST_CELL >> place != 0);
        let outside = places.find(|place| before + place >= cells);
        Some(match outside {
            Some(place) => Err(DecodeErrorKind::CellOutside {
                index: before + place,
                cells,
            }),
            None => Ok(()),
        })
    }

    /// The cells of complete planes. Returns an error if a filled cell is not known.
    pub fn cells(&self, cells: usize) -> Result<Vec<Option<bool>>, DecodeErrorKind> {
        let bit = |plane: &[u16], cell: usize| {
            let index = plane[cell / CELLS_PER_MESSAGE];
            index & FIRST_CELL >> (cell % CELLS_PER_MESSAGE) != 0
        };
        let cell = |index| {
            let filled = bit(&self.filled, index);
            let known = self.known.is_empty() || bit(&self.known, index);
            match (known, filled) {
                (false, true) => Err(DecodeErrorKind::FilledUnknown { index }),
                _ => Ok(known.then_some(filled)),
            }
        };
        (0..cells).map(cell).collect()
    }
}
