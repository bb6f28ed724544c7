"""The core as LiteX modules: behind streams of bytes (NonogramStream), and behind a UDP port of LiteEth (NonogramUDP).

The format of the datagrams is that of docs/reference/udp.md, so that `nonogram solve --on udp://ADDRESS:PORT` solves puzzles on it.
"""

from migen import *
from migen.genlib.cdc import MultiReg

from litex.gen import LiteXModule
from litex.soc.interconnect import stream

BYTES = [("data", 8)]

MAGIC = int.from_bytes(b"NG\x01", "big")
HEADER = 12
MOST_DATA = 1460
LATE_REQUESTS = 255

# Cycles from the start of a reset to the first byte of the next request; the core is held in reset for half of them.
RESET_CYCLES = 128


class NonogramStream(LiteXModule):
    """The stream top of a design, with boards as bytes on `sink` and replies as bytes on `source`.

    `last` of `source` marks the last byte of a reply. `reset` discards the board in work, its reply, and all bytes in transit; it must be
    asserted for long enough to reach the core, at least 8 cycles of both clocks. The core runs in the clock domain `cd`; streams and
    reset belong to `link_cd`. The platform needs the Verilog of the design as a source.
    """

    def __init__(self, design, cd="sys", link_cd="sys", **parameters):
        self.reset = Signal()
        self.sink = stream.Endpoint(BYTES)
        self.source = stream.Endpoint(BYTES)

        # # #

        self.to_core = to_core = stream.ClockDomainCrossing(BYTES, cd_from=link_cd, cd_to=cd)
        self.from_core = from_core = stream.ClockDomainCrossing(BYTES, cd_from=cd, cd_to=link_cd)
        self.comb += [
            self.sink.connect(to_core.sink),
            from_core.source.connect(self.source),
        ]

        in_reset = Signal()
        aresetn = Signal()
        self.specials += MultiReg(self.reset, in_reset, cd)
        sync = getattr(self.sync, cd)
        sync += aresetn.eq(~in_reset)

        ready = Signal()
        valid = Signal()
        self.comb += [
            to_core.source.ready.eq(ready | ~aresetn),
            from_core.sink.valid.eq(valid & aresetn),
        ]
        self.specials += Instance(
            f"nonogram_{design}_stream",
            i_aclk=ClockSignal(cd),
            i_aresetn=aresetn,
            i_s_axis_tdata=to_core.source.data,
            i_s_axis_tvalid=to_core.source.valid & aresetn,
            o_s_axis_tready=ready,
            o_m_axis_tdata=from_core.sink.data,
            o_m_axis_tvalid=valid,
            i_m_axis_tready=from_core.sink.ready | ~aresetn,
            o_m_axis_tlast=from_core.sink.last,
            # Neither packets nor damaged bytes: the receiver discards damaged datagrams, and each request begins with a reset.
            i_s_axis_tlast=0,
            i_s_axis_tuser=0,
            **parameters,
        )


class NonogramUDP(LiteXModule):
    """Serves the boards of one UDP port on a core.

    core: streams and reset in this clock domain, such as a NonogramStream. port: a UDP port of LiteEth of 8 bits in this clock domain.
    reply_bytes: the bytes of replies that a request can have, a power of two.
    """

    def __init__(self, core, port, udp_port, reply_bytes=2048):
        rx, tx = port.source, port.sink

        # The request in work: its host, and its last accepted part, with the fields of the header from `replies` to `part`.
        valid = Signal()
        host = Signal(48)
        part = Record([("part", 16), ("request", 32), ("replies", 8)])
        loaded = Signal()  # The whole part is in the memory, or was passed to the core.
        answered = Signal()  # An answer to the part was started.
        feeding = Signal()  # Bytes of the part are yet to be passed to the core.
        base = Signal(16)  # Place in the replies from which an answer is taken.
        complete = Signal()  # All replies are in their memory.

        # Strobes.
        begin = Signal()  # The datagram begins a request,
        accept = Signal()  # or is a part to be accepted,
        move_on = Signal()  # or requests more of the replies,
        repeat = Signal()  # or is the last part once more.
        whole = Signal()  # The data of the part are complete,
        spoilt = Signal()  # or damaged.
        fed = Signal()  # The core has taken the last byte of the part.
        finish = Signal()  # The last reply has become complete.

        # Receiver.
        got = Signal(8 * HEADER)
        got_length, got_part, got_request, got_replies, got_magic = got[:16], got[16:32], got[32:64], got[64:72], got[72:]
        got_host = Signal(48)
        udp_length = Signal(16)
        count = Signal(11)
        ended = Signal()
        is_format = Signal()
        is_host = Signal()
        is_request = Signal()
        is_same = Signal()
        is_next = Signal()
        behind = Signal(32)
        self.part_memory = part_memory = Memory(8, 2048)
        part_write = part_memory.get_port(write_capable=True)
        self.specials += part_memory, part_write

        self.receiver = receiver = FSM(reset_state="HEADER")
        receiver.act("HEADER",
            rx.ready.eq(1),
            If(rx.valid,
                NextValue(got, Cat(rx.data, got[:-8])),
                NextValue(got_host, Cat(rx.src_port, rx.ip_address)),
                NextValue(udp_length, rx.length),
                NextValue(ended, rx.last),
                NextValue(count, count + 1),
                If(count == HEADER - 1,
                    NextValue(count, 0),
                    NextState("COMPARE"),
                ).Elif(rx.last,
                    NextValue(count, 0),
                ),
            ),
        )
        receiver.act("COMPARE",
            NextValue(is_format, (got_magic == MAGIC) & (got_length <= MOST_DATA) & (udp_length == got_length + HEADER)),
            NextValue(is_host, valid & (got_host == host)),
            NextValue(is_request, got_request == part.request),
            NextValue(is_same, (got_part == part.part) & (got_replies == part.replies)),
            NextValue(is_next, (got_part == part.part + 1) & answered & ~feeding),
            NextValue(behind, part.request - got_request),
            NextState("DECIDE"),
        )
        receiver.act("DECIDE",
            # The rest of a datagram that is not accepted is skipped.
            NextState("SKIP"),
            If(is_format & is_host & is_request,
                If(is_same,
                    repeat.eq((part.replies != 0) | answered),
                ).Elif(is_next & (part.replies != 0) & (got_replies == part.replies),
                    move_on.eq(1),
                ).Elif(is_next & (part.replies == 0),
                    accept.eq(1),
                    NextState("DATA"),
                ),
            ).Elif(is_format & (got_part == 0) & ~(is_host & (behind <= LATE_REQUESTS)),
                begin.eq(1),
                NextState("DATA"),
            ),
            If(ended, NextState("HEADER")),
        )
        receiver.act("DATA",
            rx.ready.eq(1),
            part_write.adr.eq(count),
            part_write.dat_w.eq(rx.data),
            If(rx.valid,
                part_write.we.eq(1),
                NextValue(count, count + 1),
                If(rx.last,
                    If((rx.error != 0) | (count + 1 != got_length), spoilt.eq(1)).Else(whole.eq(1)),
                    NextValue(count, 0),
                    NextState("HEADER"),
                ),
            ),
        )
        receiver.act("SKIP",
            rx.ready.eq(1),
            If(rx.valid & rx.last, NextState("HEADER")),
        )

        # Reset of the core before each request.
        wait = Signal(max=RESET_CYCLES)
        self.sync += [
            If(wait != 0, wait.eq(wait - 1)),
            If(begin, wait.eq(RESET_CYCLES - 1)),
            core.reset.eq(wait >= RESET_CYCLES // 2),
        ]

        # Feeder: the bytes of the part, from its memory to the core.
        fed_bytes = Signal(11)
        part_bytes = Signal(11)
        part_read = part_memory.get_port()
        self.specials += part_read
        self.feeder = feeder = ResetInserter()(FSM(reset_state="READ"))
        self.comb += [feeder.reset.eq(begin), part_read.adr.eq(fed_bytes)]
        feeder.act("READ",
            If(feeding & (wait == 0), NextState("SEND")),
        )
        feeder.act("SEND",
            core.sink.valid.eq(1),
            core.sink.data.eq(part_read.dat_r),
            If(core.sink.ready,
                NextValue(fed_bytes, fed_bytes + 1),
                fed.eq(fed_bytes == part_bytes - 1),
                NextState("READ"),
            ),
        )
        # An accepted part without data is whole at once, and taken.
        empty = Signal()
        self.comb += empty.eq((begin | accept) & ended)
        self.sync += [
            If(begin | accept, fed_bytes.eq(0)),
            If(whole, part_bytes.eq(got_length)),
        ]

        # Replies, into their memory.
        reply_count = Signal(max=reply_bytes + 1)
        replies = Signal(8)
        self.reply_memory = reply_memory = Memory(8, reply_bytes)
        reply_write = reply_memory.get_port(write_capable=True)
        self.specials += reply_memory, reply_write
        self.comb += [
            core.source.ready.eq(1),
            reply_write.adr.eq(reply_count),
            reply_write.dat_w.eq(core.source.data),
            reply_write.we.eq(core.source.valid & (wait == 0) & (reply_count != reply_bytes)),
            finish.eq(complete & loaded & ~answered),
        ]
        self.sync += [
            If(reply_write.we, reply_count.eq(reply_count + 1)),
            If(core.source.valid & core.source.last & (wait == 0), replies.eq(replies + 1)),
            complete.eq(valid & (part.replies != 0) & (replies >= part.replies)),
            If(begin | accept, complete.eq(0)),
            If(begin, reply_count.eq(0), replies.eq(0)),
        ]

        # The request in work.
        answer = Signal()
        self.sync += [
            If(begin | accept | move_on,
                host.eq(got_host),
                part.part.eq(got_part),
                part.request.eq(got_request),
                part.replies.eq(got_replies),
            ),
            If(begin, base.eq(0)),
            If(move_on, base.eq(base + MOST_DATA)),
            If(begin | accept,
                valid.eq(1),
                loaded.eq(empty),
                feeding.eq(0),
                answered.eq(empty & (got_replies == 0)),
            ).Elif(spoilt,
                valid.eq(0),
            ).Else(
                If(whole, loaded.eq(1), feeding.eq(1)),
                If(fed, feeding.eq(0)),
                If((fed & (part.replies == 0)) | finish, answered.eq(1)),
            ),
            If((empty & (got_replies == 0)) | (fed & (part.replies == 0)) | finish | move_on | repeat, answer.eq(1)),
        ]

        # Sender. LiteEth needs one byte per cycle, so the next byte is read while one is sent.
        left = Signal(16)
        at = Signal(max=max(reply_bytes, MOST_DATA) * 2)
        sent = Signal(max=HEADER)
        header = Signal(8 * HEADER)
        answered_part = Signal(56)
        to = Signal(48)
        length = Signal(16)
        reply_read = reply_memory.get_port()
        self.specials += reply_read
        advance = Signal()
        self.sender = sender = FSM(reset_state="IDLE")
        self.comb += [
            reply_read.adr.eq(at + advance),
            tx.src_port.eq(udp_port),
            tx.dst_port.eq(to[:16]),
            tx.ip_address.eq(to[16:]),
            tx.length.eq(length),
            tx.last_be.eq(tx.last),
        ]
        # Only the strobes of this cycle can set `answer` in the cycle in which it is cleared; they take precedence.
        start = Signal()
        self.sync += If(start & ~(fed | finish | move_on | repeat | empty), answer.eq(0))
        sender.act("IDLE",
            NextValue(to, host),
            NextValue(answered_part, Cat(part.part, part.request, part.replies)),
            NextValue(at, base),
            NextValue(left, 0),
            If(complete & (reply_count > base), NextValue(left, reply_count - base)),
            If(answer,
                start.eq(1),
                NextState("LENGTH"),
            ),
        )
        sender.act("LENGTH",
            If(left > MOST_DATA, NextValue(left, MOST_DATA)),
            NextState("PREPARE"),
        )
        sender.act("PREPARE",
            NextValue(length, left + HEADER),
            NextValue(header, Cat(left, answered_part, Constant(MAGIC, 24))),
            NextValue(sent, 0),
            NextState("HEADER"),
        )
        sender.act("HEADER",
            tx.valid.eq(1),
            tx.data.eq(header[-8:]),
            tx.last.eq((sent == HEADER - 1) & (left == 0)),
            If(tx.ready,
                NextValue(header, Cat(Constant(0, 8), header[:-8])),
                NextValue(sent, sent + 1),
                If(sent == HEADER - 1,
                    NextState("DATA"),
                    If(left == 0, NextState("IDLE")),
                ),
            ),
        )
        sender.act("DATA",
            tx.valid.eq(1),
            tx.data.eq(reply_read.dat_r),
            tx.last.eq(left == 1),
            If(tx.ready,
                advance.eq(1),
                NextValue(at, at + 1),
                NextValue(left, left - 1),
                If(left == 1, NextState("IDLE")),
            ),
        )
