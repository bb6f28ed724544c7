//! Which design is simulated: the options `--core` and `--build`, and the table of builds by core.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nonogram_hdl::{BUILDS, Build};
use nonogram_protocol::CoreKind;

use crate::exit::{Exit, Failure};
use crate::link::sim::Sim;

/// The published design's baud rate.
pub const DEFAULT_BAUD: u32 = 9600;

/// The build with the published design's limits.
pub const DEFAULT_BUILD: &str = "classic11";

/// The options that say which design is simulated.
#[derive(Args, Clone, Debug)]
pub struct Hardware {
    /// The solving core [default: the build's, or classic]
    #[arg(long, value_name = "NAME", value_parser = core_parser())]
    core: Option<CoreKind>,

    /// The simulated build [default: the smallest of the core's that takes the puzzle]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(builds()))]
    pub build: Option<String>,
}

impl Hardware {
    /// The simulated boards of this choice.
    pub fn open(&self) -> Result<Sim, Failure> {
        Ok(Sim::new(self.core(), self.build()?))
    }

    /// The core that was asked for, or the one of the build, or the classic one.
    pub fn core(&self) -> CoreKind {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        let usual = build.map_or(CoreKind::Classic, Build::core);
        self.core.unwrap_or(usual)
    }

    /// The baud rate of the build that was asked for, or the usual one.
    pub fn baud(&self) -> u32 {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        build.map_or(DEFAULT_BAUD, |build| build.identity.baud)
    }

    /// The option that was given, as it was spelled: the core, or else the build.
    pub fn given(&self) -> Option<&'static str> {
        let core = self.core.map(|_| "--core");
        core.or(self.given_build())
    }

    /// The option of the build, if it was given.
    pub fn given_build(&self) -> Option<&'static str> {
        self.build.as_ref().map(|_| "--build")
    }

    /// The build that was asked for, or the first of its core.
    pub fn build_or_first(&self) -> Result<&'static Build, Failure> {
        let first = || BUILDS.iter().find(|build| build.core() == self.core());
        self.build()?.or_else(first).ok_or_else(|| {
            Failure::new(
                Exit::Fault,
                format!("the core {} has no build", self.core()),
            )
        })
    }

    /// The build that was asked for, if any.
    pub fn build(&self) -> Result<Option<&'static Build>, Failure> {
        let build = self.build.as_deref().and_then(nonogram_hdl::build);
        if let Some(build) = build
            && build.core() != self.core()
        {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "build {} has the core {}; expected {}: leave --build out, or correct --core",
                    build.name,
                    build.core(),
                    self.core()
                ),
            ));
        }
        Ok(build)
    }
}

/// The names of all builds.
pub fn builds() -> Vec<&'static str> {
    BUILDS.iter().map(|build| build.name).collect()
}

/// The cores of all builds.
pub fn cores() -> Vec<CoreKind> {
    let mut cores = Vec::new();
    for build in BUILDS {
        if !cores.contains(&build.core()) {
            cores.push(build.core());
        }
    }
    cores
}

/// Takes the name of a core that has a build.
fn core_parser() -> impl TypedValueParser<Value = CoreKind> {
    let names = cores().into_iter().map(CoreKind::name);
    PossibleValuesParser::new(names).try_map(|name| {
        CoreKind::from_name(&name).ok_or_else(|| format!("no core is named {name}"))
    })
}
