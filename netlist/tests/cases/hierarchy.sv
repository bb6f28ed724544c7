module counter #(parameter WIDTH = 4, parameter [7:0] LAST = 2 ** WIDTH - 1, parameter HALF = LAST / 2) (
    input wire clock, input wire go, output reg [WIDTH-1:0] count
);
    localparam [WIDTH:0] next = LAST + 1;
    reg [WIDTH-1:0] table [0:LAST];
    initial count = HALF;
    always @(posedge clock) if (go) begin count <= count + 1; table[count] <= count; end
endmodule
module counters #(parameter SIZE = 3) (input wire clock, input wire go, output wire [SIZE-1:0] a, output wire b);
    wire [7:0] other;
    counter #(.WIDTH(SIZE)) first(.clock(clock), .go(go), .count(a));
    counter #(.LAST(SIZE * 5), .WIDTH(8)) second(.clock(clock), .go(go & a[0]), .count(other));
    counter third(.clock(clock), .go(1'b1), .count());
    assign b = other[1];
endmodule

module not(input wire a, output logic y);
    assign y = ~a;
endmodule
module loops(input wire clock, input wire [2:0] a, output logic [2:0] y, output logic [5:0] z);
    logic each [0:2];
    logic [1:0] kept [0:2];
    initial for (int i = 0; i < 3; i = i + 1) kept[i] = 2'(i);
    for (genvar i = 0; i < 3; i = i + 1) begin : nots
        not one(.a(a[i]), .y(each[i]));
        assign y[i] = each[i];
    end
    always_comb for (int i = 0; i < 3; i = i + 1) z[2 * i +: 2] = kept[i];
    always_ff @(posedge clock) for (int i = 0; i < 2; i = i + 1) kept[i + 1] <= kept[i];
endmodule

module blocks(input wire clock, input wire [1:0] a, input wire [3:0] data, output logic [3:0] y);
    wire [1:0] word = a;
    wire [3:0] read [0:1];
    for (genvar i = 0; i < 2; i = i + 1) begin : lines
        wire [3:0] word = data;
        for (genvar j = 0; j < 2; j = j + 1) begin : parts
            reg [3:0] mem [3:0];
            always @(posedge clock) mem[a] <= word;
        end
        reg [3:0] all [3:0];
        always @(posedge clock) all[a] <= word;
        assign read[i] = all[a];
    end
    always @(*) begin
        y = read[0];
        for (int i = 0; i < 2; i = i + 1) if (word == 2'(i)) y = read[i];
    end
endmodule

module memories(input wire clock, input wire [3:0] address, input wire [69:0] data,
           output reg [69:0] word, output wire [1:0] part);
    (* no_rw_check *) reg [69:0] wide [15:0];
    (* keep *) reg flags [0:6];
    always @(posedge clock) begin
        wide[address] <= data;
        wide[address + 1][67:65] <= data;
        flags[address] <= data;
        word <= wide[address];
    end
    assign part = {flags[1], wide[address][69]};
endmodule

module next(input wire [1:0] now, output reg [1:0] then);
    localparam logic [1:0] Step_Wait = 0, Step_Go = 1, Step_Stop = 2;
    always @(*) begin
        then = now;
        case (now)
            Step_Wait: then = Step_Go;
            Step_Go: then = Step_Stop;
        endcase
    end
endmodule
module steps(input wire clock, output wire is_over, output reg [1:0] count, output wire [2:0] wide);
    localparam logic [1:0] Step_Wait = 0, Step_Go = 1, Step_Stop = 2;
    localparam logic Other_A = 0;
    reg [1:0] step;
    wire [1:0] step_d;
    reg other;
    next next(.now(step), .then(step_d));
    assign is_over = Step_Stop == (step);
    assign wide = step;
    always @(posedge clock) begin
        step <= step_d;
        count <= count + 1;
        if (other != Other_A) other <= Other_A;
    end
endmodule
