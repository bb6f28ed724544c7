// Proves the receive FIFO: every accepted byte leaves once and in order, the byte stored after an overrun carries the error flag, and
// count, full and empty are correct.
// A simple model (a shift register of whole words) runs beside it, for any writes and resets, and any pops while a byte is valid.
// Method: PDR, for all time from power-on, helped by the invariant that the words of the model equal those in the memory, at its output
// and in the output register.
module byte_fifo_proof(
    input clock,
    input reset,
    input write,
    input [7:0] write_data,
    input write_error,
    input ready,
    input pick
);
    localparam MEMORY = 4;         // words in the memory
    localparam HELD = MEMORY + 2;  // one at the output of the memory, and one in the output register

    wire valid, error;
    wire [7:0] data;
    byte_fifo uut(
        .clock(clock), .reset(reset), .write(write), .write_data(write_data), .write_error(write_error),
        .valid(valid), .data(data), .error(error), .ready(ready));

    // Internal signals of the FIFO.
    (* hierconn *) wire [2:0] \uut.used ;
    (* hierconn *) wire \uut.full ;
    (* hierconn *) wire \uut.empty ;
    (* hierconn, init = 0 *) wire [2:0] \uut.read_pointer ;
    (* hierconn, init = 0 *) wire \uut.lost ;
    (* hierconn, init = 0 *) wire \uut.loaded ;
    (* hierconn *) wire [8:0] \uut.memory.read_data ;
    (* hierconn *) wire \uut.memory.read_enable ;
    (* hierconn *) wire [1:0] \uut.memory.read_address ;
    (* hierconn *) wire \uut.memory.write_enable ;
    (* hierconn *) wire [1:0] \uut.memory.write_address ;
    (* hierconn *) wire [8:0] \uut.memory.mem[0] ;
    (* hierconn *) wire [8:0] \uut.memory.mem[1] ;
    (* hierconn *) wire [8:0] \uut.memory.mem[2] ;
    (* hierconn *) wire [8:0] \uut.memory.mem[3] ;
    wire [35:0] words = {\uut.memory.mem[3] , \uut.memory.mem[2] , \uut.memory.mem[1] , \uut.memory.mem[0] };

    // The framer accepts only valid bytes (proven of it).
    always @* assume (!(ready && !valid));

    // The model: word 0 is the oldest.
    reg [8:0] model [0:HELD];
    reg [2:0] count = 0;
    reg lost = 0;
    wire [2:0] outside = {2'b0, valid} + {2'b0, \uut.loaded };   // words that have left the memory and not the FIFO
    wire in_memory_full = count - outside == MEMORY;
    wire accepted = write && !in_memory_full && !reset;
    wire taken = ready && valid;
    wire [2:0] place = count - {2'b0, taken};
    integer i;
    always @(posedge clock) begin
        if (taken)
            for (i = 0; i < HELD; i = i + 1)
                model[i] <= model[i + 1];
        if (accepted)
            model[place] <= {write_error || lost, write_data};
        count <= place + {2'b0, accepted};
        if (write)
            lost <= in_memory_full;
        if (reset) begin
            count <= 0;
            lost <= 0;
        end
    end

    // Two accepted words, chosen at any time by `pick`, the second after the first: both leave once and in order.
    reg [8:0] first, second;
    reg [2:0] before_first = 0, before_second = 0;   // words ahead of each of the two
    reg chose_first = 0, chose_second = 0, took_first = 0, took_second = 0;
    wire choose_first = pick && accepted && !chose_first;
    wire choose_second = pick && accepted && chose_first && !chose_second;
    wire take_first = taken && chose_first && !took_first && before_first == 0;
    wire take_second = taken && chose_second && !took_second && before_second == 0;
    always @(posedge clock) begin
        if (choose_first) begin
            chose_first <= 1;
            first <= {write_error || lost, write_data};
            before_first <= place;
        end else if (taken && before_first != 0)
            before_first <= before_first - 1;
        if (choose_second) begin
            chose_second <= 1;
            second <= {write_error || lost, write_data};
            before_second <= place;
        end else if (taken && before_second != 0)
            before_second <= before_second - 1;
        if (take_first) took_first <= 1;
        if (take_second) took_second <= 1;
        if (reset) begin
            chose_first <= 0;
            chose_second <= 0;
            took_first <= 0;
            took_second <= 0;
        end
    end

    reg waited = 0, waited_twice = 0;
    always @(posedge clock) begin
        waited <= count != 0 && !valid && !reset;
        waited_twice <= waited && !valid && !reset;
    end

    reg [1:0] slot;
    reg [2:0] word;
    always @* begin
        // Counts, full and empty.
        assert (count == \uut.used + outside);
        assert (\uut.used <= MEMORY);
        assert (\uut.full == (\uut.used == MEMORY));
        assert (\uut.empty == (\uut.used == 0));
        assert (!(valid && count == 0));
        assert (lost == \uut.lost );
        // While a word is stored, the output is invalid for at most two consecutive cycles.
        if (waited) assert (valid || \uut.loaded );
        if (waited_twice) assert (valid);
        // Every word equals that of the model.
        if (\uut.loaded ) assert (\uut.memory.read_data == model[valid]);
        if (valid) assert ({error, data} == model[0]);
        // Indices are as narrow as possible, because wide ones would dominate the synthesis time.
        for (i = 0; i < MEMORY; i = i + 1) begin
            slot = \uut.read_pointer + i;
            word = i + outside;
            if (i < \uut.used ) assert (words[9 * slot +: 9] == model[word]);
        end
        // No word is read while it is written.
        assert (!(\uut.memory.read_enable && \uut.memory.write_enable && \uut.memory.read_address == \uut.memory.write_address ));
        // The contract: the two chosen words leave once and in order.
        if (chose_second) assert (chose_first);
        if (took_first) assert (chose_first);
        if (took_second) assert (chose_second && took_first);
        if (chose_first && !took_first) begin
            assert (before_first < count);
            assert (model[before_first] == first);
        end
        if (chose_second && !took_second) begin
            assert (before_second < count);
            assert (model[before_second] == second);
            if (!took_first) assert (before_first < before_second);
        end
        if (take_first && !reset) assert ({error, data} == first);
        if (take_second && !reset) assert (took_first && {error, data} == second);
    end

    // Cover: both chosen words have left, the FIFO was full in between, and the byte stored after an overrun carried the error flag.
    reg was_full = 0;
    reg second_marked = 0;
    always @(posedge clock) begin
        was_full <= !reset && (was_full || count == HELD);
        second_marked <= !reset && (second_marked || (choose_second && lost && !write_error));
    end
    always @*
        cover (took_second && was_full && second_marked && first[7:0] != second[7:0] && count == 0);
endmodule
