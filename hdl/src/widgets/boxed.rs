//! A block on the heap, because a whole design is too large for a thread's stack.
//! Interface: that of the block.

use crate::prelude::*;
use std::ops::{Deref, DerefMut};

/// A sub-block on the heap.
#[derive(Default)]
pub struct Boxed<B>(Box<B>);

impl<B> Deref for Boxed<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.0
    }
}

impl<B> DerefMut for Boxed<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.0
    }
}

impl<B: Block> Logic for Boxed<B> {
    fn update(&mut self) {
        self.0.update();
    }
}

impl<B: Block> Block for Boxed<B> {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}
