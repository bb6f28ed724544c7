//! Several cores behind one pair of AXI4-Streams: each packet goes to a core that has no other packet waiting, and replies leave whole, as
//! they are complete.
//! Interface: AXI4-Streams of one byte per beat. A packet on s_axis, which ends with tlast, holds one board with its end board, or one identity
//! request; a packet on m_axis is one reply. Replies are not in the order of the boards: the check of a reply, which starts from that of
//! its board, tells to which board it belongs.
//! Source: AMBA AXI-Stream (ARM IHI 0051); round-robin arbitration.

use crate::prelude::*;

/// Width of a byte with the mark of the end of its packet.
const MARKED: usize = 9;

/// A FIFO of 2^`AW` bytes with their marks (`PW` = `AW` + 1), beside one at the output of the memory and one in the output register.
/// Interface: valid and ready on both sides; a byte is offered three cycles after it was accepted, if the FIFO was empty.
#[derive(LogicBlock, SmartDefault)]
pub struct PacketFifo<const AW: usize, const PW: usize> {
    /// Empties the FIFO.
    #[default({ const { assert!(PW == AW + 1) }; Signal::default() })]
    pub reset: Signal<In, Bit>,
    /// `write_data` holds a byte.
    pub write_valid: Signal<In, Bit>,
    /// Byte, while `write_valid`.
    pub write_data: Signal<In, Bits<8>>,
    /// The byte is the last one of its packet, while `write_valid`.
    pub write_last: Signal<In, Bit>,
    /// With `write_valid`: the byte is accepted at this clock edge.
    pub write_ready: Signal<Out, Bit>,
    /// `data` holds the oldest byte.
    pub valid: Dff<Bit, Out>,
    /// Oldest byte, while `valid`.
    pub data: Signal<Out, Bits<8>>,
    /// The oldest byte is the last one of its packet, while `valid`.
    pub last: Signal<Out, Bit>,
    /// With `valid`: removes the oldest byte.
    pub ready: Signal<In, Bit>,
    /// No byte is in the FIFO.
    pub empty: Signal<Out, Bit>,
    /// A whole packet is in the FIFO, or no byte can be accepted.
    pub whole: Signal<Out, Bit>,

    memory: Ram<MARKED, AW>,
    write_pointer: Dff<Bits<PW>>,
    read_pointer: Dff<Bits<PW>>,
    /// The output of the memory holds a byte.
    loaded: Dff<Bit>,
    front: Dff<Bits<MARKED>>,
    /// Number of last bytes in the FIFO.
    packets: Dff<Bits<PW>>,
    used: Signal<Local, Bits<PW>>,
    store: Signal<Local, Bit>,
    advance: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    #[default(constant(1_u64 << AW))]
    capacity: Constant<Bits<PW>>,
}

impl<const AW: usize, const PW: usize> Logic for PacketFifo<AW, PW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.used.next = self.write_pointer.q.val() - self.read_pointer.q.val();
        self.write_ready.next = self.used.val() != self.capacity.val();
        self.store.next = self.write_valid.val() && self.write_ready.val();
        self.memory.write_enable.next = self.store.val();
        self.memory.write_address.next = bit_cast::<AW, PW>(self.write_pointer.q.val());
        self.memory.write_data.next =
            bit_cast::<MARKED, 8>(self.write_data.val()).replace_bit(8, self.write_last.val());
        if self.store.val() {
            self.write_pointer.d.next = self.write_pointer.q.val() + 1;
        }

        self.advance.next = self.loaded.q.val() && (!self.valid.q.val() || self.ready.val());
        self.fetch.next = self.used.val().any() && (!self.loaded.q.val() || self.advance.val());
        self.memory.read_enable.next = self.fetch.val();
        self.memory.read_address.next = bit_cast::<AW, PW>(self.read_pointer.q.val());
        if self.ready.val() {
            self.valid.d.next = false;
        }
        if self.advance.val() {
            self.front.d.next = self.memory.read_data.val();
            self.valid.d.next = true;
            self.loaded.d.next = false;
        }
        if self.fetch.val() {
            self.read_pointer.d.next = self.read_pointer.q.val() + 1;
            self.loaded.d.next = true;
        }
        self.data.next = bit_cast::<8, MARKED>(self.front.q.val());
        self.last.next = self.front.q.val().get_bit(8);
        self.enters.next = self.store.val() && self.write_last.val();
        self.leaves.next = self.valid.q.val() && self.ready.val() && self.front.q.val().get_bit(8);
        if self.enters.val() && !self.leaves.val() {
            self.packets.d.next = self.packets.q.val() + 1;
        } else if self.leaves.val() && !self.enters.val() {
            self.packets.d.next = self.packets.q.val() - 1;
        }
        self.whole.next = self.packets.q.val().any() || !self.write_ready.val();
        self.empty.next = !self.used.val().any() && !self.loaded.q.val() && !self.valid.q.val();

        if self.reset.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.loaded.d.next = false;
            self.valid.d.next = false;
            self.packets.d.next = 0.into();
        }
    }
}

/// Selects one of several requests in turn.
/// Interface: while `taken` is low, one of the `requests` is selected in the next cycle: the first after `selected`, cyclically. `over` ends it.
#[derive(LogicBlock, Default)]
pub struct Turn<const CORES: usize> {
    /// Ends the selection.
    pub reset: Signal<In, Bit>,
    /// Requests, one bit each.
    pub requests: Signal<In, Bits<CORES>>,
    /// With `taken`: the selection ends at this clock edge.
    pub over: Signal<In, Bit>,
    /// A request is selected.
    pub taken: Dff<Bit, Out>,
    /// The request that is selected, or was selected last; one-hot.
    pub selected: Dff<Bits<CORES>, Out>,

    later: Signal<Local, Bits<CORES>>,
    candidates: Signal<Local, Bits<CORES>>,
    below: Signal<Local, Bits<CORES>>,
}

impl<const CORES: usize> Logic for Turn<CORES> {
    #[hdl_gen]
    fn update(&mut self) {
        // Requests above the last selection come first. The lowest request is the one that borrows no bit of the number less 1.
        self.later.next =
            self.requests.val() & !((self.selected.q.val() - 1) | self.selected.q.val());
        self.candidates.next = self.requests.val();
        if self.later.val().any() {
            self.candidates.next = self.later.val();
        }
        self.below.next = self.candidates.val() - 1;
        if self.over.val() {
            self.taken.d.next = false;
        }
        if !self.taken.q.val() && self.requests.val().any() {
            self.taken.d.next = true;
            self.selected.d.next = self.candidates.val() & !self.below.val();
        }
        if self.reset.val() {
            self.taken.d.next = false;
            self.selected.d.next = 1.into();
        }
    }
}

/// Distributes packets to cores, and merges their replies.
/// Interface: an AXI4-Stream slave and master, and per core a master `board_*` and a slave `reply_*`, of one byte per beat. Each packet on
/// `s_axis` holds a board with its end board, or an identity request; each packet on `m_axis` is a reply, in any order.
///
/// Dispatcher for up to `CORES` stream tops, with a FIFO of 2^`AW` bytes (`PW` = `AW` + 1) before each and one behind it.
#[derive(LogicBlock, Default)]
pub struct Dispatcher<const CORES: usize, const AW: usize, const PW: usize> {
    /// Synchronous reset, active low; the cores must be reset with it.
    pub aresetn: Signal<In, Bit>,
    /// Cores that are connected, one bit each; constant.
    pub connected: Signal<In, Bits<CORES>>,
    /// `s_axis_tdata` holds a byte of a board or request; stable until `s_axis_tready`.
    pub s_axis_tvalid: Signal<In, Bit>,
    /// Byte of a board or request, while `s_axis_tvalid`.
    pub s_axis_tdata: Signal<In, Bits<8>>,
    /// With `s_axis_tvalid`: the last byte of a board or request.
    pub s_axis_tlast: Signal<In, Bit>,
    /// The byte is accepted at this clock edge.
    pub s_axis_tready: Signal<Out, Bit>,
    /// `m_axis_tdata` holds a byte of a reply; stable until `m_axis_tready`, except at a reset.
    pub m_axis_tvalid: Signal<Out, Bit>,
    /// Byte of a reply, while `m_axis_tvalid`.
    pub m_axis_tdata: Signal<Out, Bits<8>>,
    /// With `m_axis_tvalid`: the last byte of a reply.
    pub m_axis_tlast: Signal<Out, Bit>,
    /// With `m_axis_tvalid`: the byte is accepted at this clock edge.
    pub m_axis_tready: Signal<In, Bit>,

    /// Per core: `board_tdata` holds a byte for its `s_axis`.
    pub board_tvalid: Array<Signal<Out, Bit>, CORES>,
    /// Per core: byte for its `s_axis`, while `board_tvalid`.
    pub board_tdata: Array<Signal<Out, Bits<8>>, CORES>,
    /// Per core: the last byte of a packet, while `board_tvalid`.
    pub board_tlast: Array<Signal<Out, Bit>, CORES>,
    /// Per core: its `s_axis` accepts the byte.
    pub board_tready: Array<Signal<In, Bit>, CORES>,
    /// Per core: its `m_axis` offers a byte.
    pub reply_tvalid: Array<Signal<In, Bit>, CORES>,
    /// Per core: byte of a reply, while `reply_tvalid`.
    pub reply_tdata: Array<Signal<In, Bits<8>>, CORES>,
    /// Per core: the last byte of a reply, while `reply_tvalid`.
    pub reply_tlast: Array<Signal<In, Bit>, CORES>,
    /// Per core: accepts the byte of the reply.
    pub reply_tready: Array<Signal<Out, Bit>, CORES>,

    board_fifos: Array<PacketFifo<AW, PW>, CORES>,
    reply_fifos: Array<PacketFifo<AW, PW>, CORES>,
    boards: Turn<CORES>,
    replies: Turn<CORES>,
    reset: Signal<Local, Bit>,
    free: Signal<Local, Bits<CORES>>,
    answering: Signal<Local, Bits<CORES>>,
    accepts: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    shown: Signal<Local, Bits<8>>,
}

impl<const CORES: usize, const AW: usize, const PW: usize> Logic for Dispatcher<CORES, AW, PW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.reset.next = !self.aresetn.val();
        self.boards.reset.next = self.reset.val();
        self.replies.reset.next = self.reset.val();

        // A packet goes to a core whose FIFO is empty.
        self.free.next = 0.into();
        self.accepts.next = false;
        for i in 0..CORES {
            self.board_fifos[i].reset.next = self.reset.val();
            self.board_fifos[i].write_data.next = self.s_axis_tdata.val();
            self.board_fifos[i].write_last.next = self.s_axis_tlast.val();
            self.board_fifos[i].write_valid.next = self.s_axis_tvalid.val()
                && self.boards.taken.val()
                && self.boards.selected.val().get_bit(i);
            self.free.next = self.free.val().replace_bit(
                i,
                self.s_axis_tvalid.val()
                    && self.board_fifos[i].empty.val()
                    && self.connected.val().get_bit(i),
            );
            self.accepts.next = self.accepts.val()
                || (self.boards.taken.val()
                    && self.boards.selected.val().get_bit(i)
                    && self.board_fifos[i].write_ready.val());
            self.board_tvalid[i].next = self.board_fifos[i].valid.val();
            self.board_tdata[i].next = self.board_fifos[i].data.val();
            self.board_tlast[i].next = self.board_fifos[i].last.val();
            self.board_fifos[i].ready.next = self.board_tready[i].val();
        }
        self.s_axis_tready.next = self.accepts.val();
        self.boards.requests.next = self.free.val();
        self.boards.over.next =
            self.accepts.val() && self.s_axis_tvalid.val() && self.s_axis_tlast.val();

        // A reply leaves as a whole, once it is complete, or once it fills its FIFO.
        self.answering.next = 0.into();
        self.offers.next = false;
        self.ends.next = false;
        self.shown.next = 0.into();
        for i in 0..CORES {
            self.reply_fifos[i].reset.next = self.reset.val();
            self.reply_fifos[i].write_data.next = self.reply_tdata[i].val();
            self.reply_fifos[i].write_last.next = self.reply_tlast[i].val();
            self.reply_fifos[i].write_valid.next =
                self.reply_tvalid[i].val() && self.connected.val().get_bit(i);
            self.reply_tready[i].next = self.reply_fifos[i].write_ready.val();
            self.answering.next =
                self.answering.val().replace_bit(i, self.reply_fifos[i].whole.val());
            self.reply_fifos[i].ready.next = self.m_axis_tready.val()
                && self.replies.taken.val()
                && self.replies.selected.val().get_bit(i);
            if self.replies.taken.val() && self.replies.selected.val().get_bit(i) {
                self.offers.next = self.reply_fifos[i].valid.val();
                self.ends.next = self.reply_fifos[i].last.val();
                self.shown.next = self.reply_fifos[i].data.val();
            }
        }
        self.m_axis_tvalid.next = self.offers.val();
        self.m_axis_tdata.next = self.shown.val();
        self.m_axis_tlast.next = self.ends.val();
        self.replies.requests.next = self.answering.val();
        self.replies.over.next = self.offers.val() && self.m_axis_tready.val() && self.ends.val();
    }
}
