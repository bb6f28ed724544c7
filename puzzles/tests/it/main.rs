//! Integration tests, one module per subject.

mod clue_formats;
mod colour;
mod colour_pictures;
mod common;
mod formats;
mod json;
mod library;
mod lists;
mod non;
mod pictures;
mod read;
mod webpbn;
