//! Receive FIFO: buffers received bytes until the framer accepts them.
//! Interface: `write` pushes a byte, which is `valid` three cycles later if the FIFO was empty; `ready` removes the oldest byte.

use crate::prelude::*;

/// Byte FIFO with a memory of 2^`AW` entries (`PW` = `AW` + 1), which is full if all of them are in use. Each byte carries an error flag.
///
/// A byte that arrives while the FIFO is full is discarded, and the next byte stored carries the error flag, so that
/// the reader can detect that bytes are missing before that byte. The oldest byte is held in a register, because the output of
/// a block RAM is valid only late in the cycle.
#[derive(LogicBlock, SmartDefault)]
pub struct ByteFifo<const AW: usize, const PW: usize> {
    /// Empties the FIFO.
    #[default({ const { assert!(PW == AW + 1) }; Signal::default() })]
    pub reset: Signal<In, Bit>,
    /// Pushes `write_data` and `write_error`; while the FIFO is full the byte is discarded, and the next byte stored carries the error
    /// flag.
    pub write: Signal<In, Bit>,
    /// Byte to push, valid with `write`.
    pub write_data: Signal<In, Bits<8>>,
    /// Error flag of `write_data`, valid with `write`.
    pub write_error: Signal<In, Bit>,
    /// `data` and `error` hold the oldest byte.
    pub valid: Dff<Bit, Out>,
    /// Oldest byte, while `valid`.
    pub data: Signal<Out, Bits<8>>,
    /// Error flag of the oldest byte, while `valid`.
    pub error: Signal<Out, Bit>,
    /// Removes the oldest byte; only while `valid`.
    pub ready: Signal<In, Bit>,
    memory: Ram<9, AW>,
    write_pointer: Dff<Bits<PW>>,
    read_pointer: Dff<Bits<PW>>,
    loaded: Dff<Bit>,
    front: Dff<Bits<9>>,
    lost: Dff<Bit>,
    empty: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    mark: Signal<Local, Bit>,
    used: Signal<Local, Bits<PW>>,
    #[default(constant(1_u64 << AW))]
    capacity: Constant<Bits<PW>>,
}

impl<const AW: usize, const PW: usize> Logic for ByteFifo<AW, PW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.used.next = self.write_pointer.q.val() - self.read_pointer.q.val();
        self.empty.next = self.write_pointer.q.val() == self.read_pointer.q.val();
        self.full.next = self.used.val() == self.capacity.val();
        self.store.next = self.write.val() && !self.full.val();
        self.mark.next = self.write_error.val() || self.lost.q.val();

        self.memory.write_enable.next = self.store.val();
        self.memory.write_address.next = bit_cast::<AW, PW>(self.write_pointer.q.val());
        self.memory.write_data.next = bit_cast::<9, 8>(self.write_data.val());
        if self.mark.val() {
            self.memory.write_data.next =
                bit_cast::<9, 8>(self.write_data.val()).replace_bit(8, true);
        }
        if self.store.val() {
            self.write_pointer.d.next = self.write_pointer.q.val() + 1;
            self.lost.d.next = false;
        }
        if self.write.val() && self.full.val() {
            self.lost.d.next = true;
        }

        // The memory's output and the register hold up to one word each; a pop frees the register for the next word.
        self.fetch.next = !self.empty.val() && !self.loaded.q.val();
        self.memory.read_enable.next = self.fetch.val();
        self.memory.read_address.next = bit_cast::<AW, PW>(self.read_pointer.q.val());
        if self.ready.val() {
            self.valid.d.next = false;
        }
        if self.loaded.q.val() && !self.valid.q.val() {
            self.front.d.next = self.memory.read_data.val();
            self.valid.d.next = true;
            self.loaded.d.next = false;
        }
        if self.fetch.val() {
            self.read_pointer.d.next = self.read_pointer.q.val() + 1;
            self.loaded.d.next = true;
        }

        self.data.next = bit_cast::<8, 9>(self.front.q.val());
        self.error.next = self.front.q.val().get_bit(8);

        if self.reset.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.loaded.d.next = false;
            self.valid.d.next = false;
            self.lost.d.next = false;
        }
    }
}
