//! Integration tests, one module per subject.

mod colour;
mod common;
mod library;
mod solve;
