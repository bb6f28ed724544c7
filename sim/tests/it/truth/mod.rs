//! Checks every statement of a reply against brute force on small boards: verdict, picture, and the cells reported as certain. Also checks
//! the events of searches, and the model of the clue core on a larger board.

mod clue;
#[allow(dead_code, reason = "these tests use only a part of the module")]
mod options;
mod search;
