//! Integration tests, one module per subject.

mod check;
mod colour;
mod common;
mod drawings;
mod library;
mod solve;
