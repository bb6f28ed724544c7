//! Reads modules: header, declarations, processes and instances.
//! Interface: [`Reader::module`] and [`Reader::item`].

use super::{Reader, Result};
use crate::tree::{
    Attribute, Connection, Declared, Event, Instance, Item, ItemKind, Module, Net, Notes,
    Parameter, Port, Range,
};

/// The direction and kind of a port, which the following ports share unless they have their own.
type Direction = (bool, Net, Option<Range>);

impl Reader<'_> {
    pub(super) fn module(&mut self, notes: Notes) -> Result<Module> {
        let line = self.line();
        self.expect("module")?;
        let mut module = Module {
            notes,
            line,
            name: self.name()?,
            ..Module::default()
        };
        if self.take("#") {
            self.expect("(")?;
            module.parameters = self.list(")", Self::parameter)?;
        }
        if self.take("(") {
            let mut direction = None;
            module.ports = self.list(")", |reader| reader.port(&mut direction))?;
        }
        self.expect(";")?;
        loop {
            let notes = self.notes();
            if self.take("endmodule") {
                module.end = notes;
                return Ok(module);
            }
            self.item(notes, &mut module.items)?;
        }
    }

    /// Reads elements separated by commas, up to the symbol `end`.
    fn list<T>(
        &mut self,
        end: &str,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        if self.take(end) {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.take(end) {
                return Ok(elements);
            }
            if !self.take(",") {
                return self.expected(&format!(", or {end}"));
            }
        }
    }

    fn parameter(&mut self) -> Result<Parameter> {
        let notes = self.notes();
        let line = self.line();
        self.take("parameter");
        let range = self.range()?;
        let name = self.name()?;
        self.expect("=")?;
        let value = self.expression()?;
        Ok(Parameter {
            notes,
            line,
            range,
            name,
            value,
        })
    }

    fn port(&mut self, last: &mut Option<Direction>) -> Result<Port> {
        let notes = self.notes();
        let line = self.line();
        let is_output = self.take("output");
        if is_output || self.take("input") {
            let net = self.net().unwrap_or(Net::Wire);
            *last = Some((is_output, net, self.range()?));
        }
        let Some((is_output, net, range)) = last.clone() else {
            return self.expected("input or output");
        };
        Ok(Port {
            notes,
            line,
            is_output,
            net,
            range,
            name: self.name()?,
        })
    }

    fn net(&mut self) -> Option<Net> {
        [Net::Wire, Net::Reg]
            .into_iter()
            .find(|net| self.take(net.keyword()))
    }

    /// Reads `[first:last]`; `None` if no bracket follows.
    fn range(&mut self) -> Result<Option<Range>> {
        if !self.take("[") {
            return Ok(None);
        }
        let first = self.expression()?;
        self.expect(":")?;
        let last = self.expression()?;
        self.expect("]")?;
        Ok(Some(Range { first, last }))
    }

    /// Reads an item; a list of constants becomes an item per constant.
    pub(super) fn item(&mut self, notes: Notes, items: &mut Vec<Item>) -> Result<()> {
        let line = self.line();
        let attributes = self.attributes()?;
        let mut item = Item {
            notes,
            line,
            attributes,
            kind: ItemKind::Net(Net::Wire, None, Vec::new()),
        };
        if self.take("localparam") {
            let range = self.range()?;
            loop {
                let name = self.name()?;
                self.expect("=")?;
                let value = self.expression()?;
                item.kind = ItemKind::Localparam(range.clone(), name, value);
                if self.take(";") {
                    items.push(item);
                    return Ok(());
                }
                items.push(item.clone());
                item.notes = Notes::new();
                if !self.take(",") {
                    return self.expected(", or ;");
                }
            }
        }
        item.kind = self.kind()?;
        items.push(item);
        Ok(())
    }

    fn kind(&mut self) -> Result<ItemKind> {
        if let Some(net) = self.net() {
            let range = self.range()?;
            let mut names = vec![self.declared()?];
            while self.take(",") {
                names.push(self.declared()?);
            }
            if !self.take(";") {
                return self.expected(", or ;");
            }
            return Ok(ItemKind::Net(net, range, names));
        }
        if self.take("assign") {
            let left = self.left()?;
            self.expect("=")?;
            let right = self.expression()?;
            self.expect(";")?;
            return Ok(ItemKind::Assign(left, right));
        }
        if self.take("always") {
            let event = self.event()?;
            return Ok(ItemKind::Always(event, self.body()?));
        }
        if self.take("initial") {
            return Ok(ItemKind::Initial(self.body()?));
        }
        if self.is_name() {
            return self.instance().map(ItemKind::Instance);
        }
        self.expected("a declaration, a process, an instance or endmodule")
    }

    fn declared(&mut self) -> Result<Declared> {
        Ok(Declared {
            name: self.name()?,
            words: self.range()?,
            value: match self.take("=") {
                true => Some(self.expression()?),
                false => None,
            },
        })
    }

    fn attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.take("(*") {
            attributes.extend(self.list("*)", |reader| {
                Ok(Attribute {
                    name: reader.name()?,
                    value: match reader.take("=") {
                        true => Some(reader.expression()?),
                        false => None,
                    },
                })
            })?);
        }
        Ok(attributes)
    }

    fn event(&mut self) -> Result<Event> {
        self.expect("@")?;
        if self.take("(*)") || self.take("*") {
            return Ok(Event::Any);
        }
        self.expect("(")?;
        if self.take("*") {
            self.expect(")")?;
            return Ok(Event::Any);
        }
        if !self.take("posedge") {
            return self.expected("* or posedge");
        }
        let clock = self.name()?;
        self.expect(")")?;
        Ok(Event::Posedge(clock))
    }

    fn instance(&mut self) -> Result<Instance> {
        let module = self.name()?;
        let mut parameters = Vec::new();
        if self.take("#") {
            self.expect("(")?;
            parameters = self.list(")", Self::connection)?;
        }
        let name = self.name()?;
        self.expect("(")?;
        let ports = self.list(")", Self::connection)?;
        self.expect(";")?;
        Ok(Instance {
            module,
            name,
            parameters,
            ports,
        })
    }

    fn connection(&mut self) -> Result<Connection> {
        let notes = self.notes();
        let line = self.line();
        if !self.take(".") {
            return self.expected("a named port or parameter, such as .name(value)");
        }
        let name = self.name()?;
        self.expect("(")?;
        let value = match self.is(")") {
            true => None,
            false => Some(self.expression()?),
        };
        self.expect(")")?;
        Ok(Connection {
            notes,
            line,
            name,
            value,
        })
    }
}
