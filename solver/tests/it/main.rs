//! Integration tests, one module per subject.

mod colour;
mod library;
mod solve;
