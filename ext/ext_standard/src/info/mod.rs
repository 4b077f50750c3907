//! PHP options and information: settings, environment, versions, memory, the command line.

pub(crate) mod credits;
pub(crate) mod environment;
mod getopt;
mod page;
mod phpinfo;
mod settings;
mod system;
mod version;

pub(crate) use environment::*;
pub(crate) use getopt::*;
pub(crate) use phpinfo::*;
pub(crate) use settings::*;
pub(crate) use system::*;
pub(crate) use version::*;
