//! Names in a hierarchy.
//! Interface: paths with dots, the top left out, to signals and memories; and from a module to its path.

use crate::ir::{Netlist, SignalId};

impl Netlist {
    /// The path of a module's instance, a dot behind each name; the top's is empty.
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

    /// A module by its instance's path, and the last name of a path.
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

    /// A signal by its path: its module, and its place there.
    pub fn signal(&self, path: &str) -> Option<(u32, SignalId)> {
        let (module, name) = self.find(path)?;
        let signals = &self.modules.get(module as usize)?.signals;
        let place = signals.iter().position(|signal| signal.name == name)?;
        Some((module, place as SignalId))
    }

    /// A memory by its path: its module, and its place there.
    pub fn memory(&self, path: &str) -> Option<(u32, u32)> {
        let (module, name) = self.find(path)?;
        let memories = &self.modules.get(module as usize)?.memories;
        let place = memories.iter().position(|memory| memory.name == name)?;
        Some((module, place as u32))
    }
}
