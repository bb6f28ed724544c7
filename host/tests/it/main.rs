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
mod interrupted;
mod outputs;
mod page;
mod puzzling;
mod serial;
mod software;
mod solve;
mod terminal;
mod udp;
mod virtual_board;
