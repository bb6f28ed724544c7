//! Netlists as bytes, for programs without rust-hdl.
//! Interface: [`encode`] and [`decode`]. A module that equals an earlier one except for its instances is encoded as a reference to it;
//! [`Module::text`] is not encoded.
//! Source: own; numbers in base 128 (LEB128: lowest digit first, top bit set if more digits follow), compressed with zlib (RFC 1950).

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::ir::{
    Binary, Expr, Instance, Kind, Lvalue, Memory, Module, Netlist, Process, Signal, Statement,
    Unary,
};

/// A type with an encoding in bytes.
trait Coded: Sized {
    fn put(&self, to: &mut Vec<u8>);
    /// Decodes a value from the start of the bytes, and removes it; `None` if they do not encode one.
    fn get(from: &mut &[u8]) -> Option<Self>;
}

/// Maximum size of an uncompressed netlist, in bytes: decoding reads no further.
const MOST: u64 = 1 << 24;

/// Encodes a netlist, without the hand-written text of its modules.
pub fn encode(netlist: &Netlist) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&plain(netlist));
    let bytes = written.and_then(|()| encoder.finish());
    bytes.expect("writing to a vector does not fail")
}

/// Decodes a netlist; `None` if the bytes do not encode one of at most 16 MiB before compression.
pub fn decode(bytes: &[u8]) -> Option<Netlist> {
    let mut plain = Vec::new();
    let decoder = ZlibDecoder::new(bytes);
    decoder.take(MOST).read_to_end(&mut plain).ok()?;
    of_plain(&plain)
}

fn plain(netlist: &Netlist) -> Vec<u8> {
    let mut to = Vec::new();
    let modules = &netlist.modules;
    modules.len().put(&mut to);
    for (number, module) in modules.iter().enumerate() {
        // Modules of the same block differ only in the module numbers of their instances.
        let body = (
            &module.parameters,
            &module.signals,
            &module.memories,
            &module.processes,
            &module.initial,
        );
        let same = modules[..number].iter().position(|other| {
            (
                &other.parameters,
                &other.signals,
                &other.memories,
                &other.processes,
                &other.initial,
            ) == body
        });
        match same {
            Some(same) => (same + 1).put(&mut to),
            None => {
                0_usize.put(&mut to);
                module.parameters.put(&mut to);
                module.signals.put(&mut to);
                module.memories.put(&mut to);
                module.processes.put(&mut to);
                module.initial.put(&mut to);
            }
        }
        module.instances.put(&mut to);
    }
    to
}

fn of_plain(mut bytes: &[u8]) -> Option<Netlist> {
    let from = &mut bytes;
    let count = usize::get(from)?;
    let mut modules: Vec<Module> = Vec::new();
    for _ in 0..count {
        let mut module = match usize::get(from)? {
            0 => Module {
                parameters: Coded::get(from)?,
                signals: Coded::get(from)?,
                memories: Coded::get(from)?,
                processes: Coded::get(from)?,
                initial: Coded::get(from)?,
                ..Module::default()
            },
            same => modules.get(same - 1)?.clone(),
        };
        module.instances = Coded::get(from)?;
        modules.push(module);
    }
    Some(Netlist { modules })
}

impl Coded for u64 {
    fn put(&self, to: &mut Vec<u8>) {
        let mut left = *self;
        while left >= 0x80 {
            to.push(left as u8 | 0x80);
            left >>= 7;
        }
        to.push(left as u8);
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        let mut value = 0;
        for digit in 0..10 {
            let (&byte, rest) = from.split_first()?;
            *from = rest;
            value |= u64::from(byte & 0x7f) << (7 * digit);
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}

macro_rules! smaller {
    ($($number:ty),+) => {$(
        impl Coded for $number {
            fn put(&self, to: &mut Vec<u8>) {
                (*self as u64).put(to);
            }

            fn get(from: &mut &[u8]) -> Option<Self> {
                u64::get(from)?.try_into().ok()
            }
        }
    )+};
}
smaller!(u32, usize);

impl Coded for bool {
    fn put(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        Some(u64::get(from)? != 0)
    }
}

impl Coded for String {
    fn put(&self, to: &mut Vec<u8>) {
        self.len().put(to);
        to.extend(self.as_bytes());
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        let length = usize::get(from)?;
        let (text, rest) = from.split_at_checked(length)?;
        *from = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.len().put(to);
        self.iter().for_each(|item| item.put(to));
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        (0..usize::get(from)?).map(|_| T::get(from)).collect()
    }
}

impl<T: Coded> Coded for Box<T> {
    fn put(&self, to: &mut Vec<u8>) {
        (**self).put(to);
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        T::get(from).map(Box::new)
    }
}

impl<T: Coded> Coded for Option<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.is_some().put(to);
        self.iter().for_each(|item| item.put(to));
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        Some(match bool::get(from)? {
            true => Some(T::get(from)?),
            false => None,
        })
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn put(&self, to: &mut Vec<u8>) {
        self.0.put(to);
        self.1.put(to);
    }

    fn get(from: &mut &[u8]) -> Option<Self> {
        Some((A::get(from)?, B::get(from)?))
    }
}

/// Encodes a structure field by field.
macro_rules! structure {
    ($name:ident: $($field:ident),+) => {
        impl Coded for $name {
            fn put(&self, to: &mut Vec<u8>) {
                $(self.$field.put(to);)+
            }

            fn get(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: Coded::get(from)?),+ })
            }
        }
    };
}

structure!(Signal: name, width, kind, states);
structure!(Memory: name, width, words, poisons);
structure!(Instance: name, module, parameters);

/// Encodes an enumeration as the number of the variant and its fields; the names of the fields are local to this macro.
macro_rules! enumeration {
    ($name:ident: $($number:literal $variant:ident $(($($field:ident),+))?),+) => {
        impl Coded for $name {
            fn put(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $(($($field),+))? => {
                        to.push($number);
                        $($($field.put(to);)+)?
                    })+
                }
            }

            fn get(from: &mut &[u8]) -> Option<Self> {
                Some(match u64::get(from)? {
                    $($number => {
                        $($(let $field = Coded::get(from)?;)+)?
                        Self::$variant $(($($field),+))?
                    })+
                    _ => return None,
                })
            }
        }
    };
}

enumeration!(Kind: 0 Input, 1 Output, 2 Clock, 3 Local, 4 Hidden, 5 Constant(value), 6 Port(instance, signal),
    7 Parameter);
enumeration!(Process: 0 Combinational(statements), 1 Clocked(statements));
enumeration!(Statement: 0 Assign(lvalue, value), 1 If(condition, then, otherwise), 2 Case(selector, cases));
enumeration!(Lvalue: 0 Signal(signal), 1 Bits(signal, low, width), 2 Concat(lvalues), 3 Word(memory, address, low, width));
enumeration!(Expr: 0 Number(value), 1 Literal(value, width), 2 Signal(signal), 3 Word(memory, address), 4 Mask(inner, width),
    5 Paren(inner), 6 Binary(operator, left, right), 7 Unary(operator, inner), 8 Index(word, index), 9 Slice(word, offset, width),
    10 Replace(word, index, bit), 11 If(condition, then, otherwise), 12 Concat(parts), 13 State(name, value));
enumeration!(Unary: 0 Not, 1 Neg, 2 All, 3 Any, 4 Parity);
enumeration!(Binary: 0 Add, 1 Sub, 2 Mul, 3 LogicalAnd, 4 LogicalOr, 5 Xor, 6 And, 7 Or, 8 Shl, 9 Shr, 10 Eq, 11 Ne, 12 Lt, 13 Le,
    14 Gt, 15 Ge, 16 Div, 17 Rem);
