// Sends the solver a board through its serial line, and checks the picture that it sends back, cell by cell.
// Runs under Verilator (--binary --timing) and Icarus; ends with $fatal if the reply differs from the expected one, or after 20 ms.
// SPDX-License-Identifier: MIT OR Apache-2.0
`timescale 1ns / 1ps
module nonogram_tb;
    localparam real BIT = 1.0e9 / 3.0e6; // 3 Mbaud
    localparam integer SIDE = 5;
    // Solvable line by line: a drawing of the library, 08/pond-traffic. Cell 0 of a row is the leftmost.
    localparam [0:SIDE*SIDE-1] PICTURE = 25'b01101_11100_01111_01111_00100;

    reg clock = 0, reset = 1, rx = 1;
    wire tx, solving, replying;
    wire [2:0] status;
    always #10 clock = !clock;

    nonogram_parallel11x4 #(.CLOCK_HZ(50_000_000), .BAUD(3_000_000)) dut (
        .clock(clock), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx),
        .solving(solving), .replying(replying), .status(status)
    );

    // A line of the picture: column `place` if `column` is not 0, else row `place`.
    function automatic [0:SIDE-1] line(input integer column, input integer place);
        for (integer cell_ = 0; cell_ < SIDE; cell_ = cell_ + 1)
            line[cell_] = column != 0 ? PICTURE[cell_ * SIDE + place] : PICTURE[place * SIDE + cell_];
    endfunction

    // The block lengths of a line in order, four bits each, the last one in the low bits.
    function automatic [31:0] clue(input [0:SIDE-1] cells);
        reg filled;
        clue = 0;
        filled = 0;
        for (integer cell_ = 0; cell_ < SIDE; cell_ = cell_ + 1) begin
            if (cells[cell_]) clue = filled ? clue + 1 : (clue << 4) + 1;
            filled = cells[cell_];
        end
    endfunction

    task automatic send_byte(input [7:0] data);
        rx = 0;
        #BIT;
        for (integer place = 0; place < 8; place = place + 1) begin
            rx = data[place];
            #BIT;
        end
        rx = 1;
        #BIT;
    endtask

    task automatic send(input [2:0] control, input [11:0] index, input value);
        send_byte({control, index[11:7]});
        send_byte({index[6:0], value});
    endtask

    // Sends the options of a line of the picture: every placement of its blocks.
    task automatic send_line(input integer column, input integer place);
        reg first;
        reg [0:SIDE-1] option;
        first = 1;
        send(3'b110, 0, 0);
        for (integer number = 0; number < 2 ** SIDE; number = number + 1) begin
            option = number[SIDE-1:0];
            if (clue(option) == clue(line(column, place))) begin
                if (!first) send(3'b010, 0, 0);
                first = 0;
                for (integer cell_ = 0; cell_ < SIDE; cell_ = cell_ + 1)
                    send(3'b101, cell_[11:0], option[cell_]);
            end
        end
        send(3'b001, 0, 0);
    endtask

    task automatic receive_byte(output [7:0] data);
        @(negedge tx);
        #(1.5 * BIT);
        for (integer place = 0; place < 8; place = place + 1) begin
            data[place] = tx;
            #BIT;
        end
        if (tx !== 1) $fatal(1, "a byte of the reply has no stop bit");
    endtask

    task automatic expect_message(input [2:0] control, input [11:0] index, input value);
        reg [15:0] message;
        receive_byte(message[15:8]);
        receive_byte(message[7:0]);
        if (message !== {control, index, value})
            $fatal(1, "the reply contains the message %h: expected %h", message, {control, index, value});
    endtask

    initial begin
        #20_000_000 $fatal(1, "no complete reply within 20 ms");
    end

    initial begin
        #200 reset = 0;
        #2000;
        send(3'b111, SIDE, 0);
        send(3'b111, SIDE, 0);
        for (integer column = 0; column < 2; column = column + 1)
            for (integer place = 0; place < SIDE; place = place + 1) send_line(column, place);
        send(3'b000, 0, 0);
    end

    initial begin
        expect_message(3'b111, SIDE, 0);
        expect_message(3'b111, SIDE, 0);
        for (integer place = 0; place < SIDE * SIDE; place = place + 1)
            expect_message(3'b101, place[11:0], PICTURE[place]);
        expect_message(3'b000, 0, 0);
        if (status !== 0) $fatal(1, "the status pins are %0d: expected 0 (solved)", status);
        $display("the picture is correct");
        $finish;
    end
endmodule
