// Proves the line engine of the clue core: for every clue that fits the line, and any set of possible values of each cell, a visit finds
// exactly the values that the cell has in no placement of the blocks, or a contradiction if there is no placement.
// Lines of 2, 4, 6 or 8 cells; WIDE: 4 or 8; COLOUR: 2, 4 or 6, with two colours. A shorter line is one whose last cells must be blank.
// Registers are arbitrary at the start, as earlier visits may have left them.
// Method: bounded, to the end of one visit, which takes two cycles more than the line has groups of cells.
`ifdef COLOUR
module colour_engine_proof(input clock);
    localparam COLOURS = 2, CELLS = 6, WIDTH = 2, BITS = 2;
    localparam PICTURES = 729;           // VALUES to the power of CELLS
`else
`ifdef WIDE
module wide_engine_proof(input clock);
    localparam COLOURS = 1, CELLS = 8;
    localparam WIDTH = 4, BITS = 1;      // cells per group, bits of a group's number
`else
module engine_proof(input clock);
    localparam COLOURS = 1, CELLS = 8, WIDTH = 2, BITS = 2;
`endif
    localparam PICTURES = 256;
`endif
    localparam VALUES = COLOURS + 1;     // values of a cell
    localparam CODE = COLOURS;           // bits of a value's number
    localparam DONE = 4;                 // the finding is valid in cycle groups + DONE

    // The line: its number of groups, a picture that has its clue (a number per cell, 0 for blank), and the values that each cell cannot
    // have (a word per value).
    (* anyconst *) reg [2:0] groups;
    (* anyconst *) reg [CODE*CELLS-1:0] picture;
    (* anyconst *) reg [VALUES*CELLS-1:0] excluded;
    wire [CELLS-1:0] line = (9'd1 << WIDTH * groups) - 9'd1;

    // The clue of a picture as symbols: {trailing blank beyond the word, trailing blank, symbols that an optional blank may follow, filled
    // symbols by colour}.
    localparam CLUE = (COLOURS + 2) * CELLS + 1;
    function [CLUE-1:0] clue(input [CODE*CELLS-1:0] cells);
        reg [CELLS:0] at;
        reg [CELLS-1:0] gaps;
        reg [COLOURS*CELLS-1:0] symbols;
        reg [CODE-1:0] here, before, colour;     // this cell, the previous cell, and the last block
        integer i;
        begin
            at = 1;
            gaps = 0;
            symbols = 0;
            before = 0;
            colour = 0;
            for (i = 0; i < CELLS; i = i + 1) begin
                here = cells[CODE*i +: CODE];
                if (here != 0) begin
                    if (here != colour && colour != 0) gaps = gaps | at[CELLS:1];
                    if (here == colour && before == 0) at = at << 1;
                    symbols = symbols | (here == 2 ? {at[CELLS-1:0], {CELLS{1'b0}}} : at[CELLS-1:0]);
                    at = at << 1;
                    colour = here;
                end
                before = here;
            end
            clue = {at, gaps, symbols};
        end
    endfunction
    wire [CLUE-1:0] symbols = clue(picture);

    wire start = $initstate;
    wire [BITS-1:0] front_group, back_group;
    wire busy, ends, conflict;
    wire [VALUES*CELLS-1:0] found;
    wire [CELLS-1:0] fresh;
    engine uut(.clock(clock), .clear(1'b0), .start(start), .groups({3'b0, groups}),
        .colour_symbols_0(symbols[CELLS-1:0]), .last_symbol(symbols[CLUE-2 -: CELLS]), .last_is_top(symbols[CLUE-1]),
`ifdef COLOUR
        .colour_symbols_1(symbols[2*CELLS-1:CELLS]), .gap_symbols_0(symbols[3*CELLS-1:2*CELLS]),
        .front_excluded_2(excluded[2*CELLS + WIDTH*front_group +: WIDTH]),
        .back_excluded_2(excluded[2*CELLS + WIDTH*back_group +: WIDTH]), .excluded_2(found[3*CELLS-1:2*CELLS]),
`endif
        .front_group(front_group), .front_excluded_0(excluded[WIDTH*front_group +: WIDTH]),
        .front_excluded_1(excluded[CELLS + WIDTH*front_group +: WIDTH]),
        .back_group(back_group), .back_excluded_0(excluded[WIDTH*back_group +: WIDTH]),
        .back_excluded_1(excluded[CELLS + WIDTH*back_group +: WIDTH]),
        .busy(busy), .ends(ends), .conflict(conflict), .excluded_0(found[CELLS-1:0]), .excluded_1(found[2*CELLS-1:CELLS]),
        .fresh(fresh));

    // All pictures: the cells of a picture are the digits of its number in base VALUES.
    function [CODE*CELLS-1:0] cells_of(input integer number);
        integer i, rest;
        begin
            rest = number;
            for (i = 0; i < CELLS; i = i + 1) begin
                cells_of[CODE*i +: CODE] = rest % VALUES;
                rest = rest / VALUES;
            end
        end
    endfunction

    // Pictures of the line that have its clue and the possible values, one bit per picture.
    wire [PICTURES-1:0] possible;
    // Values that a cell has in none of them, a word per value.
    wire [VALUES*CELLS-1:0] impossible;
    genvar f, i, v;
    generate
        for (f = 0; f < PICTURES; f = f + 1) begin : pictures
            localparam [CODE*CELLS-1:0] CANDIDATE = cells_of(f);
            wire [CELLS-1:0] fits;
            for (i = 0; i < CELLS; i = i + 1) begin : cells
                assign fits[i] = line[i] ? !excluded[CELLS*CANDIDATE[CODE*i +: CODE] + i] : CANDIDATE[CODE*i +: CODE] == 0;
            end
            assign possible[f] = clue(CANDIDATE) == symbols && &fits;
        end
        for (v = 0; v < VALUES; v = v + 1) begin : values
            for (i = 0; i < CELLS; i = i + 1) begin : cells
                wire [PICTURES-1:0] with_value;
                for (f = 0; f < PICTURES; f = f + 1) begin : split
                    assign with_value[f] = possible[f] && f / VALUES**i % VALUES == v;
                end
                assign impossible[CELLS*v + i] = !with_value;
            end
        end
    endgenerate
    wire [VALUES*CELLS-1:0] lines = {VALUES{line}};

    // Cycles since the start, and whether `conflict` has been high since; in the first cycle `conflict` belongs to an earlier visit.
    reg [4:0] age;
    reg contradicted;
    always @(posedge clock) begin
        age <= start ? 1 : age + 1;
        contradicted <= !start && (contradicted && age > 1 || conflict && age > 1);
    end

    // Cells of the picture with a value that they can have; cells about which the visit learns something; cells that it finds to be blank.
    wire [CELLS-1:0] exists, learns, blank;
    generate
        for (i = 0; i < CELLS; i = i + 1) begin : of_cell
            wire [VALUES-1:0] learned, not_found;
            for (v = 0; v < VALUES; v = v + 1) begin : values
                assign learned[v] = impossible[CELLS*v + i] && !excluded[CELLS*v + i];
                assign not_found[v] = !found[CELLS*v + i];
            end
            assign exists[i] = picture[CODE*i +: CODE] < (line[i] ? VALUES : 1);
            assign learns[i] = line[i] && |learned;
            assign blank[i] = not_found == 1;
        end
    endgenerate
    always @* begin
        assume (groups >= 1 && groups <= CELLS / WIDTH);
        assume (&exists);
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
                assert ((found & lines) == (impossible & lines));
                assert ((fresh & line) == learns);
            end
        end
    end

    // Cover: a contradiction; a longest line that the blocks, with the blanks between blocks of one colour, fill; a visit after which
    // a cell is filled, another one blank, and a third one unknown.
    wire [CELLS-1:0] filled = found[CELLS-1:0];
    always @* begin
        cover (over && contradicted);
        cover (over && groups == CELLS / WIDTH && !contradicted && symbols[CLUE-1] && &fresh);
        cover (over && groups == CELLS / WIDTH && !contradicted && |(fresh & filled) && |(fresh & blank) && |(~filled & ~blank));
    end
endmodule
