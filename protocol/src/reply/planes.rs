//! Cells packed twelve per message: the planes of the bits of their colours, then the known plane unless every cell is known.
//!
//! [`packed`] encodes the planes in row-major order, first cell in an index's top bit; [`Planes`] decodes them.

use alloc::vec::Vec;

use crate::{DecodeErrorKind, MAX_COLOURS, Message};

/// Packed cells per message.
pub const CELLS_PER_MESSAGE: usize = 12;

/// The largest number of planes of colours.
const MAX_PLANES: usize = colour_planes(MAX_COLOURS);

/// The bit of an index that holds the message's first cell.
const FIRST_CELL: u16 = 1 << (CELLS_PER_MESSAGE - 1);

/// Number of planes that hold the colours of a picture: the bits of the largest number of a colour, of which 0 is blank.
pub const fn colour_planes(colours: u8) -> usize {
    (u8::BITS - colours.leading_zeros()) as usize
}

/// The messages of the `planes` planes of colours, the most significant bit first, and, unless every cell is known, of the known plane.
pub(super) fn packed(cells: &[Option<u8>], planes: usize) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut push = |value: u16, bit: &dyn Fn(Option<u8>) -> bool| {
        messages.extend(cells.chunks(CELLS_PER_MESSAGE).map(|cells| {
            let places = cells.iter().enumerate();
            let index = places.fold(0, |index, (place, &cell)| {
                index | if bit(cell) { FIRST_CELL >> place } else { 0 }
            });
            Message::Cells(index << 1 | value)
        }));
    };
    for plane in (0..planes).rev() {
        push(0, &|cell| {
            cell.is_some_and(|colour| colour >> plane & 1 != 0)
        });
    }
    if cells.contains(&None) {
        push(1, &|cell| cell.is_some());
    }
    messages
}

/// The planes of a picture, as far as received.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    /// The messages of all planes of colours.
    colours: Vec<u16>,
    known: Vec<u16>,
}

impl Planes {
    /// Whether no message of a plane has been received.
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// Number of complete planes of colours in a picture of `cells` cells.
    pub fn count(&self, cells: usize) -> usize {
        self.colours.len() / cells.div_ceil(CELLS_PER_MESSAGE).max(1)
    }

    /// Describes the messages that are legal next in a picture of `cells` cells.
    pub fn expected(&self, cells: usize) -> &'static str {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        match (self.colours.len(), self.known.len()) {
            (0, 0) => "an assignment, cells with value 0, a check, or end board",
            (colours, 0) if !colours.is_multiple_of(whole) => "cells with value 0",
            (colours, 0) if colours < MAX_PLANES * whole => "cells, a check, or end board",
            (_, 0) => "cells with value 1, a check, or end board",
            (_, known) if known < whole => "cells with value 1",
            _ => "a check, or end board",
        }
    }

    /// Whether every plane is complete or absent.
    pub fn is_whole(&self, cells: usize) -> bool {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE).max(1);
        [self.colours.len(), self.known.len()]
            .iter()
            .all(|messages| messages.is_multiple_of(whole))
    }

    /// Accepts one message's payload. Returns `None` if the message is illegal here, and an error if it marks a cell outside the
    /// picture.
    pub fn push(&mut self, payload: u16, cells: usize) -> Option<Result<(), DecodeErrorKind>> {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        let is_known_plane = payload & 1 != 0;
        let (plane, is_legal) = if is_known_plane {
            let follows = !self.is_empty() && self.colours.len().is_multiple_of(whole);
            (&mut self.known, follows)
        } else {
            let precedes = self.known.is_empty() && self.colours.len() < MAX_PLANES * whole;
            (&mut self.colours, precedes)
        };
        if !is_legal || (is_known_plane && plane.len() == whole) {
            return None;
        }
        let before = plane.len() % whole * CELLS_PER_MESSAGE;
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

    /// The cells of complete planes. Returns an error if a cell that is not known has a colour.
    pub fn cells(&self, cells: usize) -> Result<Vec<Option<u8>>, DecodeErrorKind> {
        let whole = cells.div_ceil(CELLS_PER_MESSAGE);
        let bit = |plane: &[u16], cell: usize| {
            let index = plane[cell / CELLS_PER_MESSAGE];
            index & FIRST_CELL >> (cell % CELLS_PER_MESSAGE) != 0
        };
        let cell = |index| {
            let planes = self.colours.chunks(whole);
            let colour = planes.fold(0, |colour, plane| colour << 1 | u8::from(bit(plane, index)));
            let known = self.known.is_empty() || bit(&self.known, index);
            match (known, colour) {
                (false, 1..) => Err(DecodeErrorKind::FilledUnknown { index }),
                _ => Ok(known.then_some(colour)),
            }
        };
        (0..cells).map(cell).collect()
    }
}
