//! What the command, the page and the Python module share: [`hint`], [`check`], [`judge`], [`next_random`], [`decode`], the
//! [`only_solution`] of a puzzle and, with the feature `native`, the devices and software engines that solve puzzles.
//!
//! A result has its exit code (`Exit::from`), its record (a method `record`, whose fields are the keys of the command's `--json`), and its
//! text. Exit codes are those of [`Exit`]. Nothing here prints.

mod advice;
#[cfg(feature = "native")]
pub mod answer;
mod decode;
#[cfg(feature = "native")]
pub mod device;
#[cfg(feature = "native")]
mod encode;
mod exit;
mod identity_record;
mod judge;
mod random;
#[cfg(feature = "native")]
mod session;
#[cfg(feature = "native")]
mod software;
#[cfg(feature = "native")]
mod source;
pub mod stop;
mod stream_kind;
mod unique;

pub use advice::{
    CheckRecord, Hint, HintRecord, KnownCell, check, check_grid, hint, value_in_words,
};
#[cfg(feature = "native")]
pub use answer::Answer;
pub use decode::{DecodeRecord, Item, decode};
#[cfg(feature = "native")]
pub use encode::check_board;
pub use exit::{Exit, Failure, OrExit, harmless, harmless_name};
pub use identity_record::IdentityRecord;
pub use judge::{Judgement, Logic, Place, judge, sums_in_words};
pub use random::next_random;
#[cfg(feature = "native")]
pub use session::Session;
#[cfg(feature = "native")]
pub use software::{MAX_THREADS, check_engine, solve_in_software};
#[cfg(feature = "native")]
pub use source::Source;
pub use unique::{Counted, count, may_be_more, only_solution};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
