//! Instructions of a fixed size, whose operands are the numbers of words.
//! Interface: [`execute`] runs a list of instructions; [`find_runs`] marks runs of equal operations, which one loop executes.

/// The operation of an instruction; `a`, `b` and `c` are the values of the words that are its operands. In `Read`, `Unless` and `When`,
/// `b` is a number. The results of `Add`, `Sub`, `Mul`, `Shl` and `Repeat` are cut to `width` bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Code {
    /// `a`
    #[default]
    Copy,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// `a == b`
    Eq,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a` if `c`, else `b`
    Mux,
    /// `width` bits of `a`, from bit `low`
    Slice,
    /// Whether an odd number of bits of `a` is set
    Parity,
    /// The bit `a` in every position
    Repeat,
    /// Word `a` of memory `b`, or 0 beyond its end
    Read,
    /// `a` with `width` bits of `b`, from bit `low`, inserted at bit `at`
    Insert,
}

impl Code {
    /// The number of operands that are words.
    const fn operands(self) -> usize {
        match self {
            Self::Copy | Self::Slice | Self::Parity | Self::Repeat | Self::Read => 1,
            Self::And
            | Self::Or
            | Self::Xor
            | Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Shl
            | Self::Shr
            | Self::Eq
            | Self::Lt
            | Self::Le
            | Self::Insert => 2,
            Self::Mux => 3,
        }
    }
}

/// An operation, whose operands are words of a program or nodes of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Op {
    pub(super) code: Code,
    pub(super) low: u8,
    pub(super) width: u8,
    pub(super) at: u8,
    /// `a`, `b` and `c`.
    pub(super) operands: [u32; 3],
}

impl Op {
    /// The result of the operation on these values.
    #[inline(always)]
    pub(super) fn evaluate(&self, [a, b, c]: [u64; 3]) -> u64 {
        match self.code {
            // A memory has no part in the evaluation.
            Code::Copy | Code::Read => a,
            Code::And => a & b,
            Code::Or => a | b,
            Code::Xor => a ^ b,
            Code::Add => self.cut(a.wrapping_add(b)),
            Code::Sub => self.cut(a.wrapping_sub(b)),
            Code::Mul => self.cut(a.wrapping_mul(b)),
            Code::Shl => {
                if b < 64 {
                    self.cut(a << b)
                } else {
                    0
                }
            }
            Code::Shr => {
                if b < 64 {
                    a >> b
                } else {
                    0
                }
            }
            Code::Eq => u64::from(a == b),
            Code::Lt => u64::from(a < b),
            Code::Le => u64::from(a <= b),
            Code::Mux => select(c, a, b),
            Code::Slice => self.cut(a >> (self.low & 63)),
            Code::Parity => u64::from(a.count_ones() % 2),
            Code::Repeat => self.cut(0_u64.wrapping_sub(a)),
            Code::Insert => a | self.cut(b >> (self.low & 63)) << (self.at & 63),
        }
    }

    /// The operands that are words.
    pub(super) fn words(&self) -> &[u32] {
        &self.operands[..self.code.operands()]
    }

    /// The lowest `width` bits of a value.
    fn cut(&self, value: u64) -> u64 {
        value & (u64::MAX >> ((64 - u32::from(self.width)) & 63))
    }
}

/// An operation and the word of its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) op: Op,
    /// The length of the run of equal operations from this instruction on.
    pub(super) run: u32,
    pub(super) to: u32,
}

/// Executes instructions in order; one loop executes each run of equal operations.
pub(super) fn execute(
    instructions: &[Instruction],
    words: &mut [u64; WORDS],
    memories: &[Memory],
    memory: &[u64],
) {
    let mut left = instructions;
    while let Some(&Instruction { op: Op { code, .. }, run, .. }) = left.first() {
        let (now, rest) = left.split_at(run as usize);
        left = rest;
        // A loop for each of these operations, whose code is a constant in it.
        macro_rules! run {
            ($($code:ident),+) => {
                match code {
                    $(Code::$code => for i in now {
                        let [a, b, c] = i.op.operands;
                        let values = [
                            words[a as usize % WORDS],
                            words[b as usize % WORDS],
                            words[c as usize % WORDS],
                        ];
                        let op = Op { code: Code::$code, ..i.op };
                        words[i.to as usize % WORDS] = op.evaluate(values);
                    })+
                    Code::Read => read(now, words, memories, memory),
                    Code::Insert => insert(now, words),
                }
            };
        }
        run!(Copy, And, Or, Xor, Add, Sub, Mul, Shl, Shr, Eq, Lt, Le, Mux, Slice, Parity, Repeat);
    }
}

fn read(now: &[Instruction], words: &mut [u64; WORDS], memories: &[Memory], memory: &[u64]) {
    for i in now {
        let [a, number, _] = i.op.operands;
        let Memory { begin, words: count, .. } = memories[number as usize];
        let address = words[a as usize % WORDS];
        let value =
            if address < u64::from(count) { memory[begin as usize + address as usize] } else { 0 };
        words[i.to as usize % WORDS] = value;
    }
}

/// Insertions into one word are mostly consecutive, so the word is kept in a variable.
fn insert(now: &[Instruction], words: &mut [u64; WORDS]) {
    let (mut last, mut word) = (u32::MAX, 0);
    for i in now {
        let [a, b, _] = i.op.operands;
        let onto = if a == last { word } else { words[a as usize % WORDS] };
        let op = Op { code: Code::Insert, ..i.op };
        word = op.evaluate([onto, words[b as usize % WORDS], 0]);
        last = i.to;
        words[i.to as usize % WORDS] = word;
    }
}

/// Sets the run length of each instruction.
pub(super) fn find_runs(instructions: &mut [Instruction]) {
    let (mut run, mut code) = (0, None);
    for instruction in instructions.iter_mut().rev() {
        run = if code == Some(instruction.op.code) { run + 1 } else { 1 };
        code = Some(instruction.op.code);
        instruction.run = run;
    }
}

/// `a` if the bit `c` is set, else `b`, without a branch.
fn select(c: u64, a: u64, b: u64) -> u64 {
    let all = 0_u64.wrapping_sub(c);
    a & all | b & !all
}

/// Number of words of a simulation: a power of two, so that a place modulo this number needs no bounds check.
pub(super) const WORDS: usize = 1 << 17;

/// Instructions that run together, and the exports, registers and enables of writes that they compute, as ranges of the program's lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) instructions: [u32; 2],
    pub(super) exports: [u32; 2],
    pub(super) registers: [u32; 2],
    pub(super) enables: [u32; 2],
}

/// A word that other groups read, and the range of these groups in [`Program::readers`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Export {
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
}

/// A register: the words of its next and its current value, the range of the groups that read it, and its module.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Register {
    pub(super) next: u32,
    pub(super) word: u32,
    pub(super) readers: [u32; 2],
    pub(super) module: u32,
}

/// A write to a memory at an edge: the words of its address, data and mask, and the number of the memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Write {
    pub(super) address: u32,
    pub(super) data: u32,
    pub(super) mask: u32,
    pub(super) memory: u32,
}

/// The word of the enable of a write, and the number of the write.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Enable {
    pub(super) word: u32,
    pub(super) write: u32,
}

/// The range of a memory in the words of all memories, the range of the groups that read it, and its module.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) begin: u32,
    pub(super) words: u32,
    pub(super) readers: [u32; 2],
    pub(super) module: u32,
}

/// The constant part of a simulation.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) groups: Vec<Group>,
    pub(super) exports: Vec<Export>,
    pub(super) registers: Vec<Register>,
    /// The writes; of those to one memory, later ones take precedence.
    pub(super) writes: Vec<Write>,
    pub(super) enables: Vec<Enable>,
    pub(super) memories: Vec<Memory>,
    /// Lists of groups that read a word or memory.
    pub(super) readers: Vec<u32>,
    /// The word and the readers of each input.
    pub(super) inputs: Vec<Export>,
}
