// Proves the UART: every transmitted byte is received exactly once and unchanged, at any phase between transmitter and receiver.
// Any byte is sent at any time, back to back or not. Transmitter and receiver share the clock; each edge of the
// line may reach the receiver's synchroniser one cycle late, independently, which models an arbitrary phase.
// Method: PDR, for all time from power-on. The receiver follows the transmitter by three or four cycles. There is no reset.
module uart_proof(
    input clock,
    input send,
    input [7:0] data,
    input late
);
    localparam LOG = 2, DIV = 1 << LOG;    // cycles per bit
    localparam FRAME = 10 * DIV;   // start bit, 8 data bits, stop bit
    localparam SEEN = 3;           // cycles from the falling edge of the line to the start state of the receiver; one more if late
    localparam AGES = 63;          // largest age; it stands for any longer time

    wire ready, line, stable, strobe, framing_error;
    wire [7:0] received;
    uart_tx tx(.clock(clock), .reset(1'b0), .valid(send), .data(data), .ready(ready), .line(line));
    reg line_before = 1;
    always @(posedge clock) line_before <= line;
    // Connected as at the top of the design.
    wire pin = late ? line_before : line;
    synchronizer sync(.clock(clock), .pin(pin), .stable(stable));
    uart_rx rx(.clock(clock), .reset(1'b0), .line(stable),
        .strobe(strobe), .data(received), .framing_error(framing_error));

    (* hierconn, init = 0 *) wire [15:0] \tx.divider.counter ;
    (* hierconn, init = 0 *) wire [3:0] \tx.bit_count ;
    (* hierconn, init = 0 *) wire [7:0] \tx.shift ;
    (* hierconn, init = 1 *) wire \sync.first ;
    (* hierconn, init = 0 *) wire [2:0] \rx.state ;
    (* hierconn, init = 0 *) wire [15:0] \rx.divider.counter ;
    (* hierconn, init = 0 *) wire [2:0] \rx.bit_count ;
    (* hierconn, init = 0 *) wire [7:0] \rx.data ;
    localparam IDLE = 0, START = 1, DATA = 2, STOP = 3;

    // The byte on the line and the previous one: how many cycles ago each began, and whether it is still to be received.
    reg [5:0] age = AGES, age_before = AGES;
    reg [7:0] now, before;
    reg owed = 0, owed_before = 0;
    // The receiver cannot have detected the current byte yet: a byte being received is the previous one.
    wire behind = age < SEEN;
    always @(posedge clock) begin
        if (age != AGES) age <= age + 1;
        if (age_before != AGES) age_before <= age_before + 1;
        if (strobe && !behind) owed <= 0;
        if (strobe && behind) owed_before <= 0;
        if (send && ready) begin
            age <= 0;
            age_before <= age == AGES ? AGES : age + 1;
            now <= data;
            before <= now;
            owed <= 1;
            owed_before <= owed && !strobe;
        end
    end

    // Number of whole bits in an age; a shift, because a divider would be a large circuit.
    function [3:0] bits_at(input [5:0] at);
        bits_at = at >> LOG;
    endfunction
    // Bit of a byte at a place.
    function bit_of(input [7:0] byte_value, input [2:0] place);
        bit_of = byte_value[place];
    endfunction
    // Level of the line at an age of a byte: start bit, data bits, stop bit and idle.
    function level(input [7:0] byte_value, input [5:0] at);
        level = at < DIV ? 0 : at < 9 * DIV ? bit_of(byte_value, bits_at(at) - 1) : 1;
    endfunction
    // Level of the line 0 to 3 cycles ago; before the byte it was high for at least a stop bit.
    wire ago0 = level(now, age);
    wire ago1 = age < 1 || level(now, age - 1);
    wire ago2 = age < 2 || level(now, age - 2);
    wire ago3 = age < 3 || level(now, age - 3);

    // Cycles since the receiver detected the start bit.
    wire receiving = \rx.state != IDLE;
    wire [5:0] position =
        \rx.state == START ? 1 - \rx.divider.counter :
        \rx.state == DATA ? 2 + DIV * \rx.bit_count + DIV - 1 - \rx.divider.counter :
        2 + 8 * DIV + DIV - 1 - \rx.divider.counter ;
    wire [5:0] lag = (behind ? age_before : age) - position;
    wire [7:0] sent = behind ? before : now;
    wire [23:0] ones_after = {16'hffff, now} >> bits_at(age);
    wire [7:0] rest = ones_after[7:0];
    integer i;

    always @* begin
        // The transmitter's timing.
        assert (ready == (age >= FRAME));
        assert (line == ago0);
        if (!ready) begin
            assert (\tx.bit_count == bits_at(age));
            assert (\tx.divider.counter == DIV - 1 - age[LOG - 1:0]);
            assert (\tx.shift == rest);
        end
        assert (age_before == AGES || age_before > FRAME + age);
        // The line between the two ends.
        assert (line_before == ago1);
        assert (\sync.first == ago1 || \sync.first == ago2);
        assert (stable == ago2 || stable == ago3);
        // The receiver is aligned with the line.
        assert (\rx.state <= STOP);
        if (receiving) begin
            assert (\rx.divider.counter < (\rx.state == START ? DIV / 2 : DIV));
            assert (lag == SEEN || lag == SEEN + 1);
            assert (behind ? owed_before && owed : owed);
            if (\rx.state == DATA)
                for (i = 0; i < 8; i = i + 1)
                    if (i < \rx.bit_count )
                        assert (bit_of(\rx.data , i - \rx.bit_count ) == sent[i]);
            if (\rx.state == STOP)
                assert (\rx.data == sent);
        end else begin
            assert (age <= SEEN || age > FRAME);
            assert (owed == (age <= SEEN));
            assert (!owed_before);
        end
        if (!behind) assert (!owed_before);
        // The contract: each byte is received once, unchanged and in time.
        if (strobe) begin
            assert (received == sent);
            assert (!framing_error);
            assert (behind ? owed_before : owed);
        end
        if (age > FRAME + 1) assert (!owed);
    end

    // Cover: a byte delivered while the next one's start bit is already on the line.
    always @*
        cover (strobe && behind && late && received == 8'hc5);
endmodule
