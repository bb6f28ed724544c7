//! Integration tests, one module per subject.

mod common;
mod formats;
mod library;
mod limits;
mod pictures;
mod read;
mod texts;
mod written;
