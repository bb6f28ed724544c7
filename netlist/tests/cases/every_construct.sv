// The title.
// Its second line.

// Adder: adds.
module adder #(
    // Bits of a word.
    parameter WIDTH = 8,
    parameter logic [3:0] OTHER = WIDTH + 1
) (
    input wire clock, // Clock.
    input wire [WIDTH - 1:0] a,

    // Numbers: a group.
    input wire [3:0] number_0, number_1, // A number.
    // This comment has no space behind the declaration of the port, whose line would then be longer than 120 characters.
    input wire [3:0] factor_0, factor_1,
    // The sum, whose sentence
    // Is long.
    output logic [WIDTH - 1:0] sum,
    output wire done // The last port.
);
    // Constants
    localparam zero = 3'b0, one = 1;
    localparam logic [1:0] two = 2;
    localparam logic [2:0] State_Idle = 0, State_Go = 1, State_With_A_Long_Name = 2, State_With_A_Longer_Name = 3,
        State_Stop = 4;

    // Memories
    (* no_rw_check *)
    logic [8:0] mem [1023:0];
    (* keep = "true", preserve = 1 *)
    logic first, first_d;
    logic [2:0] count = 3'd1, other [0:3];
    wire [3:0] part = {a[3], a[2:1], a[0]};
    assign done = &a;
    for (genvar i = 0; i < 4; i = i + 1) begin : others
        assign other[i] = a[i];
    end

    always @(*) begin
        // Default.
        sum = a;
        if (a == 0) begin
            sum[0] = 1;
        end
        else if (a[1]) sum = 2;
        else begin
            {sum[1], sum[0]} = 2'b1;

            sum[3:2] = 1;
        end
        case (count)
            State_Idle: begin
                sum = 1;
            end
            // Two numbers.
            2, 3: sum = 2;
            default: begin
            end
        endcase
        for (int i = 0; i < 2; i = i + 1) sum[2 * i +: 2] = 2'(i);
    end

    always @(posedge clock) mem[a][7:4] <= part;

    initial begin
        first = 1'b0;
    end
    initial first_d = 0;

`ifdef CHECKS
    // Two checks.
    always @(posedge clock) begin
        assert (~first || done);
        assert (count != 0);
    end
    always @(posedge clock) assert (~first);
`else
    assign two = 1;
    // No more.
`endif
endmodule // adder

module empty(
);
endmodule // empty

// Top.
module top(
    input wire clock
);
    wire done;
    empty none(
    );
    // Parameters.
    adder #(.WIDTH(4), .OTHER(1)) adder(
        .clock,
        // No input.
        .a(4'h0),
        .sum(),
        .done
    );
    // The end.
endmodule // top
// The end of the file.
