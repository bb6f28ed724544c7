// Proves the trail of the clue core: every pop returns the last entry pushed, so undoing restores exactly what was recorded.
// A simple model (a stack of entries) runs beside it.
// Method: induction, with the invariant that the memories equal the model below the top entry.
module trail_proof(
    input clock,
    input clear,
    input push,
    input [7:0] push_tag,
    input [1:0] push_word,
    input pop
);
    localparam ENTRIES = 8, RESERVE = 2;

    wire [2:0] top;
    wire [7:0] tag;
    wire [1:0] word;
    wire full;
    trail uut(.clock(clock), .clear(clear), .push(push), .push_tag(push_tag), .push_word(push_word), .pop(pop),
        .top(top), .tag(tag), .word(word), .full(full));

    // Internal signals of the trail; `memory` has the tag and the word of each entry side by side.
    (* hierconn, init = 0 *) wire [2:0] \uut.count ;
    (* hierconn *) wire [7:0] \uut.tags.read_data ;
    (* hierconn *) wire [1:0] \uut.words.read_data ;
    (* hierconn *) wire [7:0] \uut.tags.mem[0] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[1] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[2] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[3] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[4] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[5] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[6] ;
    (* hierconn *) wire [7:0] \uut.tags.mem[7] ;
    (* hierconn *) wire [1:0] \uut.words.mem[0] ;
    (* hierconn *) wire [1:0] \uut.words.mem[1] ;
    (* hierconn *) wire [1:0] \uut.words.mem[2] ;
    (* hierconn *) wire [1:0] \uut.words.mem[3] ;
    (* hierconn *) wire [1:0] \uut.words.mem[4] ;
    (* hierconn *) wire [1:0] \uut.words.mem[5] ;
    (* hierconn *) wire [1:0] \uut.words.mem[6] ;
    (* hierconn *) wire [1:0] \uut.words.mem[7] ;
    wire [79:0] memory = {
        \uut.tags.mem[7] , \uut.words.mem[7] , \uut.tags.mem[6] , \uut.words.mem[6] ,
        \uut.tags.mem[5] , \uut.words.mem[5] , \uut.tags.mem[4] , \uut.words.mem[4] ,
        \uut.tags.mem[3] , \uut.words.mem[3] , \uut.tags.mem[2] , \uut.words.mem[2] ,
        \uut.tags.mem[1] , \uut.words.mem[1] , \uut.tags.mem[0] , \uut.words.mem[0] };

    // The model: a stack of entries.
    reg [2:0] count = 0;
    reg [9:0] stack [0:ENTRIES-1];
    reg pushed = 0;                 // in the previous cycle
    always @(posedge clock) begin
        pushed <= push;
        if (push) stack[count] <= {push_tag, push_word};
        count <= clear ? 0 : push ? count + 1 : pop ? count - 1 : count;
    end

    // Assumptions: no push and pop in one cycle, no pop of an empty trail or in the cycle after a push, no push
    // of an eighth entry, which the count of three bits cannot represent.
    always @* begin
        assume (!(push && pop));
        assume (!(pop && (pushed || count == 0)));
        assume (!(push && count == ENTRIES - 1));
    end

    reg [2:0] last, below, entry;
    integer i;
    always @* begin
        last = count - 1;
        below = count - 2;
        // The contract.
        assert (top == count);
        assert (full == (count >= ENTRIES - RESERVE));
        if (count != 0) assert ({tag, word} == stack[last]);

        // Inductive invariant: the memories hold the entries below the top, and the entry of the next pop has been read.
        assert (count == \uut.count );
        for (i = 0; i < ENTRIES; i = i + 1) begin
            entry = i;
            if (entry < last && count != 0) assert (memory[10*i +: 10] == stack[entry]);
        end
        if (count > 1 && !pushed) assert ({\uut.tags.read_data , \uut.words.read_data } == stack[below]);
    end

    // Cover: a trail that was full has been undone to its first entry.
    reg was_full = 0;
    reg [9:0] first;
    always @(posedge clock) begin
        was_full <= !clear && (was_full || full);
        if (push && count == 0) first <= {push_tag, push_word};
    end
    always @* cover (was_full && count == 1 && first == 10'h2a5 && {tag, word} == first && !pushed);
endmodule
