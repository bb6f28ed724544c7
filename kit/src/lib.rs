//! What the command shares with the page or the Python module: [`CheckRecord`], [`HintRecord`], [`ProposalRecord`], [`judge`], [`count`],
//! [`next_random`], [`decode`], [`accept`]; with the feature `books`, the entries of books; and with the feature `native`, the devices and
//! software engines that solve puzzles.
//!
//! A result has its exit code, its record, whose fields are the keys of the command's `--json`, and its
//! text. Exit codes are those of [`Exit`]. Nothing here prints.

mod accept;
mod advice;
#[cfg(feature = "native")]
pub mod answer;
#[cfg(feature = "books")]
mod book;
mod decode;
#[cfg(feature = "native")]
pub mod device;
mod exit;
mod judge;
pub mod stop;

pub use accept::{Rejection, accept};
pub use advice::{
    CheckRecord, EditRecord, HintRecord, KnownCell, ProposalRecord, check_grid, value_in_words,
};
#[cfg(feature = "native")]
pub use answer::{Answer, Source};
#[cfg(feature = "books")]
pub use book::book_entry;
pub use decode::{Clues, IdentityRecord, Item, Picture, decode};
#[cfg(feature = "native")]
pub use device::check_board;
pub use exit::{Exit, Failure, OrExit, harmless, harmless_name, refuse};
pub use judge::{
    Counted, Judgement, Logic, Place, count, judge, may_be_more, next_random, sums_in_words,
};
#[cfg(feature = "native")]
pub use judge::{MAX_THREADS, solve_in_software};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
