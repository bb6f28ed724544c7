// Proves the CRC: it is the remainder of all bits, taken as a polynomial, on division by the polynomial of CRC-13/BBC.
// It starts from any seed.
// Any messages, whole or their first byte only; each is loaded when the previous one is done, or later. Method: induction.
module crc13_proof(
    input clock,
    input load,
    input clear,
    input [12:0] seed,
    input high_only,
    input [15:0] message
);
    localparam [13:0] DIVISOR = 14'h3cf5;    // x^13 + x^12 + x^11 + x^10 + x^7 + x^6 + x^5 + x^4 + x^2 + 1

    wire busy;
    wire [12:0] crc;
    crc13 uut(.clock(clock), .reset(1'b0), .load(load), .clear(clear), .seed(seed), .high_only(high_only), .message(message), .busy(busy), .crc(crc));

    (* hierconn, init = 0 *) wire [12:0] \uut.remainder ;
    (* hierconn, init = 0 *) wire [15:0] \uut.shift ;
    (* hierconn, init = 0 *) wire [4:0] \uut.left ;

    always @* begin
        assume (!(load && busy));
        assume (!(clear && !load));
    end

    // The remainder after 16 more bits, or 8 if `half`, by long division.
    function [12:0] remainder(input [12:0] before, input [15:0] bits, input half);
        integer i;
        reg [28:0] dividend;
        begin
            dividend = half ? {8'b0, before, 8'b0} ^ {8'b0, bits[15:8], 13'b0} : {before, 16'b0} ^ {bits, 13'b0};
            for (i = 28; i >= 13; i = i - 1)
                if (dividend[i]) dividend = dividend ^ (DIVISOR << (i - 13));
            remainder = dividend[12:0];
        end
    endfunction
    reg [12:0] expected = 0;
    always @(posedge clock) if (load) expected <= remainder(clear ? seed : expected, message, high_only);

    // Inductive invariant: adding the bits that are left gives the expected remainder.
    function [12:0] finished(input [12:0] sum, input [15:0] bits, input [4:0] left);
        integer i;
        begin
            finished = sum;
            for (i = 0; i < 16; i = i + 1)
                if (i < left) finished = {finished[11:0], 1'b0} ^ (finished[12] ^ bits[15 - i] ? DIVISOR[12:0] : 13'b0);
        end
    endfunction
    reg [4:0] waited = 0;
    always @(posedge clock) waited <= busy ? waited + 1 : 0;
    always @* begin
        if (!busy) assert (crc == expected);
        assert (waited <= 16);
        assert (waited + \uut.left <= 16);
        assert (finished(\uut.remainder , \uut.shift , \uut.left ) == expected);
    end

    // Cover: the check value of CRC-13/BBC, which is the CRC of the text "123456789".
    reg [3:0] place = 0;
    always @(posedge clock) if (load) place <= place + 1;
    reg text = 1;
    wire [15:0] digits = {8'h31 + {place[2:0], 1'b0}, 8'h32 + {place[2:0], 1'b0}};
    always @(posedge clock) if (load) text <= text && place < 5 && clear == (place == 0) && (!clear || seed == 0) && high_only == (place == 4) &&
        (place == 4 ? message[15:8] == 8'h39 : message == digits);
    always @* cover (text && place == 5 && !busy && crc == 13'h04fa);
endmodule
