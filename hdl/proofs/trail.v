// Proves the trail of the clue core: every pop returns the last entry pushed, so undoing restores exactly what was recorded.
// A simple model (a stack of entries) runs beside it.
// COLOUR: two colours, with a word per plane; otherwise black and white, with one word.
// Method: induction, with the invariant that the memories equal the model below the top entry.
`ifdef COLOUR
module colour_trail_proof(
`else
module trail_proof(
`endif
    input clock,
    input clear,
    input push,
    input [ENTRY-1:0] push_entry,
    input pop
);
`ifdef COLOUR
    localparam VALUE = 2, PLANES = 3;      // bits of a value, words of an entry
`else
    localparam VALUE = 1, PLANES = 1;
`endif
    localparam ENTRIES = 8, RESERVE = 2;
    localparam TAG = 7 + VALUE;            // bits of a tag: position, column, decision, value
    localparam ENTRY = TAG + 2 * PLANES;   // bits of an entry: the tag, and two cells per plane

    wire [2:0] top;
    wire [ENTRY-1:0] entry;
    wire full;
    trail uut(.clock(clock), .clear(clear), .push(push), .pop(pop), .top(top), .full(full),
        .push_position(push_entry[4:0]), .push_column(push_entry[5]), .push_decision(push_entry[6]),
        .push_value(push_entry[TAG-1:7]), .push_words_0(push_entry[TAG +: 2]),
`ifdef COLOUR
        .push_words_1(push_entry[TAG + 2 +: 2]), .push_words_2(push_entry[TAG + 4 +: 2]),
        .words_1(entry[TAG + 2 +: 2]), .words_2(entry[TAG + 4 +: 2]),
`endif
        .position(entry[4:0]), .column(entry[5]), .decision(entry[6]), .value(entry[TAG-1:7]), .words_0(entry[TAG +: 2]));

    // Internal signals of the trail: the number of entries, and the words that the memories hold and read. `memory` has the entries side by
    // side, and `read` the entry read.
    (* hierconn, init = 0 *) wire [2:0] \uut.top ;
    (* hierconn *) wire [TAG-1:0] \uut.tag_memory.read_data ;
    (* hierconn *) wire [TAG-1:0] \uut.tag_memory.mem[0] , \uut.tag_memory.mem[1] , \uut.tag_memory.mem[2] , \uut.tag_memory.mem[3] ,
        \uut.tag_memory.mem[4] , \uut.tag_memory.mem[5] , \uut.tag_memory.mem[6] , \uut.tag_memory.mem[7] ;
    wire [8*TAG-1:0] tags = {\uut.tag_memory.mem[7] , \uut.tag_memory.mem[6] , \uut.tag_memory.mem[5] , \uut.tag_memory.mem[4] ,
        \uut.tag_memory.mem[3] , \uut.tag_memory.mem[2] , \uut.tag_memory.mem[1] , \uut.tag_memory.mem[0] };
    wire [16*PLANES-1:0] words;
    wire [ENTRY-1:0] read;
    assign read[TAG-1:0] = \uut.tag_memory.read_data ;
`ifdef COLOUR
    (* hierconn *) wire [1:0] \uut.word_memories_0.read_data ;
    (* hierconn *) wire [1:0] \uut.word_memories_0.mem[0] , \uut.word_memories_0.mem[1] , \uut.word_memories_0.mem[2] , \uut.word_memories_0.mem[3] ,
        \uut.word_memories_0.mem[4] , \uut.word_memories_0.mem[5] , \uut.word_memories_0.mem[6] , \uut.word_memories_0.mem[7] ;
    (* hierconn *) wire [1:0] \uut.word_memories_1.read_data ;
    (* hierconn *) wire [1:0] \uut.word_memories_1.mem[0] , \uut.word_memories_1.mem[1] , \uut.word_memories_1.mem[2] , \uut.word_memories_1.mem[3] ,
        \uut.word_memories_1.mem[4] , \uut.word_memories_1.mem[5] , \uut.word_memories_1.mem[6] , \uut.word_memories_1.mem[7] ;
    (* hierconn *) wire [1:0] \uut.word_memories_2.read_data ;
    (* hierconn *) wire [1:0] \uut.word_memories_2.mem[0] , \uut.word_memories_2.mem[1] , \uut.word_memories_2.mem[2] , \uut.word_memories_2.mem[3] ,
        \uut.word_memories_2.mem[4] , \uut.word_memories_2.mem[5] , \uut.word_memories_2.mem[6] , \uut.word_memories_2.mem[7] ;
    assign words[15:0] = {\uut.word_memories_0.mem[7] , \uut.word_memories_0.mem[6] , \uut.word_memories_0.mem[5] , \uut.word_memories_0.mem[4] ,
        \uut.word_memories_0.mem[3] , \uut.word_memories_0.mem[2] , \uut.word_memories_0.mem[1] , \uut.word_memories_0.mem[0] };
    assign words[31:16] = {\uut.word_memories_1.mem[7] , \uut.word_memories_1.mem[6] , \uut.word_memories_1.mem[5] , \uut.word_memories_1.mem[4] ,
        \uut.word_memories_1.mem[3] , \uut.word_memories_1.mem[2] , \uut.word_memories_1.mem[1] , \uut.word_memories_1.mem[0] };
    assign words[47:32] = {\uut.word_memories_2.mem[7] , \uut.word_memories_2.mem[6] , \uut.word_memories_2.mem[5] , \uut.word_memories_2.mem[4] ,
        \uut.word_memories_2.mem[3] , \uut.word_memories_2.mem[2] , \uut.word_memories_2.mem[1] , \uut.word_memories_2.mem[0] };
    assign read[ENTRY-1:TAG] = {\uut.word_memories_2.read_data ,
        \uut.word_memories_1.read_data ,
        \uut.word_memories_0.read_data };
`else
    (* hierconn *) wire [1:0] \uut.word_memories_0.read_data ;
    (* hierconn *) wire [1:0] \uut.word_memories_0.mem[0] , \uut.word_memories_0.mem[1] , \uut.word_memories_0.mem[2] , \uut.word_memories_0.mem[3] ,
        \uut.word_memories_0.mem[4] , \uut.word_memories_0.mem[5] , \uut.word_memories_0.mem[6] , \uut.word_memories_0.mem[7] ;
    assign words[15:0] = {\uut.word_memories_0.mem[7] , \uut.word_memories_0.mem[6] , \uut.word_memories_0.mem[5] , \uut.word_memories_0.mem[4] ,
        \uut.word_memories_0.mem[3] , \uut.word_memories_0.mem[2] , \uut.word_memories_0.mem[1] , \uut.word_memories_0.mem[0] };
    assign read[ENTRY-1:TAG] = \uut.word_memories_0.read_data ;
`endif
    wire [ENTRY*ENTRIES-1:0] memory;
    genvar e, p;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : entries
            assign memory[ENTRY*e +: TAG] = tags[TAG*e +: TAG];
            for (p = 0; p < PLANES; p = p + 1) begin : planes
                assign memory[ENTRY*e + TAG + 2*p +: 2] = words[16*p + 2*e +: 2];
            end
        end
    endgenerate

    // The model: a stack of entries.
    reg [2:0] count = 0;
    reg [ENTRY-1:0] stack [0:ENTRIES-1];
    reg pushed = 0;                 // in the previous cycle
    always @(posedge clock) begin
        pushed <= push;
        if (push) stack[count] <= push_entry;
        count <= clear ? 0 : push ? count + 1 : pop ? count - 1 : count;
    end

    // Assumptions: no push and pop in one cycle, no pop of an empty trail or in the cycle after a push, no push
    // of an eighth entry, which the count of three bits cannot represent.
    always @* begin
        assume (!(push && pop));
        assume (!(pop && (pushed || count == 0)));
        assume (!(push && count == ENTRIES - 1));
    end

    reg [2:0] last, below, number;
    integer i;
    always @* begin
        last = count - 1;
        below = count - 2;
        // The contract.
        assert (top == count);
        assert (full == (count >= ENTRIES - RESERVE));
        if (count != 0) assert (entry == stack[last]);

        // Inductive invariant: the memories hold the entries below the top, and the entry of the next pop has been read.
        assert (count == \uut.top );
        for (i = 0; i < ENTRIES; i = i + 1) begin
            number = i;
            if (number < last && count != 0) assert (memory[ENTRY*i +: ENTRY] == stack[number]);
        end
        if (count > 1 && !pushed) assert (read == stack[below]);
    end

    // Cover: a trail that was full has been undone to its first entry.
    reg was_full = 0;
    reg [ENTRY-1:0] first;
    always @(posedge clock) begin
        was_full <= !clear && (was_full || full);
        if (push && count == 0) first <= push_entry;
    end
    always @* cover (was_full && count == 1 && first[9:0] == 10'h2a5 && entry == first && !pushed);
endmodule
