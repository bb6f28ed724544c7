//! Integration tests, one module per subject.

mod batch;
mod boards;
mod cli;
mod codec;
mod coloured;
mod common;
mod config;
mod docs;
mod files;
mod flash;
mod generate;
mod interrupted;
mod options;
mod outputs;
mod page;
mod pictures;
mod puzzling;
mod serial;
mod software;
mod solve;
mod terminal;
mod udp;
mod virtual_board;
