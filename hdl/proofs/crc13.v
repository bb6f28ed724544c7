// Proves the CRC: it is the remainder of all bits, taken as a polynomial, on division by the polynomial of CRC-13/BBC.
// It starts from any seed.
// Any bytes, at any time. Method: induction.
module crc13_proof(
    input clock,
    input add,
    input clear,
    input [12:0] seed,
    input [7:0] data
);
    localparam [13:0] DIVISOR = 14'h3cf5;    // x^13 + x^12 + x^11 + x^10 + x^7 + x^6 + x^5 + x^4 + x^2 + 1

    wire [12:0] crc;
    crc13 uut(.clock(clock), .add(add), .clear(clear), .seed(seed), .data(data), .crc(crc));

    // The remainder after 8 more bits, by long division.
    function [12:0] remainder(input [12:0] before, input [7:0] bits);
        integer i;
        reg [20:0] dividend;
        begin
            dividend = {before, 8'b0} ^ {bits, 13'b0};
            for (i = 20; i >= 13; i = i - 1)
                if (dividend[i]) dividend = dividend ^ (DIVISOR << (i - 13));
            remainder = dividend[12:0];
        end
    endfunction
    reg [12:0] expected = 0;
    always @(posedge clock) if (add) expected <= remainder(clear ? seed : expected, data);
    always @* assert (crc == expected);

    // Cover: the check value of CRC-13/BBC, which is the CRC of the text "123456789".
    reg [3:0] place = 0;
    reg text = 1;
    always @(posedge clock) if (add) begin
        place <= place + 1;
        text <= text && place < 9 && clear == (place == 0) && (!clear || seed == 0) && data == 8'h31 + place;
    end
    always @* cover (text && place == 9 && crc == 13'h04fa);
endmodule
