// Test bench of nonogram-sim, which replaces the words between @ signs. A line of stimulus.txt has a number of cycles, and the inputs in them.
// The outputs before a rising edge are printed with the number of the cycle when they change, in the first printed cycle, and every REPORT
// cycles. The run ends once the stimulus has ended and the design has been idle for QUIET cycles since.
`timescale 1ns / 1ps
module testbench;
    localparam REPORT = 10000;
    reg clock = 0;
@DECLARATIONS@
@WORDS@
    reg [@TOP@:0] previous = 'x;
    reg [@BITS@:1] inputs;
    integer stimulus, left = 0, quiet = 0;
    reg ended = 0;
    reg [63:0] cycle = 0;

    initial begin
        stimulus = $fopen("stimulus.txt", "r");
        // The handle is compared here, because Verilator 5.006 drops one that only $fscanf reads.
        if (stimulus == 0) begin
            $display("stimulus.txt cannot be opened");
            $finish(0);
        end
        if ($fscanf(stimulus, "%d %b", left, inputs) != 2) ended = 1;
        while (!ended || quiet < @QUIET@) begin
            {@INPUTS@} = inputs;
            #5 if (cycle >= @BEGIN@ && {@OUTPUTS@} !== previous || cycle == @BEGIN@ || cycle % REPORT == 0) begin
                $display("%0d @FORMAT@", cycle, @OUTPUTS@);
                previous = {@OUTPUTS@};
            end
            quiet = ended && @IDLE@ ? quiet + 1 : 0;
            clock = 1;
            #5 clock = 0;
            cycle = cycle + 1;
            left = left - 1;
            // Not one condition, because Icarus Verilog evaluates all its operands.
            if (left <= 0 && !ended) begin
                if ($fscanf(stimulus, "%d %b", left, inputs) != 2) ended = 1;
            end
        end
        $display("end %0d", cycle);
        $finish(0);
    end
endmodule
