//! Paths in a hierarchy of modules.
//! Interface: methods of [`Netlist`] that find signals and memories by path (names joined by dots, without that of the top), and the path
//! of a module.
//! Source: own.

use crate::ir::{Netlist, SignalId};

impl Netlist {
    /// The path of a module's instance, with a dot after each name; empty for the top.
    pub fn path(&self, module: u32) -> String {
        let above = self.modules.iter().zip(0..).find_map(|(above, number)| {
            let instance = above.instances.iter().find(|i| i.module == module)?;
            Some((number, instance))
        });
        match above {
            Some((above, instance)) => format!("{}{}.", self.path(above), instance.name),
            None => String::new(),
        }
    }

    /// Splits the path of a signal or memory into the module that contains it and its name there; `None` if an instance on the path does
    /// not exist.
    fn find<'a>(&self, path: &'a str) -> Option<(u32, &'a str)> {
        let mut module = 0;
        let mut names = path.split('.').peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                return Some((module, name));
            }
            let instances = &self.modules.get(module as usize)?.instances;
            module = instances.iter().find(|i| i.name == name)?.module;
        }
        None
    }

    /// Finds a signal by its path: returns the module and the index of the signal in it, or `None` if there is no such signal.
    pub fn signal(&self, path: &str) -> Option<(u32, SignalId)> {
        let (module, name) = self.find(path)?;
        let signals = &self.modules.get(module as usize)?.signals;
        let place = signals.iter().position(|signal| signal.name == name)?;
        Some((module, place as SignalId))
    }

    /// Finds a memory by its path: returns the module and the index of the memory in it, or `None` if there is no such memory.
    pub fn memory(&self, path: &str) -> Option<(u32, u32)> {
        let (module, name) = self.find(path)?;
        let memories = &self.modules.get(module as usize)?.memories;
        let place = memories.iter().position(|memory| memory.name == name)?;
        Some((module, place as u32))
    }
}
