//! Names in rust-hdl's syntax trees: paths of fields, and array elements whose indices are expressions of loop variables.
//! Interface: [`plain`] returns the name in the netlist.
//! Source: own; a recursive-descent parser of the index.

/// A loop variable and its value in the current iteration.
pub(super) type Loop = (String, u64);

/// Translates a name: `known[i+1].q.next` to `known$4$q` if `i` is 3. `None` if an index has no closing bracket or does not
/// evaluate to a number.
pub(super) fn plain(name: &str, loops: &[Loop]) -> Option<String> {
    let name = name.strip_prefix('.').unwrap_or(name);
    let name = name.replace("::", "$").replace('.', "$");
    let mut name = name.trim_end_matches("$next").to_owned();
    while let Some((before, rest)) = name.split_once('[') {
        let (index, after) = rest.split_once(']')?;
        let mut text = Text { rest: index, loops };
        let value = text.sum().filter(|_| text.rest.trim().is_empty())?;
        name = format!("{before}${value}{after}");
    }
    Some(name)
}

struct Text<'a> {
    rest: &'a str,
    loops: &'a [Loop],
}

impl Text<'_> {
    fn take(&mut self, symbol: char) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<u64> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value = value.checked_sub(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<u64> {
        let mut value = self.atom()?;
        loop {
            if self.take('*') {
                value *= self.atom()?;
            } else if self.take('/') {
                value = value.checked_div(self.atom()?)?;
            } else if self.take('%') {
                value = value.checked_rem(self.atom()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&mut self) -> Option<u64> {
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        let innermost = self.loops.iter().rev();
        let variable = innermost.clone().find(|(name, _)| name == word);
        match variable {
            Some((_, value)) => Some(*value),
            None => word.trim_end_matches("usize").parse().ok(),
        }
    }
}
