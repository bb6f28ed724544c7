//! The Verilog test bench of an emulator: a serial sender that follows a script, and a serial receiver.
//! Interface: [`testbench`] returns its text, [`script`] the text of the file `script.txt` that the test bench reads. The test bench
//! prints one event per line: the event's name, the cycle, and the value of a received byte.

use super::{Dut, Stimulus, Top};

/// Bit times without activity after which a run is complete: two messages.
const QUIET_BITS: u64 = 40;
/// Cycles after which a core that is still solving counts as hung; a long clue search can take more cycles.
const LONGEST_RUN: u64 = 2_000_000_000;

/// The script as text: one stimulus per line, as the number of its kind and its value.
pub fn script(stimuli: &[Stimulus]) -> String {
    stimuli
        .iter()
        .map(|stimulus| match stimulus {
            Stimulus::Byte(byte) => format!("0 {byte}\n"),
            Stimulus::Idle(clocks) => format!("1 {clocks}\n"),
            Stimulus::Low(clocks) => format!("2 {clocks}\n"),
            Stimulus::Reset(clocks) => format!("3 {clocks}\n"),
        })
        .collect()
}

/// The test bench of a design. Inputs change and outputs are read at the falling edge of the clock.
pub fn testbench(dut: &Dut) -> String {
    let instance = match &dut.top {
        Top::Design(name) => format!(
            "{name} uut(.clock(clk), .reset(reset), .reset_low(1'b0), .locked(1'b1), .rx(rx), .tx(tx), \
             .solving(solving), .replying(replying), .status(status));"
        ),
        Top::Board(name) => format!(
            "{name} uut(.clk(clk), .uart_rx(rx), .uart_tx(tx), .led({{status, replying, solving}}));"
        ),
    };
    format!(
        "\
`timescale 1ns / 1ps
module testbench;
    localparam BIT = {clocks_per_bit};
    reg clk = 0, reset = 0, rx = 1, running = 0;
    wire tx, solving, replying;
    wire [2:0] status;
    {instance}

    integer script, fields, kind, value;
    integer waiting = 0, bits = 0;
    reg [9:0] frame = 10'h3ff;
    reg sent_all = 0;

    integer sampling = 0, samples = 0;
    reg [9:0] sampled = 0;
    reg tx_before = 1, receiving = 0, solving_before = 0;
    integer quiet = 0, working = 0;
    reg [63:0] clock = 0;

    initial begin
        script = $fopen(\"script.txt\", \"r\");
        // The handle is compared here, because Verilator 5.006 drops one that only $fscanf reads.
        if (script == 0) begin
            $display(\"script.txt cannot be opened\");
            $finish(0);
        end
        #10 running = 1;
        forever #5 clk = ~clk;
    end

    always @(negedge clk) if (running) begin
        // Outputs after the rising edge.
        if (solving && !solving_before) $display(\"launched %0d\", clock);
        if (!solving && solving_before) $display(\"decided %0d\", clock);
        working = solving ? working + 1 : 0;
        if (working > {LONGEST_RUN}) begin
            $display(\"hang %0d\", clock);
            $finish(0);
        end
        solving_before = solving;
        if (receiving) begin
            sampling = sampling - 1;
            if (sampling == 0) begin
                sampled = {{tx, sampled[9:1]}};
                samples = samples + 1;
                sampling = BIT;
                if (samples == 10) begin
                    receiving = 0;
                    if (sampled[9]) $display(\"byte %0d %h\", clock, sampled[8:1]);
                    else $display(\"framing %0d\", clock);
                end
            end
        end else if (tx_before && !tx) begin
            receiving = 1;
            samples = 0;
            sampling = BIT / 2;
        end
        tx_before = tx;
        quiet = sent_all && !receiving && !solving && !replying ? quiet + 1 : 0;
        if (quiet > {QUIET_BITS} * BIT) begin
            $display(\"end %0d\", clock);
            $finish(0);
        end

        // Inputs of the next cycle.
        if (waiting > 0) waiting = waiting - 1;
        else if (bits > 0) begin
            frame = {{1'b1, frame[9:1]}};
            rx = frame[0];
            bits = bits - 1;
            waiting = BIT - 1;
        end else begin
            reset = 0;
            rx = 1;
            fields = $fscanf(script, \"%d %d\", kind, value);
            if (fields != 2) sent_all = 1;
            else if (kind == 0) begin
                $display(\"sent %0d\", clock);
                frame = {{1'b1, value[7:0], 1'b0}};
                rx = 0;
                bits = 9;
                waiting = BIT - 1;
            end else begin
                rx = kind != 2;
                reset = kind == 3;
                waiting = value - 1;
            end
        end
        clock = clock + 1;
    end
endmodule
",
        clocks_per_bit = dut.clocks_per_bit,
    )
}
