//! A board in the form that a core receives: as clues, or as the options of its lines.
//! Interface: [`board_messages`] returns the messages, [`board_bytes`] their bytes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::{BoardStream, ClueStream, CoreKind, EncodeError, Message};

/// The messages of a board in the form that `core` receives, with a check message if `check` is set.
///
/// # Errors
/// Returns [`EncodeError`] if the protocol cannot express the board; see [`BoardStream::new`] and [`ClueStream::new`].
pub fn board_messages<'a, C: AsRef<[usize]>>(
    core: CoreKind,
    rows: &'a [C],
    columns: &'a [C],
    check: bool,
) -> Result<Box<dyn Iterator<Item = Message> + 'a>, EncodeError> {
    Ok(match core {
        CoreKind::Clue => Box::new(ClueStream::new(rows, columns)?.with_check(check)),
        CoreKind::Classic | CoreKind::Parallel => {
            Box::new(BoardStream::new(rows, columns)?.with_check(check))
        }
    })
}

/// The bytes of [`board_messages`].
///
/// ```
/// use nonogram_protocol::{CoreKind, board_bytes};
///
/// let clues = [[2], [2]];
/// assert_eq!(board_bytes(CoreKind::Classic, &clues, &clues, false)?.len(), 38);
/// assert_eq!(board_bytes(CoreKind::Clue, &clues, &clues, false)?.len(), 14);
/// # Ok::<(), nonogram_protocol::EncodeError>(())
/// ```
///
/// # Errors
/// Returns [`EncodeError`] under the same conditions as [`board_messages`].
pub fn board_bytes<C: AsRef<[usize]>>(
    core: CoreKind,
    rows: &[C],
    columns: &[C],
    check: bool,
) -> Result<Vec<u8>, EncodeError> {
    let messages = board_messages(core, rows, columns, check)?;
    Ok(messages.flat_map(Message::to_bytes).collect())
}
