//! What the command, the page and the Python module share: [`hint`], [`check`], [`judge`], [`next_random`], [`decode`] and the
//! [`only_solution`] of a puzzle.
//!
//! A result has its exit code (`Exit::from`), its record (a method `record`, whose fields are the keys of the command's `--json`), and its
//! text. Exit codes are those of [`Exit`].

mod advice;
mod decode;
mod exit;
mod identity_record;
mod judge;
mod random;
pub mod stop;
mod stream_kind;
mod unique;

pub use advice::{
    CheckRecord, Hint, HintRecord, KnownCell, check, check_grid, hint, value_in_words,
};
pub use decode::{DecodeRecord, Item, decode};
pub use exit::{Exit, Failure, OrExit};
pub use identity_record::IdentityRecord;
pub use judge::{Judgement, Logic, Place, judge, sums_in_words};
pub use random::next_random;
pub use unique::{Counted, count, may_be_more, only_solution};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
