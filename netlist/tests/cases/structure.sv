// Title.

// Pair (src/pair.rs): Two of them: a pair
// of inverters.
// Interface: y follows a. Latency: none.
module pair(
    input wire clock,
    input wire reset,
    // The input.
    input wire a,
    // bus: The bus.

    // The output, on two
    // lines.
    output logic bus_y,
    output logic z
);
    logic one_y, two_a, kept;
    not one(.clock(clock), .a(a), .y(one_y));
    not two(.clock(clock), .reset(reset), .a(two_a), .y(bus_y));
    not three(.a(a & (kept ? one_y : bus_y)));
    always_comb begin
        two_a = 1;
        if (kept) two_a = one_y | a;
        case (a) 1: z = bus_y; endcase
    end
    always_ff @(posedge clock) kept <= one_y;
endmodule
module not(input wire a, output wire y); endmodule

module chain(input wire a, output logic y);
    logic link [0:3];
    assign link[0] = a;
    for (genvar i = 0; i < 3; i = i + 1) begin : nots
        not each(.a(link[i]), .y(link[i + 1]));
    end
    assign y = link[3];
endmodule

module first(
    // put: A word.
    input wire put_valid, // The word is present.
    input wire [7:0] put_word // The word, while valid.
);
endmodule
module second(
    input wire clock, // Clock.
    // out: The word that leaves. Signals as in put of first.
    output wire out_valid,
    output wire [7:0] out_word,
    input wire other
);
endmodule
