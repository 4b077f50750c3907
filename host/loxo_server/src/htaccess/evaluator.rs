//! Who evaluates the rules of a site.

use std::sync::Arc;

use super::loaded::{Htaccess, HtaccessOptions};
use super::rules_process::RulesProcess;
use crate::rules::Rules;

/// Who evaluates the rules of a site.
#[derive(Clone)]
pub(crate) enum Evaluator {
    /// This process.
    Own(Arc<Htaccess>),
    /// A process that runs as the user whom the files belong to.
    Other(Arc<RulesProcess>),
}

impl Evaluator {
    /// The same rules for a folder that has come in the place of the root.
    pub(crate) fn for_root(&self, root: &[u8]) -> Option<Evaluator> {
        match self {
            Evaluator::Own(rules) => rules.for_root(root).map(Arc::new).map(Evaluator::Own),
            Evaluator::Other(_) => Some(self.clone()),
        }
    }
}

/// Whoever evaluates the rules of a site, in this process; the error is one line. `None`: it has none.
pub(crate) fn of(options: Option<&HtaccessOptions>, root: &[u8], rules: &Rules) -> Result<Option<Evaluator>, String> {
    let made = options.map(|options| Htaccess::new(options.clone(), root, rules)).transpose();
    made.map(|rules| rules.map(Arc::new).map(Evaluator::Own)).map_err(|fault| format!("rewrite: line {}: {}", fault.line, fault.message))
}
