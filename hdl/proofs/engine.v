// Proves the line engine of the clue core: for every clue that fits a line of 2, 4, 6 or 8 cells (WIDE: 4 or 8), and any set of known
// cells, a visit finds exactly the cells that have the same value in all placements of the blocks, or a contradiction if there is no
// placement.
// Registers are arbitrary at the start, as earlier visits may have left them.
// Method: bounded, to the end of one visit, which takes two cycles more than the line has groups of cells.
`ifdef WIDE
module wide_engine_proof(input clock);
    localparam WIDTH = 4, BITS = 1;      // cells per group, bits of a group's number
`else
module engine_proof(input clock);
    localparam WIDTH = 2, BITS = 2;
`endif
    localparam CELLS = 8, DONE = 4;      // the finding is valid in cycle groups + DONE

    // The line: its number of groups, a picture that has its clue, and its known cells.
    (* anyconst *) reg [2:0] groups;
    (* anyconst *) reg [CELLS-1:0] picture;
    (* anyconst *) reg [CELLS-1:0] filled;
    (* anyconst *) reg [CELLS-1:0] blank;
    wire [CELLS-1:0] line = (9'd1 << WIDTH * groups) - 9'd1;

    // The clue of a picture as symbols: {trailing blank beyond the word, trailing blank, filled symbols}.
    function [2*CELLS:0] clue(input [CELLS-1:0] cells);
        reg [CELLS:0] at;
        reg [CELLS-1:0] ones;
        reg inside, some;
        integer i;
        begin
            at = 1;
            ones = 0;
            inside = 0;
            some = 0;
            for (i = 0; i < CELLS; i = i + 1)
                if (cells[i]) begin
                    if (some && !inside) at = at << 1;
                    ones = ones | at[CELLS-1:0];
                    at = at << 1;
                    inside = 1;
                    some = 1;
                end else inside = 0;
            clue = {at, ones};
        end
    endfunction
    wire [2*CELLS:0] symbols = clue(picture);

    wire start = $initstate;
    wire [BITS-1:0] front_group, back_group;
    wire busy, ends, conflict;
    wire [CELLS-1:0] known, found, fresh;
    engine uut(.clock(clock), .clear(1'b0), .start(start), .groups({3'b0, groups}),
        .filled_symbols(symbols[CELLS-1:0]), .last_symbol(symbols[2*CELLS-1:CELLS]), .last_is_top(symbols[2*CELLS]),
        .front_group(front_group), .front_filled(filled[WIDTH*front_group +: WIDTH]), .front_blank(blank[WIDTH*front_group +: WIDTH]),
        .back_group(back_group), .back_filled(filled[WIDTH*back_group +: WIDTH]), .back_blank(blank[WIDTH*back_group +: WIDTH]),
        .busy(busy), .ends(ends), .conflict(conflict), .known(known), .filled(found), .fresh(fresh));

    // Pictures of the line that have its clue and agree with the known cells, one bit per picture.
    wire [(1<<CELLS)-1:0] possible;
    wire [CELLS-1:0] can_fill, can_blank;
    genvar f, i;
    generate
        for (f = 0; f < 1 << CELLS; f = f + 1) begin : pictures
            localparam [CELLS-1:0] CANDIDATE = f;
            assign possible[f] = clue(CANDIDATE) == symbols && !(CANDIDATE & ~line)
                && !(CANDIDATE & blank) && !(~CANDIDATE & line & filled);
        end
        for (i = 0; i < CELLS; i = i + 1) begin : cells
            wire [(1<<CELLS)-1:0] with_fill, with_blank;
            for (f = 0; f < 1 << CELLS; f = f + 1) begin : split
                assign with_fill[f] = possible[f] && (f >> i & 1);
                assign with_blank[f] = possible[f] && !(f >> i & 1);
            end
            assign can_fill[i] = |with_fill;
            assign can_blank[i] = |with_blank;
        end
    endgenerate
    wire [CELLS-1:0] agreed = (can_fill ^ can_blank) & line;

    // Cycles since the start, and whether `conflict` has been high since; in the first cycle `conflict` belongs to an earlier visit.
    reg [4:0] age;
    reg contradicted;
    always @(posedge clock) begin
        age <= start ? 1 : age + 1;
        contradicted <= !start && (contradicted && age > 1 || conflict && age > 1);
    end

    always @* begin
        assume (groups >= 1 && groups <= CELLS / WIDTH);
        assume (!(picture & ~line));
        assume (!(filled & blank));
        // A visit starts while none is running, or in the last cycle of the previous one.
        if (start) assume (!busy || ends);
    end

    wire over = !start && age == groups + DONE;
    always @* if (!start && age <= groups + DONE) begin
        assert (busy == (age <= groups + 2));
        assert (ends == (age == groups + 2));
        if (over) begin
            assert (contradicted == !possible);
            if (possible) begin
                assert ((known & line) == agreed);
                assert ((found & line) == (agreed & can_fill));
                assert ((fresh & line) == (agreed & ~filled & ~blank));
            end
        end
    end

    // Cover: a contradiction; a line of 8 cells that the blocks and the blanks between them fill; cells of both values found in one visit.
    always @* begin
        cover (over && contradicted);
        cover (over && groups == CELLS / WIDTH && symbols[2*CELLS] && fresh == 8'hff);
        cover (over && groups == CELLS / WIDTH && !contradicted && |(fresh & found) && |(fresh & ~found) && known != 8'hff);
    end
endmodule
